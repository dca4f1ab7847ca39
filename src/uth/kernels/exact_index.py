"""How the exact count numbers ranks, holes, boards and the sums it keeps for each flop.

Against one suit a card is one of 26 kinds: its rank (0 to 12), plus 13 if it is of that suit. A hole is then one of
351 pairs of kinds; the first 91 have no card of the suit and are also the numbers of the pairs of ranks. The suited
part of a hole is no card (number 0), one rank (1 + rank) or two (14 + their pair).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit

Integers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Shorts = npt.NDArray[np.int16]
Words = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]

Function = TypeVar("Function", bound=Callable[..., object])
Number = TypeVar("Number", int, Integers)

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

LOWER: Final = 0
HIGHER: Final = 1
FLUSHES: Final = 2
LESSER: Final = 3
MADE: Final = 4
"""For each suited part: dealers with a lower flush, a higher one, any, one that is no straight flush; what it makes."""

STAY: Final = 0
RIVER: Final = 1
"""Fields of a sum: what a hand that stays gets, whatever the multiple; then what the river's action gets, for each of
the values that folding can have."""

PLAY_BIT: Final = 40
"""To stay is one integer: wins less losses above this bit, below it the ante, the blind and what else is paid."""

REACH_BITS: Final = 21
"""How often something is reached takes this many bits, so that three of them share one integer."""

DECIDE: Final = 0
OBEY: Final = 1
TALLY: Final = 2
"""What to do on the way: take the best action and note it, take the action noted, or count what happens."""

FOLD: Final = 0
CHECK: Final = 0
LOW: Final = 1
HIGH: Final = 2
NO_ACTION: Final = 9
"""Actions: fold or check, play the lowest multiple offered, play the highest; one between is never better than both.
A hole that has a card of the flop has none."""

QUALIFIER: Final = 0
SCALE: Final = 1
RIVER_LOW: Final = 2
RIVER_HIGH: Final = 3
FINER: Final = 4
BLIND: Final = 5
BONUS: Final = 15
SPARED: Final = 25
FOLDS: Final = 35
"""A game in numbers, scaled: these, what the blind pays, what else is paid, and what a win keeps of the ante against a
dealer who does not qualify, for each category, then the values of a fold. The river's action and a fold are counted in
parts `FINER` times as small."""


def inner(function: Function) -> Function:
    """Compile a function that only compiled functions of its own file call.

    Of its own file, because Numba asks only the file of the function it has cached whether something has changed.
    """
    # the type stubs do not know the two options, which leave out what a call from Python needs
    compile_ = njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[call-overload]
    return cast(Function, compile_(function))


def pair_at(low: Number, high: Number) -> Number:
    """Return the number of two ranks or kinds, the lower first, repeats allowed."""
    return high * (high + 1) // 2 + low


def three_at(low: Number, middle: Number, high: Number) -> Number:
    """Return the number of three ranks, lowest first, repeats allowed."""
    return high * (high + 1) * (high + 2) // 6 + pair_at(low, middle)


def five_at(ranks: Integers) -> Integers:
    """Return the number of five ranks in any order, repeats allowed: the last axis has the ranks."""
    a, b, c, d, e = np.moveaxis(np.sort(ranks, axis=-1), -1, 0)
    four: Integers = d * (d + 1) * (d + 2) * (d + 3) // 24
    five: Integers = e * (e + 1) * (e + 2) * (e + 3) * (e + 4) // 120
    three: Integers = three_at(a, b, c)
    return five + four + three
