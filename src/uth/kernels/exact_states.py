"""One hole on given boards against every dealer's hole, with dead cards; the basis of advice."""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import (
    FINER,
    FOLDS,
    LESS,
    LOST,
    PLAY_BIT,
    QUALIFIER,
    RIVER,
    RIVER_HIGH,
    RIVER_LOW,
    SCALE,
    STAKED,
    STAY,
    WON,
    Bytes,
    Integers,
    Words,
)  # fmt: skip
from uth.kernels.loop import loop
from uth.ranking import COLUMN_BITS, ORDER_BITS

WINS: Final = 0
LOSSES: Final = 1
WITHOUT: Final = 2
KIND: Final = 3
"""A state: dealers below, dealers above, dealers who do not qualify, and the hole's category."""


class StateTables(NamedTuple):
    """The tables of `uth.ranking`: keys by rank, rows, orders."""

    keys: Integers
    rows: Words
    orders: Words


class StateScratch(NamedTuple):
    """Scratch arrays for one thread."""

    left: Integers
    state: Integers
    places: Integers
    board: Bytes


def order_of(key: int, tables: StateTables) -> int:
    """Return the order of ranks without a flush, from the sum of their keys."""
    row = tables.rows[key >> COLUMN_BITS & tables.rows.shape[0] - 1]
    order: int = 0 + tables.orders[2 * row + (key & ((1 << COLUMN_BITS) - 1))]
    return order


def describe_board(board: Bytes, alive: Bytes, tables: StateTables, left: Integers) -> tuple[int, int, int, int]:
    """Return the board's flush suit (4 for none), its number of suited cards, a mask of their ranks, and the board's
    key.

    `left` is filled with the cards of each kind that the dealer may have; `alive` is 0 for each dead card.
    """
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
        left[(card >> 2) + 13 * (card & 3 == suit)] += alive[card]
    for at in range(5):
        rank = board[at] >> 2
        suited = board[at] & 3 == suit
        key += tables.keys[rank]
        mask |= suited << rank
        left[rank + 13 * suited] -= alive[board[at]]
    return suit, size, mask, key


def stand_state(
    board: Bytes, hole: Bytes, alive: Bytes, qualifier: int, tables: StateTables, left: Integers, state: Integers
) -> None:
    """Fill the state of a hole on a board, over the dealer's holes by rank and number of suited cards."""
    keys, _, orders = tables
    suit, size, mask, key = describe_board(board, alive, tables, left)
    mine, cards = mask, size
    for at in range(2):
        if hole[at] & 3 == suit:
            mine |= 1 << (hole[at] >> 2)
            cards += 1
    order = 0 + orders[mine] if cards >= 5 else order_of(key + keys[hole[0] >> 2] + keys[hole[1] >> 2], tables)
    wins = losses = without = 0
    for y in range(13):
        for x in range(y + 1):
            plain = 0
            for way in range(4):
                x_in, y_in = way & 1, way >> 1
                dealers = left[x + 13 * x_in] * left[y + 13 * y_in]
                if x == y:
                    dealers = left[x] * (left[x] - 1) >> 1 if way == 0 else dealers if way == 1 else 0
                if dealers == 0:
                    continue
                if size + x_in + y_in >= 5:
                    theirs = 0 + orders[mask | x_in << x | y_in << y]
                else:
                    if plain == 0:
                        plain = order_of(key + keys[x] + keys[y], tables)
                    theirs = plain
                wins += dealers * (theirs < order)
                losses += dealers * (theirs > order)
                without += dealers * (theirs >> ORDER_BITS < qualifier)
    state[WINS] = wins
    state[LOSSES] = losses
    state[WITHOUT] = without
    state[KIND] = order >> ORDER_BITS


@loop
def stand_states(
    boards: Bytes,
    hole: Bytes,
    alive: Bytes,
    qualifier: int,
    tables: StateTables,
    scratch: StateScratch,
    states: Integers,
) -> None:
    """Fill the state of a hole on each of the boards."""
    for at in range(boards.shape[0]):
        stand_state(boards[at], hole, alive, qualifier, tables, scratch.left, states[at])


def add_to_flops(
    terms: Integers, dealers: int, scratch: StateScratch, threes: Integers, grades: Bytes, sums: Integers
) -> None:
    """Add a board's value to the flops it can come from; `threes` numbers flops by the positions of their cards."""
    _, state, places, _ = scratch
    kind = state[KIND]
    play = state[WINS] - state[LOSSES]
    rest = terms[WON + kind] * state[WINS] + terms[LOST + kind] * state[LOSSES] + terms[LESS + kind] * state[WITHOUT]
    rest += terms[STAKED + kind] // 990 * dealers
    multiple = terms[RIVER_HIGH] if play > 0 else terms[RIVER_LOW]
    best = terms[FINER] * (rest + terms[SCALE] * play * multiple)
    for i in range(3):
        for j in range(i + 1, 4):
            for k in range(j + 1, 5):
                flop = threes[0, places[i]] + threes[1, places[j]] + threes[2, places[k]]
                sums[STAY, flop] += rest + (play << PLAY_BIT)
                sums[RIVER, flop] += max(best, terms[FOLDS + grades[flop]] // 990 * dealers)


@loop
def sum_states(
    first: int, step: int, cards: Bytes, hole: Bytes, alive: Bytes, terms: Integers, tables: StateTables,
    threes: Integers, grades: Bytes, dealers: int, scratch: StateScratch, sums: Integers,
) -> None:  # fmt: skip
    """Add the value of each board of five of the cards to each of its ten flops."""
    left, state, places, board = scratch
    count = len(cards)
    for a in range(first, count, step):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                for d in range(c + 1, count):
                    for e in range(d + 1, count):
                        places[0], places[1], places[2], places[3], places[4] = a, b, c, d, e
                        for at in range(5):
                            board[at] = cards[places[at]]
                        stand_state(board, hole, alive, terms[QUALIFIER], tables, left, state)
                        add_to_flops(terms, dealers, scratch, threes, grades, sums)
