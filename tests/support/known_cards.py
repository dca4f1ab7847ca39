"""Which cards a person at a table may know, computed without the code that makes views."""

from __future__ import annotations

from uth.cards import Card
from uth.table.round.state import Phase, Table
from uth.units import PlayerId


def may_know(table: Table, player: PlayerId | None) -> set[Card]:
    """Return the face-up cards, and the player's own two cards once they may be looked at."""
    known = {*table.round.exposed, *table.round.community[: table.round.community_shown]}
    if table.round.dealer_hand is not None:
        known |= {*table.round.dealer}
    for seat, spot in table.round.spots.items():
        own = seat in table.chairs and table.chairs[seat].player == player and table.phase is not Phase.OPENING_DEAL
        if own or spot.hand is not None:
            known |= {*spot.hole}
    return known
