"""Pay tables: the odds of each hand on each wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Annotated, Literal

from uth.errors import quoted
from uth.ranking import Category
from uth.rules.reader import Between, Fault, Matching
from uth.rules.values import Amount, PositiveAmount
from uth.units import Odds

HandCount = Annotated[str, Matching("[2-9]", "a number of hands from 2 to 9")]


def twice(field: str, names: Sequence[str | int]) -> Iterator[Fault]:
    """Yield a fault for each name that occurs earlier in the list."""
    for at, name in enumerate(names):
        if name in names[:at]:
            yield Fault((field, at), f"{quoted(name)} is there twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """Odds by hand; a hand without an entry is not paid."""

    name: str
    cite: str
    pays: dict[Category, Odds]

    @property
    def unit(self) -> int:
        """The smallest stake on which every pay of the table is whole (R19)."""
        return lcm(*(odds.on for odds in self.pays.values()))

    @property
    def top(self) -> Odds:
        """The highest odds of the table; zero if it never pays."""
        unit = self.unit
        return max(self.pays.values(), key=lambda odds: odds.pays * unit // odds.on, default=Odds(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class TripsTable(PayTable):
    """Odds of the trips wager; some houses post it together with a blind table."""

    blind: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverAllTable:
    """The Cover All matrix: odds by the number of hands in the round, the dealer's included."""

    name: str
    cite: str
    hands: dict[HandCount, dict[Category, Odds]]

    def pays(self, hands: int) -> dict[Category, Odds]:
        """Return the odds for that number of hands."""
        return self.hands[str(hands)]

    @property
    def unit(self) -> int:
        """The smallest stake on which every pay of the matrix is whole (R19)."""
        return lcm(*(odds.on for column in self.hands.values() for odds in column.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRule:
    """One meter of a progressive: its seed for a wager of one whole unit, and the share of a wager that feeds it."""

    name: Annotated[str, Matching("[a-z]+", "a name in lower case")]
    seed: Amount
    increment: Fraction | None = None
    """The share of each wager that feeds this meter; ``None`` if it follows from what the house withholds."""
    reserve: Fraction | None = None
    """The share of each wager that is reserved for the next seed; ``None`` if the house pays the seed."""
    limit: PositiveAmount | None = None
    """The meter's limit for a wager of one whole unit; the excess is kept for the next seed."""
    cites: tuple[str, ...] = ()
    """The clauses of seed and increment, if not those of the table."""

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if the meter would start above its limit."""
        if self.limit is not None and self.limit < self.seed:
            yield Fault(("limit",), f"{self.limit} is below the seed {self.seed}")


COMMUNITY_ROYAL = "community_royal_flush"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveRow:
    """One row of a progressive table: a share of a meter, or an amount for one, and an optional envy pay."""

    hand: str
    meter: str | None = None
    percent: Annotated[int, Between(1, 100)] | None = None
    for_one: Annotated[int, Between(1, 10**6)] | None = None
    envy: Amount = 0

    def faults(self) -> Iterator[Fault]:
        """Yield the contradictions in this row."""
        hands = (COMMUNITY_ROYAL, *(category.key for category in reversed(Category)))
        if self.hand not in hands:
            yield Fault(("hand",), f"{quoted(self.hand)} is not a hand; one of {', '.join(hands)}")
        if (self.percent is None) == (self.for_one is None):
            yield Fault((), "a row pays either `percent` of a `meter` or so many `for_one`")
        elif (self.percent is None) != (self.meter is None):
            yield Fault((), "`percent` and `meter` go together")

    @property
    def category(self) -> Category | None:
        """The hand of the row; the community royal flush counts as a royal flush."""
        return None if self.hand == COMMUNITY_ROYAL else Category[self.hand.upper()]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveTable:
    """A progressive's rows, highest first, and its meters."""

    name: str
    cite: str
    stated: Literal["for", "to"] = "for"
    """How the document states its fixed pays, `for 1` or `to 1`. The stake is not returned either way (R15)."""
    meters: Annotated[tuple[MeterRule, ...], Between(1, 9)]
    rows: Annotated[tuple[ProgressiveRow, ...], Between(1, 20)]

    def faults(self) -> Iterator[Fault]:
        """Yield the contradictions in this table."""
        meters = [meter.name for meter in self.meters]
        yield from twice("meters", meters)
        yield from twice("rows", [row.hand for row in self.rows])
        for at, row in enumerate(self.rows):
            if row.meter is not None and row.meter not in meters:
                says = f"{quoted(row.meter)} is not a meter of this table; one of {', '.join(meters)}"
                yield Fault(("rows", at, "meter"), says)
        shares = [share or Fraction(0) for meter in self.meters for share in (meter.increment, meter.reserve)]
        if sum(shares, Fraction(0)) > 1:
            yield Fault(("meters",), "the increments and reserves add up to more than the wager")

    def row_of(self, category: Category, *, community_royal: bool) -> ProgressiveRow | None:
        """Return the row that pays the hand, or ``None``.

        A royal flush on the board has its own row in some tables (NV.4). In a table without a row for a royal flush,
        the row of a straight flush pays it (R24).
        """
        wanted = [category.key]
        if category is Category.ROYAL_FLUSH:
            wanted = ([COMMUNITY_ROYAL] if community_royal else []) + [*wanted, Category.STRAIGHT_FLUSH.key]
        return next((row for hand in wanted for row in self.rows if row.hand == hand), None)
