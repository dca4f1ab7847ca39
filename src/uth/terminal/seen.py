"""What a person at the table can see of the cards: built up from nothing, a face-down card is not in it."""

from __future__ import annotations

from collections.abc import Collection

from uth.cards import Card
from uth.table.state import Table
from uth.units import Seat

Seen = tuple[Card | None, ...]
"""Cards as they lie; ``None`` is face down."""


def board_seen(table: Table) -> Seen:
    """Return the community cards: those turned up, and the backs of the others that are out."""
    shown = table.community_shown
    return tuple(card if at < shown or card in table.exposed else None for at, card in enumerate(table.community))


def dealer_seen(table: Table) -> Seen:
    """Return the dealer's cards once they are shown, or were seen by mistake; until then their backs."""
    return tuple(card if table.dealer_hand is not None or card in table.exposed else None for card in table.dealer)


def hole_seen(table: Table, seat: Seat, mine: Collection[Seat]) -> Seen:
    """Return a hand's cards: one's own, or those that were turned up; until then their backs; none once mucked."""
    spot = table.spots.get(seat)
    if spot is None:
        return ()
    if seat in mine or spot.hand is not None:
        return spot.hole
    folded = spot.folded
    return () if folded else tuple(None for _ in spot.hole)
