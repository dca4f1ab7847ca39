"""Which of two hands is higher when only ranks are told, and when a suit is: a key to compare, category on top."""

from __future__ import annotations

from typing import Final

from numba import njit

CATEGORY_BIT: Final = 26
"""A key is the category, 13 bits of the ranks in groups, 13 bits of the other ranks that count."""

FLUSH: Final = 5
FULL_HOUSE: Final = 6
STRAIGHT_FLUSH: Final = 8


@njit("int64(int64, int64)", cache=True, nogil=True, error_model="numpy")
def top(mask: int, count: int) -> int:
    """Return the highest `count` ranks of the mask, or all of them if they are fewer."""
    size = 0
    left = mask
    while left:
        left &= left - 1
        size += 1
    while size > count:
        mask &= mask - 1
        size -= 1
    return mask


@njit(cache=True, nogil=True, error_model="numpy")
def straight(mask: int) -> int:
    """Return the highest rank, as a bit, of the best straight in the mask, or 0; the ace is also low."""
    low = (mask << 1) | (mask >> 12)
    runs = low & (low >> 1) & (low >> 2) & (low >> 3) & (low >> 4)
    return top(runs, 1) << 3


@njit(cache=True, nogil=True, error_model="numpy")
def rank_key(once: int, twice: int, thrice: int, four: int) -> int:
    """Return the key of cards no five of which share a suit: ranks there at least once, twice, thrice, four times."""
    if four:
        return (7 << 26) | (four << 13) | top(once & ~four, 1)
    three = top(thrice, 1)
    pairs = top(twice & ~three, 2)
    if three and pairs:
        return (6 << 26) | (three << 13) | top(pairs, 1)
    run = straight(once)
    if run:
        return (4 << 26) | run
    if three:
        return (3 << 26) | (three << 13) | top(once & ~three, 2)
    if pairs & (pairs - 1):
        return (2 << 26) | (pairs << 13) | top(once & ~pairs, 1)
    if pairs:
        return (1 << 26) | (pairs << 13) | top(once & ~pairs, 3)
    return top(once, 5)


@njit(cache=True, nogil=True, error_model="numpy")
def suited_key(mask: int) -> int:
    """Return the key of five or more ranks of one suit."""
    run = straight(mask)
    if run:
        return ((9 if run == 4096 else 8) << 26) | run
    return (5 << 26) | top(mask, 5)
