"""Cover All: a wager on the highest hand at the table, whoever holds it."""

from __future__ import annotations

from uth.cites import cites
from uth.rules.values import COVER_ALL
from uth.table.posted import Posted, not_where
from uth.table.settled import LOSE, VOID, WIN, SettledWager
from uth.table.showdown import Showdown
from uth.units import Cents


@cites("MA.12b", "MA.12c", "MA.12f", "MA.12g", "MA.12k")
def settle_cover_all(stake: int, showdown: Showdown, posted: Posted) -> SettledWager:
    """Pay the highest hand at the table by the number of hands dealt, the dealer's included.

    Every hand dealt counts, as the highest too: folded (R23) and dead ones (R34).
    """
    by = posted.cites
    if posted.cover_all is None:  # it was laid before this way of dealing stopped offering it
        return SettledWager(COVER_ALL, stake, VOID, stake, 0, (not_where(posted.dealing, posted.rules)[1],))
    odds = posted.cover_all.pays(len(showdown.hands) + 1).get(showdown.highest.category)
    if odds is None:
        return SettledWager(COVER_ALL, stake, LOSE, 0, 0, by["cover_all_lose"])
    return SettledWager(COVER_ALL, stake, WIN, stake, odds.on_wager(Cents(stake)), by["cover_all_win"])
