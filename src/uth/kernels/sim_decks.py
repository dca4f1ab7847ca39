"""Whole decks from the simulator's stream, for a table that deals them itself."""

from __future__ import annotations

from uth.kernels.exact_index import Bytes
from uth.kernels.loop import loop
from uth.kernels.sim_cards import State, draw


@loop
def deal_decks(state: State, deck: Bytes, decks: Bytes) -> None:
    """Fill each row with the whole deck in a new order."""
    for at in range(decks.shape[0]):
        draw(52, deck, state)
        for place in range(52):
            decks[at, place] = deck[place]
