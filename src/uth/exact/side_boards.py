"""Boards that differ in what two cards can make of them: 42,783 classes that stand for all 2,598,960."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from typing import Final

from uth.cards import DECK, Card

FLUSH_SUIT: Final = 0
"""The suit of every class that has three or more of one: clubs stand for all four."""


@dataclass(frozen=True, slots=True)
class BoardClass:
    """One board for all of its kind: how many boards it stands for, and how many of its cards are of one suit.

    `suited` is 0 where no two cards can make a flush of it; there a hand is its ranks alone.
    """

    board: tuple[Card, ...]
    boards: int
    suited: int


@dataclass(frozen=True, slots=True)
class CardType:
    """Cards that are not on the board and do the same: all left of a rank, or of a rank in or out of the suit."""

    cards: tuple[Card, ...]
    suited: bool


def board_classes() -> Iterator[BoardClass]:
    """Yield every class of boards, those that leave no flush first."""
    for fives in combinations_with_replacement(range(13), 5):
        counts = Counter(fives)
        if max(counts.values()) <= 4:
            suits, boards = _unsuited(tuple(counts.values()))
            cards = (DECK[4 * rank + suit] for rank, own in zip(counts, suits, strict=True) for suit in own)
            yield BoardClass(tuple(cards), boards, 0)
    for suited in (3, 4, 5):
        for ranks in combinations(range(13), suited):
            for others in combinations_with_replacement(range(13), 5 - suited):
                counts = Counter(others)
                cards = (DECK[4 * rank + 1 + at] for rank, count in counts.items() for at in range(count))
                boards = 4 * prod(comb(3, count) for count in counts.values())
                yield BoardClass((*(DECK[4 * rank + FLUSH_SUIT] for rank in ranks), *cards), boards, suited)


@cache
def _unsuited(counts: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return suits for so many cards of each rank with no suit three times, and in how many ways that can be."""
    ways = [
        suits
        for suits in product(*(tuple(combinations(range(4), count)) for count in counts))
        if max(Counter(suit for own in suits for suit in own).values()) <= 2
    ]
    return ways[0], len(ways)


def types_of(one: BoardClass) -> tuple[CardType, ...]:
    """Return the 47 other cards by what they do: by rank, and where the board has a suit, in and out of it."""
    board = set(one.board)
    types = []
    for suited, suits in ((True, (FLUSH_SUIT,)), (False, (1, 2, 3))) if one.suited else ((False, (0, 1, 2, 3)),):
        for rank in range(13):
            cards = tuple(DECK[4 * rank + suit] for suit in suits if 4 * rank + suit not in board)
            if cards:
                types.append(CardType(cards, suited))
    return tuple(types)


def flop_classes() -> dict[tuple[int, ...], int]:
    """Return one flop of each of the 1,755 classes that differ in more than their suits' names, and its flops."""
    names = tuple(permutations(range(4)))
    return Counter(
        min(tuple(sorted((card & ~3) + suits[card & 3] for card in flop)) for suits in names)
        for flop in combinations(range(52), 3)
    )
