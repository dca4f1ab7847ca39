"""The numbers of holes, flops and boards that lead a simulated hand to what its strategy does."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np

from uth.exact.boards import board_tables, five_ranks
from uth.exact.flops import flop_tables
from uth.kernels.exact_index import HOLES, RANK_FIVES, RANK_PAIRS, STARTS, Bytes
from uth.kernels.ranking import card_tables
from uth.kernels.sim_choices import ChoiceTables
from uth.ranking import COLUMN_BITS, ROWS, load_tables

SUITED_AT: Final = RANK_FIVES * RANK_PAIRS
"""Where the entries of boards with a flush suit begin; those without one take 91 each, those with one 351."""


@cache
def choice_tables() -> ChoiceTables:
    """Return where each hole, flop and board has its number."""
    starts = np.zeros((52, 52), np.uint16)
    low, high = np.array(list(combinations(range(52), 2))).T
    starts[low, high] = starts[high, low] = np.arange(STARTS)
    places = np.array([[comb(card, size) for card in range(52)] for size in (1, 2, 3)], np.uint16)
    renamings = list(permutations(range(4)))
    renamed = np.array([[card & ~3 | names[card & 3] for card in range(52)] for names in renamings], np.uint8)
    boards = np.zeros(len(card_tables().orders), np.uint16)
    keys = load_tables().keys
    for number, ranks in enumerate(five_ranks().tolist()):
        key = sum(keys[rank] for rank in ranks)
        row = int(card_tables().rows[key >> COLUMN_BITS & ROWS - 1])
        boards[2 * row + (key & (1 << COLUMN_BITS) - 1)] = number
    flushes = np.zeros(1 << 13, np.int32)
    for size, start, _, mask, *_ in board_tables().sets.tolist():
        if size:
            flushes[mask] = SUITED_AT + (start - RANK_FIVES) * HOLES
    return ChoiceTables(
        starts=starts.ravel(),
        places=places.ravel(),
        flops=_flops(places.astype(np.int64).tolist(), {names: at for at, names in enumerate(renamings)}),
        renamed=renamed.ravel(),
        boards=boards,
        flushes=flushes,
    )


def _flops(
    places: list[list[int]], renamings: dict[tuple[int, ...], int]
) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Return for each flop its number, and above that how its suits are renamed."""
    numbers = {tuple(cards): number for number, cards in enumerate(flop_tables().flops[:, :3].tolist())}
    codes = np.zeros(comb(52, 3), np.uint32)
    for flop in combinations(range(52), 3):
        suits = [suit for suit, _ in Counter(card & 3 for card in flop).most_common()]
        cards = flop if len(suits) != 2 else sorted(flop, key=lambda card: (card & 3 != suits[0], card))
        names: dict[int, int] = {}
        for suit in (*(card & 3 for card in cards), *range(4)):
            names.setdefault(suit, len(names))
        number = numbers[tuple(card & ~3 | names[card & 3] for card in cards)]
        place = sum(places[at][card] for at, card in enumerate(flop))
        codes[place] = number | renamings[tuple(names[suit] for suit in range(4))] << 16
    return codes


def packed(actions: Bytes) -> Bytes:
    """Return actions below four in two bits each."""
    four = np.zeros((len(actions) + 3) // 4 * 4, np.uint8)
    four[: len(actions)] = actions
    a, b, c, d = four.reshape(-1, 4).T
    return (a | b << 2 | c << 4 | d << 6).astype(np.uint8)


def river_entries(river: Bytes) -> Bytes:
    """Return the actions of all boards and holes in a row, without those that are never there."""
    return np.concatenate((river[:RANK_FIVES, :RANK_PAIRS].ravel(), river[RANK_FIVES:, :HOLES].ravel()))
