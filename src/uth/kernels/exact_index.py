"""How the exact count numbers ranks, boards and holes.

Against one suit a card is one of 26 kinds: its rank (0 to 12), plus 13 if it is of that suit. A hole is then one of
351 pairs of kinds. The first 91 have no card of the suit and are also the numbers of the pairs of ranks.
"""

from __future__ import annotations

from typing import Final

from numba import njit

RANK_PAIRS: Final = 91
RANK_THREES: Final = 455
RANK_FIVES: Final = 6188
HOLES: Final = 351
WIDTH: Final = 352
"""A row of holes in memory: 351 and one that is never there."""


@njit(cache=True, nogil=True, error_model="numpy")
def pair_at(low: int, high: int) -> int:
    """Return the number of two ranks or kinds, the lower first, repeats allowed."""
    return (high * (high + 1) >> 1) + low


@njit(cache=True, nogil=True, error_model="numpy")
def five_at(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the number of five ranks in any order, repeats allowed."""
    for _ in range(4):
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        c, d = min(c, d), max(c, d)
        d, e = min(d, e), max(d, e)
    b, c, d, e = b + 1, c + 2, d + 3, e + 4
    pairs = a + (b * (b - 1) >> 1)
    threes = c * (c - 1) * (c - 2) // 6
    fours = d * (d - 1) * (d - 2) * (d - 3) // 24
    return pairs + threes + fours + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
