"""A faster loop for one seat with only ante, blind, play and trips: it counts classes of hands.

Rounds are played street by street, a few hundred at a time. Decisions are unpredictable, and a mispredicted branch is
slow. Each street is therefore a list of the hands still to decide, so that there are few branches and the table entries
of many hands are loaded together.
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


class AloneScratch(NamedTuple):
    """Scratch arrays for a batch of rounds.

    They hold the cards, the index of the flop, sums of the board, the class without its decision, the decision, and the
    rounds still to decide.
    """

    cards: Bytes
    flops: Uints
    boards: Longs
    bits: Longs
    cells: Integers
    decisions: Bytes
    undecided: Integers


def deal_hand(
    at: int, qualifier: int, deck: Bytes, cards: CardTables, tables: ChoiceTables, scratch: AloneScratch
) -> None:
    """Store the cards of a round, and the hand's class if it stays."""
    board = START
    bits = np.uint64(0)
    for place in range(5):
        board += cards.keys[deck[place]]
        bits |= cards.bits[deck[place]]
    for place in range(9):
        scratch.cards[at, place] = deck[place]
    scratch.flops[at] = flop_place(np.uint64(deck[0]), np.uint64(deck[1]), np.uint64(deck[2]), tables)
    scratch.boards[at] = board
    scratch.bits[at] = bits
    dealer = order_with(board, bits, np.uint64(deck[5]), np.uint64(deck[6]), cards)
    order = order_with(board, bits, np.uint64(deck[7]), np.uint64(deck[8]), cards)
    qualifies = np.int64(dealer >> ORDER_BITS >= qualifier)
    result = np.int64(order >= dealer) + np.int64(order > dealer)
    scratch.cells[at] = (qualifies * 3 + result) * 10 + (order >> ORDER_BITS)


def act_alone(
    count: int, cards: CardTables, tables: ChoiceTables, strategies: Strategies, scratch: AloneScratch
) -> None:
    """Decide every hand, street by street."""
    undecided = scratch.undecided
    left = 0
    for at in range(count):
        one, two = np.uint64(scratch.cards[at, 7]), np.uint64(scratch.cards[at, 8])
        decision = strategies.preflop[0, tables.starts[one * np.uint64(52) + two]]
        scratch.decisions[at] = decision
        undecided[left] = at
        left += int(decision == 0)
    waiting = left
    left = 0
    for place in range(waiting):
        at = undecided[place]
        one, two = np.uint64(scratch.cards[at, 7]), np.uint64(scratch.cards[at, 8])
        action = two_bits(strategies.flop[0], flop_entry(np.uint64(scratch.flops[at]), one, two, tables))
        scratch.decisions[at] = strategies.decisions[0, action]
        undecided[left] = at
        left += int(action == 0)
    waiting = left
    for place in range(waiting):
        at = undecided[place]
        one, two = np.uint64(scratch.cards[at, 7]), np.uint64(scratch.cards[at, 8])
        suit, entry = first_entry(scratch.boards[at], cards, tables)
        river = river_entry(one, two, scratch.cards[at], suit, entry, scratch.bits[at], tables)
        scratch.decisions[at] = strategies.decisions[0, np.uint64(3) + two_bits(strategies.river[0, 0], river)]


@loop
def play_alone(
    rounds: int, state: State, qualifier: int, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    deck: Bytes, scratch: AloneScratch, classes: Integers,
) -> None:  # fmt: skip
    """Count the classes of rounds, with the same result as `play_rounds`."""
    done = 0
    while done < rounds:
        count = min(AT_A_TIME, rounds - done)
        for at in range(count):
            draw(9, deck, state)
            deal_hand(at, qualifier, deck, cards, tables, scratch)
        act_alone(count, cards, tables, strategies, scratch)
        for at in range(count):
            decision, cell = np.int64(scratch.decisions[at]), scratch.cells[at]
            result = cell // 10 % 3
            classes[decision * 60 + cell - 10 * result * np.int64(decision == FOLDED)] += 1
        done += count
