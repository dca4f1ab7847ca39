"""One seat with nothing beside ante, blind, play and trips: its hands are counted by class, and that is all.

Rounds go street by street, a few hundred at a time. What one hand decides cannot be foreseen, and a processor that
guesses wrong waits; here each street is a list of the hands that are still to decide, so that there is little to guess
and the tables of many hands are fetched at once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from uth.kernels.exact_index import Bytes, Integers
from uth.kernels.loop import loop
from uth.kernels.ranking import START, CardTables
from uth.kernels.sim_cards import State, draw
from uth.kernels.sim_choices import (
    ChoiceTables,
    Longs,
    Strategies,
    Uints,
    first_entry,
    flop_entry,
    flop_place,
    order_with,
    river_entry,
    two_bits,
)
from uth.kernels.sim_table import FOLDED
from uth.ranking import ORDER_BITS

AT_A_TIME: Final = 512


class AloneRoom(NamedTuple):
    """Room for the rounds of a time: their cards, the place of the flop and sums of the board, what the hand came to,
    what it decided; and which of them are still to decide."""

    cards: Bytes
    flops: Uints
    boards: Longs
    bits: Longs
    cells: Integers
    decisions: Bytes
    undecided: Integers


def deal_hand(at: int, qualifier: int, deck: Bytes, cards: CardTables, tables: ChoiceTables, room: AloneRoom) -> None:
    """Note the cards of a round, and what the hand comes to if it stays."""
    board = START
    bits = np.uint64(0)
    for place in range(5):
        board += cards.keys[deck[place]]
        bits |= cards.bits[deck[place]]
    for place in range(9):
        room.cards[at, place] = deck[place]
    room.flops[at] = flop_place(np.uint64(deck[0]), np.uint64(deck[1]), np.uint64(deck[2]), tables)
    room.boards[at] = board
    room.bits[at] = bits
    dealer = order_with(board, bits, np.uint64(deck[5]), np.uint64(deck[6]), cards)
    order = order_with(board, bits, np.uint64(deck[7]), np.uint64(deck[8]), cards)
    qualifies = np.int64(dealer >> ORDER_BITS >= qualifier)
    result = np.int64(order >= dealer) + np.int64(order > dealer)
    room.cells[at] = (qualifies * 3 + result) * 10 + (order >> ORDER_BITS)


def act_alone(count: int, cards: CardTables, tables: ChoiceTables, strategies: Strategies, room: AloneRoom) -> None:
    """Let hands decide, each street those that have not yet."""
    undecided = room.undecided
    left = 0
    for at in range(count):
        one, two = np.uint64(room.cards[at, 7]), np.uint64(room.cards[at, 8])
        decision = strategies.preflop[0, tables.starts[one * np.uint64(52) + two]]
        room.decisions[at] = decision
        undecided[left] = at
        left += int(decision == 0)
    waiting = left
    left = 0
    for place in range(waiting):
        at = undecided[place]
        one, two = np.uint64(room.cards[at, 7]), np.uint64(room.cards[at, 8])
        action = two_bits(strategies.flop[0], flop_entry(np.uint64(room.flops[at]), one, two, tables))
        room.decisions[at] = strategies.decisions[0, action]
        undecided[left] = at
        left += int(action == 0)
    waiting = left
    for place in range(waiting):
        at = undecided[place]
        one, two = np.uint64(room.cards[at, 7]), np.uint64(room.cards[at, 8])
        suit, entry = first_entry(room.boards[at], cards, tables)
        river = river_entry(one, two, room.cards[at], suit, entry, room.bits[at], tables)
        room.decisions[at] = strategies.decisions[0, np.uint64(3) + two_bits(strategies.river[0, 0], river)]


@loop
def play_alone(
    rounds: int, state: State, qualifier: int, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    deck: Bytes, room: AloneRoom, classes: Integers,
) -> None:  # fmt: skip
    """Count the classes of rounds, the same as `play_rounds` would."""
    done = 0
    while done < rounds:
        count = min(AT_A_TIME, rounds - done)
        for at in range(count):
            draw(9, deck, state)
            deal_hand(at, qualifier, deck, cards, tables, room)
        act_alone(count, cards, tables, strategies, room)
        for at in range(count):
            decision, cell = np.int64(room.decisions[at]), room.cells[at]
            result = cell // 10 % 3
            classes[decision * 60 + cell - 10 * result * np.int64(decision == FOLDED)] += 1
        done += count
