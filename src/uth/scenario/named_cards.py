"""Named cards: a ``cards:`` or ``deck:`` line, and the order of the deck that deals them where they are wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from uth.cards import DECK, Card, parse_cards, require_distinct
from uth.errors import Malformed
from uth.rules.ruleset import DealingRules
from uth.scenario.script import NamedCards
from uth.table.dealing import deliveries
from uth.table.state import Phase
from uth.units import Seat

_PLACE: Final = re.compile(r"(?:seat\s+(?P<seat>\d{1,2})|(?P<place>dealer|banker|board|burn))\s+(?P<cards>.+)", re.I)
_MOST: Final = {"seat": 2, "dealer": 2, "board": 5, "burn": 5}
_DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


def read_cards(text: str) -> NamedCards:
    """Return the cards of ``seat 1 AsAd, dealer KdQc, board 2c7d9hJd3s``; a place may be named in part."""
    seats: dict[Seat, tuple[Card, ...]] = {}
    places: dict[str, tuple[Card, ...]] = {}
    for part in map(str.strip, text.split(",")):
        match = _PLACE.fullmatch(part)
        if match is None:
            says = "names no place; write for example: seat 1 AsAd, dealer KdQc, board 2c7d9hJd3s"
            raise Malformed("cards", part, says)
        place = (match["place"] or "seat").lower().replace("banker", "dealer")
        cards = parse_cards(match["cards"])
        if len(cards) > _MOST[place]:
            raise Malformed("cards", part, f"is more than the {_MOST[place]} cards of a {place}")
        if place in places or (place == "seat" and Seat(int(match["seat"])) in seats):
            raise Malformed("cards", part, "names a place twice")
        if place == "seat":
            seats[Seat(int(match["seat"]))] = cards
        else:
            places[place] = cards
    named = NamedCards(
        seats=seats, dealer=places.get("dealer", ()), board=places.get("board", ()), burn=places.get("burn", ())
    )
    require_distinct(named.every)
    return named


def read_deck(text: str) -> NamedCards:
    """Return the cards named from the top of the deck, as the dealer will find them."""
    top = parse_cards(text)
    require_distinct(top)
    return NamedCards(top=top)


def dealing_order(
    named: NamedCards, way: DealingRules, seats: tuple[Seat, ...], others: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the order in which the cards lie to be dealt: the named ones where they are wanted, the others between."""
    taken = set(named.every)
    rest = iter([card for card in others if card not in taken])
    if named.top:
        return (*named.top, *rest)
    piles: dict[tuple[str, int], Iterator[Card]] = {
        ("community", 0): iter(named.board),
        ("dealer", 0): iter(named.dealer),
        ("burn", 0): iter(named.burn),
        **{("seat", seat): iter(named.seats.get(seat, ())) for seat in seats},
    }
    order: list[Card] = []
    for phase in _DEALS:
        for delivery in deliveries(way, phase, seats):
            order += islice(chain(piles[delivery.to, delivery.seat or 0], rest), delivery.cards)
    return (*order, *rest, *(card for card in DECK if card in taken and card not in order))


def before_the_cut(order: Sequence[Card], seen: Sequence[Card]) -> tuple[Card, ...]:
    """Return the shuffled order from which that dealing order comes, where a deck in factory order came out as seen."""
    shuffled = list(DECK)
    for card, wanted in zip(seen, order, strict=True):
        shuffled[DECK.index(card)] = wanted
    return tuple(shuffled)
