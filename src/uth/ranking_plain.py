"""The hand rankings as MA.5 and CA.RANK state them: the slow reference implementation of `uth.ranking.rank`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations

from uth.cards import Card, Rank
from uth.cites import cites
from uth.ranking import ORDER_BITS, STRAIGHT_TOPS, Category, Hand, hands_of, require_rankable


@cites("MA.5a", "CA.RANK")
def straight_top(ranks: Collection[int]) -> Rank | None:
    """Return the highest rank of the straight that five ranks make; the ace is low only in A-2-3-4-5 (MA.5a)."""
    for top in STRAIGHT_TOPS:
        if set(ranks) == {(top - step) % 13 for step in range(5)}:
            return Rank(top)
    return None


@cites("MA.5b", "CA.RANK")
def category_and_ranks(five: Sequence[Card]) -> tuple[Category, tuple[Rank, ...]]:
    """Return the category of five cards (MA.5b) and the ranks that compare them, groups first (R28)."""
    groups = sorted(Counter(card.rank for card in five).items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks = tuple(rank for rank, _ in groups)
    sizes = tuple(size for _, size in groups)
    flush = len({card.suit for card in five}) == 1
    top = straight_top(ranks)
    if top is not None and flush:
        return (Category.ROYAL_FLUSH if top == 12 else Category.STRAIGHT_FLUSH), (top,)
    if sizes == (4, 1):
        return Category.FOUR_OF_A_KIND, ranks
    if sizes == (3, 2):
        return Category.FULL_HOUSE, ranks
    if flush:
        return Category.FLUSH, ranks
    if top is not None:
        return Category.STRAIGHT, (top,)
    if sizes == (3, 1, 1):
        return Category.THREE_OF_A_KIND, ranks
    if sizes == (2, 2, 1):
        return Category.TWO_PAIR, ranks
    if sizes == (2, 1, 1, 1):
        return Category.ONE_PAIR, ranks
    return Category.HIGH_CARD, ranks


@cache
def _place(category: Category) -> dict[tuple[Rank, ...], int]:
    return {ranks: place for place, ranks in enumerate(hands_of(category))}


def rank_five(five: Sequence[Card]) -> Hand:
    """Return the hand that exactly five cards make."""
    category, ranks = category_and_ranks(five)
    return Hand((category << ORDER_BITS) | _place(category)[ranks], category, ranks)


def best_five(cards: Collection[Card]) -> tuple[Card, ...]:
    """Return the five cards that make the best hand, groups first, then high to low."""
    require_rankable(cards)
    five = max(combinations(cards, 5), key=rank_five)
    count = Counter(card.rank for card in five)
    ordered = sorted(five, key=lambda card: (count[card.rank], card), reverse=True)
    if rank_five(five).ranks == (Rank(3),) and ordered[0].rank == 12:
        ordered = [*ordered[1:], ordered[0]]  # the ace is the lowest card of A-2-3-4-5
    return tuple(ordered)


def rank_plain(cards: Collection[Card]) -> Hand:
    """Return the best hand by trying every five of the cards."""
    require_rankable(cards)
    return max(rank_five(five) for five in combinations(cards, 5))
