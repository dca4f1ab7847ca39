"""The showdown: every hand at its best, and whether the dealer qualifies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from uth.cites import cites
from uth.ranking import Hand, hand_of_order, order_of
from uth.table.played import PlayedRound
from uth.table.posted import Posted
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """The hands once the dealer has shown: what every wager is settled against."""

    dealer: Hand
    qualifies: bool
    hands: Mapping[Seat, Hand | None]

    @property
    def highest(self) -> Hand:
        """The highest hand at the table, a player's or the dealer's."""
        return max((self.dealer, *filter(None, self.hands.values())), key=attrgetter("order"))


@cites("MA.9f", "MA.9g", "CA.PLAY7", "CA.PLAY9", "CN.24", "CN.26", "GR.7", "GR.14")
def show_down(played: PlayedRound, posted: Posted) -> Showdown:
    """Return every best five of seven, and whether the dealer qualifies."""
    dealer = hand_of_order(order_of((*played.dealer, *played.board)))
    hands = {
        seat.seat: hand_of_order(order_of((*seat.hole, *played.board))) if len(seat.hole) == 2 else None
        for seat in played.seats
    }
    qualifies = dealer.category >= posted.rules.dealer.qualifier.value
    return Showdown(dealer=dealer, qualifies=qualifies, hands=hands)
