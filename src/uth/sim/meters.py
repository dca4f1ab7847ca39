"""The meters over time: fed by every wager, paid in the order awards were won, reported by month."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import log10, sqrt
from typing import Final

from uth.errors import require
from uth.progressive.meters import fed, payment
from uth.progressive.state import Level, Meter
from uth.rules.paytable import ProgressiveRow
from uth.sim.plan import Plan
from uth.table.settle.progressive import increment

PATH_MAX: Final = 400
"""The number of awards of the first meter that are kept for the chart."""

BINS_A_DECADE: Final = 20


def levels_of(plan: Plan) -> tuple[Level, ...]:
    """Return the meters of the plan's table as a link would start them."""
    table = plan.posted.progressive
    require(table is not None, "a table without a progressive has no meters")
    return tuple(
        Level(
            name=rule.name,
            seed=plan.posted.seed(rule.name),
            increment=increment(rule.name, plan.posted),
            reserve=rule.reserve or Fraction(0),
            limit=None if rule.limit is None else rule.limit * plan.posted.progressive_wager // 100,
        )
        for rule in (table.meters if table is not None else ())
    )


@dataclass(slots=True)
class Spread:
    """A count with its sum, squares, minimum and maximum."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """Add one value."""
        self.least = value if self.count == 0 else min(self.least, value)
        self.most = max(self.most, value)
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        if not self.count:
            return 0.0
        return sqrt(max(self.squares / self.count - (self.total / self.count) ** 2, 0.0))


@dataclass(slots=True)
class MeterLife:
    """One meter over time: its amount, its awards, their intervals and sizes."""

    level: Level
    meter: Meter
    feeders_cents: int
    """The sum of all wagers of a round."""
    fed_rounds: int = 0
    readings: Fraction = Fraction(0)
    """The sum of its amounts over all rounds."""
    paid: Spread = field(default_factory=Spread)
    """The amounts paid from it, in part or in full."""
    emptied: Spread = field(default_factory=Spread)
    """The amounts paid when all of it was won."""
    between: Spread = field(default_factory=Spread)
    """The rounds between two awards that emptied it."""
    sizes: Counter[int] = field(default_factory=Counter)
    """The number of times it was emptied at each size, by the logarithm."""
    path: list[tuple[int, int, int]] = field(default_factory=list)
    """The first awards: the round, and the amount before and after, in cents."""
    emptied_at: int = 0
    anew_every: int = 0
    """The number of rounds after which it restarts, if it does."""
    start: Meter = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.meter

    def feed(self, rounds: int) -> None:
        """Feed the meter up to that many rounds."""
        while self.anew_every and self.fed_rounds < rounds:
            if self.fed_rounds and self.fed_rounds % self.anew_every == 0:
                self.meter = self.start
            whole = (self.fed_rounds // self.anew_every + 1) * self.anew_every
            self._feed(min(whole, rounds), self.feeders_cents)
        self._feed(rounds, self.feeders_cents)

    def feed_less(self, at: int, unfed: int) -> None:
        """Feed the meter up to a round in which that many cents of the wagers are void."""
        self.feed(at)
        if self.anew_every and at and at % self.anew_every == 0:
            self.meter = self.start
        self._feed(at + 1, self.feeders_cents - unfed)

    def _feed(self, rounds: int, cents: int) -> None:
        more = rounds - self.fed_rounds
        if more <= 0:
            return
        grows = self.level.increment * cents
        before, room = self.meter.amount, self._room(grows)
        growing = min(more, room)
        self.readings += more * before + grows * growing * (growing + 1) / 2 + grows * growing * (more - growing)
        found = fed(self.meter, self.level, more * cents)
        self.meter = Meter(
            amount=self.meter.amount + found.amount,
            overflow=self.meter.overflow + found.overflow,
            reserve=self.meter.reserve + found.reserve,
        )
        self.fed_rounds = rounds

    def _room(self, grows: Fraction) -> int:
        """Return the number of rounds for which the meter grows before it reaches its limit."""
        if self.level.limit is None or not grows:
            return 1 << 62
        return int((self.level.limit - self.meter.amount) / grows)

    def award(self, at: int, percent: int) -> int:
        """Pay a share of the meter in a round, after the round's wagers have fed it; return the cents."""
        self.feed(at + 1)
        paid, before = payment(self.meter, self.level, percent), self.meter.shown
        self.meter = Meter(
            amount=self.meter.amount - paid.cents + paid.seed,
            overflow=self.meter.overflow,
            reserve=self.meter.reserve - paid.from_reserve,
        )
        self.paid.add(paid.cents)
        if percent == 100:
            self.emptied.add(paid.cents)
            self.between.add(at + 1 - self.emptied_at)
            self.emptied_at = at + 1
            self.sizes[int(BINS_A_DECADE * log10(max(paid.cents, 1)))] += 1
        if len(self.path) < PATH_MAX:
            self.path.append((at + 1, before, self.meter.shown))
        return paid.cents


def life_of(plan: Plan) -> dict[str, MeterLife]:
    """Return the meters at their start; empty if no seat feeds them."""
    if not plan.feeders:
        return {}
    cents = plan.feeders * plan.posted.progressive_wager
    anew = plan.session.hands if plan.session is not None and plan.fresh_meters else 0
    return {
        level.name: MeterLife(level, Meter(amount=Fraction(plan.meter(level.name))), cents, anew_every=anew)
        for level in levels_of(plan)
    }


def award_of(row: ProgressiveRow, lives: dict[str, MeterLife], at: int) -> int:
    """Pay a row from its meter and return the cents."""
    return lives[row.meter or ""].award(at, row.percent or 0)


@dataclass(slots=True)
class Months:
    """The progressive by month: wagers and pays, counted when a month is over."""

    rounds: int
    wagered: int
    """The wagers of a whole month, in cents."""
    paid: Spread = field(default_factory=Spread)
    """The amounts paid; if some wagers of a month were void, scaled up to all of them."""
    losing: int = 0
    """The number of months in which the players were paid more than they wagered."""
    bins: Counter[int] = field(default_factory=Counter)
    """Months by the share of the wagers that was kept, in whole percents down to -200."""
    current: int = 0
    running: int = 0
    returned: int = 0
    """The void wagers of the current month."""

    def add(self, month: int, cents: int, returned: int = 0) -> None:
        """Add the pays of a month, the last one or a later one, and the returned wagers."""
        self.close(month)
        self.running += cents
        self.returned += returned

    def close(self, month: int) -> None:
        """Count every month before that one."""
        while self.current < month:
            wagered = max(self.wagered - self.returned, 1)
            paid = self.running * self.wagered // wagered
            self.paid.add(paid)
            self.losing += paid > self.wagered
            kept = 100 * (self.wagered - paid) // self.wagered
            self.bins[max(kept, -200)] += 1
            self.running = self.returned = 0
            self.current += 1
