"""A finished board: for each of its holes, the category and how it stands against the 990 dealer holes.

A board is told against one suit, its flush suit if it has one. Dealer holes that make no flush are swept in order of
their ranks, with one count of all that went by and one for each kind of card; a hole's own two cards are taken off.
Those that do make a flush depend on the suited ranks alone (`exact_flush`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_flush import FLUSHES, HIGHER, LESSER, LOWER
from uth.kernels.exact_index import pair_at
from uth.kernels.exact_order import CATEGORY_BIT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH
from uth.kernels.exact_ranked import CATEGORY_MASK, CATEGORY_SHIFT, PAIR_MASK, PLACE_SHIFT

HOLE: Final = 0
KIND: Final = 1
WINS: Final = 2
LOSSES: Final = 3
WITHOUT: Final = 4
STANDING_ROWS: Final = 5
"""Rows of a standing: hole, category, dealers it beats, dealers that beat it, dealers who do not qualify."""

ALL_KINDS: Final = 26
PASSED_COLUMNS: Final = 27


@njit(cache=True, nogil=True, error_model="numpy")
def stand_ranked(ranked: np.ndarray, size: int, mixed: bool, qualifier: int, left: np.ndarray, pairs: np.ndarray, holes: np.ndarray, passed: np.ndarray, standing: np.ndarray) -> int:
    """Add every hole that makes no flush to the standing, counting the dealers that make none; return how many.

    `left` has the cards of each kind not on the board; `mixed` says that one suited card makes no flush. Afterwards
    `passed` has the dealers that went by: all, the unqualified, those below a full house; with each kind of card,
    and in the last column in total.
    """
    for kind in range(PASSED_COLUMNS):
        passed[0, kind] = 0
        passed[1, kind] = 0
        passed[2, kind] = 0
    count = 0
    first = 0
    while first < size:
        place = ranked[first] >> PLACE_SHIFT
        category = ranked[first] >> CATEGORY_SHIFT & CATEGORY_MASK
        begun = count
        last = first
        total = passed[0, ALL_KINDS]
        while last < size and ranked[last] >> PLACE_SHIFT == place:
            pair = ranked[last] & PAIR_MASK
            for way in range(2, 5 if mixed else 3):
                hole = pairs[pair, way]
                one = holes[hole, 0]
                two = holes[hole, 1]
                standing[HOLE, count] = hole
                standing[KIND, count] = category
                standing[WINS, count] = total - passed[0, one] - passed[0, two]
                if left[one] > (one == two) and left[two]:
                    count += 1
            last += 1
        for at in range(first, last):
            pair = ranked[at] & PAIR_MASK
            x = pairs[pair, 0]
            y = pairs[pair, 1]
            with_x = left[y]
            with_y = left[x]
            dealers = with_x * with_y
            if x == y:
                dealers = with_x * (with_x - 1) >> 1
                with_x -= 1
                with_y = 0
            if mixed:
                passed[0, 13 + x] += left[y]
                with_x += left[13 + y]
                dealers += left[x] * left[13 + y]
                if x != y:
                    passed[0, 13 + y] += left[x]
                    with_y += left[13 + x]
                    dealers += left[13 + x] * left[y]
            passed[0, ALL_KINDS] += dealers
            passed[0, x] += with_x
            passed[0, y] += with_y
        total = passed[0, ALL_KINDS]
        for at in range(begun, count):
            hole = standing[HOLE, at]
            standing[LOSSES, at] = 989 - total + passed[0, holes[hole, 0]] + passed[0, holes[hole, 1]]
        first = last
        upper = ranked[first] >> CATEGORY_SHIFT & CATEGORY_MASK if first < size else 9
        if category < qualifier <= upper:
            for kind in range(PASSED_COLUMNS):
                passed[1, kind] = passed[0, kind]
        if category < FULL_HOUSE <= upper:
            for kind in range(PASSED_COLUMNS):
                passed[2, kind] = passed[0, kind]
    return count


@njit(cache=True, nogil=True, error_model="numpy")
def stand(ranked: np.ndarray, size: int, suited: int, qualifier: int, left: np.ndarray, pairs: np.ndarray, holes: np.ndarray, parts: np.ndarray, made: int, flush: np.ndarray, passed: np.ndarray, standing: np.ndarray) -> int:
    """Fill the standing of a board with `suited` ranks of its suit (0: it has none); return how many holes it has."""
    ranks = stand_ranked(ranked, size if suited < 5 else 0, suited == 3, qualifier, left, pairs, holes, passed, standing)
    count = ranks
    for at in range(made):
        key = parts[at, 3]
        if key == 0:
            continue
        part = parts[at, 2]
        cards = parts[at, 1]
        category = key >> CATEGORY_BIT
        fewest = 0 if cards == 2 else 0
        others = 1 if cards == 2 else 13 if cards == 1 else 91
        for other in range(fewest, others):
            hole = other
            if cards == 1:
                hole = pair_at(other, 12 + part)
            elif cards == 2:
                hole = pair_at(13 + pairs[part - 14, 0], 13 + pairs[part - 14, 1])
            one = holes[hole, 0]
            two = holes[hole, 1]
            fuller = 0
            if category < STRAIGHT_FLUSH:
                fuller = passed[0, ALL_KINDS] - passed[0, one] - passed[0, two]
                fuller -= passed[2, ALL_KINDS] - passed[2, one] - passed[2, two]
            standing[HOLE, count] = hole
            standing[KIND, count] = category
            standing[WINS, count] = 990 - flush[FLUSHES, part] - fuller + flush[LOWER, part]
            standing[LOSSES, count] = fuller + flush[HIGHER, part]
            count += 1
    for at in range(count):
        hole = standing[HOLE, at]
        category = standing[KIND, at]
        part = holes[hole, 2]
        without = passed[1, ALL_KINDS] - passed[1, holes[hole, 0]] - passed[1, holes[hole, 1]]
        if at < ranks and category < qualifier:
            without += 1
        if at < ranks and category >= FULL_HOUSE:
            standing[WINS, at] += flush[LESSER, part]
            standing[LOSSES, at] -= flush[LESSER, part]
        if qualifier > FLUSH:
            without += flush[LESSER, part]
        standing[WITHOUT, at] = without
    return count
