"""The reason for a decision in words: the hand, its hidden part, the dealer's outs, and the rule to remember."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from uth.cards import DECK, RANK_WORDS, RANKS, Card, Rank
from uth.ranking import Category, plural, rank
from uth.strategy.simple import (
    LEAST_KICKER,
    LEAST_PAIR,
    OUTS_TO_FOLD,
    beats_the_board,
    dealer_outs,
    has_hidden_pair,
    has_high_flush_draw,
    raises_before_the_flop,
    raises_on_the_flop,
)
from uth.table.posted import Posted
from uth.units import money

Cards = tuple[Card, ...]
LINE: Final = f"{OUTS_TO_FOLD} of 45 is the usual line"


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
    return f"no pair with your own cards, which have {kicker} as the higher"


def outs_words(hole: Cards, board: Cards, dead: Collection[Card] = ()) -> str:
    """Return the number of cards, as text, any one of which in the dealer's hole would beat the hand."""
    outs, unseen = dealer_outs(hole, board, dead), len(DECK) - len({*hole, *board, *dead})
    return f"{outs} of the {unseen} unseen cards would each beat it in the dealer's hand; {LINE}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What the simple rules say about a hand."""

    plays: bool
    says: str
    """The rule that decides it: ``any ace``."""


def rule_of(hole: Cards, board: Cards, dead: Collection[Card] = ()) -> Rule:
    """Return the simple rule that decides the hand on its street."""
    match len(board):
        case 0:
            plays = raises_before_the_flop(hole)
            return Rule(plays=plays, says=_start_rule(hole, plays))
        case 3:
            return Rule(plays=raises_on_the_flop(hole, board), says=_flop_rule(hole, board))
        case _:
            return _river_rule(hole, board, dead)


def _start_rule(hole: Cards, plays: bool) -> str:
    low, high = sorted(hole)
    if low.rank == high.rank:
        least = plural(Rank(RANKS.index(LEAST_PAIR))).lower()
        return f"a pair of {least} or better" if plays else "a pair of twos is the one pair that waits"
    top, suited = RANKS[high.rank], low.suit == high.suit
    if top == "A":
        return "any ace"
    if top not in LEAST_KICKER:
        return "no pair, and no card above a ten"
    least = LEAST_KICKER[top][0 if suited else 1]
    name, kind = RANK_WORDS[high.rank].lower(), "a suited" if suited else "an offsuit"
    if plays and suited and least == RANKS[0]:
        return f"any suited {name}"
    kicker = RANK_WORDS[RANKS.index(least)].lower()
    beside = f"{'an' if kicker[0] in 'ae' else 'a'} {kicker}"
    or_better = "" if RANKS.index(least) == high.rank - 1 else " or better"
    return f"{kind} {name} {'with' if plays else 'needs'} {beside}{or_better}"


def _flop_rule(hole: Cards, flop: Cards) -> str:
    if rank((*hole, *flop)).category >= Category.TWO_PAIR:
        return "two pair or better"
    if has_high_flush_draw(hole, flop):
        return "a flush draw with a ten or better of your own"
    if hole[0].rank == hole[1].rank == 0:
        return "pocket twos are the one hidden pair that waits"
    if has_hidden_pair(hole, flop):
        return "a hidden pair"
    return "no hidden pair or better, and no flush draw with a ten or better of your own"


def _river_rule(hole: Cards, board: Cards, dead: Collection[Card]) -> Rule:
    if beats_the_board(hole, board):
        return Rule(plays=True, says="your cards make a better hand than the board does")
    outs = dealer_outs(hole, board, dead)
    beat = f"{outs} dealer {'card beats' if outs == 1 else 'cards beat'} you"
    return Rule(plays=outs < OUTS_TO_FOLD, says=f"{beat}; fold at {OUTS_TO_FOLD} or more")


def limit_words(posted: Posted) -> str:
    """Return the note that the values respect the table's payout limit, with its clause."""
    if posted.hand_limit is None:
        return ""
    limit, cents = posted.hand_limit
    most = money(cents, posted.rules.currency.symbol)
    return f"These values keep to the payout limit: a hand wins {most} at most, trips included ({limit.cite})."
