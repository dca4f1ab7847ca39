"""Outs at the river: for each board and hole, the cards that would let the dealer win."""

from __future__ import annotations

from uth.kernels.exact_index import HOLES, RANK_PAIRS, Bytes, Integers
from uth.kernels.exact_states import StateTables, order_of
from uth.kernels.loop import loop
from uth.ranking import ORDER_BITS


@loop
def count_outs(
    first: int, step: int, sets: Integers, holes: Bytes, ranks: Integers, tables: StateTables, left: Integers,
    sixes: Integers, outs: Bytes, kinds: Bytes,
) -> None:  # fmt: skip
    """Fill the outs and the category of each board and hole; the last column has the category of the board alone.

    An out is a card that with the board alone beats the hole's hand. `ranks` has the five ranks of a board.
    """
    for at in range(first, sets.shape[0], step):
        suited, start, others, mask = sets[at, 0], sets[at, 1], sets[at, 2], sets[at, 3]
        for other in range(others):
            board = start + other
            key = 0
            for rank in range(13):
                left[rank] = 3 if suited else 4
                left[13 + rank] = 1 - (mask >> rank & 1) if suited else 0
            for place in range(5):
                rank = ranks[board, place]
                key += tables.keys[rank]
                if place >= suited:
                    left[rank] -= 1
            for kind in range(26):
                sixes[kind] = 0
                if left[kind] > 0:
                    cards = suited + (kind >= 13)
                    mine = mask | 1 << (kind - 13) if kind >= 13 else mask
                    flush = cards >= 5
                    sixes[kind] = tables.orders[mine] if flush else order_of(key + tables.keys[kind % 13], tables)
            whole = tables.orders[mask] if suited == 5 else order_of(key, tables)
            kinds[board, HOLES] = whole >> ORDER_BITS
            for hole in range(HOLES if suited else RANK_PAIRS):
                one, two = holes[hole, 0], holes[hole, 1]
                if left[two] <= 0 or left[one] <= (one == two):
                    continue
                mine = mask
                cards = suited
                for kind in (one, two):
                    if kind >= 13:
                        mine |= 1 << (kind - 13)
                        cards += 1
                if cards >= 5:
                    order = 0 + tables.orders[mine]
                else:
                    order = order_of(key + tables.keys[one % 13] + tables.keys[two % 13], tables)
                beaten = 0
                for kind in range(26):
                    if sixes[kind] > order:
                        beaten += left[kind] - (kind == one) - (kind == two)
                outs[board, hole] = beaten
                kinds[board, hole] = order >> ORDER_BITS
