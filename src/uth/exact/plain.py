"""A slow reference implementation: loops over turn, river and dealer's hole, and settles each by the rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from uth.cards import DECK, Card
from uth.exact.game import MainGame
from uth.kernels.ranking import rank_boards
from uth.ranking import ORDER_BITS, Category, Hand, rank
from uth.ranking_plain import rank_plain


def settle(game: MainGame, multiple: int, mine: Category, compared: int, theirs: Category) -> Fraction:
    """Return the result of ante, blind, play and trips; `compared` is 1 if the hand wins and -1 if it loses."""
    qualifies = game.qualifier is None or theirs >= game.qualifier
    ante = Fraction(compared) if qualifies else Fraction(0)
    blind = Fraction(0)
    if compared > 0:
        blind = game.blind[mine] or Fraction(0)
    elif compared < 0:
        blind = Fraction(-1)
    pays = game.trips[mine]
    trips = game.trips_wager * (Fraction(-1) if pays is None else pays)
    return ante + blind + multiple * compared + trips


def progressive_of(game: MainGame, hole: Sequence[Card], flop: Sequence[Card]) -> Fraction:
    """Return the result of the progressive for a hand that stays."""
    if not game.progressive_wager:
        return Fraction(0)
    return (game.progressive[rank((*hole, *flop)).category] or Fraction(0)) - game.progressive_wager


def fold_of(game: MainGame) -> Fraction:
    """Return the loss of a fold."""
    return -2 - game.trips_wager - game.progressive_wager


def river_plain(
    game: MainGame, hole: Sequence[Card], board: Sequence[Card], dead: Collection[Card] = ()
) -> dict[int, Fraction]:
    """Return the value of a fold (0) and of each multiple at the river; hands are ranked by `rank_plain`."""
    gone = {*hole, *board, *dead}
    mine = rank_plain((*hole, *board))
    totals = dict.fromkeys(game.river, Fraction(0))
    count = 0
    for other in combinations([card for card in DECK if card not in gone], 2):
        theirs: Hand = rank_plain((*other, *board))
        compared = (mine > theirs) - (mine < theirs)
        for multiple in game.river:
            totals[multiple] += settle(game, multiple, mine.category, compared, theirs.category)
        count += 1
    paid = progressive_of(game, hole, board[:3])
    return {0: fold_of(game)} | {multiple: total / count + paid for multiple, total in totals.items()}


def flop_plain(
    game: MainGame, hole: Sequence[Card], flop: Sequence[Card], dead: Collection[Card] = ()
) -> dict[int, Fraction]:
    """Return the value of a check (0) and of each multiple on the flop, over every turn, river and dealer's hole."""
    gone = {*hole, *flop, *dead}
    left = [card for card in DECK if card not in gone]
    boards = np.array([(*flop, *runout) for runout in combinations(left, 2)], np.uint8)
    others = np.array(list(combinations(left, 2)), np.uint8)
    mine = rank_boards(boards, np.array([hole], np.uint8))[:, 0].astype(np.int64)
    theirs = rank_boards(boards, others).astype(np.int64)
    paid = progressive_of(game, hole, flop)
    totals = dict.fromkeys((0, *game.flop), Fraction(0))
    for order, row in zip(mine.tolist(), theirs, strict=True):
        dealers = row[row > 0]  # a hole cannot contain a card of the board
        values = river_values(game, order, dealers, {*game.river, *game.flop})
        totals[0] += max(fold_of(game), *(values[multiple] + paid for multiple in game.river))
        for multiple in game.flop:
            totals[multiple] += values[multiple] + paid
    return {multiple: total / len(boards) for multiple, total in totals.items()}


def river_values(
    game: MainGame, mine: int, dealers: np.ndarray[tuple[int], np.dtype[np.int64]], multiples: Collection[int]
) -> dict[int, Fraction]:
    """Return the value of each multiple against dealers with the given orders."""
    hand = Category(mine >> ORDER_BITS)
    values = dict.fromkeys(multiples, Fraction(0))
    for compared in (-1, 0, 1):
        same = dealers[np.sign(mine - dealers) == compared] >> ORDER_BITS
        for kind, count in enumerate(np.bincount(same, minlength=len(Category)).tolist()):
            if count:
                for multiple in multiples:
                    values[multiple] += count * settle(game, multiple, hand, compared, Category(kind))
    return {multiple: value / len(dealers) for multiple, value in values.items()}
