"""Boards told by their ranks alone: the holes of each in order, lowest first."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_index import RANK_PAIRS, five_at
from uth.kernels.exact_order import CATEGORY_BIT, rank_key

PAIR_MASK: Final = 127
CATEGORY_SHIFT: Final = 7
CATEGORY_MASK: Final = 15
PLACE_SHIFT: Final = 11
"""A ranked hole is its pair of ranks, its category and its place; holes that push have the same place."""


@njit(cache=True, nogil=True, error_model="numpy")
def rank_holes(once: int, twice: int, thrice: int, four: int, pairs: np.ndarray, keys: np.ndarray, ranked: np.ndarray) -> int:
    """Fill the ranked holes of a board whose ranks are there at least once, twice, ...; return how many there are."""
    size = 0
    for pair in range(RANK_PAIRS):
        x = 1 << pairs[pair, 0]
        y = 1 << pairs[pair, 1]
        if four & y or (four | (thrice & y)) & x:
            continue
        once_y, twice_y, thrice_y = once | y, twice | (once & y), thrice | (twice & y)
        four_y = four | (thrice & y)
        key = rank_key(once_y | x, twice_y | (once_y & x), thrice_y | (twice_y & x), four_y | (thrice_y & x))
        packed = (key << CATEGORY_SHIFT) | pair
        at = size
        while at > 0 and keys[at - 1] > packed:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = packed
        size += 1
    place = 0
    for at in range(size):
        if at > 0 and keys[at] >> CATEGORY_SHIFT != keys[at - 1] >> CATEGORY_SHIFT:
            place += 1
        category = keys[at] >> (CATEGORY_BIT + CATEGORY_SHIFT)
        ranked[at] = (place << PLACE_SHIFT) | (category << CATEGORY_SHIFT) | (keys[at] & PAIR_MASK)
    return size


@njit(cache=True, nogil=True, error_model="numpy")
def rank_boards(pairs: np.ndarray, keys: np.ndarray, ranked: np.ndarray, sizes: np.ndarray) -> None:
    """Fill the ranked holes of every board of five ranks, and how many each board has."""
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        if a == e:
                            continue
                        once = twice = thrice = four = 0
                        for rank in (a, b, c, d, e):
                            bit = 1 << rank
                            four |= thrice & bit
                            thrice |= twice & bit
                            twice |= once & bit
                            once |= bit
                        board = five_at(a, b, c, d, e)
                        sizes[board] = rank_holes(once, twice, thrice, four, pairs, keys, ranked[board])
