"""Feeding and paying a meter: increments, limits, overflow, awards and reseeding, as exact fractions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from uth.cites import cites
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.state import Award, AwardStage, Level, Link, Meter

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fed:
    """What wagers add to a meter: to its amount, to its overflow beyond the limit, and to its reserve."""

    amount: Fraction = NOTHING
    overflow: Fraction = NOTHING
    reserve: Fraction = NOTHING


@cites("GR.11", "R13", "R14", "R52")
def fed(meter: Meter, level: Level, cents: int) -> Fed:
    """Return what these cents of wagers add to the meter. Earlier overflow moves onto the meter up to the limit."""
    grows = level.increment * cents
    reserve = level.reserve * cents if level.reserve else NOTHING
    if level.limit is None and not meter.overflow:
        return Fed(amount=grows, reserve=reserve)
    waits = meter.overflow + grows
    shows = waits if level.limit is None else min(waits, max(level.limit - meter.amount, NOTHING))
    return Fed(amount=shows, overflow=grows - shows, reserve=reserve)


@cites("R17", "R54")
def taken_back(meter: Meter, level: Level, cents: int) -> Fed:
    """Return what void wagers take off the meter, as negative amounts. No meter goes below zero.

    The overflow is reduced first, then the amount.
    """
    grew = level.increment * cents
    overflow = min(grew, meter.overflow)
    amount = min(grew - overflow, meter.amount)
    return Fed(amount=-amount, overflow=-overflow, reserve=-min(level.reserve * cents, meter.reserve))


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """The amount an award takes off a meter, and the meter's new seed."""

    cents: int
    seed: int = 0
    from_reserve: Fraction = NOTHING


@cites("NV.5", "NV.10a", "CN.37", "R10", "R11", "R32")
def payment(meter: Meter, level: Level, percent: int) -> Payment:
    """Return the payment of that share, rounded down to a cent. Only an award of the whole meter reseeds it."""
    cents = meter.shown * percent // 100
    if percent < 100:
        return Payment(cents=cents)
    return Payment(cents=cents, seed=level.seed, from_reserve=min(meter.reserve, Fraction(level.seed)))


Falls = e.AwardWithdrawn | e.AwardBackedOut


@cites("CN.37", "R11", "R53")
def fallen(link: Link, falls: Falls) -> Iterator[e.Event]:
    """Yield the withdrawal or back-out, then the repricing of every later award of the same round and meter."""
    award = link.awards[falls.award - 1]
    yield falls
    link = apply(link, falls)
    freed = Fraction(award.cents - award.seeded)
    for later in link.level_with(award):
        if later.number < award.number or later.stage is AwardStage.PAID or later.before is None:
            continue
        priced = _priced(link, later, later.before + freed)
        freed += (later.cents - later.seeded) - (priced.cents - priced.seed)
        if (priced.cents, priced.from_reserve) != (later.cents, later.from_reserve):
            yield priced
            link = apply(link, priced)


def _priced(link: Link, award: Award, before: Fraction) -> e.AwardRepriced:
    """Return the event that reprices the award for a meter of that amount."""
    level, row = link.terms.level(award.meter), link.terms.meter_row(award.hand)
    before = before if level.limit is None else min(before, Fraction(level.limit))
    meter = Meter(amount=before, reserve=link.meters[award.meter].reserve + award.from_reserve)
    paid = payment(meter, level, (row.percent if row is not None else None) or 0)
    return e.AwardRepriced(
        award=award.number, cents=paid.cents, seed=paid.seed, from_reserve=paid.from_reserve, before=before
    )


@cites("NV.10f", "R53", "R52")
def displayed(link: Link, meter: str) -> Fraction:
    """Return the amount the sign shows.

    An award stays on the sign until J-POT is pressed and the key is back at RUN, so a rejected award does not change
    it. Awards are priced by the amount that is not reserved.
    """
    awards = (link.awards[number - 1] for number in link.on_display)
    waits = sum(award.cents - award.seeded for award in awards if award.meter == meter)
    amount, limit = link.meters[meter].amount + waits, link.terms.level(meter).limit
    return amount if limit is None else min(amount, Fraction(limit))


def displayed_cents(link: Link) -> dict[str, int]:
    """Return the displayed amount of every meter in whole cents."""
    return {meter: int(displayed(link, meter)) for meter in link.meters}


def awarding(link: Link) -> list[str]:
    """Return the meters whose sign still shows an award, and so says "award pending"."""
    shown = {link.awards[number - 1].meter for number in link.on_display}
    return [meter for meter in link.meters if meter in shown]
