"""The comparison of every hole with the dealer's on every board, counted once for each qualifier."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Final, TypeVar

import numpy as np

from uth.exact.boards import board_ranks, board_tables, five_ranks, rank_pairs, suited_sizes
from uth.kernels.exact_boards import Standings
from uth.kernels.exact_flushes import NO_PART, find_flushes
from uth.kernels.exact_index import (
    ABSENT,
    BOARDS,
    CATEGORY_SHIFT,
    HIGHER_BIT,
    HOLES,
    LAST_HOLE,
    MADE,
    PAIR_MASK,
    PARTS,
    RANK_FIVES,
    RANK_PAIRS,
    WIDTH,
    Bytes,
    Integers,
    Shorts,
    Words,
    five_at,
    pair_at,
)
from uth.kernels.exact_standing import COLUMNS, StandingScratch, StandingTables, stand_boards
from uth.ranking import COLUMN_BITS, FLUSH_MASKS, ORDER_BITS, ROWS, load_tables

T = TypeVar("T")

WORKERS_MAX: Final = 4


def workers_of(workers: int | None) -> int:
    """Return the number of threads to use; the default is at most `WORKERS_MAX`."""
    return workers or min(WORKERS_MAX, os.cpu_count() or 1)


def in_parts(workers: int, part: Callable[[int], T]) -> list[T]:
    """Return the results of all parts, each computed on its own thread."""
    if workers == 1:
        return [part(0)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(part, range(workers)))


def summed(parts: list[Integers]) -> Integers:
    """Return the sum of the parts, computed in place in the first."""
    total, *others = parts
    for other in others:
        total += other
    return total


NOWHERE: Final = 1 << 30


@lru_cache(maxsize=2)
def standings(qualifier: int, workers: int) -> Standings:
    """Return the standing of every hole on every board."""
    tables = standing_tables()
    found = Standings(np.zeros((BOARDS, WIDTH), np.int32), np.full((BOARDS, WIDTH), ABSENT, np.uint8))

    def stand_part(part: int) -> None:
        scratch = StandingScratch(
            np.zeros((2, COLUMNS), np.int32), np.zeros(WIDTH, np.uint8), np.zeros(WIDTH, np.int32)
        )
        stand_boards(part, workers, qualifier, tables, scratch, *found)

    in_parts(workers, stand_part)
    return found


@cache
def standing_tables() -> StandingTables:
    """Return the tables from which the standings are computed."""
    sets = board_tables().sets
    fives = five_at(board_ranks())
    fives[-comb(13, 5) :] = RANK_FIVES
    return StandingTables(
        pairs=rank_pairs(),
        spread=suited_spread(),
        flushes=flush_parts(sets[sets[:, 0] > 0]),
        ranked=ranked_holes(five_ranks()),
        left=cards_left(),
        sets=sets,
        fives=fives,
    )


def suited_spread() -> Words:
    """Return for each pair of ranks the holes with the lower and with the higher card suited."""
    low, high = rank_pairs().astype(np.int64).T
    second = np.where(low == high, HOLES, pair_at(low, 13 + high))
    return np.stack((pair_at(high, 13 + low), second), axis=1).astype(np.uint16)


def ranked_holes(boards: Integers) -> Words:
    """Return each board's holes by ranks, lowest first, followed by `LAST_HOLE`; one more board has no holes."""
    keys, rows, orders = (np.array(table, np.int32) for table in load_tables())
    low, high = rank_pairs().T
    copies = np.zeros((len(boards), 13), np.uint8)
    for place in range(5):
        copies[np.arange(len(boards)), boards[:, place]] += 1
    there = (copies[:, low] + (low == high) < 4) & (copies[:, high] < 4) & (copies.max(axis=1) < 5)[:, None]
    key = np.where(there, keys[boards].sum(axis=1, dtype=np.int32)[:, None] + (keys[low] + keys[high]), 0)
    order = orders[2 * rows[key >> COLUMN_BITS & ROWS - 1] + (key & (1 << COLUMN_BITS) - 1)]
    packed = order << HIGHER_BIT | np.arange(RANK_PAIRS, dtype=np.int32)
    packed[~there] = NOWHERE
    packed.sort(axis=1)
    entry = packed >> HIGHER_BIT + ORDER_BITS << CATEGORY_SHIFT | packed & PAIR_MASK
    entry[:, 1:] |= (packed[:, 1:] >> HIGHER_BIT != packed[:, :-1] >> HIGHER_BIT) * np.int32(1 << HIGHER_BIT)
    ranked = np.full((len(boards) + 1, RANK_PAIRS + 1), LAST_HOLE, np.uint16)
    ranked[:-1, :-1] = np.where(packed < NOWHERE, entry, LAST_HOLE)
    return ranked


def flush_parts(sets: Integers) -> Shorts:
    """Return what each suited part beats, for each set of suited ranks; the first set is empty."""
    parts = [(0, 0, 0)]
    parts += [(1 << rank, 1, 1 + rank) for rank in range(13)]
    parts += [(1 << x | 1 << y, 2, 14 + pair_at(x, y)) for x, y in combinations(range(13), 2)]
    ranks, cards, _ = np.array(parts).T
    size, mask = sets[:, 0, None], sets[:, 3, None]
    made = np.where(size + cards >= 5, np.array(load_tables().orders[:FLUSH_MASKS])[mask | ranks], 0)
    orders = np.where(mask & ranks, NO_PART, made).astype(np.uint16)
    flushes = np.zeros((1 + len(sets), MADE + 1, PARTS), np.int16)
    find_flushes(sets[:, 0].copy(), np.array(parts), orders, np.zeros(len(parts), np.int64), flushes[1:])
    return flushes


def cards_left() -> Bytes:
    """Return the number of cards of each of the 26 kinds left by each board; by ranks alone, none is suited."""
    ranks = board_ranks()
    left = np.full((BOARDS, 26), 4, np.uint8)
    left[:, 13:] = 0
    left[RANK_FIVES:] = np.repeat((3, 1), 13)
    sizes = np.repeat((0, *(size for size, _ in suited_sizes())), (RANK_FIVES, 286 * 91, 715 * 13, 1287))
    for place in range(5):
        left[np.arange(BOARDS), ranks[:, place] + 13 * (place < sizes)] -= 1
    return left
