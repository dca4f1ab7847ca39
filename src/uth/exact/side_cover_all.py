"""Cover All, exactly: the highest of all hands dealt against the column for their number."""

from __future__ import annotations

from fractions import Fraction

from uth.errors import Malformed
from uth.exact.side_highest import highest_chances
from uth.exact.side_numbers import PaidRow, SideNumbers
from uth.rules.paytable import CoverAllTable
from uth.rules.values import Wager
from uth.table.posted import Posted, not_where


def cover_all_numbers(posted: Posted, hands: int) -> SideNumbers:
    """Return what Cover All comes to with so many hands dealt, the dealer's included; every one counts (R23)."""
    table = _table(posted)
    if type(hands) is not int or hands not in hand_counts(posted):
        says = f"is no number of hands here; one of {', '.join(map(str, hand_counts(posted)))}, the dealer's included"
        raise Malformed("hands", hands, says, table.cite)
    chances = highest_chances(hands)
    rows = tuple(
        PaidRow(
            hand=category.key,
            pays=str(odds),
            chance=chances[category],
            back=1 + Fraction(odds.pays, odds.on),
        )
        for category, odds in sorted(table.pays(hands).items(), reverse=True)
    )
    return SideNumbers(wager=Wager.COVER_ALL, table=table.name, rows=rows)


def hand_counts(posted: Posted) -> tuple[int, ...]:
    """Return the numbers of hands that the table can deal and its matrix pays."""
    return tuple(hands for hands in range(2, posted.rules.seats.count.value + 2) if str(hands) in _table(posted).hands)


def _table(posted: Posted) -> CoverAllTable:
    if posted.cover_all is None and posted.rules.cover_all.offered.value:
        raise Malformed("bet", Wager.COVER_ALL.value, *not_where(posted.dealing, posted.rules))
    if posted.cover_all is None:
        says = f"is not offered; {posted.rules.name} has no Cover All"
        raise Malformed("bet", Wager.COVER_ALL.value, says, posted.rules.cover_all.offered.cite)
    return posted.cover_all
