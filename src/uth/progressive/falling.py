"""An award that falls: it is taken back, and later awards of the same round and meter are priced again (CN.37)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from uth.cites import cites
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.feeding import payment
from uth.progressive.state import Award, AwardStage, Link, Meter

Falls = e.AwardWithdrawn | e.AwardBackedOut


@cites("CN.37", "R11", "R53")
def fallen(link: Link, falls: Falls) -> Iterator[e.Event]:
    """Yield the fall, then what every later award of the same round and meter is without it."""
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
    """Return the award as the meter that was before it pays it."""
    level, row = link.terms.level(award.meter), link.terms.meter_row(award.hand)
    before = before if level.limit is None else min(before, Fraction(level.limit))
    meter = Meter(amount=before, reserve=link.meters[award.meter].reserve + award.from_reserve)
    paid = payment(meter, level, (row.percent if row is not None else None) or 0)
    return e.AwardRepriced(
        award=award.number, cents=paid.cents, seed=paid.seed, from_reserve=paid.from_reserve, before=before
    )
