"""The numbers of a side wager: its return by row, its edge and its deviation, as fractions of the wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from uth.errors import Malformed
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.settle.progressive import SEVEN_CARD_HANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidRow:
    """One row of a pay table: its chance, and its return per unit wagered.

    `back` includes the stake if it is returned: 50 to 1 is 51, and 300 for 1 is 300.
    """

    hand: str
    pays: str
    chance: Fraction
    back: Fraction

    @property
    def contribution(self) -> Fraction:
        """The row's contribution to the return."""
        return self.chance * self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNumbers:
    """A side wager on one pay table; every hand without a row loses."""

    wager: Wager
    table: str
    rows: tuple[PaidRow, ...]
    notes: tuple[str, ...] = ()
    """The assumptions behind the numbers."""

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of being paid."""
        return sum((row.chance for row in self.rows), Fraction(0))

    @property
    def returned(self) -> Fraction:
        """The average return per unit wagered."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """The house edge per unit wagered; negative if the player has the advantage."""
        return 1 - self.returned

    @property
    def variance(self) -> Fraction:
        """The variance of the result per unit wagered."""
        return sum((row.chance * row.back**2 for row in self.rows), Fraction(0)) - self.returned**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result per unit wagered, for printing."""
        return sqrt(self.variance)

    def to_json(self) -> dict[str, Any]:
        """Return the numbers for JSON; a wager without a meter has no break-even meter."""
        return {
            "bet": self.wager.value,
            "table": self.table,
            "house_edge": fraction(self.house_edge),
            "hit_frequency": fraction(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "variance": fraction(self.variance),
            "break_even_meter": None,
            "rows": [row_json(row) for row in self.rows],
            "notes": list(self.notes),
        }


def fraction(exact: Fraction) -> dict[str, str | float]:
    """Return the fraction for JSON: exact, and as a decimal."""
    return {"fraction": f"{exact.numerator}/{exact.denominator}", "value": float(exact)}


def row_json(row: PaidRow) -> Mapping[str, Any]:
    """Return one row for JSON."""
    return {
        "hand": row.hand,
        "pays": row.pays,
        "chance": fraction(row.chance),
        "back": fraction(row.back),
        "contribution": fraction(row.contribution),
    }


def trips_numbers(posted: Posted) -> SideNumbers:
    """Return the numbers of trips at this table; if a fold forfeits trips, for a hand that is never folded."""
    if not posted.offers(Wager.TRIPS):
        raise Malformed("bet", Wager.TRIPS.value, f"is not offered; {posted.rules.name} has no trips")
    hands = sum(SEVEN_CARD_HANDS.values())
    rows = tuple(
        PaidRow(
            hand=category.key,
            pays=str(odds),
            chance=Fraction(SEVEN_CARD_HANDS[category], hands),
            back=1 + Fraction(odds.pays, odds.on),
        )
        for category, odds in sorted(posted.trips.pays.items(), reverse=True)
    )
    return SideNumbers(wager=Wager.TRIPS, table=posted.trips.name, rows=rows, notes=_notes(posted))


def _notes(posted: Posted) -> tuple[str, ...]:
    on_fold = posted.rules.trips.on_fold
    return (
        (f"for a hand that is never folded: a fold loses trips ({on_fold.cite})",) if on_fold.value == "loses" else ()
    )
