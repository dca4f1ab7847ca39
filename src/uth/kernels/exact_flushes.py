"""Boards with three or more suited cards, by those ranks alone: what each suited part of a hole beats."""

from __future__ import annotations

from typing import Final

from uth.kernels.exact_index import HIGHER, LESSER, LOWER, MADE, Integers, Shorts, Words
from uth.kernels.loop import loop
from uth.ranking import ORDER_BITS

STRAIGHT_FLUSH: Final = 8
NO_PART: Final = 65535


@loop
def find_flushes(sizes: Integers, parts: Integers, orders: Words, making: Integers, flushes: Shorts) -> None:
    """Fill for each set of suited ranks what each suited part beats among the dealer's parts.

    `parts` has the ranks, the cards and the number of each part. `orders` has the order of the flush of each set and
    part, 0 if there is none and `NO_PART` if they share a rank. A part of one suited card or none represents as many
    holes as there are other cards for it. `making` is scratch space for the parts that make a flush.
    """
    for at in range(sizes.shape[0]):
        flush = flushes[at]
        count = 0
        for one in range(parts.shape[0]):
            if orders[at, one] != 0 and orders[at, one] != NO_PART:
                making[count] = one
                count += 1
        for one in range(parts.shape[0]):
            mine = orders[at, one]
            if mine == NO_PART:
                continue
            off = 32 + sizes[at] + parts[one, 1]
            lower = higher = flushing = straights = 0
            for place in range(count):
                other = making[place]
                if parts[one, 0] & parts[other, 0]:
                    continue
                order = orders[at, other]
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
            flush[LOWER, part] = 990 - flushing + lower
            flush[HIGHER, part] = higher
            flush[LESSER, part] = flushing - straights
            flush[MADE, part] = mine >> ORDER_BITS
