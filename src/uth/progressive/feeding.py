"""Feeding and paying a meter: increments, limit and overflow, awards and the seed after them, exact to the fraction."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.cites import cites
from uth.progressive.state import Meter
from uth.progressive.terms import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Fed:
    """What a wager adds to a meter: what shows, what waits beyond the limit, what is set aside."""

    amount: Fraction
    overflow: Fraction
    reserve: Fraction


@cites("GR.11", "R13", "R14")
def fed(meter: Meter, level: Level, cents: int) -> Fed:
    """Return what so many cents of wagers add to the meter; nothing is rounded."""
    grows = level.increment * cents
    room = grows if level.limit is None else max(Fraction(level.limit) - meter.amount, Fraction(0))
    shows = min(grows, room)
    return Fed(amount=shows, overflow=grows - shows, reserve=level.reserve * cents)


@cites("R17", "R54")
def taken_back(meter: Meter, level: Level, cents: int) -> Fed:
    """Return what void wagers take off the meter again, as negative amounts.

    What came last goes first: the overflow, then what shows. What an award has paid out in between is not there to be
    taken back, and the house bears it: no meter goes below zero.
    """
    grew, aside = level.increment * cents, level.reserve * cents
    overflow = min(grew, meter.overflow)
    amount = min(grew - overflow, meter.amount)
    return Fed(amount=-amount, overflow=-overflow, reserve=-min(aside, meter.reserve))


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What an award takes off a meter, and what the meter starts again with."""

    cents: int
    seed: Fraction
    from_reserve: Fraction
    from_overflow: Fraction


@cites("NV.5", "NV.10a", "CN.37", "R10", "R11", "R32", "R52")
def payment(meter: Meter, level: Level, percent: int) -> Payment:
    """Return an award of that share: down to a whole cent; the whole of a meter starts it again, a part does not."""
    cents = meter.shown * percent // 100
    if percent < 100:
        return Payment(cents=cents, seed=Fraction(0), from_reserve=Fraction(0), from_overflow=Fraction(0))
    seed, carried = Fraction(level.seed), meter.amount - cents
    room = meter.overflow if level.limit is None else max(Fraction(level.limit) - seed - carried, Fraction(0))
    waited = min(meter.overflow, room)
    reserve = min(meter.reserve, seed)
    return Payment(cents=cents, seed=seed + waited, from_reserve=reserve, from_overflow=waited)
