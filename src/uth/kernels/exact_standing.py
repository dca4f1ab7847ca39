"""A board with three or more of one suit: for each of its holes, the category and what it beats of 990 dealer holes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_flush import FLUSHES, HIGHER, LOWER, MADE, STRAIGHT_FLUSHES
from uth.kernels.exact_index import WIDTH, pair_at
from uth.kernels.exact_order import FLUSH, FULL_HOUSE, STRAIGHT_FLUSH
from uth.kernels.exact_ranked import ABOVE, BELOW, CATEGORY, FULL, PAIR, PLACE, UNQUALIFIED

WINS: Final = 0
LOSSES: Final = 1
WITHOUT: Final = 2
KIND: Final = 3
STANDINGS: Final = 4
"""Rows of a standing: dealers the hole beats, dealers that beat it, dealers who do not qualify, its category."""

NO_HOLE: Final = 10
"""The category of a hole that cannot be there."""


@njit(cache=True, nogil=True, error_model="numpy")
def clear(standing: np.ndarray) -> None:
    """Empty the rows: no hole can be there."""
    for hole in range(WIDTH):
        standing[WINS, hole] = standing[LOSSES, hole] = standing[WITHOUT, hole] = 0
        standing[KIND, hole] = NO_HOLE


@njit(cache=True, nogil=True, error_model="numpy")
def stand_three(
    ranked: np.ndarray,
    size: int,
    suited: int,
    qualifier: int,
    low: np.ndarray,
    high: np.ndarray,
    flush: np.ndarray,
    touching: np.ndarray,
    standing: np.ndarray,
) -> None:
    """Fill the rows for three suited ranks and two others.

    By ranks alone the dealer's suited pairs count where their ranks stand; they belong among the flushes. The sweep
    keeps how many of them have gone by, in all and with each rank, and takes them back.
    """
    clear(standing)
    moved = moved_q = 0
    for rank in range(13):
        touching[0, rank] = touching[1, rank] = 0
    full = False
    first = 0
    while first < size:
        place = ranked[first, PLACE]
        category = ranked[first, CATEGORY]
        if category >= FULL_HOUSE and not full:
            full = True
            moved = flush[STRAIGHT_FLUSHES, 0]
            for rank in range(13):
                if not suited >> rank & 1:
                    touching[0, rank] = moved - flush[STRAIGHT_FLUSHES, 1 + rank]
        last = first
        while last < size and ranked[last, PLACE] == place:
            pair = ranked[last, PAIR]
            x = low[pair]
            y = high[pair]
            wins = ranked[last, BELOW] - moved
            standing[WINS, pair] = wins
            standing[KIND, pair] = category
            if not suited >> x & 1:
                hole = pair_at(y, 13 + x)
                standing[WINS, hole] = wins + touching[0, x]
                standing[KIND, hole] = category
            if x != y and not suited >> y & 1:
                hole = pair_at(x, 13 + y)
                standing[WINS, hole] = wins + touching[0, y]
                standing[KIND, hole] = category
            last += 1
        for at in range(first, last):
            x = low[ranked[at, PAIR]]
            y = high[ranked[at, PAIR]]
            if x != y and not (suited >> x | suited >> y) & 1:
                moved += 1
                touching[0, x] += 1
                touching[0, y] += 1
                if category < qualifier:
                    moved_q += 1
                    touching[1, x] += 1
                    touching[1, y] += 1
        for at in range(first, last):
            pair = ranked[at, PAIR]
            x = low[pair]
            y = high[pair]
            losses = ranked[at, ABOVE] + moved
            standing[LOSSES, pair] = losses
            if not suited >> x & 1:
                standing[LOSSES, pair_at(y, 13 + x)] = losses - touching[0, x]
            if x != y and not suited >> y & 1:
                standing[LOSSES, pair_at(x, 13 + y)] = losses - touching[0, y]
        first = last
    if qualifier > FLUSH:
        moved_q = flush[STRAIGHT_FLUSHES, 0]
        for rank in range(13):
            if not suited >> rank & 1:
                touching[1, rank] = moved_q - flush[STRAIGHT_FLUSHES, 1 + rank]
    for at in range(size):
        pair = ranked[at, PAIR]
        x = low[pair]
        y = high[pair]
        without = ranked[at, UNQUALIFIED] - moved_q
        standing[WITHOUT, pair] = without
        x_free = not suited >> x & 1
        y_free = x != y and not suited >> y & 1
        if x_free:
            standing[WITHOUT, pair_at(y, 13 + x)] = without + touching[1, x]
        if y_free:
            standing[WITHOUT, pair_at(x, 13 + y)] = without + touching[1, y]
        if x_free and y_free:
            hole = pair_at(13 + x, 13 + y)
            part = 14 + pair
            made = flush[MADE, part]
            fuller = 0 if made >= STRAIGHT_FLUSH else ranked[at, FULL]
            standing[KIND, hole] = made
            standing[WINS, hole] = 990 - flush[FLUSHES, part] - fuller + flush[LOWER, part]
            standing[LOSSES, hole] = fuller + flush[HIGHER, part]
            both = 1 if (made >= STRAIGHT_FLUSH if qualifier > FLUSH else ranked[at, CATEGORY] < qualifier) else 0
            standing[WITHOUT, hole] = without + touching[1, x] + touching[1, y] - both


@njit(cache=True, nogil=True, error_model="numpy")
def stand_flush(
    hole: int, part: int, fuller: int, without: int, qualifier: int, flush: np.ndarray, standing: np.ndarray
) -> None:
    """Fill one hole that makes a flush: `fuller` other dealers have more than one, `without` do not qualify."""
    made = flush[MADE, part]
    if made >= STRAIGHT_FLUSH:
        fuller = 0
    standing[KIND, hole] = made
    standing[WINS, hole] = 990 - flush[FLUSHES, part] - fuller + flush[LOWER, part]
    standing[LOSSES, hole] = fuller + flush[HIGHER, part]
    if qualifier > FLUSH:
        without += flush[FLUSHES, part] - flush[STRAIGHT_FLUSHES, part]
    standing[WITHOUT, hole] = without


@njit(cache=True, nogil=True, error_model="numpy")
def stand_four(
    ranked: np.ndarray,
    size: int,
    suited: int,
    other: int,
    qualifier: int,
    low: np.ndarray,
    high: np.ndarray,
    flush: np.ndarray,
    touching: np.ndarray,
    standing: np.ndarray,
) -> None:
    """Fill the rows for four suited ranks and one other: a dealer without the suit comes from the other three suits."""
    clear(standing)
    total = total_q = total_f = 0
    for rank in range(13):
        touching[0, rank] = touching[1, rank] = touching[2, rank] = 0
    lesser = flush[FLUSHES, 0] - flush[STRAIGHT_FLUSHES, 0]
    first = 0
    while first < size:
        place = ranked[first, PLACE]
        category = ranked[first, CATEGORY]
        beaten = lesser if category >= FULL_HOUSE else 0
        last = first
        while last < size and ranked[last, PLACE] == place:
            pair = ranked[last, PAIR]
            standing[KIND, pair] = category
            standing[WINS, pair] = total - touching[0, low[pair]] - touching[0, high[pair]] + beaten
            last += 1
        for at in range(first, last):
            x = low[ranked[at, PAIR]]
            y = high[ranked[at, PAIR]]
            with_x = 3 - (y == other)
            with_y = 3 - (x == other)
            holes = with_x * with_y
            if x == y:
                holes = with_x * (with_x - 1) >> 1
                with_x -= 1
                with_y = 0
            total += holes
            touching[0, x] += with_x
            touching[0, y] += with_y
            if category < qualifier:
                total_q += holes
                touching[1, x] += with_x
                touching[1, y] += with_y
            if category < FULL_HOUSE:
                total_f += holes
                touching[2, x] += with_x
                touching[2, y] += with_y
        for at in range(first, last):
            pair = ranked[at, PAIR]
            below = total - touching[0, low[pair]] - touching[0, high[pair]] + 1 + beaten
            standing[LOSSES, pair] = 990 - below
        first = last
    more = lesser if qualifier > FLUSH else 0
    for at in range(size):
        pair = ranked[at, PAIR]
        without = total_q - touching[1, low[pair]] - touching[1, high[pair]] + more
        standing[WITHOUT, pair] = without + (1 if ranked[at, CATEGORY] < qualifier else 0)
    for x in range(13):
        if suited >> x & 1:
            continue
        for y in range(13):
            fuller = total - touching[0, y] - total_f + touching[2, y]
            stand_flush(pair_at(y, 13 + x), 1 + x, fuller, total_q - touching[1, y], qualifier, flush, standing)
        for y in range(x):
            if not suited >> y & 1:
                part = 14 + pair_at(y, x)
                stand_flush(pair_at(13 + y, 13 + x), part, total - total_f, total_q, qualifier, flush, standing)


@njit(cache=True, nogil=True, error_model="numpy")
def stand_five(suited: int, qualifier: int, flush: np.ndarray, standing: np.ndarray) -> None:
    """Fill the rows for five suited ranks: every hand is a flush or more."""
    clear(standing)
    for y in range(13):
        for x in range(y + 1):
            stand_flush(pair_at(x, y), 0, 0, 0, qualifier, flush, standing)
    for x in range(13):
        if suited >> x & 1:
            continue
        for y in range(13):
            stand_flush(pair_at(y, 13 + x), 1 + x, 0, 0, qualifier, flush, standing)
        for y in range(x):
            if not suited >> y & 1:
                stand_flush(pair_at(13 + y, 13 + x), 14 + pair_at(y, x), 0, 0, qualifier, flush, standing)
