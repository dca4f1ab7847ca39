"""Boards with three or more of one suit, told by those ranks alone: what each suited part of a hole beats.

The suited part of a hole is no card (number 0), one rank (1 + rank) or two (14 + their pair).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_index import pair_at
from uth.kernels.exact_order import CATEGORY_BIT, STRAIGHT_FLUSH, suited_key

PARTS: Final = 105
LOWER: Final = 0
HIGHER: Final = 1
FLUSHES: Final = 2
LESSER: Final = 3
FLUSH_ROWS: Final = 4
"""For each part: dealers with a lower flush, a higher one, any, one that is no straight flush."""


@njit(cache=True, nogil=True, error_model="numpy")
def flush_parts(suited: int, size: int, parts: np.ndarray, flush: np.ndarray) -> int:
    """Fill `flush` for a board whose `size` suited ranks are `suited`, and list in `parts` those it leaves."""
    count = 0
    for y in range(-1, 13):
        for x in range(-1, max(y, 0)):
            mask = (1 << (y + 1) | 1 << (x + 1)) >> 1
            if mask & suited:
                continue
            cards = (y >= 0) + (x >= 0)
            parts[count, 0] = mask
            parts[count, 1] = cards
            parts[count, 2] = 14 + pair_at(x, y) if x >= 0 else 1 + y
            parts[count, 3] = suited_key(suited | mask) if size + cards >= 5 else 0
            count += 1
    for one in range(count):
        off = 32 + size + parts[one, 1]
        lower = higher = flushes = straights = 0
        for other in range(count):
            key = parts[other, 3]
            if key == 0 or parts[one, 0] & parts[other, 0]:
                continue
            holes = 1
            if parts[other, 1] == 1:
                holes = off
            elif parts[other, 1] == 0:
                holes = off * (off - 1) >> 1
            flushes += holes
            if key >> CATEGORY_BIT >= STRAIGHT_FLUSH:
                straights += holes
            if key < parts[one, 3]:
                lower += holes
            elif key > parts[one, 3]:
                higher += holes
        part = parts[one, 2]
        flush[LOWER, part] = lower
        flush[HIGHER, part] = higher
        flush[FLUSHES, part] = flushes
        flush[LESSER, part] = flushes - straights
    return count
