"""A progressive's meters: what feeds and empties them, their average size when won, and the break-even point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from uth.exact.side_numbers import fraction
from uth.rules.paytable import ProgressiveRow, ProgressiveTable
from uth.table.posted import Posted
from uth.table.settle.progressive import increment


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterNumbers:
    """One meter at a table; amounts in cents."""

    name: str
    cents: int
    """The amount at settlement."""
    seed: int
    increment: Fraction
    """The share of each wager that feeds it."""
    drawn: Fraction
    """The average share of the meter that one wager takes: the sum of each row's chance times the part it pays."""
    emptied: Fraction
    """The chance that a wager empties the meter, so that it is seeded again."""
    wager_cents: int
    break_even: Fraction | None
    """The amount at which the wager is fair if the other meters stay the same; ``None`` if no row draws on it."""
    break_even_cents: int | None
    """The fewest whole cents at which the player has no disadvantage.

    A part of a meter is paid rounded down to a cent (R10).
    """

    @property
    def average(self) -> Fraction | None:
        """The long-run average amount when a row is paid from the meter; ``None`` if no row draws on it.

        In the long run, as much goes in as comes out. Each wager adds its increment and, when it empties the meter, the
        seed; it takes the drawn share of the amount. Winning does not depend on the amount, so an award pays from the
        average.
        """
        if not self.drawn:
            return None
        return (self.increment * self.wager_cents + self.emptied * self.seed) / self.drawn

    def to_json(self) -> dict[str, Any]:
        """Return the meter for JSON; amounts are in the currency's main unit unless the name says cents."""
        return {
            "name": self.name,
            "meter_cents": self.cents,
            "seed_cents": self.seed,
            "increment": fraction(self.increment),
            "average_at_award": in_units(self.average),
            "break_even": in_units(self.break_even),
            "break_even_cents": self.break_even_cents,
        }


def in_units(cents: Fraction | None) -> dict[str, str | float] | None:
    """Return the amount for JSON in the currency's main unit."""
    return None if cents is None else fraction(cents / 100)


def paid_cents(row: ProgressiveRow, meters: Mapping[str, int], wager: int) -> int:
    """Return the pay of the row at these meters: an amount for one, or a share rounded down to a cent (R10)."""
    if row.for_one is not None:
        return row.for_one * wager
    return meters[row.meter or ""] * (row.percent or 0) // 100


def meter_numbers(
    table: ProgressiveTable,
    chances: Mapping[str, Fraction],
    meters: Mapping[str, int],
    envy: Fraction,
    posted: Posted,
) -> tuple[MeterNumbers, ...]:
    """Return the numbers of each meter; `chances` are by row, `envy` is all envy pay in cents."""
    wager = posted.progressive_wager
    found = []
    for meter in table.meters:
        rows = [row for row in table.rows if row.meter == meter.name]
        others = [row for row in table.rows if row.meter != meter.name]
        drawn = sum((chances[row.hand] * Fraction(row.percent or 0, 100) for row in rows), Fraction(0))
        wanted = wager - envy - sum(chances[row.hand] * paid_cents(row, meters, wager) for row in others)
        fair = max(wanted / drawn, Fraction(0)) if drawn else None
        found.append(
            MeterNumbers(
                name=meter.name,
                cents=meters[meter.name],
                seed=posted.seed(meter.name),
                increment=increment(meter.name, posted),
                drawn=drawn,
                emptied=sum((chances[row.hand] for row in rows if row.percent == 100), Fraction(0)),
                wager_cents=wager,
                break_even=fair,
                break_even_cents=None if fair is None else _fair_cents(fair, wanted, rows, chances),
            )
        )
    return tuple(found)


def _fair_cents(fair: Fraction, wanted: Fraction, rows: list[ProgressiveRow], chances: Mapping[str, Fraction]) -> int:
    """Return the lowest whole amount at which the rows pay the wanted total, each rounded down to a cent."""
    cents = ceil(fair)
    while sum((chances[row.hand] * (cents * (row.percent or 0) // 100) for row in rows), Fraction(0)) < wanted:
        cents += 1
    return cents
