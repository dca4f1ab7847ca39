"""Trips, exactly: the best of seven cards against one pay table."""

from __future__ import annotations

from fractions import Fraction

from uth.errors import Malformed
from uth.exact.side_numbers import PaidRow, SideNumbers
from uth.rules.values import Wager
from uth.table.increments import SEVEN_CARD_HANDS
from uth.table.posted import Posted


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
