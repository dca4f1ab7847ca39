"""The count covers everything once: flops, boards, holes, and their classes."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from uth.exact.boards import board_tables
from uth.exact.flops import deck_tables, flop_tables, start_classes
from uth.kernels.exact_flops import TIMES


def test_the_1755_flops_stand_for_all_22100() -> None:
    flops = flop_tables().flops
    assert len(flops) == 1_755
    assert flops[:, TIMES].sum() == 22_100


def test_the_169_starting_hands_stand_for_all_1326() -> None:
    names, classes = start_classes()
    assert len(names) == len(set(names)) == 169
    assert sorted(np.bincount(classes).tolist()) == [4] * 78 + [6] * 13 + [12] * 78


def test_flops_and_holes_fall_into_1286792_classes() -> None:
    flops, _, starts = flop_tables()
    holes = starts.astype(np.int64)
    classes = 0
    for flop in flops[:, :3].tolist():
        free = ~np.isin(holes, flop).any(axis=1)
        least = np.full(len(holes), 52 * 52)
        for suits in permutations(range(4)):
            if {4 * (card >> 2) + suits[card & 3] for card in flop} == set(flop):
                renamed = np.sort((holes & ~3) + np.array(suits)[holes & 3], axis=1)
                least = np.minimum(least, 52 * renamed[:, 0] + renamed[:, 1])
        classes += len(np.unique(least[free]))
    assert classes == 1_286_792


def test_boards_are_told_by_ranks_or_by_the_ranks_of_one_suit() -> None:
    sets = board_tables().sets
    boards = {size: int(sets[sets[:, 0] == size, 2].sum()) for size in (0, 3, 4, 5)}
    assert boards == {0: 6_175, 3: 286 * 91, 4: 715 * 13, 5: 1_287}


def test_a_deck_for_each_row_of_sums_that_ranks_alone_can_fill() -> None:
    rows = deck_tables().decks[:, 0]
    assert len(np.unique(rows)) == len(rows) == 455 + 13 * 91 + 78 * 13
