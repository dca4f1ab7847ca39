"""The highest hand among several that share a board, counted by category."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt

from uth.exact.side_boards import BoardClass, CardType, board_classes, types_of
from uth.exact.side_matchings import HANDS_MAX, Forbidden, allowed_deals
from uth.kernels.ranking import rank_boards
from uth.ranking import ORDER_BITS, Category

HOLES = np.array(list(combinations(range(52), 2)), np.uint8)
AT_ONCE = 2000

Categories = npt.NDArray[np.uint16]


def hole_places() -> npt.NDArray[np.int64]:
    """Return where in `HOLES` the hole of two cards is."""
    places = np.full((52, 52), -1)
    places[HOLES[:, 0], HOLES[:, 1]] = places[HOLES[:, 1], HOLES[:, 0]] = np.arange(len(HOLES))
    return places


PLACES = hole_places()


def count_highest(classes: Iterable[BoardClass] | None = None) -> tuple[tuple[int, ...], ...]:
    """Return for no hand, one hand and so on how many deals have their highest hand in each category.

    A deal is a board and so many holes, the order of the holes aside.
    """
    highest = [[0] * len(Category) for _ in range(HANDS_MAX + 1)]
    for one, made in with_categories(board_classes() if classes is None else classes):
        below = (0,) * (HANDS_MAX + 1)
        for category, ways in deals_up_to(one, made):
            for hands in range(HANDS_MAX + 1):
                highest[hands][category] += one.boards * (ways[hands] - below[hands])
            below = ways
    return tuple(map(tuple, highest))


def with_categories(classes: Iterable[BoardClass]) -> Iterator[tuple[BoardClass, Categories]]:
    """Yield each class with the category that each hole makes of its board."""
    rest = iter(classes)
    while some := list(islice(rest, AT_ONCE)):
        made = rank_boards(np.array([one.board for one in some], np.uint8), HOLES) >> ORDER_BITS
        yield from zip(some, made, strict=True)


def deals_up_to(one: BoardClass, made: Categories) -> Iterator[tuple[Category, tuple[int, ...]]]:
    """Yield for each category a hole makes of the board in how many ways so many holes make it at most."""
    types = types_of(one)
    firsts = np.array([kind.cards[0] for kind in types])
    seconds = np.array([kind.cards[min(1, len(kind.cards) - 1)] for kind in types])
    pairs = PLACES[firsts[:, None], firsts[None, :]]
    np.fill_diagonal(pairs, PLACES[firsts, seconds])
    table = np.where(pairs < 0, -1, made[pairs].astype(np.int64))
    for category in np.unique(table[table >= 0]):
        yield Category(int(category)), allowed_deals(forbidden_above(Category(int(category)), one, types, table))


def forbidden_above(
    category: Category, one: BoardClass, types: tuple[CardType, ...], table: npt.NDArray[np.int64]
) -> Forbidden:
    """Return the holes that make more than that category; cards that cannot be in any other hole are left out."""
    live = ((table >= 0) & (table <= category)).any(axis=1)
    kinds = [kind for kind, lives in zip(types, live, strict=True) if lives]
    suited = np.array([kind.suited for kind in kinds], bool)
    above = table[live][:, live] > category
    clique = one.suited == 3 and category < Category.FLUSH
    if clique:
        above &= ~(suited[:, None] & suited[None, :])
    lines = tuple(int(line) for line in above @ (1 << np.arange(len(kinds))))
    return Forbidden(tuple(len(kind.cards) for kind in kinds), tuple(map(bool, suited)), lines, clique)
