"""Kinds of decisions, such as suited kings or a paired flop: what a review counts habits by and a drill is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from uth.cards import RANKS, Card
from uth.ranking import Category, rank
from uth.rules.values import Street
from uth.strategy.simple import beats_the_board, has_hidden_pair, has_high_flush_draw, has_two_pair

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of decision. Every decision has exactly one: the first of its street that holds."""

    name: str
    """As in addresses and options: ``suited-kings``."""
    title: str
    """As people read it: ``Suited kings``."""
    street: Street
    holds: Callable[[Cards, Cards], bool]
    """Whether the hole cards and the board are of this kind, given that they are of none before it."""


def _has_pair(hole: Cards, _board: Cards) -> bool:
    return hole[0].rank == hole[1].rank


def _has_pocket_twos(hole: Cards, board: Cards) -> bool:
    return _has_pair(hole, board) and RANKS[hole[0].rank] == "2"


def _has_high(top: str, *, suited: bool) -> Callable[[Cards, Cards], bool]:
    def holds(hole: Cards, board: Cards) -> bool:
        return RANKS[max(hole).rank] == top and _is_suited(hole, board) == suited

    return holds


def _is_suited(hole: Cards, _board: Cards) -> bool:
    return hole[0].suit == hole[1].suit


def _always(_hole: Cards, _board: Cards) -> bool:
    return True


def _in_one_suit(cards: Cards) -> int:
    suits = [card.suit for card in cards]
    return max(map(suits.count, suits))


def _has_flush_draw(hole: Cards, board: Cards) -> bool:
    return _in_one_suit((*hole, *board)) == 4


def _in_a_row(cards: Cards) -> int:
    """Return how many of five ranks in a row the cards have at most; an ace is also below a two."""
    ranks = {card.rank + 1 for card in cards}
    if RANKS.index("A") + 1 in ranks:
        ranks.add(0)
    return max(len(ranks & set(range(low, low + 5))) for low in range(len(RANKS) - 3))


def _has_straight_draw(hole: Cards, board: Cards) -> bool:
    return _in_a_row((*hole, *board)) == 4


def _has_paired_board(_hole: Cards, board: Cards) -> bool:
    return len({card.rank for card in board}) < len(board)


def _has_one_pair_of_its_own(hole: Cards, board: Cards) -> bool:
    return rank((*hole, *board)).category is Category.ONE_PAIR and beats_the_board(hole, board)


def _has_high_cards(hole: Cards, board: Cards) -> bool:
    return min(hole).rank > max(board).rank


def _has_board_that_plays(hole: Cards, board: Cards) -> bool:
    return rank((*hole, *board)).order == rank(board).order


def _has_board_near_flush(_hole: Cards, board: Cards) -> bool:
    return _in_one_suit(board) >= 4


def _has_board_near_straight(_hole: Cards, board: Cards) -> bool:
    return _in_a_row(board) >= 4


KINDS: Final = tuple(
    Kind(name=name, title=title, street=street, holds=holds)
    for street, kinds in (
        (
            Street.PREFLOP,
            (
                ("pocket-twos", "Pocket twos", _has_pocket_twos),
                ("pocket-pairs", "Pocket pairs", _has_pair),
                ("suited-aces", "Suited aces", _has_high("A", suited=True)),
                ("offsuit-aces", "Offsuit aces", _has_high("A", suited=False)),
                ("suited-kings", "Suited kings", _has_high("K", suited=True)),
                ("offsuit-kings", "Offsuit kings", _has_high("K", suited=False)),
                ("suited-queens", "Suited queens", _has_high("Q", suited=True)),
                ("offsuit-queens", "Offsuit queens", _has_high("Q", suited=False)),
                ("suited-jacks", "Suited jacks", _has_high("J", suited=True)),
                ("offsuit-jacks", "Offsuit jacks", _has_high("J", suited=False)),
                ("suited-tens-and-lower", "Suited, ten high or lower", _is_suited),
                ("offsuit-tens-and-lower", "Offsuit, ten high or lower", _always),
            ),
        ),
        (
            Street.FLOP,
            (
                ("flop-two-pair", "Two pair or better on the flop", has_two_pair),
                ("flop-hidden-pair", "A hidden pair on the flop", has_hidden_pair),
                ("high-four-flush", "Four to a flush with a hidden ten or better", has_high_flush_draw),
                ("low-four-flush", "Four to a flush without a hidden ten or better", _has_flush_draw),
                ("paired-flop", "A paired flop", _has_paired_board),
                ("four-straight", "Four to a straight", _has_straight_draw),
                ("two-overcards", "Two cards above the flop", _has_high_cards),
                ("flop-nothing", "Nothing on the flop", _always),
            ),
        ),
        (
            Street.RIVER,
            (
                ("board-plays", "The board plays", _has_board_that_plays),
                ("river-hidden-pair", "A hidden pair at the river", _has_one_pair_of_its_own),
                ("river-made-hand", "A hand better than the board", beats_the_board),
                ("board-four-flush", "Four of one suit on the board", _has_board_near_flush),
                ("board-four-straight", "Four to a straight on the board", _has_board_near_straight),
                ("paired-board", "A paired board and a kicker", _has_paired_board),
                ("high-card", "Nothing but a high card", _always),
            ),
        ),
    )
    for name, title, holds in kinds
)
"""Every kind, in the order in which they are tried."""


def kind_of(hole: Cards, board: Cards) -> Kind:
    """Return the kind of the decision with these hole cards and this board.

    >>> from uth.cards import parse_cards
    >>> kind_of(parse_cards("Kh 4h"), ()).title
    'Suited kings'
    >>> kind_of(parse_cards("Kh 4h"), parse_cards("9c 9d 2s")).title
    'A paired flop'
    """
    street = {0: Street.PREFLOP, 3: Street.FLOP, 5: Street.RIVER}[len(board)]
    return next(kind for kind in KINDS if kind.street is street and kind.holds(hole, board))
