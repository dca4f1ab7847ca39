"""Sessions: their results, their drawdowns, and the time they stayed below a peak."""

from __future__ import annotations

import csv
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from uth.errors import Malformed
from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import DROUGHT, FALL, HIGHEST, LOWEST, NET, REACHED, RUINED, THROUGH
from uth.sim.block import BlockResult, fill_sessions
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
    """Sessions that would have ended behind by the bankroll or more, had they played all their hands."""
    ahead_at_the_end: int = 0
    """Sessions that would have ended ahead by the goal or more, had they played all their hands."""
    ahead: int = 0
    even: int = 0
    results: Counter[int] = field(default_factory=Counter)
    """Sessions by result, in whole antes, rounded down."""
    ends: Spread = field(default_factory=Spread)
    falls: Counter[int] = field(default_factory=Counter)
    """Sessions by largest drawdown, in whole antes, rounded down."""
    deepest: int = 0
    droughts: int = 0
    """The sum over sessions of the longest time below a peak, in hands."""
    longest: int = 0
    ruin_hands: int = 0
    reach_hands: int = 0

    def add(self, sessions: Integers) -> None:
        """Add the sessions of a block, in cents."""
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
        """Return the result, in whole antes, that this share of sessions does not exceed."""
        left = share * self.count
        for antes in sorted(self.results):
            left -= self.results[antes]
            if left <= 0:
                return antes
        return max(self.results, default=0)


def sessions_of(block: BlockResult, paid: list[int], prepared: Prepared) -> Integers:
    """Return the sessions of a block in cents; those with a meter award are replayed with its pay."""
    sessions = block.sessions.copy()
    sessions[:, AMOUNTS] *= prepared.unit
    plan, seats = prepared.plan.session, len(prepared.plan.seats)
    if plan is None or not len(block.award_sessions):
        return sessions
    hands = block.award_session_hands * prepared.unit
    columns = {number: at for at, number in enumerate(block.award_sessions.tolist())}
    for (at, seat, *_), cents in zip(block.awards.tolist(), paid, strict=True):
        column = columns.get(at // plan.hands * seats + seat)
        if column is not None:
            hands[at % plan.hands, column] += cents
    again = np.zeros((len(columns), sessions.shape[1]), np.int64)
    fill_sessions(prepared, again, hands, 1)
    sessions[block.award_sessions] = again
    return sessions


COLUMNS: Final = {
    "result_cents": NET,
    "lowest_cents": LOWEST,
    "highest_cents": HIGHEST,
    "deepest_fall_cents": FALL,
    "longest_below_peak_hands": DROUGHT,
    "ruined_at_hand": RUINED,
    "goal_at_hand": REACHED,
    "without_stopping_cents": THROUGH,
}
NAMES: Final = ("session", "seat", *COLUMNS)


class SessionFile:
    """A file to which sessions are written."""

    def __init__(self, path: Path, prepared: Prepared) -> None:
        self.path, self.seats, self.rows = path, len(prepared.plan.seats), 0
        if path.suffix not in (".csv", ".parquet"):
            raise Malformed("sessions-out", str(path), "is not CSV or Parquet; the name must end in .csv or .parquet")
        try:
            self._open()
        except OSError as fault:
            raise self._refusal(fault) from None

    def _open(self) -> None:
        if self.path.suffix == ".csv":
            self.text = self.path.open("w", encoding="utf-8", newline="")
            self.csv = csv.writer(self.text)
            self.csv.writerow(NAMES)
            return
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            says = "needs pyarrow: pip install 'uth[parquet]', or write to a file that ends in .csv"
            raise Malformed("sessions-out", str(self.path), says) from None
        self.arrow = pyarrow
        schema = pyarrow.schema([(name, pyarrow.int64()) for name in NAMES])
        self.parquet: Any = pyarrow.parquet.ParquetWriter(str(self.path), schema)

    def _refusal(self, fault: OSError) -> Malformed:
        return Malformed("sessions-out", str(self.path), f"cannot be written: {fault.strerror or fault}")

    def add(self, sessions: Integers) -> None:
        """Write the sessions of the next block, in cents."""
        columns = [[], [], *(sessions[:, at].tolist() for at in COLUMNS.values())]
        numbers = range(self.rows, self.rows + len(sessions))
        columns[0] = [1 + number // self.seats for number in numbers]
        columns[1] = [1 + number % self.seats for number in numbers]
        self.rows += len(sessions)
        try:
            if self.path.suffix == ".csv":
                self.csv.writerows(zip(*columns, strict=True))
                self.text.flush()
            else:
                self.parquet.write_table(self.arrow.table(dict(zip(NAMES, columns, strict=True))))
        except OSError as fault:
            self._give_up()
            raise self._refusal(fault) from None

    def _give_up(self) -> None:
        """Close a file that can no longer be written."""
        with suppress(OSError):
            if self.path.suffix == ".csv":
                self.text.close()
            else:
                self.parquet.close()

    def close(self) -> None:
        """Finish the file."""
        try:
            if self.path.suffix == ".csv":
                self.text.close()
            else:
                self.parquet.close()
        except OSError as fault:
            raise self._refusal(fault) from None
