"""What a side wager comes to: its return by row, its edge and its spread, as fractions of what is wagered."""

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
    """One row of a pay table: how often it pays, and what one unit wagered then gets back.

    `back` counts the stake in where it comes back: 50 to 1 is 51, and 300 for 1 is 300.
    """

    hand: str
    pays: str
    chance: Fraction
    back: Fraction

    @property
    def contribution(self) -> Fraction:
        """What the row adds to the return."""
        return self.chance * self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNumbers:
    """A side wager on one pay table; what is not a row loses."""

    wager: Wager
    table: str
    rows: tuple[PaidRow, ...]
    notes: tuple[str, ...] = ()
    """What the numbers take for granted, in words."""

    @property
    def hit_frequency(self) -> Fraction:
        """The chance to be paid at all."""
        return sum((row.chance for row in self.rows), Fraction(0))

    @property
    def returned(self) -> Fraction:
        """What one unit wagered gets back by the rows, on average."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of one unit; negative where the player is ahead."""
        return 1 - self.returned

    @property
    def variance(self) -> Fraction:
        """The variance of what one unit wins or loses."""
        return sum((row.chance * row.back**2 for row in self.rows), Fraction(0)) - self.returned**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of what one unit wins or loses, for a printed line."""
        return sqrt(self.variance)

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as JSON can hold them; a wager without a meter has no meter to break even at."""
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
    """Return the fraction as JSON has it: exact, and as a number to read."""
    return {"fraction": f"{exact.numerator}/{exact.denominator}", "value": float(exact)}


def row_json(row: PaidRow) -> Mapping[str, Any]:
    """Return one row as JSON has it."""
    return {
        "hand": row.hand,
        "pays": row.pays,
        "chance": fraction(row.chance),
        "back": fraction(row.back),
        "contribution": fraction(row.contribution),
    }


def trips_numbers(posted: Posted) -> SideNumbers:
    """Return what trips comes to at this table, for a hand that is never folded where a fold forfeits it."""
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
