"""Boards with three or more of one suit, told by those ranks alone: what each suited part of a hole beats."""

from __future__ import annotations

from typing import Final

from numba import njit

from uth.kernels.exact_index import FLUSHES, HIGHER, LESSER, LOWER, MADE, Integers, Shorts, Words, inner
from uth.ranking import ORDER_BITS

STRAIGHT_FLUSH: Final = 8


@inner
def list_parts(suited: int, size: int, orders: Words, parts: Integers) -> int:
    """List the suited parts that the board leaves: ranks, how many cards, number, order if a flush; return how many."""
    count = 0
    for y in range(-1, 13):
        for x in range(-1, max(y, 0)):
            mask = (1 << (y + 1) | 1 << (x + 1)) >> 1
            if mask & suited:
                continue
            cards = (y >= 0) + (x >= 0)
            parts[count, 0] = mask
            parts[count, 1] = cards
            parts[count, 2] = 14 + (y * (y + 1) >> 1) + x if x >= 0 else 1 + y
            parts[count, 3] = orders[suited | mask] if size + cards >= 5 else 0
            count += 1
    return count


@njit(cache=True, nogil=True, error_model="numpy")
def find_flushes(sets: Integers, orders: Words, parts: Integers, flushes: Shorts) -> None:
    """Fill for each set of suited ranks, given with its size, what each part beats among the dealer's parts.

    A part of one suited card or none stands for as many holes as there are other cards to go with it.
    """
    for at in range(sets.shape[0]):
        size = sets[at, 1]
        flush = flushes[at]
        count = list_parts(sets[at, 0], size, orders, parts)
        for one in range(count):
            off = 32 + size + parts[one, 1]
            lower = higher = flushing = straights = 0
            for other in range(count):
                order = parts[other, 3]
                if order == 0 or parts[one, 0] & parts[other, 0]:
                    continue
                dealers = 1
                if parts[other, 1] == 1:
                    dealers = off
                elif parts[other, 1] == 0:
                    dealers = off * (off - 1) >> 1
                flushing += dealers
                if order >> ORDER_BITS >= STRAIGHT_FLUSH:
                    straights += dealers
                if order < parts[one, 3]:
                    lower += dealers
                elif order > parts[one, 3]:
                    higher += dealers
            part = parts[one, 2]
            flush[LOWER, part] = lower
            flush[HIGHER, part] = higher
            flush[FLUSHES, part] = flushing
            flush[LESSER, part] = flushing - straights
            flush[MADE, part] = parts[one, 3] >> ORDER_BITS
