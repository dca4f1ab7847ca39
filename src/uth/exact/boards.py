"""The finished boards and their holes as the compiled loops look them up: the same for every game."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from uth.kernels.exact_boards import BoardTables
from uth.kernels.exact_flushes import NO_PART, find_flushes
from uth.kernels.exact_index import (
    ALL,
    CATEGORY_SHIFT,
    HIGHER_BIT,
    HOLES,
    LAST_HOLE,
    MADE,
    PARTS,
    RANK_FIVES,
    RANK_PAIRS,
    TWO,
    WIDTH,
    Bytes,
    Integers,
    Shorts,
    Words,
    five_at,
    pair_at,
    three_at,
)
from uth.kernels.exact_states import StateTables
from uth.ranking import COLUMN_BITS, FLUSH_MASKS, ORDER_BITS, ROWS, load_tables


@cache
def rank_pairs() -> Bytes:
    """Return the lower and higher rank of each pair of ranks."""
    return np.array([(x, y) for y in range(13) for x in range(y + 1)], np.uint8)


@cache
def hole_kinds() -> Bytes:
    """Return for each hole its two kinds, suited part, pair of ranks, and whether the lower and higher are suited."""
    rows = []
    for two in range(26):
        for one in range(two + 1):
            (x, x_in), (y, y_in) = sorted([(one % 13, one // 13), (two % 13, two // 13)])
            ranks = pair_at(x, y)
            part = 14 + ranks if x_in and y_in else 1 + (x if x_in else y) if x_in or y_in else 0
            rows.append((one, two, part, ranks, x_in, y_in))
    return np.array([*rows, (0, 0, 0, 0, 0, 0)], np.uint8)


@cache
def five_ranks() -> Integers:
    """Return the ranks of each board told by its ranks alone, by its number."""
    ranks = np.array(list(combinations_with_replacement(range(13), 5)))
    return ranks[np.argsort(five_at(ranks))]


def suited_sizes() -> tuple[tuple[int, Integers], ...]:
    """Return how many ranks of one suit a board can have, and the other ranks each such set is completed with."""
    return (
        (3, rank_pairs().astype(np.int64)),
        (4, np.arange(13)[:, None]),
        (5, np.zeros((1, 0), np.int64)),
    )


def suited_spread() -> Words:
    """Return for each pair of ranks the holes with the lower and with the higher suited; no such hole if the same."""
    low, high = rank_pairs().astype(np.int64).T
    second = np.where(low == high, HOLES, pair_at(low, 13 + high))
    return np.stack((pair_at(high, 13 + low), second), axis=1).astype(np.uint16)


def ranked_holes(boards: Integers) -> Words:
    """Return each board's holes told by ranks, lowest first, and after them `LAST_HOLE`; one more board has none."""
    tables = load_tables()
    keys, rows, orders = (np.array(table, np.int64) for table in tables)
    pairs = rank_pairs().astype(np.int64)
    copies = (boards[:, :, None] == np.arange(13)).sum(axis=1)
    same = pairs[:, 0] == pairs[:, 1]
    there = (copies[:, pairs[:, 0]] + same < 4) & (copies[:, pairs[:, 1]] < 4) & (copies.max(axis=1) < 5)[:, None]
    key = np.where(there, keys[boards].sum(axis=1)[:, None] + keys[pairs].sum(axis=1), 0)
    order = orders[2 * rows[key >> COLUMN_BITS & ROWS - 1] + (key & (1 << COLUMN_BITS) - 1)]
    packed = np.sort(np.where(there, order << HIGHER_BIT | np.arange(RANK_PAIRS), 1 << 40), axis=1)
    order = packed >> HIGHER_BIT
    higher = np.diff(order, axis=1, prepend=order[:, :1]) != 0
    entry = order >> ORDER_BITS << CATEGORY_SHIFT | higher << HIGHER_BIT | packed & (1 << HIGHER_BIT) - 1
    ranked = np.full((len(boards) + 1, RANK_PAIRS + 1), LAST_HOLE, np.uint16)
    ranked[:-1, :-1] = np.where(packed < 1 << 40, entry, LAST_HOLE)
    return ranked


def flush_parts(sets: Integers) -> Shorts:
    """Return what each suited part beats, for each set of suited ranks; the first is of no suit and empty."""
    parts = [(0, 0, 0)]
    parts += [(1 << rank, 1, 1 + rank) for rank in range(13)]
    parts += [(1 << x | 1 << y, 2, 14 + pair_at(x, y)) for x, y in combinations(range(13), 2)]
    ranks, cards, _ = np.array(parts).T
    size, mask = sets[:, 0, None], sets[:, 3, None]
    made = np.where(size + cards >= 5, np.array(load_tables().orders[:FLUSH_MASKS])[mask | ranks], 0)
    orders = np.where(mask & ranks, NO_PART, made).astype(np.uint16)
    flushes = np.zeros((1 + len(sets), MADE + 1, PARTS), np.int16)
    find_flushes(sets[:, 0].copy(), np.array(parts), orders, flushes[1:])
    return flushes


def cards_left() -> Bytes:
    """Return for each board how many cards of each of the 26 kinds it leaves; told by ranks, none is of the suit."""
    ranks = board_ranks()
    sizes = np.repeat((0, *(size for size, _ in suited_sizes())), (RANK_FIVES, 286 * 91, 715 * 13, 1287))
    on_board = (ranks[:, :, None] == np.arange(13)) & (np.arange(5)[:, None] >= sizes[:, None, None])
    suited = (ranks[:, :, None] == np.arange(13)) & (np.arange(5)[:, None] < sizes[:, None, None])
    off = np.where(sizes[:, None], 3, 4) - on_board.sum(axis=1)
    of_suit = np.where(sizes[:, None], 1 - suited.sum(axis=1), 0)
    return np.concatenate((off.clip(0), of_suit), axis=1).astype(np.uint8)


@cache
def board_tables() -> BoardTables:
    """Return the tables of the finished boards."""
    boards = five_ranks()
    pairs = rank_pairs()
    holes = hole_kinds()
    off = np.full((13, WIDTH), 3)
    for column in (0, 1):
        out = np.flatnonzero(holes[:HOLES, column] < 13)
        off[holes[out, column], out] -= 1
    sets = [(0, board, 1, 0, 0, 0, 0) for board in range(RANK_FIVES) if boards[board, 0] != boards[board, 4]]
    links = [np.zeros((len(sets), 23), np.int64)]
    start, number = RANK_FIVES, 1
    for size, added in suited_sizes():
        chosen = np.array(list(combinations(range(13), size)))
        twos = chosen[:, list(combinations(range(size), 2))]
        alls = chosen[:, list(combinations(range(size), 3))]
        link = np.zeros((len(chosen), 23), np.int64)
        link[:, :3] = chosen[:, :3] * RANK_PAIRS
        link[:, 3 : 3 + twos.shape[1]] = TWO + 13 * pair_at(*np.moveaxis(twos, 2, 0))
        link[:, 13 : 13 + alls.shape[1]] = ALL + three_at(*np.moveaxis(alls, 2, 0))
        links.append(link)
        for mask in (1 << chosen).sum(axis=1).tolist():
            sets.append((size, start, len(added), mask, len(twos[0]) if size < 5 else 0, len(alls[0]), number))
            number += 1
            start += len(added)
    fives = five_at(board_ranks())
    fives[-comb(13, 5) :] = RANK_FIVES
    return BoardTables(
        pairs=pairs,
        spread=suited_spread(),
        holes=holes,
        off=off,
        flushes=flush_parts(np.array([row for row in sets if row[0]])),
        ranked=ranked_holes(boards),
        left=cards_left(),
        sets=np.array(sets),
        links=np.concatenate(links),
        fives=fives,
    )


@cache
def board_ranks() -> Integers:
    """Return the five ranks of each board, those of its suit first."""
    ranks = [five_ranks()]
    for size, added in suited_sizes():
        chosen = np.array(list(combinations(range(13), size)))
        ranks.append(np.concatenate((np.repeat(chosen, len(added), axis=0), np.tile(added, (len(chosen), 1))), axis=1))
    return np.concatenate(ranks)


@cache
def state_tables() -> StateTables:
    """Return the tables of `uth.ranking` as the compiled loops read them."""
    keys, rows, orders = load_tables()
    return StateTables(np.array(keys, np.int64), np.array(rows, np.uint16), np.array(orders, np.uint16))
