"""The simple strategy: three short lists a person can remember, and how a seat follows them."""

from __future__ import annotations

from typing import Final

from uth.cards import DECK, RANKS, Card
from uth.ranking import Category, rank
from uth.rules.values import Street
from uth.table import commands as c

Decision = c.Check | c.MakePlay | c.Fold
Cards = tuple[Card, ...]

OUTS_TO_FOLD: Final = 21
"""At the river a hand without a hidden pair folds to this many cards, or more, that beat it in the dealer's hand."""

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


def dealer_outs(hole: Cards, board: Cards) -> int:
    """Return how many of the unseen cards would, one alone in the dealer's hand, beat this one."""
    mine, seen = rank((*hole, *board)), {*hole, *board}
    return sum(rank((*board, card)) > mine for card in DECK if card not in seen)


def plays_at_the_river(hole: Cards, board: Cards) -> bool:
    """Whether to play at the river: a hidden pair or better, or fewer than 21 outs for the dealer."""
    better_than_the_board = rank((*hole, *board)).category > max(rank(board).category, Category.ONE_PAIR)
    return has_hidden_pair(hole, board) or better_than_the_board or dealer_outs(hole, board) < OUTS_TO_FOLD


def wants_to_play(hole: Cards, board: Cards, street: Street) -> bool:
    """Whether the simple strategy makes the play wager on that street."""
    match street:
        case Street.PREFLOP:
            return raises_before_the_flop(hole)
        case Street.FLOP:
            return raises_on_the_flop(hole, board)
        case Street.RIVER:
            return plays_at_the_river(hole, board)


def choose(hole: Cards, board: Cards, street: Street, offered: tuple[Decision, ...]) -> Decision | None:
    """Return what the seat answers, always one of the offers; ``None`` only where there are none.

    It plays the highest multiple offered, or waits, or folds; where it can only play, it plays the lowest.
    """
    plays = sorted((each for each in offered if isinstance(each, c.MakePlay)), key=lambda each: each.multiple)
    if plays and wants_to_play(hole, board, street):
        return plays[-1]
    for kind in (c.Check, c.Fold):
        for each in offered:
            if isinstance(each, kind):
                return each
    return plays[0] if plays else None
