"""The simple rules in words, from the values they are played with."""

from __future__ import annotations

from typing import Final

from uth.cards import RANK_WORDS, RANKS, Rank
from uth.ranking import plural
from uth.rules.values import Street
from uth.strategy.simple import LEAST_KICKER, LEAST_PAIR, OUTS_TO_FOLD

PAIR: Final = "pair"
START_RULES: Final = (PAIR, "A", *LEAST_KICKER)
"""The simple rules before the flop, by name: pairs, then each high card with its kickers."""


def rule_words(street: Street, rule: str, opponent: str = "dealer") -> str:
    """Return a simple rule in words, without the action: ``any ace``.

    >>> rule_words(Street.PREFLOP, "Q")
    'a queen: suited with a six or higher, offsuit with an eight or higher'
    """
    if street is Street.PREFLOP:
        return _start_words(rule)
    return {
        (Street.FLOP, "two_pair"): "two pair or better",
        (Street.FLOP, "hidden_pair"): (
            "a hidden pair: a pair that one of your own cards is part of, or a pair in the hole other than twos"
        ),
        (Street.FLOP, "flush_draw"): "four cards of one suit, with a ten or higher of that suit among your own two",
        (Street.RIVER, "hidden_pair"): (
            "a hidden pair or better: your hand is of a higher kind than the five community cards alone"
        ),
        (Street.RIVER, "outs"): (
            f"fewer than {OUTS_TO_FOLD} outs against you: unseen cards that would each, alone in the "
            f"{opponent}’s hand, beat yours"
        ),
    }[street, rule]


def _start_words(rule: str) -> str:
    if rule == PAIR:
        return f"a pair of {plural(Rank(RANKS.index(LEAST_PAIR))).lower()} or higher"
    name = RANK_WORDS[RANKS.index(rule)].lower()
    suited, offsuit = LEAST_KICKER.get(rule, (RANKS[0], RANKS[0]))
    if suited == offsuit == RANKS[0]:
        return f"any {name}"
    with_suited = "any suited" if suited == RANKS[0] else f"suited with {_one(suited)} or higher"
    return f"{_one(rule)}: {with_suited}, offsuit with {_one(offsuit)} or higher"


def _one(rank: str) -> str:
    """Return a rank with its article: ``an eight``."""
    word = RANK_WORDS[RANKS.index(rank)].lower()
    return f"{'an' if word[0] in 'ae' else 'a'} {word}"
