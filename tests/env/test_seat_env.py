"""One seat for Gymnasium: its checker passes, masks equal the engine's offers, and bad input is reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import uth.env
from uth.cards import parse_cards
from uth.env import Action
from uth.env.observation import OVER
from uth.env.seat_env import SeatEnv
from uth.errors import Malformed, Refused
from uth.rules.loader import BOOKS, book_text

ACES = "As Qd Ad Qc  2h  Ah 7c 7d  3h  Kd 9s"
"""Seat, dealer, seat, dealer; burn, flop; burn, turn and river, as a shoe in Massachusetts deals them."""


@pytest.mark.parametrize("name", uth.env.NAMES)
def test_gymnasium_finds_nothing_wrong_with_any_name(name: str) -> None:
    for _ in range(3):  # the checker's own actions are not the same each time
        check_env(gymnasium.make(name).unwrapped)


def test_every_book_has_a_name() -> None:
    assert {f"uth/{book.capitalize()}-v0" for book in BOOKS} | {"uth/UltimateTexasHoldem-v0"} == set(uth.env.NAMES)


def test_to_import_twice_registers_once() -> None:
    uth.env.register_names()
    assert sum(name.startswith("uth/") for name in gymnasium.registry) == len(BOOKS) + 1


def test_the_masks_are_what_the_rules_offer_street_by_street() -> None:
    env = gymnasium.make("uth/Massachusetts-v0")
    seen, extras = env.reset(seed=3)
    offered = [extras["action_mask"].tolist()]
    for _ in range(2):
        seen, _, _, _, extras = env.step(Action.CHECK)
        offered.append(extras["action_mask"].tolist())
        assert seen["action_mask"].tolist() == offered[-1]
    assert offered == [[0, 1, 0, 0, 1, 1], [0, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0]]
    seen, _, ended, _, extras = env.step(Action.PLAY_1X)
    assert ended
    assert seen["street"] == OVER
    assert not extras["action_mask"].any()


def test_a_round_is_seen_as_it_is_dealt_and_paid_in_antes() -> None:
    env = SeatEnv(wagers={"trips": 500})
    seen, _ = env.reset(options={"deck": ACES})
    assert seen["hole"].tolist() == list(parse_cards("AsAd"))
    assert seen["board"].tolist() == [-1] * 5
    assert seen["wagers"].tolist() == [1, 1, 0, 1, 0, 0]
    seen, reward, ended, truncated, _ = env.step(Action.CHECK)
    assert (reward, ended, truncated) == (0, False, False)
    assert seen["board"].tolist() == [*parse_cards("Ah7c7d"), -1, -1]
    assert seen["dealer"].tolist() == [-1, -1]
    seen, reward, ended, _, _ = env.step(Action.PLAY_2X)
    assert ended
    assert reward == 1 + 3 + 2 + 9  # ante, blind (3 to 1 for a full house), play, trips (9 to 1)
    assert seen["board"].tolist() == list(parse_cards("Ah7c7dKd9s"))
    assert seen["dealer"].tolist() == list(parse_cards("QdQc"))
    assert seen["wagers"].tolist() == [1, 1, 2, 1, 0, 0]


def test_a_fold_costs_ante_and_blind() -> None:
    env = SeatEnv()
    env.reset(seed=1)
    env.step(Action.CHECK)
    env.step(Action.CHECK)
    _, reward, ended, _, _ = env.step(Action.FOLD)
    assert (reward, ended) == (-2, True)


def test_a_meter_that_is_given_stands_there_in_every_round() -> None:
    env = SeatEnv(wagers={"progressive": 500}, meters={"main": 1_000_000})
    royal = "As Qd Ks Qc  2h  Qs Js Ts  3h  2d 2c"
    rewards = []
    for _ in range(2):
        env.reset(options={"deck": royal})
        rewards.append(env.step(Action.PLAY_4X)[1])
    main = 1 + 500 + 4
    assert rewards[0] == rewards[1]
    assert rewards[0] * 500 - main * 500 + 500 >= 1_000_000  # the whole meter, this round's increment in it


def test_the_same_seed_deals_the_same_rounds_and_another_deals_others() -> None:
    def holes(seed: int) -> list[list[int]]:
        env = SeatEnv()
        first = env.reset(seed=seed)[0]["hole"].tolist()
        return [first, *(env.reset()[0]["hole"].tolist() for _ in range(5))]

    assert holes(4) == holes(4)
    assert holes(4) != holes(5)
    assert len({tuple(hole) for hole in holes(4)}) > 1


def test_a_sample_without_a_mask_is_always_offered() -> None:
    env = SeatEnv()
    env.action_space.seed(0)
    env.reset(seed=0)
    for _ in range(60):
        if env.step(env.action_space.sample())[2]:
            env.reset()


def test_learners_that_ask_for_masks_by_a_method_get_them() -> None:
    env = SeatEnv()
    env.reset(seed=0)
    assert env.action_masks().tolist() == [False, True, False, False, True, True]


def test_an_action_the_mask_forbids_names_itself_and_what_is_offered_and_changes_nothing() -> None:
    env = SeatEnv(render_mode="ansi")
    env.reset(seed=2)
    before = env.render()
    with pytest.raises(Malformed) as refused:
        env.step(Action.FOLD)
    assert str(refused.value) == (
        'action: "fold" is not offered before the flop; offered: 1 (check), 4 (play 3x), 5 (play 4x)'
    )
    assert env.render() == before
    env.step(Action.PLAY_4X)
    with pytest.raises(Malformed, match="after the end of the round; reset"):
        env.step(Action.CHECK)


@pytest.mark.parametrize("action", [6, -1, 1.0, "check", None, True, np.array([1, 2])])
def test_what_is_no_action_is_said_to_be_none(action: object) -> None:
    env = SeatEnv()
    env.reset(seed=0)
    with pytest.raises(Malformed, match=r"is not an action; one of 0 \(fold\), 1 \(check\)"):
        env.step(action)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rules": "nevadah"}, 'rules: "nevadah" is not a rule set; one of massachusetts'),
        ({"seats": 2}, "seats: 2 is not accepted here"),
        ({"ante": 100}, "Ante 100 is outside the posted limits, 500 to 50000"),
        ({"ante": 501}, "Ante 501 is not a multiple of 2"),
        ({"ante": "5"}, 'ante: "5" is not a whole number of cents'),
        ({"wagers": {"trips": 5.0}}, "wagers.trips: 5.0 is not a whole number of cents"),
        ({"wagers": {"trips": 100}}, "Trips 100 is outside the posted limits, 500 to 20000"),
        ({"wagers": {"progressive": 100}}, "Progressive 100 is not the progressive wager of this table, exactly 500"),
        ({"wagers": {"blind": 500}}, "wagers.blind: 500 is not a side wager; one of trips, cover_all, progressive"),
        ({"wagers": "trips"}, 'wagers: "trips" is not a list of wagers'),
        ({"rules": "greece", "wagers": {"cover_all": 500}}, "is not taken: this table does not offer the wager"),
        ({"meters": {"minor": 5}}, "meters.minor: 5 is not a meter of this table; its meters: main"),
        ({"meters": {"main": -1}}, "meters.main: -1 is not a whole number of cents"),
        ({"dealing": "robot"}, 'dealing: "robot" is not a way of dealing of this book'),
        ({"tables": {"trips": "Z"}}, 'tables.trips: "Z" is not a pay table of this book'),
        ({"render_mode": "human"}, 'render_mode: "human" is not a way to render; one of ansi'),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_clear_line(options: dict[str, Any], says: str) -> None:
    with pytest.raises((Malformed, Refused)) as refused:
        SeatEnv(**options)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_play_wager_that_no_action_stands_for_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "five.toml"
    file.write_text(book_text("nevada").replace("value = [3, 4]", "value = [3, 5]"), encoding="utf-8")
    with pytest.raises(Malformed, match=r"play.preflop: 5 has no action; .* 1 to 4 times the ante"):
        SeatEnv(rules=file)


@pytest.mark.parametrize("deck", ["As As", "Ax", 7, [1, 1], [99]])
def test_a_deck_that_is_none_is_refused(deck: object) -> None:
    env = SeatEnv()
    with pytest.raises(Malformed):
        env.reset(options={"deck": deck})


def test_a_step_before_any_round_asks_for_a_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatEnv().step(Action.CHECK)


def test_the_table_is_drawn_in_words() -> None:
    env = gymnasium.make("uth/Massachusetts-v0", render_mode="ansi", wagers={"trips": 1000})
    env.reset(options={"deck": ACES})
    assert env.render() == (
        "Massachusetts, seat 1, ante $5\n"
        "hole    As Ad\n"
        "board   -- -- -- -- --\n"
        "wagers  ante 1, blind 1, play 0, trips 2\n"
        "asked   1 check, 4 play 3x, 5 play 4x"
    )
    env.step(Action.PLAY_4X)
    drawn = env.render()
    assert isinstance(drawn, str)
    assert drawn.endswith("dealer  Qd Qc  Two Pair, Queens and Sevens\nresult  Full House, Aces over Sevens, +26 antes")
