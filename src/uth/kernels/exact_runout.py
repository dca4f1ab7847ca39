"""From the river back to the flop: worths of boards with a suit, summed over the cards still to come.

A sum stands for a flop and a hole told against one suit. `one` has the flops with one card of the suit, and sums the
runouts that bring two more; `two` and `all_` have the flops with two and three of it, and sum every runout that
leaves at least three.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from uth.kernels.exact_flush import flush_parts
from uth.kernels.exact_index import WIDTH, five_at, pair_at, three_at
from uth.kernels.exact_standing import stand_five, stand_four, stand_three
from uth.kernels.exact_worth import FIELDS, value_standing


@njit(cache=True, nogil=True, error_model="numpy")
def add(total: np.ndarray, worth: np.ndarray) -> None:
    """Add a worth to a sum."""
    for field in range(FIELDS):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole]


@njit(cache=True, nogil=True, error_model="numpy")
def add_times(total: np.ndarray, worth: np.ndarray, times: np.ndarray, less: int) -> None:
    """Add a worth to a sum, each hole as many times as the row says, less a number."""
    for field in range(FIELDS):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole] * (times[hole] - less)


@njit(cache=True, nogil=True, error_model="numpy")
def sum_three(
    first: int,
    last: int,
    threes,
    ranked,
    sizes,
    low,
    high,
    left,
    pays,
    qualifier,
    scale,
    river_low,
    river_high,
    fold,
    one,
    two,
    all_,
) -> None:
    parts = np.zeros((105, 3), np.int64)
    keys = np.zeros(105, np.int64)
    flush = np.zeros((5, 105), np.int64)
    touching = np.zeros((3, 13), np.int64)
    standing = np.zeros((4, WIDTH), np.int64)
    worth = np.zeros((3, WIDTH), np.int64)
    lone = np.zeros((13, 3, WIDTH), np.int64)
    for at in range(first, last):
        r, s, t = threes[at, 0], threes[at, 1], threes[at, 2]
        suited = 1 << r | 1 << s | 1 << t
        flush_parts(suited, 3, parts, keys, flush)
        for c in range(13):
            for f in range(3):
                for h in range(WIDTH):
                    lone[c, f, h] = 0
        for c in range(13):
            for b in range(c + 1):
                board = five_at(r, s, t, b, c)
                stand_three(ranked[board], sizes[board], suited, qualifier, low, high, flush, touching, standing)
                value_standing(standing, pays, qualifier, scale, river_low, river_high, fold, worth)
                bc = pair_at(b, c)
                add(one[r * 91 + bc], worth)
                add(one[s * 91 + bc], worth)
                add(one[t * 91 + bc], worth)
                if b == c:
                    add_times(lone[b], worth, left[c], 1)
                else:
                    add_times(lone[b], worth, left[c], 0)
                    add_times(lone[c], worth, left[b], 0)
        for c in range(13):
            add(two[pair_at(r, s) * 13 + c], lone[c])
            add(two[pair_at(r, t) * 13 + c], lone[c])
            add(two[pair_at(s, t) * 13 + c], lone[c])
        whole = all_[three_at(r, s, t)]
        for f in range(3):
            for h in range(WIDTH):
                total = 0
                for c in range(13):
                    total += left[c, h] * lone[c, f, h]
                whole[f, h] += total >> 1


@njit(cache=True, nogil=True, error_model="numpy")
def sum_four(
    first: int,
    last: int,
    fours,
    ranked,
    sizes,
    low,
    high,
    left,
    pays,
    qualifier,
    scale,
    river_low,
    river_high,
    fold,
    two,
    all_,
) -> None:
    parts = np.zeros((105, 3), np.int64)
    keys = np.zeros(105, np.int64)
    flush = np.zeros((5, 105), np.int64)
    touching = np.zeros((3, 13), np.int64)
    standing = np.zeros((4, WIDTH), np.int64)
    worth = np.zeros((3, WIDTH), np.int64)
    whole = np.zeros((3, WIDTH), np.int64)
    for at in range(first, last):
        q, r, s, t = fours[at, 0], fours[at, 1], fours[at, 2], fours[at, 3]
        suited = 1 << q | 1 << r | 1 << s | 1 << t
        flush_parts(suited, 4, parts, keys, flush)
        for f in range(3):
            for h in range(WIDTH):
                whole[f, h] = 0
        for c in range(13):
            board = five_at(q, r, s, t, c)
            stand_four(ranked[board], sizes[board], suited, c, qualifier, low, high, flush, touching, standing)
            value_standing(standing, pays, qualifier, scale, river_low, river_high, fold, worth)
            add(two[pair_at(q, r) * 13 + c], worth)
            add(two[pair_at(q, s) * 13 + c], worth)
            add(two[pair_at(q, t) * 13 + c], worth)
            add(two[pair_at(r, s) * 13 + c], worth)
            add(two[pair_at(r, t) * 13 + c], worth)
            add(two[pair_at(s, t) * 13 + c], worth)
            add_times(whole, worth, left[c], 0)
        add(all_[three_at(q, r, s)], whole)
        add(all_[three_at(q, r, t)], whole)
        add(all_[three_at(q, s, t)], whole)
        add(all_[three_at(r, s, t)], whole)


@njit(cache=True, nogil=True, error_model="numpy")
def sum_five(first: int, last: int, fives, pays, qualifier, scale, river_low, river_high, fold, all_) -> None:
    parts = np.zeros((105, 3), np.int64)
    keys = np.zeros(105, np.int64)
    flush = np.zeros((5, 105), np.int64)
    standing = np.zeros((4, WIDTH), np.int64)
    worth = np.zeros((3, WIDTH), np.int64)
    for at in range(first, last):
        suited = 0
        for i in range(5):
            suited |= 1 << fives[at, i]
        flush_parts(suited, 5, parts, keys, flush)
        stand_five(suited, qualifier, flush, standing)
        value_standing(standing, pays, qualifier, scale, river_low, river_high, fold, worth)
        for k in range(2, 5):
            for j in range(1, k):
                for i in range(j):
                    add(all_[three_at(fives[at, i], fives[at, j], fives[at, k])], worth)
