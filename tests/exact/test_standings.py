"""The standings of holes on boards equal an independent count of each hole."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from uth.cards import DECK, parse_cards
from uth.exact.advice import states_of
from uth.exact.game import MainGame
from uth.exact.solve import board_at
from uth.exact.standings import standings
from uth.kernels.exact_index import ABSENT, BOARDS, COUNT_MASK, LOSSES_BIT, WITHOUT_BIT
from uth.ranking import Category

HANDS = 3000


@pytest.mark.parametrize("qualifier", [None, Category.ONE_PAIR, Category.TWO_PAIR, Category.FULL_HOUSE])
def test_a_hole_beats_and_loses_to_as_many_dealers_as_when_they_are_gone_through(qualifier: Category | None) -> None:
    standing, kinds = standings(qualifier or 0, 1)
    game, chance = MainGame(qualifier=qualifier), Random(7)
    for _ in range(HANDS):
        suits = chance.choice(((0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)))
        cards = chance.sample([card for card in DECK if card.suit in suits], 7)
        hole, board = cards[:2], cards[2:]
        at = board_at(board, hole)
        told = int(standing[at])
        counts = [told & COUNT_MASK, told >> LOSSES_BIT & COUNT_MASK, told >> WITHOUT_BIT, int(kinds[at])]
        assert counts == states_of(game, hole, np.array([board], np.uint8), ()).tolist()[0], (hole, board)


def test_a_hole_that_has_a_card_of_the_board_is_not_there() -> None:
    standing, kinds = standings(Category.ONE_PAIR, 1)
    assert standing.shape == kinds.shape
    assert len(kinds) == BOARDS
    assert not standing[kinds == ABSENT].any()
    for board, hole in (("2c 7d 9h Js Ks", "2d 2h"), ("2c 7c 9c Js Ks", "Ac 2s"), ("Tc Jc Qc Kc Ac", "2d 2h")):
        number, two = board_at(parse_cards(board), parse_cards(hole))
        assert kinds[number, two] != ABSENT
    for board, hole in (("2c 2d 2h 2s Ks", "2c Kd"), ("2c 7c 9c Js Ks", "2c Kd"), ("2c 7c 9c Jc Ks", "Jc Jd")):
        number, two = board_at(parse_cards(board), parse_cards(hole))
        assert kinds[number, two] == ABSENT
