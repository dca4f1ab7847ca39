"""Every finished board, forwards into sums for each flop, or backwards into a tally of what happened.

A sum stands for a flop and a hole told against one suit; `exact_layout` says which row is which. Forwards, a board's
worths are added to the rows of the flops it can come from. Backwards, the rows hold how often each flop and hole is
reached, and a board collects from them; three such counts share one integer.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_flush import flush_parts
from uth.kernels.exact_index import RANK_FIVES, RANK_PAIRS, RANK_THREES, WIDTH, five_at, pair_at
from uth.kernels.exact_standing import stand
from uth.kernels.exact_worth import FIELDS, value_standing

ONE: Final = 0
TWO: Final = ONE + 13 * RANK_PAIRS
ALL: Final = TWO + RANK_PAIRS * 13
MIXED: Final = ALL + RANK_THREES
ROWS: Final = MIXED + RANK_THREES
"""Rows of sums: flops with one card of the suit (its rank, the others' pair), two (their pair, the other), three; and
flops with none that matters, told by ranks alone."""

REACH_BITS: Final = 21
REACH_MASK: Final = (1 << REACH_BITS) - 1


@njit(cache=True, nogil=True, error_model="numpy")
def three_at(low: int, middle: int, high: int) -> int:
    """Return the number of three ranks, lowest first, repeats allowed."""
    return high * (high + 1) * (high + 2) // 6 + pair_at(low, middle)


@njit(cache=True, nogil=True, error_model="numpy")
def add(total: np.ndarray, worth: np.ndarray) -> None:
    """Add a worth to a sum."""
    for field in range(FIELDS):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole]


@njit(cache=True, nogil=True, error_model="numpy")
def add_times(total: np.ndarray, worth: np.ndarray, times: np.ndarray, less: bool) -> None:
    """Add a worth to a sum, each hole as many times as the row says, less a number."""
    for field in range(FIELDS):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole] * (times[hole] - less)


@njit(cache=True, nogil=True, error_model="numpy")
def clear(rows: np.ndarray) -> None:
    """Empty some rows of worths."""
    for row in range(rows.shape[0]):
        for field in range(FIELDS):
            for hole in range(WIDTH):
                rows[row, field, hole] = 0


@njit(cache=True, nogil=True, error_model="numpy")
def sum_boards(first: int, step: int, obey: bool, sets, ranked, sizes, pairs, holes, off, terms, left, parts, flush, passed, standing, worth, lone, plays, plain, sums) -> None:
    for at in range(first, sets.shape[0], step):
        suited = sets[at, 0]
        start = sets[at, 1]
        others = sets[at, 2]
        mask = sets[at, 3]
        made = 0
        if suited:
            made = flush_parts(mask, suited, parts, flush)
            clear(lone)
        for other in range(others):
            b = c = 13
            if suited == 3:
                b = pairs[other, 0]
                c = pairs[other, 1]
            elif suited == 4:
                c = other
            board = five_at(sets[at, 4], sets[at, 5], sets[at, 6], sets[at, 7] if suited != 3 else b, sets[at, 8] if suited == 0 or suited == 5 else c)
            for rank in range(13):
                left[rank] = 3
                left[13 + rank] = 1 - (mask >> rank & 1)
                if suited == 0:
                    left[rank] = 4
                    left[13 + rank] = 0
            if suited == 0:
                for i in range(5):
                    left[sets[at, 4 + i]] -= 1
            if b < 13:
                left[b] -= 1
            if c < 13:
                left[c] -= 1
            count = stand(ranked[board], sizes[board], suited, terms[0], left, pairs, holes, parts, made, flush, passed, standing)
            value_standing(standing, count, terms, obey, plays[start + other], worth)
            if suited == 0:
                for f in range(FIELDS):
                    for p in range(91):
                        plain[start, f, p] = worth[f, p]
            elif suited == 3:
                for i in range(3):
                    add(sums[ONE + sets[at, 4 + i] * 91 + other], worth)
                same = b == c
                add_times(lone[b], worth, off[c], same)
                if not same:
                    add_times(lone[c], worth, off[b], same)
            else:
                add(lone[c], worth)
        if suited == 0:
            continue
        if suited < 5:
            for c in range(13):
                for j in range(1, suited):
                    for i in range(j):
                        add(sums[TWO + pair_at(sets[at, 4 + i], sets[at, 4 + j]) * 13 + c], lone[c])
                add_times(lone[13], lone[c], off[c], False)
        if suited == 3:
            for f in range(FIELDS):
                for h in range(WIDTH):
                    lone[13, f, h] >>= 1
        for k in range(2, suited):
            for j in range(1, k):
                for i in range(j):
                    add(sums[ALL + three_at(sets[at, 4 + i], sets[at, 4 + j], sets[at, 4 + k])], lone[13])
