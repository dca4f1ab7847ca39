"""How a settled hand is shown: the five cards that make it, and the odds a wager was paid at."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from uth.cards import Card
from uth.ranking import Category, order_of, rank
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.settled import Outcome, SettledWager
from uth.units import Odds


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards that make the hand, groups first, then high to low; an ace below a two comes last."""
    order = order_of(cards)
    five = next(five for five in combinations(cards, 5) if order_of(five) == order)
    ranks = [card.rank for card in five]
    found = sorted(five, key=lambda card: (ranks.count(card.rank), card.rank), reverse=True)
    hand = rank(five)
    if hand.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and hand.ranks[0] == 3:
        found = [*found[1:], found[0]]
    return tuple(found)


def odds_of(settled: SettledWager, posted: Posted) -> str:
    """Return the odds a winning wager was paid at, as its table states them."""
    if settled.outcome is not Outcome.WIN or not settled.stake:
        return ""
    if settled.wager is Wager.PROGRESSIVE and posted.progressive is not None:
        row = next(row for row in posted.progressive.rows if row.hand == settled.row)
        if row.for_one is not None:
            return posted.rules.pay.fixed_pay(row, posted.progressive)
        return f"{row.percent}% of {row.meter}"
    owed = Fraction(settled.won + settled.cut, settled.stake)
    return str(Odds(owed.numerator, owed.denominator))
