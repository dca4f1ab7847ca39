"""Feeding and paying a meter: increments, limit and overflow, awards and the seed after them, exact to the fraction."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.cites import cites
from uth.progressive.state import Meter
from uth.progressive.terms import Level

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fed:
    """What a wager adds to a meter: what shows, what waits beyond the limit, what is set aside."""

    amount: Fraction = NOTHING
    overflow: Fraction = NOTHING
    reserve: Fraction = NOTHING


@cites("GR.11", "R13", "R14", "R52")
def fed(meter: Meter, level: Level, cents: int) -> Fed:
    """Return what so many cents of wagers add to the meter, exact; what waited joins in, up to the limit."""
    grows = level.increment * cents
    waits = meter.overflow + grows
    shows = waits if level.limit is None else min(waits, max(level.limit - meter.amount, NOTHING))
    return Fed(amount=shows, overflow=grows - shows, reserve=level.reserve * cents)


@cites("R17", "R54")
def taken_back(meter: Meter, level: Level, cents: int) -> Fed:
    """Return what void wagers take off the meter again, as negative amounts; no meter goes below zero.

    What came last goes first: the overflow, then what shows.
    """
    grew = level.increment * cents
    overflow = min(grew, meter.overflow)
    amount = min(grew - overflow, meter.amount)
    return Fed(amount=-amount, overflow=-overflow, reserve=-min(level.reserve * cents, meter.reserve))


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What an award takes off a meter, and what the meter starts again with."""

    cents: int
    seed: int = 0
    from_reserve: Fraction = NOTHING


@cites("NV.5", "NV.10a", "CN.37", "R10", "R11", "R32")
def payment(meter: Meter, level: Level, percent: int) -> Payment:
    """Return an award of that share: down to a whole cent; the whole of a meter starts it again, a part does not."""
    cents = meter.shown * percent // 100
    if percent < 100:
        return Payment(cents=cents)
    return Payment(cents=cents, seed=level.seed, from_reserve=min(meter.reserve, Fraction(level.seed)))
