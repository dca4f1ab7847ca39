"""Every board told by its ranks alone: its holes in order, and what each beats among the 990 dealer holes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_index import five_at
from uth.kernels.exact_order import CATEGORY_BIT, FULL_HOUSE, rank_key

PAIR: Final = 0
CATEGORY: Final = 1
PLACE: Final = 2
BELOW: Final = 3
ABOVE: Final = 4
UNQUALIFIED: Final = 5
FULL: Final = 6
COLUMNS: Final = 7
"""A ranked hole: ranks, category, place among equals; dealers below, above, unqualified, with a full house or four."""


@njit(cache=True, nogil=True, error_model="numpy")
def sort_holes(counts: np.ndarray, low: np.ndarray, high: np.ndarray, keys: np.ndarray) -> int:
    """Put into `keys` each rank pair the board leaves, its key above its number, lowest first; return how many."""
    once = twice = thrice = four = 0
    for rank in range(13):
        bit = 1 << rank
        if counts[rank] > 0:
            once |= bit
        if counts[rank] > 1:
            twice |= bit
        if counts[rank] > 2:
            thrice |= bit
        if counts[rank] > 3:
            four |= bit
    size = 0
    for pair in range(91):
        x = 1 << low[pair]
        y = 1 << high[pair]
        once_y, twice_y, thrice_y, four_y = once | y, twice | (once & y), thrice | (twice & y), four | (thrice & y)
        if four & (x | y) or four_y & x:
            continue
        key = rank_key(once_y | x, twice_y | (once_y & x), thrice_y | (twice_y & x), four_y | (thrice_y & x))
        packed = (key << 7) | pair
        at = size
        while at > 0 and keys[at - 1] > packed:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = packed
        size += 1
    return size


@njit(cache=True, nogil=True, error_model="numpy")
def count_dealers(
    left: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    keys: np.ndarray,
    size: int,
    qualifier: int,
    touching: np.ndarray,
    ranked: np.ndarray,
) -> None:
    """Fill the board's ranked holes from its sorted keys: a sweep with a count for all cards and one for each rank.

    `touching` counts the dealer holes with one given card of a rank: so far, unqualified, below a full house.
    """
    for rank in range(13):
        touching[0, rank] = touching[1, rank] = touching[2, rank] = 0
    total = total_q = total_f = 0
    first = 0
    place = 0
    while first < size:
        key = keys[first] >> 7
        category = key >> CATEGORY_BIT
        last = first
        while last < size and keys[last] >> 7 == key:
            pair = keys[last] & 127
            ranked[last, PAIR] = pair
            ranked[last, CATEGORY] = category
            ranked[last, PLACE] = place
            ranked[last, BELOW] = total - touching[0, low[pair]] - touching[0, high[pair]]
            last += 1
        for at in range(first, last):
            x = low[keys[at] & 127]
            y = high[keys[at] & 127]
            holes = left[x] * left[y]
            with_x = left[y]
            with_y = left[x]
            if x == y:
                holes = left[x] * (left[x] - 1) >> 1
                with_x = left[x] - 1
                with_y = 0
            total += holes
            touching[0, x] += with_x
            touching[0, y] += with_y
            if category < qualifier:
                total_q += holes
                touching[1, x] += with_x
                touching[1, y] += with_y
            if category < FULL_HOUSE:
                total_f += holes
                touching[2, x] += with_x
                touching[2, y] += with_y
        for at in range(first, last):
            pair = keys[at] & 127
            ranked[at, ABOVE] = 989 - (total - touching[0, low[pair]] - touching[0, high[pair]])
        first = last
        place += 1
    for at in range(size):
        x = low[ranked[at, PAIR]]
        y = high[ranked[at, PAIR]]
        category = ranked[at, CATEGORY]
        ranked[at, UNQUALIFIED] = total_q - touching[1, x] - touching[1, y] + (1 if category < qualifier else 0)
        ranked[at, FULL] = 990 - (total_f - touching[2, x] - touching[2, y] + (1 if category < FULL_HOUSE else 0))


@njit(cache=True, nogil=True, error_model="numpy")
def rank_boards(low: np.ndarray, high: np.ndarray, qualifier: int, ranked: np.ndarray, sizes: np.ndarray) -> None:
    """Fill the ranked holes of every board of five ranks, and how many each board has."""
    counts = np.zeros(13, np.int64)
    left = np.zeros(13, np.int64)
    keys = np.zeros(91, np.int64)
    touching = np.zeros((3, 13), np.int64)
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        if a == e:
                            continue
                        for rank in range(13):
                            counts[rank] = (a == rank) + (b == rank) + (c == rank) + (d == rank) + (e == rank)
                            left[rank] = 4 - counts[rank]
                        board = five_at(a, b, c, d, e)
                        size = sort_holes(counts, low, high, keys)
                        sizes[board] = size
                        count_dealers(left, low, high, keys, size, qualifier, touching, ranked[board])
