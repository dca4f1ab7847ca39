"""A game that cannot be counted is refused in one clear line; so is a question about impossible cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from uth.cards import parse_cards
from uth.errors import Malformed
from uth.exact.advice import advise
from uth.exact.game import STANDARD_BLIND, MainGame, pays_of
from uth.exact.policies import starts_in
from uth.ranking import Category


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"river": ()}, "at least one"),
        ({"flop": (0,)}, "whole number from 1"),
        ({"flop": (2, 2)}, "twice"),
        ({"preflop": (Fraction(5, 2),)}, "whole number"),
        ({"blind": pays_of({Category.FLUSH: -1})}, "flush = -1"),
        ({"blind": STANDARD_BLIND[:9]}, "categories"),
        ({"trips_wager": Fraction(-1)}, "is negative"),
        ({"progressive_wager": Fraction(-1)}, "is negative"),
        ({"qualifier": Category.ROYAL_FLUSH}, "too high"),
        ({"blind": pays_of({Category.FLUSH: Fraction(1, 999_983)})}, "too much to count"),
    ],
)
def test_a_game_that_cannot_be_counted_is_refused(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says) as refused:
        MainGame(**fields)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("hole", "board", "dead", "says"),
    [
        ("As", "", "", "a hole has two"),
        ("As Kd", "2c 3c", "", "none, three or five"),
        ("As Kd", "2c 3c As", "", "twice"),
        ("As Kd", "2c 3c 4c", "3c", "twice"),
    ],
)
def test_cards_that_cannot_be_are_refused(hole: str, board: str, dead: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        advise(MainGame(), parse_cards(hole), parse_cards(board), parse_cards(dead))


def test_a_list_of_starting_hands_is_each_hand_and_those_above_it() -> None:
    assert starts_in("QQ+ K9s+") == {"QQ", "KK", "AA", "K9s", "KTs", "KJs", "KQs"}


def test_games_with_the_same_numbers_are_the_same_game() -> None:
    assert MainGame() == MainGame(preflop=(3, 4))
    assert len({MainGame(), MainGame(), MainGame(preflop=(3,))}) == 2
