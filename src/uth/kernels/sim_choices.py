"""A strategy's decisions as table lookups: before the flop by the hole, on the flop and at the river in two bits.

The tables are those of the exact count, which numbers a flop by its canonical suits and a board by its ranks and flush
suit. Here a single lookup gives each number, because a simulated hand has no time for more.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from uth.kernels.exact_index import Bytes, Counts, Words
from uth.kernels.ranking import COLUMN, FLUSH, ROW, ROW_AT, SUIT_RANKS, TWO, TWO_MORE, CardTables, suit_at

Uints = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.uint64]

RENAMING_AT: Final = np.uint64(16)
FLOP_MASK: Final = np.uint64(0xFFFF)
CARDS: Final = np.uint64(52)


class ChoiceTables(NamedTuple):
    """Lookup tables for the numbers of holes, flops and boards.

    They hold a hole's number by its cards; the summand of each card of a sorted flop for the flop's index; at that
    index the flop's number and above it the renaming of its suits; each renaming of the cards; the number of a board
    without a flush suit, by the index of its order; and the first entry of a board with a flush suit, by the ranks of
    that suit.
    """

    starts: Words
    places: Words
    flops: Uints
    renamed: Bytes
    boards: Words
    flushes: Counts


class Strategies(NamedTuple):
    """The tables of each strategy.

    They hold a decision by hole, or 0 to check; two bits by flop and hole; two bits by board and hole, for each grade
    of the forfeited pay; and the decisions that those bits mean.
    """

    preflop: Bytes
    flop: Bytes
    river: Bytes
    decisions: Bytes


def flop_place(a: np.uint64, b: np.uint64, c: np.uint64, tables: ChoiceTables) -> np.uint64:
    """Return the index of a flop, for any order of its cards."""
    low, high = min(a, b), max(a, b)
    middle, high = min(high, c), max(high, c)
    low, middle = min(low, middle), max(low, middle)
    places = tables.places
    return np.uint64(places[low] + places[CARDS + middle] + places[CARDS + CARDS + high])


def two_bits(table: Bytes, at: np.uint64) -> np.uint64:
    """Return an entry of a table with four entries per byte."""
    return np.uint64(table[at >> TWO] >> ((at & np.uint64(3)) << np.uint64(1))) & np.uint64(3)


def flop_entry(place: np.uint64, one: np.uint64, two: np.uint64, tables: ChoiceTables) -> np.uint64:
    """Return the entry of a hole on the flop with that index."""
    code = np.uint64(tables.flops[place])
    names = (code >> RENAMING_AT) * CARDS
    one, two = np.uint64(tables.renamed[names + one]), np.uint64(tables.renamed[names + two])
    return (code & FLOP_MASK) * np.uint64(1326) + np.uint64(tables.starts[one * CARDS + two])


def pair_entry(one: np.uint64, two: np.uint64) -> np.uint64:
    """Return the number of two ranks or kinds in any order."""
    low, high = min(one, two), max(one, two)
    return (high * (high + np.uint64(1)) >> np.uint64(1)) + low


def place_of(key: np.uint64, cards: CardTables) -> np.uint64:
    """Return the index of ranks without a flush among the orders, which is unique for each choice of ranks."""
    return TWO * np.uint64(cards.rows[key >> ROW_AT & ROW]) + (key & COLUMN)


def flush_board(board: Bytes, suit: np.uint64, bits: np.uint64, tables: ChoiceTables) -> np.uint64:
    """Return the first entry of a board with a flush suit; the board is the first five of the cards."""
    size = other = total = np.uint64(0)
    for at in range(5):
        card = np.uint64(board[at])
        is_other = np.uint64(card & np.uint64(3) != suit)
        size += is_other
        total += is_other * (card >> TWO)
        other = max(other, is_other * (card >> TWO))
    if size == np.uint64(2):
        total = pair_entry(total - other, other)
    start = np.uint64(tables.flushes[bits >> np.uint64(13) * suit & SUIT_RANKS])
    return start + total * np.uint64(351)


NO_SUIT: Final = np.uint64(4)


def first_entry(board: np.uint64, cards: CardTables, tables: ChoiceTables) -> tuple[np.uint64, np.uint64]:
    """Return the flush suit of a board, or else `NO_SUIT` and the board's first entry."""
    if board + TWO_MORE & FLUSH:
        return suit_at(board + TWO_MORE) // np.uint64(13), np.uint64(0)
    return NO_SUIT, np.uint64(91) * np.uint64(tables.boards[place_of(board, cards)])


def river_entry(
    one: np.uint64, two: np.uint64, board: Bytes, suit: np.uint64, entry: np.uint64, bits: np.uint64,
    tables: ChoiceTables,
) -> np.uint64:  # fmt: skip
    """Return the entry of a hole on a board; suit and entry are those of `first_entry`."""
    if suit == NO_SUIT:
        return entry + pair_entry(one >> TWO, two >> TWO)
    first = (one >> TWO) + np.uint64(13) * np.uint64(one & np.uint64(3) == suit)
    second = (two >> TWO) + np.uint64(13) * np.uint64(two & np.uint64(3) == suit)
    return flush_board(board, suit, bits, tables) + pair_entry(first, second)


def decide(
    strategy: np.uint64, grade: np.uint64, one: np.uint64, two: np.uint64, deck: Bytes, suit: np.uint64,
    entry: np.uint64, bits: np.uint64, tables: ChoiceTables, strategies: Strategies,
) -> np.uint64:  # fmt: skip
    """Return the decision of a hole, street by street."""
    decision = np.uint64(strategies.preflop[strategy, tables.starts[one * CARDS + two]])
    if decision:
        return decision
    place = flop_place(np.uint64(deck[0]), np.uint64(deck[1]), np.uint64(deck[2]), tables)
    action = two_bits(strategies.flop[strategy], flop_entry(place, one, two, tables))
    if action:
        return np.uint64(strategies.decisions[strategy, action])
    river = river_entry(one, two, deck, suit, entry, bits, tables)
    return np.uint64(strategies.decisions[strategy, np.uint64(3) + two_bits(strategies.river[strategy, grade], river)])


def order_with(board: np.uint64, bits: np.uint64, one: np.uint64, two: np.uint64, cards: CardTables) -> np.int64:
    """Return the order of a hole on a board from the board's sums."""
    key = board + cards.keys[one] + cards.keys[two]
    if key & FLUSH:
        suited = (bits | cards.bits[one] | cards.bits[two]) >> suit_at(key) & SUIT_RANKS
        return np.int64(cards.orders[suited])
    return np.int64(cards.orders[place_of(key, cards)])
