"""Cards for the simulator: a keyed random stream, and cards drawn from a deck without bias.

The stream is xoshiro256++ by David Blackman and Sebastiano Vigna. A block of rounds depends only on the four words of
its state.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from uth.kernels.exact_index import Bytes
from uth.kernels.loop import loop

State = npt.NDArray[np.uint64]

PIECES: Final = 3
PIECE_BITS: Final = np.uint64(21)
PIECE: Final = np.uint64((1 << 21) - 1)
"""A word has three pieces of 21 bits, each of which draws one card."""


def next_word(state: State) -> np.uint64:
    """Return the next word of the stream."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    total = a + d
    word: np.uint64 = ((total << np.uint64(23)) | (total >> np.uint64(41))) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    state[0] = a ^ d
    state[1] = b ^ c
    state[2] = c ^ shifted
    state[3] = (d << np.uint64(45)) | (d >> np.uint64(19))
    return word


def below(count: np.uint64, piece: np.uint64, state: State) -> np.uint64:
    """Return an unbiased number below the count, by rejection."""
    spread = piece * count
    if spread & PIECE < count:
        least = (PIECE + np.uint64(1)) % count
        while spread & PIECE < least:
            spread = (next_word(state) & PIECE) * count
    return spread >> PIECE_BITS


def draw(cards: int, deck: Bytes, state: State) -> None:
    """Draw that many cards from the whole deck into its first positions."""
    at = np.uint64(0)
    while at < cards:
        word = next_word(state)
        for _ in range(PIECES):
            if at < cards:
                other = at + below(np.uint64(52) - at, word & PIECE, state)
                word >>= PIECE_BITS
                deck[at], deck[other] = deck[other], deck[at]
                at += np.uint64(1)


@loop
def deal_decks(state: State, deck: Bytes, decks: Bytes) -> None:
    """Fill each row with a whole deck in a new order."""
    for at in range(decks.shape[0]):
        draw(52, deck, state)
        for place in range(52):
            decks[at, place] = deck[place]
