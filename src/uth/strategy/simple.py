"""The simple rules: three short lists that a person can remember, one for each street."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from uth.cards import DECK, RANKS, Card
from uth.ranking import Category, rank
from uth.rules.values import Wager
from uth.table.round.refusals import WagerOffer
from uth.units import Seat

Cards = tuple[Card, ...]

OUTS_TO_FOLD: Final = 21
"""At the river, a hand no better than the board folds to this many dealer outs or more."""

LEAST_KICKER: Final = {"K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
"""The lowest second card to raise with a king, a queen or a jack: suited, and offsuit."""


def raises_before_the_flop(hole: Cards) -> bool:
    """Return whether to raise before the flop: 33 or better, any ace, K2s and K5o, Q6s and Q8o, J8s and JTo upwards."""
    low, high = sorted(hole)
    if low.rank == high.rank:
        return low.rank >= RANKS.index("3")
    if RANKS[high.rank] == "A":
        return True
    suited, unsuited = LEAST_KICKER.get(RANKS[high.rank], ("", ""))
    least = suited if low.suit == high.suit else unsuited
    return bool(least) and low.rank >= RANKS.index(least)


def has_hidden_pair(hole: Cards, board: Cards) -> bool:
    """Return whether at least one hole card is part of a pair."""
    on_board = {card.rank for card in board}
    return hole[0].rank == hole[1].rank or any(card.rank in on_board for card in hole)


def has_high_flush_draw(hole: Cards, flop: Cards) -> bool:
    """Return whether four cards share a suit, with a ten or better of it in the hole."""
    suits = [card.suit for card in (*hole, *flop)]
    return any(suits.count(card.suit) == 4 and card.rank >= RANKS.index("T") for card in hole)


def raises_on_the_flop(hole: Cards, flop: Cards) -> bool:
    """Return whether to raise on the flop: two pair or better, a hidden pair but pocket twos, a high flush draw."""
    if rank((*hole, *flop)).category >= Category.TWO_PAIR or has_high_flush_draw(hole, flop):
        return True
    pocket_twos = hole[0].rank == hole[1].rank == 0
    return has_hidden_pair(hole, flop) and not pocket_twos


def dealer_outs(hole: Cards, board: Cards, dead: Collection[Card] = ()) -> int:
    """Return how many of the unseen cards would, alone in the dealer's hole, beat this hand."""
    mine, gone = rank((*hole, *board)), {*hole, *board, *dead}
    return sum(rank((*board, card)) > mine for card in DECK if card not in gone)


def beats_the_board(hole: Cards, board: Cards) -> bool:
    """Return whether the hand's category is above the board's: a hidden pair or better."""
    return rank((*hole, *board)).category > rank(board).category


def plays_at_the_river(hole: Cards, board: Cards) -> bool:
    """Return whether to play at the river: a hidden pair or better, or fewer than 21 dealer outs."""
    return beats_the_board(hole, board) or dealer_outs(hole, board) < OUTS_TO_FOLD


BESIDE: Mapping[Wager, tuple[int, int]] = {
    Wager.TRIPS: (2, 0),
    Wager.COVER_ALL: (3, 1),
    Wager.PROGRESSIVE: (3, 0),
}
"""The seats that make each optional wager: those whose number leaves this remainder when divided by this divisor."""


def ante_of(seat: Seat, offer: WagerOffer) -> int:
    """Return the seat's usual ante: one, two or three times the minimum, as far as it is offered."""
    return min(offer.cents_min * (1 + seat % 3), offer.cents_max)


def optional_wagers(seat: Seat, offers: Iterable[WagerOffer]) -> tuple[WagerOffer, ...]:
    """Return which of the offers besides the ante the seat usually takes, each at its minimum."""
    usual = {wager for wager, (divisor, rest) in BESIDE.items() if seat % divisor == rest}
    return tuple(offer for offer in offers if offer.wager in usual)
