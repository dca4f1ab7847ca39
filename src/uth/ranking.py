"""A hand: the best five of five, six or seven cards, its category, its order and its name in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Final

from uth.cards import RANK_WORDS, Card, Rank, require_distinct
from uth.errors import Malformed


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
        """The category as data writes it: ``full_house``."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """The category as it is said: ``Four of a Kind``."""
        return self.name.replace("_", " ").title().replace(" Of A ", " of a ")


ORDER_BITS: Final = 12
"""A hand's order is its category shifted left by this, plus its place within the category."""

STRAIGHT_TOPS: Final = tuple(range(3, 13))
"""The highest rank of each straight: five (A-2-3-4-5, the ace low) up to ace; none goes round the corner (MA.5b)."""


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """Five ranked cards: a higher `order` beats a lower one, and the same order is a push (MA.5c).

    `ranks` are the ranks that tell the hand apart, groups first: a full house has its three and its pair,
    a straight its highest card.
    """

    order: int
    category: Category = field(compare=False)
    ranks: tuple[Rank, ...] = field(compare=False)

    @property
    def words(self) -> str:
        """The hand as the dealer announces it: ``Full House, Kings over Fives``."""
        first = RANK_WORDS[self.ranks[0]]
        match self.category:
            case Category.HIGH_CARD:
                return f"{first} high"
            case Category.ONE_PAIR:
                return f"Pair of {plural(self.ranks[0])}"
            case Category.TWO_PAIR:
                return f"Two Pair, {plural(self.ranks[0])} and {plural(self.ranks[1])}"
            case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
                return f"{self.category.words}, {plural(self.ranks[0])}"
            case Category.FULL_HOUSE:
                return f"Full House, {plural(self.ranks[0])} over {plural(self.ranks[1])}"
            case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
                return f"{self.category.words}, {first} high"
            case Category.ROYAL_FLUSH:
                return "Royal Flush"

    def __str__(self) -> str:
        return self.words


def plural(rank: Rank) -> str:
    """Return the rank as a group of it is called: ``Sixes``, ``Kings``."""
    word = RANK_WORDS[rank]
    return word + ("es" if word == "Six" else "s")


@cache
def hands_of(category: Category) -> tuple[tuple[Rank, ...], ...]:
    """Return the ranks of every different hand of that category, lowest first; its place is its order."""
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


def require_rankable(cards: Collection[Card]) -> None:
    """Refuse what is not five, six or seven different cards."""
    if not 5 <= len(cards) <= 7:
        says = f"has {len(cards)} cards; a hand is made from five, six or seven"
        raise Malformed("cards", " ".join(map(str, cards)), says, "MA.5b")
    require_distinct(cards)


def rank(cards: Collection[Card]) -> Hand:
    """Return the best five-card hand among five, six or seven cards.

    >>> from uth.cards import parse_cards
    >>> str(rank(parse_cards("Kd Kh 5s Kc 5d 2c 9h")))
    'Full House, Kings over Fives'
    """
    from uth.ranking_plain import rank_plain

    return rank_plain(cards)


def order_of(cards: Collection[Card]) -> int:
    """Return the order of the best hand; the cards are known to be five to seven different ones."""
    return rank(cards).order
