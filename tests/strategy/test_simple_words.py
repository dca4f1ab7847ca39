"""The simple rules in words, and each of them alone as the pricing engine has it."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from uth.cards import DECK, RANKS, Card
from uth.exact.flops import flop_tables
from uth.exact.game import MainGame
from uth.exact.policies import FOUR_TIMES, flop_rules, simple_river, starts_in
from uth.exact.solve import board_at, flop_at
from uth.kernels.exact_index import FOLD
from uth.rules.values import Street
from uth.strategy.simple import FLOP_RULES, RIVER_RULES, raises_before_the_flop
from uth.strategy.simple_words import START_RULES, rule_words


def dealt(count: int, key: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    cards = random.Random(key).sample(DECK, 2 + count)
    return tuple(cards[:2]), tuple(cards[2:])


@pytest.mark.parametrize("rule", FLOP_RULES)
def test_each_rule_of_the_flop_holds_for_the_same_hands_at_the_table_and_in_the_count(rule: str) -> None:
    counted = flop_rules()[rule]
    assert counted.shape == (len(flop_tables().flops), 1326)
    asked = [dealt(3, key) for key in range(2_000)]
    at_the_table = [FLOP_RULES[rule](hole, flop) for hole, flop in asked]
    assert at_the_table == [bool(counted[flop_at(flop, hole)]) for hole, flop in asked]
    assert 5 < sum(at_the_table) < 1_500


@pytest.mark.parametrize("rule", RIVER_RULES)
def test_each_rule_of_the_river_holds_for_the_same_hands_at_the_table_and_in_the_count(rule: str) -> None:
    (other,) = set(RIVER_RULES) - {rule}
    (counted,) = simple_river(MainGame(), without=other)
    asked = [dealt(5, key) for key in range(400)]
    at_the_table = [RIVER_RULES[rule](hole, board) for hole, board in asked]
    assert at_the_table == [bool(counted[board_at(board, hole)] != FOLD) for hole, board in asked]
    assert 50 < sum(at_the_table) < 390


def test_the_starting_hands_of_the_list_are_those_raised_at_the_table() -> None:
    def named(suited: Callable[[Card, Card], bool], kind: str) -> set[str]:
        pairs = [(high, low) for high in DECK for low in DECK if high.rank > low.rank and suited(high, low)]
        return {f"{RANKS[h.rank]}{RANKS[low.rank]}{kind}" for h, low in pairs if raises_before_the_flop((h, low))}

    pairs = {2 * RANKS[rank] for rank in range(13) if raises_before_the_flop((DECK[4 * rank], DECK[4 * rank + 1]))}
    suited = named(lambda one, other: one.suit == other.suit, "s")
    assert starts_in(FOUR_TIMES) == pairs | suited | named(lambda one, other: one.suit != other.suit, "o")
    assert np.unique([name[0] for name in starts_in(FOUR_TIMES) if len(name) == 3]).tolist() == ["A", "J", "K", "Q"]


WORDS = """
    preflop  pair  a pair of threes or higher
    preflop  A     any ace
    preflop  K     a king: any suited, offsuit with a five or higher
    preflop  Q     a queen: suited with a six or higher, offsuit with an eight or higher
    preflop  J     a jack: suited with an eight or higher, offsuit with a ten or higher
    flop     two_pair  two pair or better
"""


def test_the_rules_are_said_with_the_values_they_are_played_with() -> None:
    rows = [line.split(maxsplit=2) for line in WORDS.strip().splitlines()]
    assert [rule_words(Street(street), rule) for street, rule, _ in rows] == [says for *_, says in rows]
    assert tuple(rule for street, rule, _ in rows if street == "preflop") == START_RULES
    assert "fewer than 21 outs" in rule_words(Street.RIVER, "outs")
    assert "in the croupier’s hand" in rule_words(Street.RIVER, "outs", "croupier")
