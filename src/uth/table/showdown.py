"""The showdown: every hand at its best, and whether the dealer qualifies."""

from __future__ import annotations

from collections.abc import Mapping

from uth.cites import cites
from uth.ranking import Hand, hand_with, shared_by
from uth.table.played import PlayedRound
from uth.table.posted import Posted
from uth.table.record import record
from uth.units import Seat


@record
class Showdown:
    """The hands once the dealer has shown: what every wager is settled against."""

    dealer: Hand
    qualifies: bool
    hands: Mapping[Seat, Hand | None]
    highest: Hand
    """The highest hand at the table, a player's or the dealer's."""


@cites("MA.9f", "MA.9g", "CA.PLAY7", "CA.PLAY9", "CN.24", "CN.26", "GR.7", "GR.14")
def show_down(played: PlayedRound, posted: Posted) -> Showdown:
    """Return every best five of seven, and whether the dealer qualifies."""
    board = shared_by(played.board)
    highest = dealer = hand_with(played.dealer, board)
    hands: dict[Seat, Hand | None] = {}
    for seat in played.seats:
        hands[seat.seat] = hand = hand_with(seat.hole, board) if len(seat.hole) == 2 else None
        if hand is not None and hand.order > highest.order:
            highest = hand
    qualifies = dealer.category >= posted.rules.dealer.qualifier.value
    return Showdown(dealer, qualifies, hands, highest)
