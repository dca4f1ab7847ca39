"""Classes of boards that give the same hands: 42,783 classes for all 2,598,960 boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from uth.cards import DECK, Card
from uth.exact.side_pairs import HANDS_MAX, Forbidden, allowed_deals
from uth.kernels.ranking import NO_HAND, Orders, rank_array, rank_boards
from uth.ranking import ORDER_BITS, Category

FLUSH_SUIT: Final = 0
"""The suit of every class with three or more suited cards: clubs represent all four suits."""


@dataclass(frozen=True, slots=True)
class BoardClass:
    """A representative board, the number of boards in its class, and how many of its cards share a suit.

    `suited` is 0 if no two cards can complete a flush; hands then depend on ranks only.
    """

    board: tuple[Card, ...]
    boards: int
    suited: int


@dataclass(frozen=True, slots=True)
class CardType:
    """Equivalent cards that are not on the board: all of a rank, or those of a rank in or out of the suit."""

    cards: tuple[Card, ...]
    suited: bool


def board_classes() -> Iterator[BoardClass]:
    """Yield every class of boards, those without a possible flush first."""
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
    """Return suits for these counts of cards per rank, none used more than twice, and the number of such choices."""
    ways = [
        suits
        for suits in product(*(tuple(combinations(range(4), count)) for count in counts))
        if max(Counter(suit for own in suits for suit in own).values()) <= 2
    ]
    return ways[0], len(ways)


def types_of(one: BoardClass) -> tuple[CardType, ...]:
    """Return the 47 other cards by type: by rank and, if the board has a suit, in and out of it."""
    board = set(one.board)
    types = []
    for suited, suits in ((True, (FLUSH_SUIT,)), (False, (1, 2, 3))) if one.suited else ((False, (0, 1, 2, 3)),):
        for rank in range(13):
            cards = tuple(DECK[4 * rank + suit] for suit in suits if 4 * rank + suit not in board)
            if cards:
                types.append(CardType(cards, suited))
    return tuple(types)


def flop_classes() -> dict[tuple[int, ...], int]:
    """Return one flop of each of the 1,755 classes under renaming of suits, and the size of the class."""
    names = tuple(permutations(range(4)))
    return Counter(
        min(tuple(sorted((card & ~3) + suits[card & 3] for card in flop)) for suits in names)
        for flop in combinations(range(52), 3)
    )


Integers = npt.NDArray[np.int64]

AT_ONCE: Final = 1000
NOT_DEALT: Final = 99
"""The category of a hole with the same card twice."""
HOLES: Final = np.array(list(combinations(range(52), 2)), np.uint8)
PLACES: Final = np.full((52, 52), -1)
"""The index in `HOLES` of the hole of two cards."""
PLACES[HOLES[:, 0], HOLES[:, 1]] = PLACES[HOLES[:, 1], HOLES[:, 0]] = np.arange(len(HOLES))


def count_highest(classes: Iterable[BoardClass]) -> tuple[tuple[int, ...], ...]:
    """Return for each number of hands how many deals have their highest hand in each category.

    A deal is a board and that many holes, in any order.
    """
    highest = [[0] * len(Category) for _ in range(HANDS_MAX + 1)]
    for some, orders in in_batches(classes):
        for one, made in zip(some, orders, strict=True):
            below = (0,) * (HANDS_MAX + 1)
            for category, ways in deals_up_to(one, made):
                for hands in range(HANDS_MAX + 1):
                    highest[hands][category] += one.boards * (ways[hands] - below[hands])
                below = ways
    return tuple(map(tuple, highest))


def in_batches(classes: Iterable[BoardClass]) -> Iterator[tuple[list[BoardClass], Orders]]:
    """Yield batches of classes with the order of each of `HOLES` on their boards."""
    rest = iter(classes)
    while some := list(islice(rest, AT_ONCE)):
        yield some, rank_boards(np.array([one.board for one in some], np.uint8), HOLES)


def deals_up_to(one: BoardClass, orders: Orders) -> Iterator[tuple[Category, tuple[int, ...]]]:
    """Yield each category that holes can make, and for each number of holes the ways in which none exceeds it.

    A card in no such hole is left out; the other cards are drawn from among themselves.
    """
    types = types_of(one)
    firsts = np.array([kind.cards[0] for kind in types])
    places = PLACES[firsts[:, None], firsts[None, :]]
    np.fill_diagonal(places, PLACES[firsts, [kind.cards[len(kind.cards) > 1] for kind in types]])
    made = np.where(places < 0, NOT_DEALT, orders[places] >> ORDER_BITS)
    categories = np.unique(made[made < NOT_DEALT])
    low = made <= categories[:, None, None]
    live = np.asarray(low.any(axis=2))
    suited = np.array([kind.suited for kind in types]) & (categories < Category.FLUSH)[:, None] & (one.suited == 3)
    above = ~low & (made < NOT_DEALT) & live[:, :, None] & live[:, None, :] & ~(suited[:, :, None] & suited[:, None, :])
    sizes = live * np.array([len(kind.cards) for kind in types])
    lines = above @ (1 << np.arange(len(types)))
    for at, category in enumerate(categories.tolist()):
        forbidden = Forbidden(tuple(sizes[at].tolist()), tuple(suited[at].tolist()), tuple(lines[at].tolist()))
        yield Category(category), allowed_deals(forbidden)


def count_pairs_on_boards(classes: Iterable[BoardClass]) -> Integers:
    """Return the number of deals of a board and two holes that make each pair of categories."""
    total = np.zeros((len(Category), len(Category)), np.int64)
    for some, orders in in_batches(classes):
        total += _pairs(orders, orders != NO_HAND, np.array([one.boards for one in some]))
    return total


def count_pairs_on_flops() -> Integers:
    """Return the number of deals of a flop and two holes that make each pair of categories on the flop."""
    classes = flop_classes()
    flops = np.repeat(np.array(list(classes), np.uint8), len(HOLES), axis=0)
    holes = np.tile(HOLES, (len(classes), 1))
    dealt = ~(flops[:, :, None] == holes[:, None, :]).any(axis=(1, 2))
    orders = np.zeros(len(flops), np.uint16)
    orders[dealt] = rank_array(np.concatenate([flops, holes], axis=1)[dealt])
    shape = len(classes), len(HOLES)
    return _pairs(orders.reshape(shape), dealt.reshape(shape), np.array(list(classes.values())))


def _pairs(orders: Orders, dealt: npt.NDArray[np.bool_], times: Integers) -> Integers:
    """Return the pairs of holes by their categories, without pairs that share a card.

    Two holes that share one card are subtracted once for that card; a hole paired with itself is subtracted twice and
    added back once.
    """
    row, hole = np.nonzero(dealt)
    kinds = len(Category)
    key = row * kinds + (orders[row, hole] >> ORDER_BITS)
    every = np.bincount(key, minlength=len(orders) * kinds).reshape(-1, kinds)
    by_card = np.zeros(len(orders) * kinds * 52, np.int64)
    for card in (HOLES[hole, 0], HOLES[hole, 1]):
        by_card += np.bincount(key * 52 + card, minlength=len(by_card))
    of_card = by_card.reshape(-1, kinds, 52)
    pairs: Integers = (every * times[:, None]).T @ every
    pairs -= np.einsum("bxc,byc,b->xy", of_card, of_card, times)
    return pairs + np.diag((every * times[:, None]).sum(axis=0))


def main() -> None:
    """Print both tables."""
    for hands, row in enumerate(count_highest(board_classes())):
        print(hands, row)
    print(count_pairs_on_flops().tolist())
    print(count_pairs_on_boards(board_classes()).tolist())


if __name__ == "__main__":
    main()
