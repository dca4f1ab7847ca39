"""One seat with nothing beside ante, blind, play and trips: its hands are counted by class, and that is all."""

from __future__ import annotations

import numpy as np

from uth.kernels.exact_index import Bytes, Integers
from uth.kernels.loop import loop
from uth.kernels.ranking import START, CardTables
from uth.kernels.sim_cards import State, draw
from uth.kernels.sim_choices import ChoiceTables, Strategies, decide, first_entry, order_with
from uth.kernels.sim_table import FOLDED
from uth.ranking import ORDER_BITS


@loop
def play_alone(
    rounds: int, state: State, qualifier: int, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    deck: Bytes, classes: Integers,
) -> None:  # fmt: skip
    """Count the classes of rounds, the same as `play_rounds` would."""
    for _ in range(rounds):
        draw(9, deck, state)
        board = START
        bits = np.uint64(0)
        for place in range(5):
            board += cards.keys[deck[place]]
            bits |= cards.bits[deck[place]]
        suit, entry = first_entry(board, cards, tables)
        one, two = np.uint64(deck[7]), np.uint64(deck[8])
        dealer = order_with(board, bits, np.uint64(deck[5]), np.uint64(deck[6]), cards)
        order = order_with(board, bits, one, two, cards)
        decision = np.int64(decide(np.uint64(0), np.uint64(0), one, two, deck, suit, entry, bits, tables, strategies))
        result = np.int64(0)
        if decision != FOLDED:
            result = np.int64(order >= dealer) + np.int64(order > dealer)
        qualifies = np.int64(dealer >> ORDER_BITS >= qualifier)
        classes[((decision * 2 + qualifies) * 3 + result) * 10 + (order >> ORDER_BITS)] += 1
