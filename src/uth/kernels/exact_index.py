"""How the exact count numbers ranks, holes, boards and the sums of each flop.

Relative to one suit a card is one of 26 kinds: its rank (0 to 12), plus 13 if it is of that suit. A hole is then one of
351 pairs of kinds; the first 91 have no card of the suit and are also the numbers of the pairs of ranks. The suited
part of a hole is no card (number 0), one rank (1 + rank) or two (14 + their pair).
"""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Shorts = npt.NDArray[np.int16]
Words = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]

Number = TypeVar("Number", int, Integers)

RANK_PAIRS: Final = 91
RANK_THREES: Final = 455
RANK_FIVES: Final = 6188
BOARDS: Final = RANK_FIVES + 286 * 91 + 715 * 13 + 1287
"""Boards numbered by ranks alone, then those with three, four and five suited cards."""
PARTS: Final = 105
HOLES: Final = 351
WIDTH: Final = 352
"""The width of a row of holes: 351, and one that is never used."""

STARTS: Final = 1326

ONE: Final = 0
TWO: Final = ONE + 13 * RANK_PAIRS
ALL: Final = TWO + RANK_PAIRS * 13
MIXED: Final = ALL + RANK_THREES
ROWS: Final = MIXED + RANK_THREES
"""Rows of sums: flops with one card of the suit (its rank, the others' pair), two (their pair, the other), three; and
flops numbered by ranks alone.
"""

PAIR_MASK: Final = 127
HIGHER_BIT: Final = 7
CATEGORY_SHIFT: Final = 8
LAST_HOLE: Final = 10 << CATEGORY_SHIFT | 1 << HIGHER_BIT
"""A ranked hole is its pair of ranks, whether it is higher than the previous one (else they push), and its category."""

LOWER: Final = 0
HIGHER: Final = 1
LESSER: Final = 2
MADE: Final = 3
"""For each suited part: dealers with no flush or a lower one, with a higher one, with one that is not a straight flush;
and the category it makes.
"""

STAY: Final = 0
RIVER: Final = 1
"""Fields of a sum: the result of staying that does not depend on the multiple; then the result of the river action, for
each possible value of a fold.
"""

PLAY_BIT: Final = 40
"""The result of staying is packed in one integer: wins less losses above this bit; below it the ante, the blind and
other pays.
"""

REACH_BITS: Final = 21
"""The bits of a reach count; three of them share one integer."""

FOLD: Final = 0
CHECK: Final = 0
LOW: Final = 1
HIGH: Final = 2
NO_ACTION: Final = 9
NO_GRADE: Final = 255
"""Actions: fold or check, play the lowest multiple offered, play the highest; one between is never better than both. A
hole that shares a card with the flop has no action and no grade.
"""

COUNT_MASK: Final = (1 << 10) - 1
LOSSES_BIT: Final = 10
WITHOUT_BIT: Final = 20
ABSENT: Final = 10
"""A standing, packed in one integer: the dealers below, the dealers above, and those who do not qualify. This category
marks a hole that shares a card with the board, which has no dealers.
"""

QUALIFIER: Final = 0
SCALE: Final = 1
RIVER_LOW: Final = 2
RIVER_HIGH: Final = 3
FINER: Final = 4
WON: Final = 5
LOST: Final = WON + 11
LESS: Final = LOST + 11
STAKED: Final = LESS + 11
FOLDS: Final = STAKED + 11
"""A game as scaled integers: these; for each category, the result of staying on ante, blind and trips for each dealer
below, for each dealer above, for each who does not qualify, and for all 990 together; then the values of a fold. The
river action and a fold are counted in parts `FINER` times as small.
"""


def pair_at(low: Number, high: Number) -> Number:
    """Return the number of two ranks or kinds, the lower first; they may be equal."""
    return high * (high + 1) // 2 + low


def three_at(low: Number, middle: Number, high: Number) -> Number:
    """Return the number of three ranks, lowest first; they may be equal."""
    return high * (high + 1) * (high + 2) // 6 + pair_at(low, middle)


def five_at(ranks: Integers) -> Integers:
    """Return the number of five ranks in any order along the last axis; they may be equal."""
    a, b, c, d, e = np.moveaxis(np.sort(ranks, axis=-1), -1, 0)
    four: Integers = d * (d + 1) * (d + 2) * (d + 3) // 24
    five: Integers = e * (e + 1) * (e + 2) * (e + 3) * (e + 4) // 120
    three: Integers = three_at(a, b, c)
    return five + four + three
