"""The reason for a decision in words: the hand, which part of it is hidden, and the dealer's outs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from uth.cards import DECK, RANK_WORDS, Card
from uth.ranking import Category, plural, rank
from uth.strategy.simple import dealer_outs, has_hidden_pair, has_high_flush_draw

Cards = tuple[Card, ...]
LINE: Final = "21 of 45 is the usual line"


def start_words(hole: Cards) -> str:
    """Return the two cards as players call them: ``a pair of Threes``, ``Ace Seven offsuit``."""
    low, high = sorted(hole)
    if low.rank == high.rank:
        return f"a pair of {plural(high.rank)}"
    kind = "suited" if low.suit == high.suit else "offsuit"
    return f"{RANK_WORDS[high.rank]} {RANK_WORDS[low.rank]} {kind}"


def held_words(hole: Cards, board: Cards) -> str:
    """Return the hand made with the board, and which part of it the hole cards contribute."""
    hand = rank((*hole, *board))
    if len(board) == 5 and hand.order == rank(board).order:
        return f"{hand}: the board plays, and your cards do not help"
    hidden = _hidden(hole, board)
    said = f"{hand}, {hidden}" if hidden else str(hand)
    if len(board) == 3 and has_high_flush_draw(hole, board):
        said += ", and four to a flush with a hidden ten or better"
    return said


def _hidden(hole: Cards, board: Cards) -> str:
    hand = rank((*hole, *board))
    if hand.category > Category.ONE_PAIR and (len(board) < 5 or hand.category > rank(board).category):
        return "made with your cards"
    if hole[0].rank == hole[1].rank:
        return "a hidden pair in the hole"
    if has_hidden_pair(hole, board):
        paired = max(card.rank for card in hole if any(card.rank == other.rank for other in board))
        return f"a hidden pair of {plural(paired)}"
    kicker = RANK_WORDS[max(card.rank for card in hole)]
    return f"nothing hidden, {kicker} the better card of yours"


def outs_words(hole: Cards, board: Cards, dead: Collection[Card] = ()) -> str:
    """Return the number of cards, as text, any one of which in the dealer's hole would beat the hand."""
    outs, unseen = dealer_outs(hole, board, dead), len(DECK) - len({*hole, *board, *dead})
    return f"{outs} of the {unseen} unseen cards would each beat it in the dealer's hand; {LINE}"
