"""One hole on given boards, against every dealer hole of a deck that may lack some cards: what advice is made of."""

from __future__ import annotations

from typing import Final, NamedTuple

from numba import njit

from uth.kernels.exact_index import (
    BLIND, BONUS, FINER, FOLDS, PLAY_BIT, QUALIFIER, RIVER, RIVER_HIGH, RIVER_LOW, SCALE, STAY, Bytes, Integers, Words,
)  # fmt: skip

COLUMN_BITS: Final = 11
ORDER_BITS: Final = 12

WINS: Final = 0
LOSSES: Final = 1
WITHOUT: Final = 2
KIND: Final = 3
"""A state: dealers the hole beats, dealers that beat it, dealers who do not qualify, its category."""


class StateTables(NamedTuple):
    """The tables of `uth.ranking`: keys by rank, rows, orders."""

    keys: Integers
    rows: Words
    orders: Words


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def order_of(key: int, tables: StateTables) -> int:
    """Return the order of ranks no five of which share a suit, from the sum of their keys."""
    at = 2 * tables.rows[key >> COLUMN_BITS & tables.rows.shape[0] - 1] + (key & ((1 << COLUMN_BITS) - 1))
    return 0 + tables.orders[at]  # type: ignore[no-any-return]


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def stand_state(
    board: Bytes, hole: Bytes, alive: Bytes, qualifier: int, tables: StateTables, left: Integers, state: Integers
) -> None:
    """Fill the state of a hole on a board; `alive` says of each card whether the dealer may have it."""
    keys = tables.keys
    suit = 4
    key = mask = size = 0
    for candidate in range(4):
        count = 0
        for at in range(5):
            count += board[at] & 3 == candidate
        if count >= 3:
            suit, size = candidate, count
    for kind in range(26):
        left[kind] = 0
    for card in range(52):
        if alive[card]:
            left[(card >> 2) + (13 if card & 3 == suit else 0)] += 1
    for at in range(5):
        key += keys[board[at] >> 2]
        if board[at] & 3 == suit:
            mask |= 1 << (board[at] >> 2)
        left[(board[at] >> 2) + (13 if board[at] & 3 == suit else 0)] -= alive[board[at]]
    mine = mask
    suited = size
    for at in range(2):
        if hole[at] & 3 == suit:
            mine |= 1 << (hole[at] >> 2)
            suited += 1
    if suited >= 5:
        order = 0 + tables.orders[mine]
    else:
        order = order_of(key + keys[hole[0] >> 2] + keys[hole[1] >> 2], tables)
    wins = losses = without = 0
    for y in range(13):
        for x in range(y + 1):
            off_x, off_y, in_x, in_y = left[x], left[y], left[13 + x], left[13 + y]
            for cards in range(3):
                if cards == 0:
                    dealers = off_x * (off_x - 1) >> 1 if x == y else off_x * off_y
                    other = mask
                elif cards == 1:
                    dealers = off_x * in_y
                    other = mask | 1 << y
                    if x != y and size >= 4:
                        more = in_x * off_y
                        if more:
                            theirs = 0 + tables.orders[mask | 1 << x]
                            wins += more * (theirs < order)
                            losses += more * (theirs > order)
                            without += more * (theirs >> ORDER_BITS < qualifier)
                    elif x != y:
                        dealers += in_x * off_y
                else:
                    dealers = in_x * in_y if x != y else 0
                    other = mask | 1 << x | 1 << y
                if dealers == 0:
                    continue
                if size + cards >= 5:
                    theirs = 0 + tables.orders[other]
                else:
                    theirs = order_of(key + keys[x] + keys[y], tables)
                wins += dealers * (theirs < order)
                losses += dealers * (theirs > order)
                without += dealers * (theirs >> ORDER_BITS < qualifier)
    state[WINS] = wins
    state[LOSSES] = losses
    state[WITHOUT] = without
    state[KIND] = order >> ORDER_BITS


@njit(cache=True, nogil=True, error_model="numpy")
def stand_states(
    boards: Bytes, hole: Bytes, alive: Bytes, qualifier: int, tables: StateTables, left: Integers, states: Integers
) -> None:
    """Fill the state of a hole on each of the boards."""
    for at in range(boards.shape[0]):
        stand_state(boards[at], hole, alive, qualifier, tables, left, states[at])


@njit(cache=True, nogil=True, error_model="numpy")
def sum_states(
    first: int, step: int, cards: Bytes, hole: Bytes, alive: Bytes, terms: Integers, tables: StateTables,
    threes: Integers, grades: Bytes, dealers: int, board: Bytes, left: Integers, state: Integers, sums: Integers,
) -> None:  # fmt: skip
    """Add the worth of each board of five of the cards to each of the ten flops it can come from."""
    count = len(cards)
    places = left[26:]
    for a in range(first, count, step):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                for d in range(c + 1, count):
                    for e in range(d + 1, count):
                        places[0], places[1], places[2], places[3], places[4] = a, b, c, d, e
                        for at in range(5):
                            board[at] = cards[places[at]]
                        stand_state(board, hole, alive, terms[QUALIFIER], tables, left, state)
                        add_flops(terms, dealers, state, places, threes, grades, sums)


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def add_flops(
    terms: Integers, dealers: int, state: Integers, places: Integers, threes: Integers, grades: Bytes, sums: Integers
) -> None:
    """Add the worth of a board to the flops it can come from; `threes` numbers them by the places of their cards."""
    scale = terms[SCALE]
    kind = state[KIND]
    play = state[WINS] - state[LOSSES]
    ante = play - state[WITHOUT] if kind >= terms[QUALIFIER] else state[WITHOUT] - dealers
    rest = scale * (ante - state[LOSSES]) + terms[BLIND + kind] * state[WINS] + terms[BONUS + kind] * dealers // 990
    best = terms[FINER] * (rest + scale * play * max(terms[RIVER_LOW] * (play <= 0), terms[RIVER_HIGH] * (play > 0)))
    stay = rest + (play << PLAY_BIT)
    for i in range(3):
        for j in range(i + 1, 4):
            for k in range(j + 1, 5):
                flop = threes[0, places[i]] + threes[1, places[j]] + threes[2, places[k]]
                sums[STAY, flop] += stay
                sums[RIVER, flop] += max(best, terms[FOLDS + grades[flop]] // 990 * dealers)
