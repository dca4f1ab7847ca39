"""Several seats for PettingZoo: its checkers pass, seats act in order, and all are paid at the end."""

from __future__ import annotations

from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from uth.cards import DECK
from uth.env import Action, table_v0
from uth.env.seat_env import SeatEnv
from uth.env.table_env import TableEnv
from uth.errors import Malformed
from uth.rules.loader import BOOKS, load_book

# PettingZoo says so of every environment that puts a mask beside the observation, but for a list of its own.
beside_a_mask = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def checked(function: Any) -> Any:
    for mark in beside_a_mask:
        function = mark(function)
    return function


@checked
@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("seats", [1, 6])
def test_pettingzoo_finds_nothing_wrong_with_any_book(rules: str, seats: int) -> None:
    seats = min(seats, load_book(rules).seats.count.value)
    api_test(table_v0.env(rules=rules, seats=seats), num_cycles=20)
    api_test(table_v0.raw_env(rules=rules, seats=seats), num_cycles=20)


@checked
@pytest.mark.parametrize("rules", BOOKS)
def test_the_same_seed_plays_the_same_round(rules: str) -> None:
    seed_test(lambda: table_v0.env(rules=rules, seats=4), num_cycles=20)


def test_the_seats_are_asked_clockwise_and_those_who_have_played_no_more() -> None:
    env = TableEnv(seats=3)
    env.reset(seed=1)
    asked = []
    for action in (Action.CHECK, Action.PLAY_4X, Action.CHECK, Action.PLAY_2X, Action.CHECK, Action.FOLD):
        asked.append(env.agent_selection)
        env.step(action)
    assert asked == ["seat_1", "seat_2", "seat_3", "seat_1", "seat_3", "seat_3"]
    assert all(env.terminations.values())
    assert env.rewards["seat_3"] == -2


def test_everyone_sees_what_the_others_have_done_and_nobody_else_is_offered_anything() -> None:
    env = TableEnv(seats=3)
    env.reset(seed=1)
    env.step(Action.PLAY_3X)
    assert env.observe("seat_2")["observation"][-3:].tolist() == [3, -1, -1]
    assert env.observe("seat_2")["action_mask"].tolist() == [0, 1, 0, 0, 1, 1]
    assert not env.observe("seat_3")["action_mask"].any()


def test_the_order_of_the_numbers_is_as_documented() -> None:
    env = TableEnv(seats=2, rules="greece", dealing="shuffler", wagers={"trips": 500}, ante=1000)
    env.reset(options={"deck": "2c 3c 4c 5c 6c  As Ks  Qd Jd  7h 7s"})
    env.step(Action.PLAY_4X)
    env.step(Action.CHECK)
    row = env.observe("seat_2")["observation"].tolist()
    qd, jd = DECK[41], DECK[37]
    assert (str(qd), str(jd)) == ("Qd", "Jd")
    assert row == [qd, jd, *DECK[0:12:4], -1, -1, -1, -1, 1, 1, 1, 0, 0.5, 0, 0, 4, -1]


def test_one_seat_at_a_table_is_paid_what_the_same_deck_pays_one_seat_alone() -> None:
    for seed in range(10):
        alone, table = SeatEnv(), TableEnv(seats=1)
        alone.reset(seed=seed)
        table.reset(seed=seed)
        table.step(Action.PLAY_4X)
        assert table.rewards["seat_1"] == alone.step(Action.PLAY_4X)[1]


def test_a_hand_that_pays_envy_pays_the_other_seats() -> None:
    env = TableEnv(rules="chickasaw", seats=2, wagers={"progressive": 100})
    deck = "Ts Js Qs 2c 3c  As Ks  4d 4h  7h 7c"  # the community cards first, then two to each seat
    env.reset(options={"deck": deck})
    env.step(Action.PLAY_4X)
    env.step(Action.PLAY_4X)
    with_envy = env.rewards["seat_2"]
    env = TableEnv(rules="chickasaw", seats=2, wagers={"progressive": 100})
    env.reset(options={"deck": deck.replace("Ks", "Kh")})
    env.step(Action.PLAY_4X)
    env.step(Action.PLAY_4X)
    assert with_envy > env.rewards["seat_2"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 9}, "seats: 9 is not a number of seats here; massachusetts has 1 to 6"),
        ({"seats": 0}, "seats: 0 is not a number of seats here"),
        ({"seats": "two"}, 'seats: "two" is not a number of seats here'),
        ({"seats": 8, "rules": "california"}, "seats: 8 is not a number of seats here; california has 1 to 7"),
        ({"rules": "texas"}, 'rules: "texas" is not a rule set'),
    ],
)
def test_a_table_that_cannot_be_is_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        TableEnv(**options)


def test_an_action_that_is_not_offered_is_refused_and_the_seat_is_asked_again() -> None:
    env = table_v0.env(seats=2)
    assert isinstance(env, OrderEnforcingWrapper)
    env.reset(seed=0)
    with pytest.raises(Malformed, match='"play 1x" is not offered before the flop; offered: 1 '):
        env.step(Action.PLAY_1X)
    assert env.agent_selection == "seat_1"


def test_the_table_is_drawn_as_the_seat_that_is_asked_sees_it() -> None:
    env = TableEnv(seats=2, render_mode="ansi")
    env.reset(options={"deck": "As 2c 3c Ad 2d 3d"})
    env.step(Action.CHECK)
    drawn = env.render()
    assert drawn is not None
    assert drawn.startswith("Massachusetts, seat 2, ante $5\nhole    2c 2d\n")
    assert "As" not in drawn
