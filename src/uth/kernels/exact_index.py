"""How the exact count numbers things: pairs and threes of ranks, five ranks on a board, and two cards in a hand.

Against one suit a card is one of 26 kinds, its rank and whether it is of that suit, so a hole is one of 351 pairs
of kinds. The first 91 of them have no card of the suit and are also the numbers of the pairs of ranks.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

KINDS: Final = 26
RANK_PAIRS: Final = 91
HOLES: Final = 351
WIDTH: Final = 352
"""A row of holes in memory: 351 and one unused."""

BOARDS: Final = 6188
RANK_THREES: Final = 455


@njit(cache=True, nogil=True, error_model="numpy")
def pair_at(low: int, high: int) -> int:
    """Return the number of two kinds (or two ranks), the lower first, repeats allowed."""
    return high * (high + 1) // 2 + low


@njit(cache=True, nogil=True, error_model="numpy")
def either_pair_at(one: int, other: int) -> int:
    """Return the number of two kinds (or two ranks) in any order."""
    return pair_at(one, other) if one <= other else pair_at(other, one)


@njit(cache=True, nogil=True, error_model="numpy")
def three_at(low: int, middle: int, high: int) -> int:
    """Return the number of three ranks, lowest first, repeats allowed."""
    return high * (high + 1) * (high + 2) // 6 + pair_at(low, middle)


@njit(cache=True, nogil=True, error_model="numpy")
def five_at(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the number of five ranks in any order, repeats allowed."""
    for _ in range(4):
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
        if c > d:
            c, d = d, c
        if d > e:
            d, e = e, d
    four = d * (d + 1) * (d + 2) * (d + 3) // 24
    return e * (e + 1) * (e + 2) * (e + 3) * (e + 4) // 120 + four + three_at(a, b, c)


def off_copies() -> np.ndarray:
    """Return, for each rank and hole, how many cards of that rank the hole takes outside the suit."""
    copies = np.zeros((13, WIDTH), np.int64)
    for high in range(KINDS):
        for low in range(high + 1):
            for kind in (low, high):
                if kind < 13:
                    copies[kind, high * (high + 1) // 2 + low] += 1
    return copies
