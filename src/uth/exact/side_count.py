"""Hands that share a board or a flop, counted anew from the cards: the tables of `side_highest` and `side_pairs`.

``python -m uth.exact.side_count`` prints them; it takes less than a minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Final

import numpy as np
import numpy.typing as npt

from uth.exact.side_boards import BoardClass, board_classes, flop_classes, types_of
from uth.exact.side_matchings import HANDS_MAX, Forbidden, allowed_deals
from uth.kernels.ranking import NO_HAND, Orders, rank_array, rank_boards
from uth.ranking import ORDER_BITS, Category

Integers = npt.NDArray[np.int64]

AT_ONCE: Final = 1000
NOT_DEALT: Final = 99
"""Stands for the category of a hole that takes a card twice."""
HOLES: Final = np.array(list(combinations(range(52), 2)), np.uint8)
PLACES: Final = np.full((52, 52), -1)
"""Where in `HOLES` the hole of two cards is."""
PLACES[HOLES[:, 0], HOLES[:, 1]] = PLACES[HOLES[:, 1], HOLES[:, 0]] = np.arange(len(HOLES))


def count_highest(classes: Iterable[BoardClass]) -> tuple[tuple[int, ...], ...]:
    """Return for no hand, one hand and so on how many deals have their highest hand in each category.

    A deal is a board and so many holes, the order of the holes aside.
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
    """Yield classes of boards, some at a time, with the order of each of `HOLES` on them."""
    rest = iter(classes)
    while some := list(islice(rest, AT_ONCE)):
        yield some, rank_boards(np.array([one.board for one in some], np.uint8), HOLES)


def deals_up_to(one: BoardClass, orders: Orders) -> Iterator[tuple[Category, tuple[int, ...]]]:
    """Yield for each category that holes make of the board in how many ways so many of them make it at most.

    A card that is in no hole so low is left out, and the others are drawn from among themselves.
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
    """Return how many deals of a board, a first and a second hole make each two categories."""
    total = np.zeros((len(Category), len(Category)), np.int64)
    for some, orders in in_batches(classes):
        total += _pairs(orders, orders != NO_HAND, np.array([one.boards for one in some]))
    return total


def count_pairs_on_flops() -> Integers:
    """Return how many deals of a flop, a first and a second hole make each two categories with the flop alone."""
    classes = flop_classes()
    flops = np.repeat(np.array(list(classes), np.uint8), len(HOLES), axis=0)
    holes = np.tile(HOLES, (len(classes), 1))
    dealt = ~(flops[:, :, None] == holes[:, None, :]).any(axis=(1, 2))
    orders = np.zeros(len(flops), np.uint16)
    orders[dealt] = rank_array(np.concatenate([flops, holes], axis=1)[dealt])
    shape = len(classes), len(HOLES)
    return _pairs(orders.reshape(shape), dealt.reshape(shape), np.array(list(classes.values())))


def _pairs(orders: Orders, dealt: npt.NDArray[np.bool_], times: Integers) -> Integers:
    """Return all pairs of holes by their categories, less those that share a card.

    Two holes that share just one card are found once among those with that card, a hole and itself twice.
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
