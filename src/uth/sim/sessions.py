"""Sessions: how they ended, how deep they fell, how long they stayed below a peak."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import DROUGHT, FALL, HIGHEST, LOWEST, NET, REACHED, RUINED, THROUGH
from uth.sim.block import BlockResult, walk_through
from uth.sim.meters import Spread
from uth.sim.prepared import Prepared

AMOUNTS: Final = (NET, LOWEST, HIGHEST, FALL, THROUGH)


@dataclass(slots=True)
class Sessions:
    """All sessions so far; amounts in cents."""

    ante: int
    bankroll: int | None = None
    goal: int | None = None
    count: int = 0
    ruined: int = 0
    reached: int = 0
    behind_at_the_end: int = 0
    """Sessions that were behind by the bankroll, or more, after all their hands, had nobody stopped."""
    ahead_at_the_end: int = 0
    """Sessions that were ahead by the goal, or more, after all their hands, had nobody stopped."""
    ahead: int = 0
    even: int = 0
    results: Counter[int] = field(default_factory=Counter)
    """Sessions by their result, in whole antes, down."""
    ends: Spread = field(default_factory=Spread)
    falls: Counter[int] = field(default_factory=Counter)
    """Sessions by their deepest fall from a peak, in whole antes, down."""
    deepest: int = 0
    droughts: int = 0
    """Hands below a peak, the longest of each session, added up."""
    longest: int = 0
    ruin_hands: int = 0
    reach_hands: int = 0

    def add(self, sessions: Integers) -> None:
        """Add the sessions of a block, their amounts in cents."""
        if not len(sessions):
            return
        nets = sessions[:, NET]
        self.count += len(sessions)
        self.ruined += int((sessions[:, RUINED] > 0).sum())
        self.reached += int((sessions[:, REACHED] > 0).sum())
        through = sessions[:, THROUGH]
        if self.bankroll is not None:
            self.behind_at_the_end += int((through <= -self.bankroll).sum())
        if self.goal is not None:
            self.ahead_at_the_end += int((through >= self.goal).sum())
        self.ahead += int((nets > 0).sum())
        self.even += int((nets == 0).sum())
        self.results.update((nets // self.ante).tolist())
        self._spread([int(net) for net in nets.tolist()])
        falls = sessions[:, FALL]
        self.falls.update((falls // self.ante).tolist())
        self.deepest = max(self.deepest, int(falls.max()))
        self.droughts += int(sessions[:, DROUGHT].sum())
        self.longest = max(self.longest, int(sessions[:, DROUGHT].max()))
        self.ruin_hands += int(sessions[:, RUINED].sum())
        self.reach_hands += int(sessions[:, REACHED].sum())

    def _spread(self, nets: list[int]) -> None:
        ends = self.ends
        ends.least = min([*nets, ends.least] if ends.count else nets)
        ends.most = max([*nets, ends.most] if ends.count else nets)
        ends.count += len(nets)
        ends.total += sum(nets)
        ends.squares += sum(net * net for net in nets)

    def quantile(self, share: float) -> int:
        """Return the result, in whole antes, that so many sessions do not exceed."""
        left = share * self.count
        for antes in sorted(self.results):
            left -= self.results[antes]
            if left <= 0:
                return antes
        return max(self.results, default=0)


def sessions_of(block: BlockResult, paid: list[int], prepared: Prepared) -> Integers:
    """Return the sessions of a block in cents; those with an award go through their hands again, its pay among them."""
    sessions = block.sessions.copy()
    sessions[:, AMOUNTS] *= prepared.unit
    plan, seats = prepared.plan.session, len(prepared.plan.seats)
    if plan is None or not len(block.struck):
        return sessions
    hands = block.struck_hands * prepared.unit
    columns = {number: at for at, number in enumerate(block.struck.tolist())}
    for (at, seat, *_), cents in zip(block.awards.tolist(), paid, strict=True):
        column = columns.get(at // plan.hands * seats + seat)
        if column is not None:
            hands[at % plan.hands, column] += cents
    again = np.zeros((len(columns), sessions.shape[1]), np.int64)
    walk_through(prepared, again, hands, 1)
    sessions[block.struck] = again
    return sessions
