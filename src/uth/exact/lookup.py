"""Where a solved game keeps what it found: the actions of one hole on one flop or board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from uth.cards import Card
from uth.exact.boards import board_tables
from uth.exact.flops import flop_tables
from uth.exact.game import DEALERS, RUNOUTS, MainGame
from uth.exact.run import Forward
from uth.kernels.exact_flops import FIRST_SOURCE, SOURCES
from uth.kernels.exact_index import PLAY_BIT, RIVER, STAY, five_at


def flop_at(flop: Sequence[Card], hole: Sequence[Card]) -> tuple[int, int]:
    """Return the number of the flop and of the hole, after their suits are renamed as the numbered flop has them."""
    suits = Counter(card.suit for card in flop)
    match len(suits):
        case 3:
            cards = sorted(flop)
            names = {card.suit: name for name, card in enumerate(cards)}
        case 2:
            two, one = (suit for suit, _ in suits.most_common())
            cards = [*sorted(card for card in flop if card.suit == two), *(card for card in flop if card.suit == one)]
            names = {two: 0, one: 1}
        case _:
            cards = sorted(flop)
            names = {cards[0].suit: 0}
    for suit in range(4):
        names.setdefault(suit, len(names))
    renamed = tuple(4 * card.rank + names[card.suit] for card in cards)
    mine = sorted(4 * card.rank + names[card.suit] for card in hole)
    return _flop_numbers()[renamed], _start_numbers()[mine[0], mine[1]]


@cache
def _flop_numbers() -> dict[tuple[int, ...], int]:
    return {tuple(cards): number for number, cards in enumerate(flop_tables().flops[:, :3].tolist())}


@cache
def _start_numbers() -> dict[tuple[int, int], int]:
    return {(low, high): number for number, (low, high) in enumerate(combinations(range(52), 2))}


def flop_values(game: MainGame, played: Forward, flop: Sequence[Card], hole: Sequence[Card]) -> dict[int, Fraction]:
    """Return the value of a check (0) and of each multiple on a flop; the progressive is not counted."""
    number, start = flop_at(flop, hole)
    tables = flop_tables()
    row = tables.flops[number]
    fields = np.zeros(played.sums.shape[1], np.int64)
    for source in range(row[SOURCES]):
        at, suit = row[FIRST_SOURCE + 2 * source : FIRST_SOURCE + 2 * source + 2]
        fields += played.sums[at, :, tables.told[suit, start]]
    stay, river = int(fields[STAY]), int(fields[RIVER + played.grades[number, start]])
    play = (stay + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
    rest = stay - (play << PLAY_BIT)
    deals = game.scale * RUNOUTS * DEALERS
    values = {0: Fraction(river, game.finer * deals)}
    for multiple in game.flop:
        values[multiple] = Fraction(rest + game.scale * multiple * play, deals)
    return values


def board_at(board: Sequence[Card], hole: Sequence[Card]) -> tuple[int, int]:
    """Return the number of the board and of the hole told against its flush suit, if it has one."""
    suit, size = Counter(card.suit for card in board).most_common(1)[0]
    if size < 3:
        suit = 4
        number = int(five_at(np.array([int(card.rank) for card in board])))
    else:
        mask = sum(1 << card.rank for card in board if card.suit == suit)
        others = sorted(int(card.rank) for card in board if card.suit != suit)
        number = _set_starts()[mask]
        if size == 3:
            number += others[1] * (others[1] + 1) // 2 + others[0]
        elif size == 4:
            number += others[0]
    low, high = sorted(card.rank + 13 * (card.suit == suit) for card in hole)
    return number, high * (high + 1) // 2 + low


@cache
def _set_starts() -> dict[int, int]:
    sets = board_tables().sets
    return {mask: start for size, start, _, mask, *_ in sets.tolist() if size}


def river_action(played: Forward, board: Sequence[Card], hole: Sequence[Card], grade: int = 0) -> int:
    """Return the action at the river: fold, play the lowest multiple, play the highest."""
    number, told = board_at(board, hole)
    return int(played.river[grade, number, told])
