"""What a chair is told of an event: built up from nothing, so that a card it may not know is not in it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from uth.cards import Card
from uth.store.codec import encoded
from uth.table import events as e
from uth.table.state import Table
from uth.units import Seat

Told = dict[str, Any]

HIDDEN: Final = frozenset({"DeckShuffled", "CardsRead", "CardsReplaced"})
"""Events that tell of cards to come: nobody hears more than that they happened."""
FOR_STAFF: Final = frozenset({"HandsRebuilt", "RoundDisputed", "RoundReviewed", "DisputeAppealed", "PlayerRemoved"})
"""Events whose contents are for the staff alone; others hear that they happened."""


def told(event: e.Event, table: Table, chair: Seat | None, *, staff: bool = False) -> Told:
    """Return the event for that chair, the table being as the event left it."""
    name = type(event).__name__
    if name in HIDDEN or (name in FOR_STAFF and not staff):
        return _heard(event, name)
    match event:
        case e.HoleDealt(seat=seat, cards=cards):
            own = chair is not None and _same_player(table, chair, seat)
            shown = own and table.phase.value != "opening_deal"
            return {"is": name, "seat": seat, "cards": [str(card) if shown else None for card in cards]}
        case e.DealerDealt(cards=cards) | e.CommunityDealt(cards=cards) | e.CardBurned(cards=cards):
            return {"is": name, "cards": [None] * len(cards)}
        case e.CardsPickedUp(pile=pile, cards=cards, seat=seat):
            return {"is": name, "pile": pile.value, "seat": seat, "cards": len(cards), "counted": event.counted}
        case e.WagerSettled(seat=seat, settled=settled):
            turned_up = seat in table.spots and table.spots[seat].hand is not None
            shown = encoded(settled if turned_up else settled._replace(hand=None))
            heard = {"is": name, "seat": seat, "settled": shown, "award": event.award}
            return {**heard, "round": event.round} if event.round else heard
    whole: Told = encoded(event)
    return whole


def _heard(event: e.Event, name: str) -> Told:
    """Return what everyone hears of an event that is for the staff: its name, and whom it is about."""
    about: Told = {"is": name}
    for each in fields(event):
        value = getattr(event, each.name)
        if each.name in (
            "back",
            "seat",
            "dispute",
            "dealer",
            "freezes",
            "late",
            "round",
            "regulator",
            "clause",
        ) and not isinstance(value, Card | tuple):
            about[each.name] = encoded(value)
    return about


def _same_player(table: Table, chair: Seat, seat: Seat) -> bool:
    mine, theirs = table.chairs.get(chair), table.chairs.get(seat)
    return mine is not None and theirs is not None and mine.player == theirs.player
