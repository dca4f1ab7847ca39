"""The top cards of many decks at once; `decks.deck_of` is the reference implementation."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from uth.cards import DECK
from uth.env import decks
from uth.kernels.loop import loop

Keys = npt.NDArray[np.uint64]
Cards = npt.NDArray[np.uint8]

STEP: Final = np.uint64(decks.STEP)
FIRST: Final = np.uint64(decks.FIRST)
SECOND: Final = np.uint64(decks.SECOND)
ONE: Final = np.uint64(1)


def tops_of(keys: Keys, rounds: Keys, count: int) -> Cards:
    """Return the first `count` cards of the decks of many keys and rounds, a row for each."""
    found = np.empty((len(keys), count), np.uint8)
    deal_tops(keys, rounds, np.arange(len(DECK), dtype=np.uint8), found)
    return found


def mixed(word: np.uint64) -> np.uint64:
    """Return the word with its bits mixed."""
    word = (word ^ word >> np.uint64(30)) * FIRST
    word = (word ^ word >> np.uint64(27)) * SECOND
    return word ^ word >> np.uint64(31)


@loop
def deal_tops(keys: Keys, rounds: Keys, deck: Cards, found: Cards) -> None:
    """Fill each row with the first cards of its deck. `deck` is a sorted deck, which is restored afterwards."""
    for row in range(found.shape[0]):
        state = mixed(keys[row] + STEP * (rounds[row] + ONE))
        for place in range(found.shape[1]):
            state += STEP
            other = place + np.int64(mixed(state) % np.uint64(52 - place))
            found[row, place] = deck[other]
            deck[other] = deck[place]
            deck[place] = found[row, place]
        for card in range(52):
            deck[card] = card
