"""What is due at the table: the dealer's next step, or the seat that is asked."""

from __future__ import annotations

from uth.cites import cites
from uth.table.dealing import next_delivery
from uth.table.posted import Posted
from uth.table.state import ACTING, Phase, Table


@cites("MA.9b", "MA.9d", "MA.9f", "CA.PLAY2", "CA.PLAY4", "CN.17", "CN.19", "CN.23", "GR.6")
def due(table: Table, posted: Posted) -> str:
    """Return the step that is due: the name of the dealer's next command, or which seat is asked."""
    if table.phase in ACTING:
        return f"seat {table.turn} to act"
    if next_delivery(table, posted.dealing) is not None:
        return "DealNext" if table.deck else "PlaceDeck"
    return {
        Phase.WAGERS: "AnnounceNoMoreBets",
        Phase.FLOP_DEAL: "ShowFlop",
        Phase.RIVER_DEAL: "ShowTurnAndRiver",
        Phase.SHOWDOWN: "ShowDealerHand",
        Phase.SETTLING: "SettleRound",
        Phase.SETTLED: "CollectCards",
    }[table.phase]
