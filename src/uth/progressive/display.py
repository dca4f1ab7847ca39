"""What a sign shows: the one value of a meter for every reader, from the lobby to `uth meter show`."""

from __future__ import annotations

from fractions import Fraction

from uth.cites import cites
from uth.progressive.state import Link


@cites("NV.10f", "R53", "R52")
def displayed(link: Link, meter: str) -> Fraction:
    """Return what the meter shows: an award stays on it until J-POT is pressed and the key is back at RUN.

    A rejected award so changes nothing that anyone saw. Awards are priced by the amount that is not promised yet.
    """
    awards = (link.awards[number - 1] for number in link.on_display)
    waits = sum(award.cents - award.seeded for award in awards if award.meter == meter)
    amount, limit = link.meters[meter].amount + waits, link.terms.level(meter).limit
    return amount if limit is None else min(amount, Fraction(limit))


def displayed_cents(link: Link) -> dict[str, int]:
    """Return what every meter shows, in whole cents."""
    return {meter: int(displayed(link, meter)) for meter in link.meters}


def awarding(link: Link) -> list[str]:
    """Return the meters that show an award which is not verified yet: the sign says "award pending"."""
    shown = {link.awards[number - 1].meter for number in link.on_display}
    return [meter for meter in link.meters if meter in shown]
