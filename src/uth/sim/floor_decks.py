"""Decks for a table that takes every step of a round: in an order that deals the cards the compiled loop drew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from uth.cards import DECK, Card
from uth.errors import require
from uth.kernels.sim_decks import deal_decks
from uth.sim.block import stream_of
from uth.sim.plan import Plan
from uth.table.dealing import deliveries
from uth.table.state import Phase
from uth.units import Seat

DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


def decks_of(shuffle_key: str, number: int) -> Iterator[tuple[Card, ...]]:
    """Yield one shuffled deck after the other for the round of that number."""
    stream, deck = stream_of(f"{shuffle_key}\nfloor", number), np.arange(52, dtype=np.uint8)
    while True:
        decks = np.zeros((1, 52), np.uint8)
        deal_decks(stream, deck, decks)
        yield tuple(Card(card) for card in decks[0].tolist())


def deck_for(plan: Plan, drawn: Sequence[int], rest: Sequence[Card]) -> tuple[Card, ...]:
    """Return a deck that deals the cards as they were drawn, board, dealer, seats; burns and stub from the rest."""
    seats = tuple(Seat(1 + at) for at in range(len(plan.seats)))
    left = iter([card for card in rest if card not in drawn])
    board, dealer = iter(drawn[:5]), iter(drawn[5:7])
    holes = {seat: iter(drawn[5 + 2 * seat : 7 + 2 * seat]) for seat in seats}
    order: list[Card] = []
    for phase in DEALS:
        for delivery in deliveries(plan.posted.dealing, phase, seats):
            hole = holes[delivery.seat] if delivery.seat is not None else iter(())
            source = {"community": board, "dealer": dealer, "seat": hole, "burn": left}[delivery.to]
            order += [Card(next(source)) for _ in range(delivery.cards)]
    deck = (*order, *left)
    require(len(deck) == len(DECK), "a deck is not dealt as its cards were drawn")
    return deck
