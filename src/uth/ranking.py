"""Hands: the best five of five, six or seven cards, with category, order and name in words."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations
from pkgutil import get_data
from typing import Final, NamedTuple

from uth.cards import DECK, RANK_WORDS, Card, Rank, require_distinct
from uth.cites import cites
from uth.errors import Broken, Malformed


class Category(IntEnum):
    """The kinds of hand, lowest first (MA.5b)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The category as it is stored: ``full_house``."""
        return _CATEGORY_KEYS[self]

    @property
    def words(self) -> str:
        """The category in words: ``Four of a Kind``."""
        return self.name.replace("_", " ").title().replace(" Of A ", " of a ")


_RANKS_NAMED: Final = tuple(2 if category in (Category.TWO_PAIR, Category.FULL_HOUSE) else 1 for category in Category)
_CATEGORY_KEYS: Final = tuple(category.name.lower() for category in Category)

ORDER_BITS: Final = 12
"""A hand's order is its category shifted left by this many bits, plus its index within the category."""

STRAIGHT_TOPS: Final = tuple(range(3, 13))
"""The highest rank of each straight, from five (A-2-3-4-5, ace low) to ace; a straight does not wrap (MA.5b)."""


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """Five ranked cards. A higher `order` beats a lower one, and equal orders push (MA.5c).

    `ranks` are the ranks that distinguish the hand, groups first. A full house has its three and its pair, a straight
    its highest card.
    """

    order: int
    category: Category = field(compare=False)
    ranks: tuple[Rank, ...] = field(compare=False)

    @property
    def words(self) -> str:
        """The hand as the dealer announces it: ``Full House, Kings over Fives``."""
        return _words(self.category, self.ranks[: _RANKS_NAMED[self.category]])

    def __str__(self) -> str:
        return self.words


@cache
def _words(category: Category, ranks: tuple[Rank, ...]) -> str:
    """Return the words for a hand from its ranks, cached."""
    first = RANK_WORDS[ranks[0]]
    match category:
        case Category.HIGH_CARD:
            return f"{first} high"
        case Category.ONE_PAIR:
            return f"Pair of {plural(ranks[0])}"
        case Category.TWO_PAIR:
            return f"Two Pair, {plural(ranks[0])} and {plural(ranks[1])}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{category.words}, {plural(ranks[0])}"
        case Category.FULL_HOUSE:
            return f"Full House, {plural(ranks[0])} over {plural(ranks[1])}"
        case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
            return f"{category.words}, {first} high"
        case Category.ROYAL_FLUSH:
            return "Royal Flush"


def plural(rank: Rank) -> str:
    """Return the plural name of a rank: ``Sixes``, ``Kings``."""
    word = RANK_WORDS[rank]
    return word + ("es" if word == "Six" else "s")


@cites("MA.5c", "CA.RANK", "R28")
@cache
def hands_of(category: Category) -> tuple[tuple[Rank, ...], ...]:
    """Return the ranks of every hand of that category, lowest first, so that the index is the order."""
    ranks = range(13)
    straights = {tuple(sorted({(top - step) % 13 for step in range(5)}, reverse=True)) for top in STRAIGHT_TOPS}
    found: list[tuple[int, ...]]
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            found = [five for five in (c[::-1] for c in combinations(ranks, 5)) if five not in straights]
        case Category.ONE_PAIR:
            found = [(p, *k[::-1]) for p in ranks for k in combinations(ranks, 3) if p not in k]
        case Category.TWO_PAIR:
            found = [(p[1], p[0], k) for p in combinations(ranks, 2) for k in ranks if k not in p]
        case Category.THREE_OF_A_KIND:
            found = [(t, *k[::-1]) for t in ranks for k in combinations(ranks, 2) if t not in k]
        case Category.STRAIGHT:
            found = [(top,) for top in STRAIGHT_TOPS]
        case Category.FULL_HOUSE | Category.FOUR_OF_A_KIND:
            found = [(g, k) for g in ranks for k in ranks if g != k]
        case Category.STRAIGHT_FLUSH:
            found = [(top,) for top in STRAIGHT_TOPS[:-1]]
        case Category.ROYAL_FLUSH:
            found = [(12,)]
    return tuple(tuple(Rank(r) for r in hand) for hand in sorted(found))


@cache
def hand_of_order(order: int) -> Hand:
    """Return the one hand with that order."""
    category = Category(order >> ORDER_BITS)
    return Hand(order, category, hands_of(category)[order & ((1 << ORDER_BITS) - 1)])


class _Hands(dict[int, Hand]):
    """A cache of `hand_of_order`: a dictionary lookup costs half of a function call."""

    def __missing__(self, order: int) -> Hand:
        self[order] = hand = hand_of_order(order)
        return hand


_hands: Final = _Hands()


def require_rankable(cards: Collection[Card]) -> None:
    """Raise `Malformed` unless there are five, six or seven different cards."""
    if not 5 <= len(cards) <= 7:
        says = f"has {len(cards)} cards; a hand is made from five, six or seven"
        raise Malformed("cards", " ".join(map(str, cards)), says)
    require_distinct(cards)


def rank(cards: Collection[Card]) -> Hand:
    """Return the best five-card hand among five, six or seven cards.

    >>> from uth.cards import parse_cards
    >>> str(rank(parse_cards("Kd Kh 5s Kc 5d 2c 9h")))
    'Full House, Kings over Fives'
    """
    size = len(cards)
    if size == 7:  # `_key_of` inlined to save a call
        a, b, c, d, e, f, g = cards
        try:
            key = _START + _keys[a] + _keys[b] + _keys[c] + _keys[d] + _keys[e] + _keys[f] + _keys[g]
        except (KeyError, TypeError):
            key = _key_of(cards)
    else:
        key = _key_of(cards)
    if (key & _CARDS).bit_count() != size:  # a repeated card carries into another bit
        require_rankable(cards)
    if key & _FLUSH:
        return hand_of_order(_order_of_flush(key))
    key >>= _RANKS_AT
    return hand_of_order(_orders[2 * _rows[key >> COLUMN_BITS & _ROW] + (key & _COLUMN)])


def order_of(cards: Collection[Card]) -> int:
    """Return the order of the best hand. The caller ensures that there are five to seven different cards."""
    key = _key_of(cards)
    if key & _FLUSH:
        return _order_of_flush(key)
    key >>= _RANKS_AT
    return _orders[2 * _rows[key >> COLUMN_BITS & _ROW] + (key & _COLUMN)]


Shared = tuple[int, int, int]
"""A board's part in every hand: the sum of its ranks' keys, a suit, and a mask of its ranks in that suit.

The mask is empty if fewer than three cards share a suit, because no flush is possible then.
"""


def shared_by(board: Sequence[Card]) -> Shared:
    """Return what three to five board cards contribute to every hand, for `hand_with`."""
    if not _keys:
        _fill()
    key = sum(map(_keys.__getitem__, board))
    three = (key >> _SUITS_AT) + 0x5555 & 0x8888
    if not three:
        return key >> _RANKS_AT, 0, 0
    suit = three.bit_length() // 4 - 1
    return key >> _RANKS_AT, suit, key >> 13 * suit & FLUSH_MASKS - 1


def hand_with(hole: tuple[Card, ...], shared: Shared) -> Hand:
    """Return the best hand of two cards and a board. The caller ensures that all cards are different."""
    first, second = hole
    ranks, suit, suited = shared
    if suited:
        for card in hole:
            if card & 3 == suit:
                suited |= 1 << (card >> 2)
        if suited.bit_count() >= 5:
            return _hands[_orders[suited]]
    key = ranks + _rank_keys[first] + _rank_keys[second]
    return _hands[_orders[2 * _rows[key >> COLUMN_BITS & _ROW] + (key & _COLUMN)]]


# The tables behind `rank`. Every rank has a key, and the sum of five, six or seven keys, modulo 2**24, is unique to its
# ranks. The upper bits of the sum select a row, the lower bits a column, and the order of the hand is stored at twice
# the row's entry plus the column. Rows overlap in memory without collisions. A flush is stored at the mask of its
# ranks, in the first 2**13 orders. `scripts/build_ranking_tables.py` computes and writes the tables.

SUM_BITS: Final = 24
COLUMN_BITS: Final = 11
ROWS: Final = 1 << SUM_BITS - COLUMN_BITS
FLUSH_MASKS: Final = 1 << 13


class RankingTables(NamedTuple):
    """The key of each rank, half the displacement of each row, and the orders of all hands."""

    keys: array[int]
    rows: array[int]
    orders: array[int]


def load_tables() -> RankingTables:
    """Load the tables from the package's data file."""
    packed = get_data("uth", "kernels/ranking.tables") or b""
    keys_end = 13 * 4
    rows_end = keys_end + ROWS * 2
    tables = RankingTables(array("I"), array("H"), array("H"))
    tables.keys.frombytes(packed[:keys_end])
    tables.rows.frombytes(packed[keys_end:rows_end])
    tables.orders.frombytes(packed[rows_end:])
    if array("H", b"\1\0")[0] != 1:  # the file is little-endian, this machine is big-endian
        for table in tables:
            table.byteswap()
    return tables


# The key of a card, as summed by `_key_of`: a bit for the card itself, thirteen to a suit; a counter for each suit,
# which starts at 3, so that a fifth card of the suit sets its highest bit; and on top the key of its rank.

_CARDS: Final = (1 << 53) - 1
_SUITS_AT: Final = 56
_RANKS_AT: Final = _SUITS_AT + 16
_START: Final = 0x3333 << _SUITS_AT
_FLUSH: Final = 0x8888 << _SUITS_AT
_ROW: Final = ROWS - 1
_COLUMN: Final = (1 << COLUMN_BITS) - 1

_keys: dict[Card, int] = {}
_rank_keys: dict[Card, int] = {}
_rows = array("H")
_orders = array("H")


def _key_of(cards: Collection[Card]) -> int:
    """Return the sum of the cards' keys. Unrolled, because it is most of the work of `rank`."""
    try:
        match len(cards):
            case 7:
                a, b, c, d, e, f, g = cards
                return _START + _keys[a] + _keys[b] + _keys[c] + _keys[d] + _keys[e] + _keys[f] + _keys[g]
            case 5:
                a, b, c, d, e = cards
                return _START + _keys[a] + _keys[b] + _keys[c] + _keys[d] + _keys[e]
            case 6:
                a, b, c, d, e, f = cards
                return _START + _keys[a] + _keys[b] + _keys[c] + _keys[d] + _keys[e] + _keys[f]
    except (KeyError, TypeError):
        if not _keys:
            _fill()
            return _key_of(cards)
        for card in cards:
            if type(card) is not Card:
                raise Malformed("cards", card, 'is not a card; make one with Card, as in Card("As")') from None
    require_rankable(cards)
    raise Broken(f"{cards!r} can be ranked, but has no key")


def _fill() -> None:
    """Load the tables on first use. The keys are set last, because they mark the tables as loaded."""
    global _rows, _orders
    tables = load_tables()
    _rows, _orders = tables.rows, tables.orders
    _rank_keys.update({card: tables.keys[card.rank] for card in DECK})
    _keys.update(
        {
            card: 1 << 13 * card.suit + card.rank | 1 << _SUITS_AT + 4 * card.suit | tables.keys[card.rank] << _RANKS_AT
            for card in DECK
        }
    )


def _order_of_flush(key: int) -> int:
    """Return the order of the flush in the suit whose counter has its highest bit set."""
    suit = ((key & _FLUSH).bit_length() - _SUITS_AT) // 4 - 1
    return _orders[key >> 13 * suit & FLUSH_MASKS - 1]
