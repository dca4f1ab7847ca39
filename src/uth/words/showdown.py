"""The comparison of a hand with the dealer's in words: the deciding kicker, a tie, a folded winner."""

from __future__ import annotations

from typing import Final

from uth.cards import RANK_WORDS, Rank
from uth.ranking import Category, Hand
from uth.rules.values import Wager
from uth.table.round.state import Spot, Table

_HIGH: Final = (Category.HIGH_CARD, Category.FLUSH)
"""Categories whose ties are decided card by card; they are named by their high cards, not by a kicker."""


def compared_words(hand: Hand, dealer: Hand) -> tuple[str, str]:
    """Return both hands in words, with kickers down to the deciding one if the names alone are equal."""
    if hand.words != dealer.words or hand.order == dealer.order:
        return hand.words, dealer.words
    deciding = next(at for at, (one, other) in enumerate(zip(hand.ranks, dealer.ranks, strict=True)) if one != other)
    return _with_kickers(hand, deciding), _with_kickers(dealer, deciding)


def _with_kickers(hand: Hand, deciding: int) -> str:
    if hand.category in _HIGH:
        high = RANK_WORDS[hand.ranks[0]]
        return hand.words.replace(f"{high} high", f"{'-'.join(map(_word, hand.ranks[: deciding + 1]))} high")
    named = 2 if hand.category is Category.TWO_PAIR else 1
    *most, last = map(_word, hand.ranks[named : deciding + 1])
    return f"{hand.words}, {', '.join(most)} and {last} kickers" if most else f"{hand.words}, {last} kicker"


def _word(rank: Rank) -> str:
    return RANK_WORDS[rank]


def showdown_words(hand: Hand, dealer: Hand, *, folded: bool = False) -> str:
    """Return the comparison as a phrase for the player of the hand: ``Pair of Aces against Ten high``."""
    own, other = compared_words(hand, dealer)
    said = f"{own} against {other}"
    if folded and hand > dealer:
        said = f"you folded the winning hand: {said}"
    elif folded:
        said = f"you folded: {said}{', a tie' if hand.order == dealer.order else ''}"
    elif hand.order == dealer.order:
        said += ", a tie"
    return said


def needs_explaining(hand: Hand, dealer: Hand, *, folded: bool) -> bool:
    """Whether the names of the two hands leave the result unexplained: a kicker, a tie, or a fold that cost the win."""
    return hand.words == dealer.words or (folded and hand > dealer)


def result_sentence(table: Table, spot: Spot, hand: Hand) -> str:
    """Return how the hand at the spot compares with the dealer's, with a capital; empty if they are not compared.

    A hand without an ante is not played against the dealer's.
    """
    dealer = table.round.dealer_hand
    if dealer is None or table.round.void is not None or spot.void is not None or Wager.ANTE not in spot.wagers:
        return ""
    said = showdown_words(hand, dealer, folded=spot.folded)
    return f"{said[:1].upper()}{said[1:]}"
