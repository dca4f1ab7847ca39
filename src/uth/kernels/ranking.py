"""Ranks arrays of hands, with the tables of `uth.ranking.rank`, at hundreds of millions per second.

A card is its index, an unsigned byte below 52. The reference implementation is `uth.ranking_plain`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from uth.cards import DECK
from uth.errors import Malformed
from uth.kernels.loop import loop
from uth.ranking import COLUMN_BITS, FLUSH_MASKS, ROWS, load_tables

Cards = npt.NDArray[np.uint8]
Orders = npt.NDArray[np.uint16]
Rows = npt.NDArray[np.uint16]
Words = npt.NDArray[np.uint64]

NO_HAND: Final = 0
"""The result of `rank_boards` for a hole that shares a card with the board; lower than the order of any seven cards."""

# A card's key here is the key of its rank below a counter for each suit. The counters start at 3, so that a fifth card
# of the suit sets the highest bit. The card's own bit, thirteen to a suit, is in a second word. All constants are
# unsigned, because Numba checks a signed index for negative values.

SUITS_AT: Final = 28
START: Final = np.uint64(0x3333 << SUITS_AT)
FLUSH: Final = np.uint64(0x8888 << SUITS_AT)
TWO_MORE: Final = np.uint64(0x2222 << SUITS_AT)
FLUSH_AT: Final = np.uint64(SUITS_AT + 3)
COLUMN: Final = np.uint64((1 << COLUMN_BITS) - 1)
ROW: Final = np.uint64(ROWS - 1)
ROW_AT: Final = np.uint64(COLUMN_BITS)
SUIT_RANKS: Final = np.uint64(FLUSH_MASKS - 1)
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)


class CardTables(NamedTuple):
    """The tables by card: keys and bits of the 52, the rows, and the orders, padded for any sum."""

    keys: Words
    bits: Words
    rows: Rows
    orders: Orders


@cache
def card_tables() -> CardTables:
    """Return the package's tables as arrays; entries that are not a hand have order 0."""
    tables = load_tables()
    keys = np.array([tables.keys[card.rank] | 1 << SUITS_AT + 4 * card.suit for card in DECK], np.uint64)
    bits = np.array([1 << 13 * card.suit + card.rank for card in DECK], np.uint64)
    orders = np.zeros(2 * max(tables.rows) + (1 << COLUMN_BITS), np.uint16)
    orders[: len(tables.orders)] = tables.orders
    return CardTables(keys, bits, np.array(tables.rows, np.uint16), orders)


def rank_array(hands: Cards, *, distinct: bool = True) -> Orders:
    """Return the order of each row of five, six or seven cards.

    A row with a repeated card is refused. ``distinct=False`` skips this check, which saves a third of the time; such a
    row then gets an arbitrary order.
    """
    require_cards("hands", hands, (5, 6, 7))
    orders = np.empty(len(hands), np.uint16)
    repeat = rank_rows(hands, distinct, *card_tables(), orders)
    if repeat >= 0:
        raise repeated_card("hands", hands, repeat)
    return orders


def rank_boards(boards: Cards, holes: Cards) -> Orders:
    """Return the order of each five-card board (rows) with each hole (columns); `NO_HAND` if they share a card."""
    require_cards("boards", boards, (5,))
    require_cards("holes", holes, (2,))
    tables = card_tables()
    for field, cards in (("boards", boards), ("holes", holes)):
        repeat = first_repeat(cards, tables.bits)
        if repeat >= 0:
            raise repeated_card(field, cards, repeat)
    orders = np.empty((len(boards), len(holes)), np.uint16)
    rank_pairs(boards, holes, *tables, np.empty((2, len(holes)), np.uint64), orders)
    return orders


def require_cards(field: str, cards: Cards, sizes: tuple[int, ...]) -> None:
    """Raise `Malformed` unless this is an array of cards, one hand, board or hole per row."""
    says = f"is not an array of unsigned bytes, {' or '.join(map(str, sizes))} cards in each row"
    if not isinstance(cards, np.ndarray):
        raise Malformed(field, type(cards).__name__, says)
    if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] not in sizes:
        raise Malformed(field, f"{cards.dtype}{list(cards.shape)}", says)
    if cards.size and cards.max() >= len(DECK):
        raise Malformed(field, int(cards.max()), "is not a card; a card is from 0 (2c) to 51 (As)")


def repeated_card(field: str, cards: Cards, row: int) -> Malformed:
    """Return the error for a row with a repeated card; a deck has each card once (MA.2a)."""
    text = " ".join(str(DECK[card]) for card in cards[row])
    return Malformed(field, text, f"has a card twice, in row {row}; one deck has each card once")


@loop
def first_repeat(cards: Cards, bits: Words) -> int:
    """Return the first row with a repeated card, or -1. The bits of different cards have a sum equal to their union."""
    for at in range(cards.shape[0]):
        total = together = bits[cards[at, 0]]
        for place in range(1, cards.shape[1]):
            bit = bits[cards[at, place]]
            total += bit
            together |= bit
        if total != together:
            return at
    return -1


def suit_at(key: np.uint64) -> np.uint64:
    """Return the bit offset of the suit whose counter has its highest bit set."""
    suit = key >> FLUSH_AT
    second = suit >> np.uint64(4) & ONE
    third = suit >> np.uint64(8) & ONE
    fourth = suit >> np.uint64(12) & ONE
    return np.uint64(13) * second + np.uint64(26) * third + np.uint64(39) * fourth


@loop
def rank_rows(
    hands: Cards,
    distinct: bool,
    keys: Words,
    bits: Words,
    rows: Rows,
    orders: Orders,
    found: Orders,
) -> int:
    """Fill ``found`` with the order of each hand. Return -1 or, if ``distinct``, the first row with a repeated card."""
    size = hands.shape[1]
    for at in range(hands.shape[0]):
        a, b, c, d, e = hands[at, 0], hands[at, 1], hands[at, 2], hands[at, 3], hands[at, 4]
        f = hands[at, 5] if size > 5 else a
        g = hands[at, 6] if size > 6 else a
        key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        if size > 5:
            key += keys[f]
        if size > 6:
            key += keys[g]
        place = TWO * rows[key >> ROW_AT & ROW] + (key & COLUMN)
        if distinct or key & FLUSH:
            together = bits[a] | bits[b] | bits[c] | bits[d] | bits[e] | bits[f] | bits[g]
            if distinct:
                total = bits[a] + bits[b] + bits[c] + bits[d] + bits[e]
                if size > 5:
                    total += bits[f]
                if size > 6:
                    total += bits[g]
                if total != together:  # a repeated card makes the sum differ from the union
                    return at
            if key & FLUSH:
                place = together >> suit_at(key) & SUIT_RANKS
        found[at] = orders[place]
    return -1


@loop
def rank_pairs(
    boards: Cards, holes: Cards, keys: Words, bits: Words, rows: Rows, orders: Orders, scratch: Words, found: Orders
) -> None:
    """Fill ``found`` with the order of each board with each hole. The sums of the holes are kept in `scratch`."""
    hole_keys, hole_bits = scratch[0], scratch[1]
    for at in range(len(holes)):
        hole_keys[at] = keys[holes[at, 0]] + keys[holes[at, 1]]
        hole_bits[at] = bits[holes[at, 0]] | bits[holes[at, 1]]
    for row in range(len(boards)):
        board = START
        board_bits = np.uint64(0)
        for place in range(5):
            board += keys[boards[row, place]]
            board_bits |= bits[boards[row, place]]
        three_suited = board + TWO_MORE
        if three_suited & FLUSH:
            suit = suit_at(three_suited)
            for column in range(len(holes)):
                key = board + hole_keys[column]
                at = TWO * rows[key >> ROW_AT & ROW] + (key & COLUMN)
                if key & FLUSH:
                    at = (board_bits | hole_bits[column]) >> suit & SUIT_RANKS
                found[row, column] = NO_HAND if board_bits & hole_bits[column] else orders[at]
        else:
            for column in range(len(holes)):
                key = board + hole_keys[column]
                at = TWO * rows[key >> ROW_AT & ROW] + (key & COLUMN)
                found[row, column] = NO_HAND if board_bits & hole_bits[column] else orders[at]
