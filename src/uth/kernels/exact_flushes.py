"""Boards with three or more of one suit, told by those ranks alone: what each suited part of a hole beats."""

from __future__ import annotations

from typing import Final

from numba import njit

from uth.kernels.exact_index import FLUSHES, HIGHER, LESSER, LOWER, MADE, Integers, Shorts, Words
from uth.ranking import ORDER_BITS

STRAIGHT_FLUSH: Final = 8
NO_PART: Final = 65535


@njit(cache=True, nogil=True, error_model="numpy")
def find_flushes(sizes: Integers, parts: Integers, orders: Words, flushes: Shorts) -> None:
    """Fill for each set of suited ranks what each part beats among the dealer's parts.

    `parts` has for each part its ranks, its cards and its number; `orders`, for each set and part, the order of the
    flush they make, 0 if they make none and `NO_PART` if they share a rank. A part of one suited card or none stands
    for as many holes as there are other cards to go with it.
    """
    for at in range(sizes.shape[0]):
        flush = flushes[at]
        for one in range(parts.shape[0]):
            mine = orders[at, one]
            if mine == NO_PART:
                continue
            off = 32 + sizes[at] + parts[one, 1]
            lower = higher = flushing = straights = 0
            for other in range(parts.shape[0]):
                order = orders[at, other]
                if order == 0 or order == NO_PART or parts[one, 0] & parts[other, 0]:
                    continue
                dealers = 1
                if parts[other, 1] == 1:
                    dealers = off
                elif parts[other, 1] == 0:
                    dealers = off * (off - 1) >> 1
                flushing += dealers
                if order >> ORDER_BITS >= STRAIGHT_FLUSH:
                    straights += dealers
                if order < mine:
                    lower += dealers
                elif order > mine:
                    higher += dealers
            part = parts[one, 2]
            flush[LOWER, part] = lower
            flush[HIGHER, part] = higher
            flush[FLUSHES, part] = flushing
            flush[LESSER, part] = flushing - straights
            flush[MADE, part] = mine >> ORDER_BITS
