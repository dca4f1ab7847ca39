"""The worked example: the agent's states equal the exact count's, and it comes as close to the best play as stated."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

import train_agent
from uth.cards import DECK
from uth.exact.solve import board_at
from uth.strategy.simple import dealer_outs


def test_the_optimum_it_is_held_to_is_the_games() -> None:
    assert Fraction(-50643648973, 2317817502000) == train_agent.OPTIMUM


def test_every_starting_hand_is_its_own_state() -> None:
    holes = np.array([(low, high) for low in range(52) for high in range(low)], np.uint8)
    counts = np.bincount(train_agent.start_states(holes), minlength=169)
    assert sorted(counts.tolist()) == [4] * 78 + [6] * 13 + [12] * 78
    assert (train_agent.start_states(holes[:, ::-1]) == train_agent.start_states(holes)).all()


@pytest.mark.parametrize(
    ("hole", "flop", "state"),
    [
        ("AsKs", "2s3s9d", (0 * 8 + 1 + 6) * 6 + 2 * 2),
        ("7c8d", "9hTs2c", (2 * 8 + 0) * 6),
        ("5c4d", "AhAs2c", (1 * 8 + 0) * 6 + 1),
        ("2c2d", "9hTsKc", train_agent.TO_COME + 1),
        ("9c2d", "9hTsKc", train_agent.TO_COME + 2 * 7),
        ("9c2d", "9h2sKc", train_agent.MADE + 1),
        ("QcJd", "9h9s9c", train_agent.MADE + 2),
        ("AcKd", "QhJsTc", train_agent.MADE + 2),
    ],
)
def test_a_flop_is_told_by_what_is_made_and_what_may_come(hole: str, flop: str, state: int) -> None:
    cards = [np.array([[_card(text[at : at + 2]) for at in range(0, len(text), 2)]], np.uint8) for text in (hole, flop)]
    assert train_agent.flop_states(*cards).tolist() == [state]


def _card(name: str) -> int:
    return next(card for card in DECK if str(card) == name)


def test_what_it_learns_of_a_river_is_what_the_exact_count_reads() -> None:
    chance = np.random.default_rng(5)
    deals = np.array([chance.permutation(52)[:7] for _ in range(300)], np.uint8)
    states = train_agent.river_states(deals[:, :2].copy(), deals[:, 2:].copy())
    counted = train_agent.counted_rivers()
    for cards, state in zip(deals.tolist(), states.tolist(), strict=True):
        hole, board = tuple(DECK[at] for at in cards[:2]), tuple(DECK[at] for at in cards[2:])
        assert state % 46 == dealer_outs(hole, board)
        assert counted[board_at(board, hole)] == state


@pytest.mark.slow
def test_a_little_training_goes_a_long_way_and_never_beyond_the_best() -> None:
    *_, (agent, played) = train_agent.train(200_000, seed=1)
    assert played >= 200_000
    assert Fraction(-1, 8) < train_agent.value_of(agent) < train_agent.OPTIMUM  # after 5,000 rounds it is about -1/3


def test_the_same_seed_trains_the_same_agent() -> None:
    def averages() -> list[float]:
        *_, (agent, _) = islice(train_agent.train(20_000, seed=3), 2)
        return agent.averages(0).ravel().tolist()

    assert averages() == averages()


@pytest.mark.slow
def test_it_comes_within_its_goal_of_the_best_play() -> None:
    *_, (agent, _) = train_agent.train(train_agent.ROUNDS, seed=1)
    given_away = train_agent.OPTIMUM - train_agent.value_of(agent)
    assert 0 < given_away <= train_agent.GOAL
