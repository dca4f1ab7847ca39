"""Every complete board: forwards into sums for each flop, or backwards into a tally of outcomes.

A row of sums belongs to a flop, with holes numbered relative to one suit. Forwards, a board's values are added to the
rows of the flops it can come from. Backwards, the rows hold how often each flop and hole is reached, and a board
collects from them; three such counts share one integer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import (
    ABSENT,
    COUNT_MASK,
    FINER,
    FOLD,
    FOLDS,
    HIGH,
    HOLES,
    LESS,
    LOSSES_BIT,
    LOST,
    LOW,
    PLAY_BIT,
    RANK_PAIRS,
    REACH_BITS,
    RIVER,
    RIVER_HIGH,
    RIVER_LOW,
    ROWS,
    SCALE,
    STAKED,
    STAY,
    WIDTH,
    WITHOUT_BIT,
    WON,
    Bytes,
    Counts,
    Integers,
)  # fmt: skip
from uth.kernels.loop import loop

LONE: Final = ROWS
BOARD: Final = LONE + 13
ALL_ROWS: Final = BOARD + 1
LONE_ROUTES: Final = 39
"""Scratch rows after the rows of the flops: one for each rank of a single offsuit card, from which 39 routes lead to
flops with two suited cards, and one for the board itself.
"""


class BoardTables(NamedTuple):
    """The boards, in sets with the same ranks of one suit, and the routes from boards to flops.

    A set is its number of suited ranks, its first board, its number of boards, a mask of its ranks, the first route of
    its first board, the number of routes of each board, and its index among the suited sets. A route leads from one row
    to another, at an offset from a link of the set, and counts each hole a number of times. The routes of single
    offsuit cards come first.
    """

    sets: Integers
    links: Integers
    routes: Integers
    times: Integers


class Standings(NamedTuple):
    """The standing of each hole on each board, packed in one integer, and its category."""

    standing: Counts
    kinds: Bytes


def value_holes(
    holes: int, board: int, decide: int, standings: Standings, terms: Integers, plays: Bytes, worth: Integers
) -> None:
    """Fill the value of each hole of a board, for the action in `plays` or else for the best one, which is stored
    there.
    """
    standing, kinds = standings.standing[board], standings.kinds[board]
    river_low = terms[SCALE] * terms[RIVER_LOW]
    river_high = terms[SCALE] * terms[RIVER_HIGH]
    for grade in range(worth.shape[0] - RIVER):
        actions = plays[grade, board]
        for hole in range(holes):
            kind = kinds[hole]
            wins = standing[hole] & COUNT_MASK
            losses = standing[hole] >> LOSSES_BIT & COUNT_MASK
            play = wins - losses
            rest = terms[WON + kind] * wins + terms[LOST + kind] * losses
            rest += terms[LESS + kind] * (standing[hole] >> WITHOUT_BIT) + terms[STAKED + kind]
            low = terms[FINER] * (rest + play * river_low)
            high = terms[FINER] * (rest + play * river_high)
            fold = 0 if kind == ABSENT else terms[FOLDS + grade]
            if decide:
                actions[hole] = FOLD if fold > low and fold > high else HIGH if high > low else LOW
            action = actions[hole]
            worth[STAY, hole] = rest + (play << PLAY_BIT)
            worth[RIVER + grade, hole] = fold if action == FOLD else low if action == LOW else high


def tally_holes(holes: int, board: int, standings: Standings, plays: Bytes, reached: Integers, tally: Integers) -> None:
    """Add each hole of a board to the tally as often as it is reached."""
    for hole in range(holes):
        kind = standings.kinds[board, hole]
        if kind == ABSENT:
            continue
        standing = standings.standing[board, hole]
        reach = reached[0, hole]
        action = plays[0, board, hole]
        for slot in range(3):
            times = reach & ((1 << REACH_BITS) - 1)
            reach >>= REACH_BITS
            if times:
                row = tally[action, kind]
                row[0] += times
                row[1] += times * (standing & COUNT_MASK)
                row[2] += times * (standing >> LOSSES_BIT & COUNT_MASK)
                row[3] += times * (standing >> WITHOUT_BIT)
            action = 3 + slot


def clear(row: Integers) -> None:
    """Set a row to zero."""
    for field in range(row.shape[0]):
        for hole in range(WIDTH):
            row[field, hole] = 0


def follow(first: int, last: int, back: int, links: Integers, tables: BoardTables, sums: Integers) -> None:
    """Add along routes with their multiplicities: forwards to their targets, or backwards from them."""
    routes, times = tables.routes, tables.times
    for at in range(first, last):
        of, to = routes[at, 0], links[routes[at, 1]] + routes[at, 2]
        if back:
            of, to = to, of
        ways = times[routes[at, 3]]
        for field in range(sums.shape[1]):
            total, worth = sums[to, field], sums[of, field]
            for hole in range(WIDTH):
                total[hole] += worth[hole] * ways[hole]


@loop
def sum_boards(
    first: int, step: int, decide: int, tables: BoardTables, standings: Standings, terms: Integers, plays: Bytes,
    plain: Integers, sums: Integers,
) -> None:  # fmt: skip
    """Add the values of the boards to the rows of their flops; boards numbered by ranks alone stay in `plain`."""
    sets = tables.sets
    for at in range(first, sets.shape[0], step):
        suited, start, others = sets[at, 0], sets[at, 1], sets[at, 2]
        route, routes = sets[at, 4], sets[at, 5]
        links = tables.links[at]
        if suited == 0:
            value_holes(RANK_PAIRS, start, decide, standings, terms, plays, plain[start])
            continue
        for row in range(LONE, BOARD):
            clear(sums[row])
        for board in range(start, start + others):
            value_holes(HOLES, board, decide, standings, terms, plays, sums[BOARD])
            follow(route, route + routes, 0, links, tables, sums)
            route += routes
        if suited == 3:
            follow(0, LONE_ROUTES, 0, links, tables, sums)


@loop
def tally_boards(
    first: int, step: int, tables: BoardTables, standings: Standings, plays: Bytes, plain: Integers, sums: Integers,
    tally: Integers,
) -> None:  # fmt: skip
    """Collect from the rows of the flops how often each hole is reached on each board, and add it to the tally."""
    sets = tables.sets
    for at in range(first, sets.shape[0], step):
        suited, start, others = sets[at, 0], sets[at, 1], sets[at, 2]
        route, routes = sets[at, 4], sets[at, 5]
        links = tables.links[at]
        if suited == 0:
            tally_holes(RANK_PAIRS, start, standings, plays, plain[start], tally)
            continue
        for row in range(LONE, BOARD):
            clear(sums[row])
        if suited == 3:
            follow(0, LONE_ROUTES, 1, links, tables, sums)
        for board in range(start, start + others):
            clear(sums[BOARD])
            follow(route, route + routes, 1, links, tables, sums)
            tally_holes(HOLES, board, standings, plays, sums[BOARD], tally)
            route += routes
