"""Runs the compiled loops in order, on one or more threads.

A forward pass computes values, and a backward pass counts deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from uth.exact.boards import board_tables
from uth.exact.flops import deck_tables, flop_categories, flop_shares, flop_tables
from uth.exact.game import MainGame
from uth.exact.standings import in_parts, standings, summed
from uth.kernels.exact_boards import ALL_ROWS, sum_boards, tally_boards
from uth.kernels.exact_decks import run_decks
from uth.kernels.exact_flops import TOTALS, play_flops, reach_flops
from uth.kernels.exact_index import (
    BOARDS,
    NO_GRADE,
    RANK_FIVES,
    RANK_PAIRS,
    REACH_BITS,
    RIVER,
    STARTS,
    WIDTH,
    Bytes,
    Integers,
)  # fmt: skip
from uth.ranking import Category

TALLIES: Final = 6
SLOTS: Final = 3
"""The reach counts that pass through the boards together; the first one acts at the river."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forward:
    """The values of every action, and the actions taken.

    Flop actions are indexed by flop and hole, river actions by grade, board and hole.
    """

    sums: Integers
    totals: Integers
    grades: Bytes
    flop: Bytes
    river: Bytes


def deck_scratch() -> tuple[Integers, Integers]:
    """Return scratch arrays for one thread of `run_decks`."""
    return np.zeros((RANK_PAIRS, RANK_PAIRS), np.int64), np.zeros((4, RANK_PAIRS), np.int64)


@lru_cache(maxsize=2)
def grades_of(game: MainGame) -> Bytes:
    """Return the grade of the forfeited progressive pay for each flop and hole."""
    shared = flop_shares()
    if len(game.grades) == 1:
        return np.where(shared, np.uint8(NO_GRADE), np.uint8(0))
    grade = np.array([game.grades.index(game.progressive_pays(category)) for category in Category], np.uint8)
    return np.where(shared, np.uint8(NO_GRADE), grade[flop_categories()])


def forward(game: MainGame, workers: int, flop: Bytes | None = None, river: Bytes | None = None) -> Forward:
    """Return the values of every action, with the given flop and river actions or else the best ones."""
    sums, plays = sum_all_boards(game, workers, river)
    totals, actions = play_all_flops(game, workers, sums, flop)
    return Forward(sums=sums, totals=totals, grades=grades_of(game), flop=actions, river=plays)


def sum_all_boards(game: MainGame, workers: int, river: Bytes | None = None) -> tuple[Integers, Bytes]:
    """Return the sums over the boards of every flop, and the river action of each board and hole."""
    fields = RIVER + len(game.grades)
    boards, stand, terms = board_tables(), standings(game.qualifier or 0, workers), game.terms()
    plays = river_plays(game, river)
    plain = np.zeros((RANK_FIVES, fields, RANK_PAIRS), np.int64)

    def sum_part(part: int) -> Integers:
        sums = np.zeros((ALL_ROWS, fields, WIDTH), np.int64)
        sum_boards(part, workers, river is None, boards, stand, terms, plays, plain, sums)
        return sums

    sums = summed(in_parts(workers, sum_part))
    in_parts(workers, lambda part: run_decks(part, workers, False, deck_tables(), *deck_scratch(), plain, sums))
    return sums, plays


def play_all_flops(game: MainGame, workers: int, sums: Integers, flop: Bytes | None = None) -> tuple[Integers, Bytes]:
    """Return the totals of every hole over all flops, and the action of each flop and hole."""
    fields = sums.shape[1]
    actions = np.zeros((len(flop_tables().flops), STARTS), np.uint8) if flop is None else flop
    grades = grades_of(game)
    low, high = (min(game.flop), max(game.flop)) if game.flop else (0, 0)

    def play_part(part: int) -> Integers:
        totals = np.zeros((TOTALS, STARTS), np.int64)
        values = np.zeros((fields, STARTS), np.int64)
        play_flops(
            part, workers, flop is not None, flop_tables(), grades, low, high, game.scale, game.finer, sums, values,
            actions, totals,
        )  # fmt: skip
        return totals

    return summed(in_parts(workers, play_part)), actions


def river_plays(game: MainGame, river: Bytes | None) -> Bytes:
    """Return an array for the river actions, filled with the given ones for every grade."""
    shape = (len(game.grades), BOARDS, WIDTH)
    if river is None:
        return np.zeros(shape, np.uint8)
    return np.array(np.broadcast_to(river, shape), np.uint8)


def tally_deals(game: MainGame, workers: int, played: Forward, grade: int, slots: Integers) -> Integers:
    """Return for each tally and category its number of deals and the dealers below it, above it and unqualified."""
    stand = standings(game.qualifier or 0, workers)

    def reach_part(part: int) -> Integers:
        sums = np.zeros((ALL_ROWS, 1, WIDTH), np.int64)
        reach_flops(part, workers, flop_tables(), played.grades, grade, played.flop, slots, sums)
        return sums

    sums = summed(in_parts(workers, reach_part))

    def spread_part(part: int) -> Integers:
        plain = np.zeros((RANK_FIVES, 1, RANK_PAIRS), np.int64)
        run_decks(part, workers, True, deck_tables(), *deck_scratch(), plain, sums)
        return plain

    plain = summed(in_parts(workers, spread_part))
    river = played.river[grade : grade + 1]

    def tally_part(part: int) -> Integers:
        tally = np.zeros((TALLIES, len(Category), 4), np.int64)
        rows = sums.copy() if part else sums  # each part needs its own rows
        tally_boards(part, workers, board_tables(), stand, river, plain, rows, tally)
        return tally

    return summed(in_parts(workers, tally_part))


def slot(number: int) -> int:
    """Return the amount that one deal adds to that slot."""
    return 1 << REACH_BITS * number
