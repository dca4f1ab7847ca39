"""Numbered boards and holes, the same for every game."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from uth.kernels.exact_boards import BOARD, LONE, BoardTables
from uth.kernels.exact_index import (
    ALL,
    HOLES,
    ONE,
    RANK_FIVES,
    RANK_PAIRS,
    TWO,
    WIDTH,
    Bytes,
    Integers,
    five_at,
    pair_at,
    three_at,
)
from uth.kernels.exact_states import StateTables
from uth.ranking import load_tables

TWOS: Final = 3
THREES: Final = 13
NO_LINK: Final = 23
LINKS: Final = 24
"""The links of a set of suited ranks: three flops with one of them, ten with two, ten with three, and the first row."""

ONCE: Final = 0
NEVER: Final = 1
LEFT: Final = 2
ONE_LESS: Final = LEFT + 13
BOTH: Final = ONE_LESS + 13
"""The rows of `route_times`."""


@cache
def rank_pairs() -> Bytes:
    """Return the lower and higher rank of each pair of ranks."""
    return np.array([(x, y) for y in range(13) for x in range(y + 1)], np.uint8)


@cache
def hole_kinds() -> Bytes:
    """Return each hole's two kinds, suited part, pair of ranks, and whether its lower and higher card are suited."""
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
    """Return the five ranks of each board that is numbered by ranks alone."""
    ranks = np.array(list(combinations_with_replacement(range(13), 5)))
    return ranks[np.argsort(five_at(ranks))]


def suited_sizes() -> tuple[tuple[int, Integers], ...]:
    """Return how many ranks of one suit a board can have, and the other ranks that complete each such set."""
    return (
        (3, rank_pairs().astype(np.int64)),
        (4, np.arange(13)[:, None]),
        (5, np.zeros((1, 0), np.int64)),
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
def board_tables() -> BoardTables:
    """Return the sets of boards, and the routes from them to the rows of their flops."""
    sets = [(0, board, 1, 0, 0, 0, 0) for board, ranks in enumerate(five_ranks().tolist()) if ranks[0] != ranks[4]]
    links = [np.zeros((len(sets), LINKS), np.int64)]
    routes = [(LONE + rank, TWOS + link, rank, ONCE) for rank in range(13) for link in range(3)]
    start, number = RANK_FIVES, 1
    for size, added in suited_sizes():
        chosen = np.array(list(combinations(range(13), size)))
        ways = [board_routes(size, *other) for other in added.tolist()]
        for mask in (1 << chosen).sum(axis=1).tolist():
            sets.append((size, start, len(added), mask, len(routes), len(ways[0]), number))
            start, number = start + len(added), number + 1
        links.append(set_links(chosen))
        routes += [route for way in ways for route in way]
    return BoardTables(sets=np.array(sets), links=np.concatenate(links), routes=np.array(routes), times=route_times())


def set_links(chosen: Integers) -> Integers:
    """Return the rows of the flops of each set of suited ranks: flops with one of its ranks, with two, with three."""
    size = chosen.shape[1]
    twos = np.moveaxis(chosen[:, list(combinations(range(size), 2))], 2, 0)
    threes = np.moveaxis(chosen[:, list(combinations(range(size), 3))], 2, 0)
    links = np.zeros((len(chosen), LINKS), np.int64)
    links[:, :3] = ONE + RANK_PAIRS * chosen[:, :3]
    links[:, TWOS : TWOS + comb(size, 2)] = TWO + 13 * pair_at(*twos)
    links[:, THREES : THREES + comb(size, 3)] = ALL + three_at(*threes)
    return links


def board_routes(size: int, *others: int) -> list[tuple[int, int, int, int]]:
    """Return the routes of a board with that many suited ranks and those other ranks, lowest first.

    If one of two offsuit cards is on the flop, the other is still to come, in as many ways as the hole leaves open.
    """
    if size == 5:
        return [(BOARD, THREES + link, 0, ONCE) for link in range(10)]
    if size == 4:
        (lone,) = others
        routes = [(BOARD, TWOS + link, lone, ONCE) for link in range(6)]
        return routes + [(BOARD, THREES + link, 0, LEFT + lone) for link in range(4)]
    low, high = others
    routes = [(BOARD, link, pair_at(low, high), ONCE) for link in range(3)]
    if low == high:
        routes += [(BOARD, NO_LINK, LONE + low, ONE_LESS + low), (BOARD, NO_LINK, LONE + low, NEVER)]
    else:
        routes += [(BOARD, NO_LINK, LONE + low, LEFT + high), (BOARD, NO_LINK, LONE + high, LEFT + low)]
    return [*routes, (BOARD, THREES, 0, BOTH + pair_at(low, high))]


def route_times() -> Integers:
    """Return how many times a route counts each hole.

    The rows are: once; never; for each rank, the cards of the three other suits that the hole leaves; the same less
    one; and for each pair of ranks, the ways to draw it from those cards.
    """
    holes = hole_kinds()
    left = np.full((13, WIDTH), 3)
    for column in (0, 1):
        out = np.flatnonzero(holes[:HOLES, column] < 13)
        left[holes[out, column], out] -= 1
    low, high = rank_pairs().T
    both = np.where((low == high)[:, None], left[low] * (left[low] - 1) // 2, left[low] * left[high])
    return np.concatenate((np.ones((1, WIDTH), np.int64), np.zeros((1, WIDTH), np.int64), left, left - 1, both))


@cache
def state_tables() -> StateTables:
    """Return the tables of `uth.ranking` as arrays for the compiled loops."""
    keys, rows, orders = load_tables()
    return StateTables(np.array(keys, np.int64), np.array(rows, np.uint16), np.array(orders, np.uint16))
