"""A progressive's meters: what feeds and empties each of them, its average when it is won, and where it breaks even."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from uth.exact.side_numbers import fraction
from uth.rules.paytable import ProgressiveRow
from uth.table.increments import increment
from uth.table.posted import Posted


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterNumbers:
    """One meter at a table; amounts in cents."""

    name: str
    cents: int
    """What it stands at when the wagers are settled."""
    seed: int
    increment: Fraction
    """The share of each wager that feeds it."""
    drawn: Fraction
    """The share of it that one wager draws on average: each row's chance times the part that the row pays."""
    reseeded: Fraction
    """The chance that a wager empties it, so that it is seeded again."""
    wager: int
    break_even: Fraction | None
    """The amount at which the wager is fair, the other meters as they are; ``None`` where no row draws on it."""
    break_even_cents: int | None
    """The least whole cents at which the player is not behind: a part of a meter is paid down to a cent (R10)."""

    @property
    def average(self) -> Fraction | None:
        """What it holds on average when a row is paid from it, in the long run; ``None`` where no row draws on it.

        What goes in comes out: a wager adds its increment and the expected seed, and takes the drawn share of what
        is there. Who wins does not depend on the amount, so what is there at an award is what is there on average.
        """
        if not self.drawn:
            return None
        return (self.increment * self.wager + self.reseeded * self.seed) / self.drawn

    def to_json(self) -> dict[str, Any]:
        """Return the meter as JSON can hold it; amounts in the currency's main unit unless they say cents."""
        return {
            "name": self.name,
            "meter_cents": self.cents,
            "seed_cents": self.seed,
            "increment": fraction(self.increment),
            "average": None if self.average is None else fraction(self.average / 100),
            "break_even": None if self.break_even is None else fraction(self.break_even / 100),
            "break_even_cents": self.break_even_cents,
        }


def paid_cents(row: ProgressiveRow, meters: Mapping[str, int], wager: int) -> int:
    """Return what the row pays with the meters as they are: so many for one, or a share down to a whole cent (R10)."""
    if row.for_one is not None:
        return row.for_one * wager
    return meters[row.meter or ""] * (row.percent or 0) // 100


def meter_numbers(
    name: str, chances: Mapping[str, Fraction], meters: Mapping[str, int], envy: Fraction, posted: Posted
) -> MeterNumbers:
    """Return the numbers of one meter; `chances` are the rows' by hand, `envy` is what envy pays in cents on average."""
    table, wager = posted.progressive, posted.progressive_wager
    rows = [row for row in (table.rows if table is not None else ()) if row.meter == name]
    drawn = sum((chances[row.hand] * Fraction(row.percent or 0, 100) for row in rows), Fraction(0))
    rest = envy + sum(
        (chances[row.hand] * paid_cents(row, meters, wager) for row in (table.rows if table else ()) if row not in rows),
        Fraction(0),
    )
    break_even = max((wager - rest) / drawn, Fraction(0)) if drawn else None
    return MeterNumbers(
        name=name,
        cents=meters[name],
        seed=posted.seed(name),
        increment=increment(name, posted),
        drawn=drawn,
        reseeded=sum((chances[row.hand] for row in rows if row.percent == 100), Fraction(0)),
        wager=wager,
        break_even=break_even,
        break_even_cents=None if break_even is None else _fair_cents(break_even, wager - rest, rows, chances),
    )


def _fair_cents(
    break_even: Fraction, wanted: Fraction, rows: list[ProgressiveRow], chances: Mapping[str, Fraction]
) -> int:
    """Return the first whole amount from which those rows pay what is wanted, each down to a whole cent."""
    cents = ceil(break_even)
    while sum((chances[row.hand] * (cents * (row.percent or 0) // 100) for row in rows), Fraction(0)) < wanted:
        cents += 1
    return cents
