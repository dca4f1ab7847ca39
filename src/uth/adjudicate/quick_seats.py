"""Reads seats that are in order at one glance; where they are not, the careful reader in `seats.py` says why."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from uth.adjudicate.cards_seen import CardsSeen
from uth.cards import BY_NAME, Card
from uth.rules.values import ANTE, PLAY, Wager
from uth.table.played import PlayedSeat
from uth.table.posted import Posted
from uth.table.wagers import fault_in

WAGERS: Final[dict[str, Wager]] = {wager.value: wager for wager in Wager if wager is not PLAY}
_parts = itemgetter("seat", "player", "hole", "wagers", "decision")


def read_seats_quickly(value: list[Any], posted: Posted, table: CardsSeen) -> list[PlayedSeat] | None:
    """Return the seats, each of five parts that are in order; ``None`` where one of them wants a closer look."""
    seats: list[PlayedSeat] = []
    cards: list[Card] = []
    try:
        for each in value:
            seat = _read_seat(each, posted)
            if seat is None:
                return None
            seats.append(seat)
            cards += seat.hole
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return seats if table.see(cards) else None


def _read_seat(value: Any, posted: Posted) -> PlayedSeat | None:
    number, player, hole, staked, decided = _parts(value)
    first, second = hole
    wagers = {}
    for name, cents in staked.items():
        wagers[WAGERS[name]] = cents
    decision = None
    if decided is not None:
        multiple = decided.get("multiple")
        decision = posted.decisions[decided["street"], multiple]
        if len(decided) != 2 or (type(multiple) is not int and decided["fold"] is not True):
            return None
    in_order = (
        len(value) == 5
        and type(number) is int
        and 1 <= number <= posted.rules.seats.count.value
        and type(player) is str
        and player.isprintable()
        and player.strip()
        and type(hole) is list
        and (decision is not None) is (ANTE in wagers)
        and fault_in(wagers, posted) is None
    )
    return PlayedSeat(number, player, (BY_NAME[first], BY_NAME[second]), wagers, decision) if in_order else None
