"""The simple rules: three short lists a person can remember, one for each street."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from uth.cards import DECK, RANKS, Card
from uth.ranking import Category, rank

Cards = tuple[Card, ...]

OUTS_TO_FOLD: Final = 21
"""At the river a hand no better than the board's own folds to this many cards, or more, that would each beat it."""

_LEAST_KICKER: Final = {"K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
"""The least second card to raise with beside a king, a queen or a jack: suited, and not."""


def raises_before_the_flop(hole: Cards) -> bool:
    """Whether to raise before the flop: threes or better, any ace, K2s and K5o, Q6s and Q8o, J8s and JTo upwards."""
    low, high = sorted(hole)
    if low.rank == high.rank:
        return low.rank >= RANKS.index("3")
    if RANKS[high.rank] == "A":
        return True
    suited, unsuited = _LEAST_KICKER.get(RANKS[high.rank], ("", ""))
    least = suited if low.suit == high.suit else unsuited
    return bool(least) and low.rank >= RANKS.index(least)


def has_hidden_pair(hole: Cards, board: Cards) -> bool:
    """Whether a pair has at least one of the two hole cards in it."""
    on_board = {card.rank for card in board}
    return hole[0].rank == hole[1].rank or any(card.rank in on_board for card in hole)


def has_high_flush_draw(hole: Cards, flop: Cards) -> bool:
    """Whether four cards are of one suit, a ten or better of it among the hole cards."""
    suits = [card.suit for card in (*hole, *flop)]
    return any(suits.count(card.suit) == 4 and card.rank >= RANKS.index("T") for card in hole)


def raises_on_the_flop(hole: Cards, flop: Cards) -> bool:
    """Whether to raise on the flop: two pair or better, a hidden pair but pocket twos, a high flush draw."""
    if rank((*hole, *flop)).category >= Category.TWO_PAIR or has_high_flush_draw(hole, flop):
        return True
    pocket_twos = hole[0].rank == hole[1].rank == 0
    return has_hidden_pair(hole, flop) and not pocket_twos


def dealer_outs(hole: Cards, board: Cards, dead: Collection[Card] = ()) -> int:
    """Return how many of the cards the dealer may have would, one alone in the dealer's hand, beat this one."""
    mine, gone = rank((*hole, *board)), {*hole, *board, *dead}
    return sum(rank((*board, card)) > mine for card in DECK if card not in gone)


def beats_the_board(hole: Cards, board: Cards) -> bool:
    """Whether the hand is of a higher category than the board alone: a hidden pair or better."""
    return rank((*hole, *board)).category > rank(board).category


def plays_at_the_river(hole: Cards, board: Cards) -> bool:
    """Whether to play at the river: a hidden pair or better, or fewer than 21 outs for the dealer."""
    return beats_the_board(hole, board) or dealer_outs(hole, board) < OUTS_TO_FOLD
