"""How the exact count numbers ranks, holes, boards and the sums it keeps for each flop.

Against one suit a card is one of 26 kinds: its rank (0 to 12), plus 13 if it is of that suit. A hole is then one of
351 pairs of kinds; the first 91 have no card of the suit and are also the numbers of the pairs of ranks. The suited
part of a hole is no card (number 0), one rank (1 + rank) or two (14 + their pair).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]

RANK_PAIRS: Final = 91
RANK_THREES: Final = 455
RANK_FIVES: Final = 6188
PARTS: Final = 105
HOLES: Final = 351
WIDTH: Final = 352
"""A row of holes in memory: 351 and one that is never there."""

STARTS: Final = 1326

ONE: Final = 0
TWO: Final = ONE + 13 * RANK_PAIRS
ALL: Final = TWO + RANK_PAIRS * 13
MIXED: Final = ALL + RANK_THREES
ROWS: Final = MIXED + RANK_THREES
"""Rows of sums: flops with one card of the suit (its rank, the others' pair), two (their pair, the other), three; and
flops told by ranks alone."""

PAIR_MASK: Final = 127
HIGHER_BIT: Final = 7
CATEGORY_SHIFT: Final = 8
LAST_HOLE: Final = 10 << CATEGORY_SHIFT | 1 << HIGHER_BIT
"""A ranked hole is its pair of ranks, whether it is higher than the one before (else they push), its category."""


def pair_at(one: Integers, other: Integers) -> Integers:
    """Return the number of two ranks or kinds in any order, repeats allowed."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    return high * (high + 1) // 2 + low


def three_at(ranks: Integers) -> Integers:
    """Return the number of three ranks in any order, repeats allowed: the last axis has the ranks."""
    low, middle, high = np.moveaxis(np.sort(ranks, axis=-1), -1, 0)
    return high * (high + 1) * (high + 2) // 6 + pair_at(low, middle)


def five_at(ranks: Integers) -> Integers:
    """Return the number of five ranks in any order, repeats allowed: the last axis has the ranks."""
    a, b, c, d, e = np.moveaxis(np.sort(ranks, axis=-1), -1, 0)
    fours = d * (d + 1) * (d + 2) * (d + 3) // 24
    fives = e * (e + 1) * (e + 2) * (e + 3) * (e + 4) // 120
    return fives + fours + three_at(np.stack((a, b, c), axis=-1))
