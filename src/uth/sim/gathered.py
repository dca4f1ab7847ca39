"""Adds up blocks in order: totals in cents, and awards paid from the meters in the order they were won."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from uth.errors import require
from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import BANK_FIELDS, BANK_SQUARES, ENVY, PROGRESSIVE, ROWS, SESSION_FIELDS, WAGERS
from uth.sim.block import BlockResult
from uth.sim.meters import MeterLife, Months, award_of, life_of
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared
from uth.sim.sessions import Sessions, sessions_of


@dataclass(slots=True)
class Moments:
    """A sum and a sum of squares, in cents."""

    total: int = 0
    squares: int = 0

    def add(self, total: int, squares: int) -> None:
        """Add another sum."""
        self.total += total
        self.squares += squares

    def raise_one(self, known: int, more: int) -> None:
        """Correct a value that was added before, by a later award."""
        self.total += more
        self.squares += more * (2 * known + more)

    def mean(self, count: int) -> float:
        """Return the mean of that many values."""
        return self.total / count if count else 0.0

    def deviation(self, count: int) -> float:
        """Return the standard deviation of that many values."""
        if not count:
            return 0.0
        return sqrt(max(self.squares * count - self.total * self.total, 0)) / count


@dataclass(slots=True)
class Gathered:
    """The simulation so far."""

    prepared: Prepared
    blocks: int = 0
    rounds: int = 0
    seats: list[Moments] = field(default_factory=list)
    table: Moments = field(default_factory=Moments)
    wagers: list[Moments] = field(default_factory=lambda: [Moments() for _ in range(WAGERS)])
    classes: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    rows: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    meters: dict[str, MeterLife] = field(default_factory=dict)
    months: Months | None = None
    sessions: Sessions | None = None
    last_sessions: Integers = field(default_factory=lambda: np.zeros((0, SESSION_FIELDS), np.int64))
    """The sessions of the last block, in cents."""
    bank: list[int] = field(default_factory=lambda: [0] * BANK_FIELDS)
    voids: int = 0
    unclassed: list[int] = field(default_factory=lambda: [0] * WAGERS)
    """The sum of squares of each wager's results, over the hands without a class."""
    faults: dict[str, int] = field(default_factory=dict)
    course: list[tuple[int, float, float]] = field(default_factory=list)
    """Rounds, mean and standard error in antes along the way, for the chart."""

    def add(self, block: BlockResult) -> None:
        """Add the next block."""
        require(block.number == self.blocks, f"block {block.number} is not the next one, {self.blocks}")
        unit = self.prepared.unit
        for moments, (total, squares) in zip([*self.seats, self.table], block.nets.tolist(), strict=True):
            moments.add(total * unit, squares * unit * unit)
        for moments, (total, squares) in zip(self.wagers, block.wagers.tolist(), strict=True):
            moments.add(total * unit, squares * unit * unit)
        self.classes += block.classes
        self.rows += block.rows
        for at, amount in enumerate(block.bank.tolist()):
            scale = 1 if at == BANK_FIELDS - 1 else unit * unit if at == BANK_SQUARES else unit
            self.bank[at] += amount * scale
        paid = self._pay(block, unit)
        if self.sessions is not None:
            self.last_sessions = sessions_of(block, paid, self.prepared)
            self.sessions.add(self.last_sessions)
        self.voids += block.voids
        self.unclassed = [known + more for known, more in zip(self.unclassed, block.unclassed, strict=True)]
        for kind, count in block.faults:
            self.faults[kind] = self.faults.get(kind, 0) + count
        self.blocks += 1
        self.rounds += block.rounds
        if not self.course or self.rounds >= 1.19 * self.course[-1][0]:
            self.course.append((self.rounds, self.mean, self.standard_error))

    def _pay(self, block: BlockResult, unit: int) -> list[int]:
        """Pay the awards of a block from the meters, add each to its month, and return the amounts.

        The feed of void wagers is taken back before anything is paid in their round.
        """
        if self.months is None:
            return []
        plan, paid = self.prepared.plan, list[int]()
        unfed = block.unfed.tolist()
        pays = [((self.rounds // plan.month + at), cents * unit, 0) for at, cents in enumerate(block.months.tolist())]
        pays += [((self.rounds + at) // plan.month, 0, returned) for at, _, returned in unfed]
        round_, more, voids = -1, 0, deque(unfed)
        for at, seat, row, net, total, wagers in block.awards.tolist():
            self._feed_less(voids, at)
            if at != round_:
                round_, more = at, 0
            paid.append(self._award(row, self.rounds + at))
            self.seats[seat].raise_one(net * unit, paid[-1])
            self.table.raise_one(total * unit + more, paid[-1])
            self.wagers[PROGRESSIVE].raise_one(wagers * unit + more, paid[-1])
            pays.append(((self.rounds + at) // plan.month, paid[-1], 0))
            more += paid[-1]
        self._feed_less(voids, block.rounds)
        for life in self.meters.values():
            life.feed(self.rounds + block.rounds)
        for month, cents, returned in sorted(pays):
            if cents or returned:
                self.months.add(month, cents, returned)
        self.months.close((self.rounds + block.rounds) // plan.month)
        return paid

    def _award(self, row: int, at: int) -> int:
        table = self.prepared.plan.posted.progressive
        return award_of(table.rows[row], self.meters, at) if table is not None else 0

    def _feed_less(self, voids: deque[list[int]], at: int) -> None:
        """Feed the meters up to and including a round of the block, less the void wagers."""
        while voids and voids[0][0] <= at:
            round_, cents, _ = voids.popleft()
            for life in self.meters.values():
                life.feed_less(self.rounds + round_, cents)

    @property
    def hands(self) -> int:
        """The number of hands of all seats."""
        return self.rounds * len(self.seats)

    @property
    def mean(self) -> float:
        """The mean result of a hand, in antes."""
        return self.table.mean(self.hands) / self.prepared.plan.ante

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, in antes.

        It counts rounds, because the hands of one round share the board.
        """
        if not self.rounds:
            return 0.0
        spread = self.table.deviation(self.rounds) / sqrt(self.rounds)
        return spread / len(self.seats) / self.prepared.plan.ante

    @property
    def has_envy(self) -> bool:
        """Whether envy has its own line."""
        return self.wagers[ENVY].total != 0


def gather(prepared: Prepared) -> Gathered:
    """Return an empty result."""
    plan = prepared.plan
    seats, classes = prepared.table.amounts.shape
    wagered = plan.feeders * plan.posted.progressive_wager * plan.month
    return Gathered(
        prepared=prepared,
        seats=[Moments() for _ in range(seats)],
        classes=np.zeros((seats, classes), np.int64),
        rows=np.zeros((seats, ROWS), np.int64),
        meters=life_of(plan),
        months=Months(plan.month, wagered) if plan.feeders else None,
        sessions=_sessions(plan),
    )


def _sessions(plan: Plan) -> Sessions | None:
    if plan.session is None:
        return None
    return Sessions(plan.ante, bankroll=plan.session.bankroll, goal=plan.session.goal)
