"""The simple rules: three short lists that a person can remember, one for each street."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from uth.cards import DECK, RANKS, Card
from uth.ranking import Category, rank
from uth.rules.values import Wager
from uth.table.round.refusals import WagerOffer
from uth.units import Seat

Cards = tuple[Card, ...]

OUTS_TO_FOLD: Final = 21
"""At the river, a hand no better than the board folds to this many dealer outs or more."""

LEAST_PAIR: Final = "3"
"""The lowest pair to raise before the flop."""
LEAST_KICKER: Final = {"K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
"""The lowest second card to raise with a king, a queen or a jack: suited, and offsuit."""


def raises_before_the_flop(hole: Cards) -> bool:
    """Return whether to raise before the flop: 33 or better, any ace, K2s and K5o, Q6s and Q8o, J8s and JTo upwards."""
    low, high = sorted(hole)
    if low.rank == high.rank:
        return low.rank >= RANKS.index(LEAST_PAIR)
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


def has_two_pair(hole: Cards, flop: Cards) -> bool:
    """Return whether the hand on the flop is two pair or better."""
    return rank((*hole, *flop)).category >= Category.TWO_PAIR


def has_hidden_pair_to_raise(hole: Cards, flop: Cards) -> bool:
    """Return whether there is a hidden pair other than pocket twos."""
    return has_hidden_pair(hole, flop) and not hole[0].rank == hole[1].rank == 0


FLOP_RULES: Final[Mapping[str, Callable[[Cards, Cards], bool]]] = {
    "two_pair": has_two_pair,
    "hidden_pair": has_hidden_pair_to_raise,
    "flush_draw": has_high_flush_draw,
}
"""The simple rules of the flop: a hand that meets one of them raises."""


def raises_on_the_flop(hole: Cards, flop: Cards) -> bool:
    """Return whether to raise on the flop: two pair or better, a hidden pair except pocket twos, a high flush draw."""
    return any(holds(hole, flop) for holds in FLOP_RULES.values())


def dealer_outs(hole: Cards, board: Cards, dead: Collection[Card] = ()) -> int:
    """Return the number of unseen cards any one of which, in the dealer's hole, would beat this hand."""
    mine, gone = rank((*hole, *board)), {*hole, *board, *dead}
    return sum(rank((*board, card)) > mine for card in DECK if card not in gone)


def beats_the_board(hole: Cards, board: Cards) -> bool:
    """Return whether the hand's category is above the board's, as with a hidden pair or better."""
    return rank((*hole, *board)).category > rank(board).category


def has_few_outs(hole: Cards, board: Cards) -> bool:
    """Return whether the dealer has fewer outs than the simple rules fold to."""
    return dealer_outs(hole, board) < OUTS_TO_FOLD


RIVER_RULES: Final[Mapping[str, Callable[[Cards, Cards], bool]]] = {
    "hidden_pair": beats_the_board,
    "outs": has_few_outs,
}
"""The simple rules of the river: a hand that meets one of them plays, every other folds."""


def plays_at_the_river(hole: Cards, board: Cards) -> bool:
    """Return whether to play at the river: a hidden pair or better, or fewer than 21 dealer outs."""
    return any(holds(hole, board) for holds in RIVER_RULES.values())


BESIDE: Mapping[Wager, tuple[int, int]] = {
    Wager.TRIPS: (2, 0),
    Wager.COVER_ALL: (3, 1),
    Wager.PROGRESSIVE: (3, 0),
}
"""The seats that make each optional wager: a seat does if its number has this remainder modulo this divisor."""


def ante_of(seat: Seat, offer: WagerOffer) -> int:
    """Return the seat's usual ante: one, two or three times the minimum, up to the offered maximum."""
    return min(offer.cents_min * (1 + seat % 3), offer.cents_max)


def optional_wagers(seat: Seat, offers: Iterable[WagerOffer]) -> tuple[WagerOffer, ...]:
    """Return the offers of optional wagers that the seat usually accepts."""
    usual = {wager for wager, (divisor, rest) in BESIDE.items() if seat % divisor == rest}
    return tuple(offer for offer in offers if offer.wager in usual)
