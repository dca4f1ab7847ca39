"""The showdown: every hand at its best, and whether the dealer qualifies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from uth.cards import Card
from uth.cites import cites
from uth.ranking import Category, Hand, hand_with, order_of, rank, shared_by
from uth.records import record
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.settle.settled import Outcome, PlayedRound, SettledWager
from uth.units import Odds, Seat


@record
class Showdown:
    """The hands at the showdown, against which every wager is settled."""

    dealer: Hand
    qualifies: bool
    hands: Mapping[Seat, Hand | None]
    highest: Hand
    """The highest hand at the table, including the dealer's."""


@cites("MA.9f", "MA.9g", "CA.PLAY7", "CA.PLAY9", "CN.24", "CN.26", "GR.7", "GR.14")
def show_down(played: PlayedRound, posted: Posted) -> Showdown:
    """Return the best five of seven of every hand, and whether the dealer qualifies."""
    board = shared_by(played.board)
    highest = dealer = hand_with(played.dealer, board)
    hands: dict[Seat, Hand | None] = {}
    for seat in played.seats:
        hands[seat.seat] = hand = hand_with(seat.hole, board) if len(seat.hole) == 2 else None
        if hand is not None and hand.order > highest.order:
            highest = hand
    qualifies = dealer.category >= posted.rules.dealer.qualifier.value
    return Showdown(dealer, qualifies, hands, highest)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards of the hand: groups first, then high to low, with an ace below a two last."""
    order = order_of(cards)
    five = next(five for five in combinations(cards, 5) if order_of(five) == order)
    ranks = [card.rank for card in five]
    found = sorted(five, key=lambda card: (ranks.count(card.rank), card.rank), reverse=True)
    hand = rank(five)
    if hand.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and hand.ranks[0] == 3:
        found = [*found[1:], found[0]]
    return tuple(found)


def odds_of(settled: SettledWager, posted: Posted) -> str:
    """Return the odds at which a winning wager was paid, as its table states them."""
    if settled.outcome is not Outcome.WIN or not settled.stake:
        return ""
    if settled.wager is Wager.PROGRESSIVE and posted.progressive is not None:
        row = next(row for row in posted.progressive.rows if row.hand == settled.row)
        if row.for_one is not None:
            return posted.rules.pay.fixed_pay(row, posted.progressive)
        return f"{row.percent}% of {row.meter}"
    owed = Fraction(settled.won + settled.cut, settled.stake)
    return str(Odds(owed.numerator, owed.denominator))
