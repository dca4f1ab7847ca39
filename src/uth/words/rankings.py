"""The ranking of hands as a player learns it: each category with an example; and the name of the hand one holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from uth.cards import RANK_WORDS, Card, parse_cards
from uth.cites import cites
from uth.ranking import Category, plural, rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """A category of hands: five cards that make it, and what it takes."""

    category: Category
    example: tuple[Card, ...]
    says: str


_EXAMPLES: Final[Mapping[Category, tuple[str, str]]] = {
    Category.ROYAL_FLUSH: ("As Ks Qs Js Ts", "ten to ace, all of one suit"),
    Category.STRAIGHT_FLUSH: ("9h 8h 7h 6h 5h", "five in a row, all of one suit"),
    Category.FOUR_OF_A_KIND: ("Qs Qh Qd Qc 4s", "four cards of one rank"),
    Category.FULL_HOUSE: ("Jh Jd Jc 8s 8h", "three of one rank and two of another"),
    Category.FLUSH: ("Ad Jd 9d 6d 2d", "five cards of one suit, in any order"),
    Category.STRAIGHT: ("Tc 9d 8h 7s 6c", "five in a row, of any suits; an ace is high or low"),
    Category.THREE_OF_A_KIND: ("7s 7h 7d Kc 2h", "three cards of one rank"),
    Category.TWO_PAIR: ("Kh Kc 5d 5s 9h", "two cards of one rank and two of another"),
    Category.ONE_PAIR: ("Ts Td Ah 6c 3s", "two cards of one rank"),
    Category.HIGH_CARD: ("Ac Jh 8d 5s 3c", "none of these: the highest card counts, then the next"),
}


@cites("MA.5b")
def rankings() -> tuple[Ranking, ...]:
    """Return every category with its example, the best first."""
    return tuple(
        Ranking(category=category, example=parse_cards(_EXAMPLES[category][0]), says=_EXAMPLES[category][1])
        for category in sorted(Category, reverse=True)
    )


def held_hand(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Category, str] | None:
    """Return what two cards make with the board so far and how it is called, or ``None`` before they are dealt.

    >>> held_hand(parse_cards("Kd Kh"), ())
    (<Category.ONE_PAIR: 1>, 'Pair of Kings')
    """
    if len(hole) != 2:
        return None
    if len(board) >= 3:
        hand = rank((*hole, *board))
        return hand.category, hand.words
    low, high = sorted(hole)
    if low.rank == high.rank:
        return Category.ONE_PAIR, f"Pair of {plural(high.rank)}"
    return Category.HIGH_CARD, f"{RANK_WORDS[high.rank]} high"
