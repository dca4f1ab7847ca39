"""Many rounds at once: the same seed gives the same observations, masks and rewards as the engine at every table."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from uth.cards import DECK
from uth.env import Action
from uth.env.episode import Episode, sit_down
from uth.env.vector_env import SeatVectorEnv
from uth.env.vector_pays import VectorPays
from uth.errors import Malformed
from uth.rules.loader import BOOKS

Options = dict[str, Any]

TABLES: list[tuple[str, Options]] = [
    ("massachusetts", {}),
    ("massachusetts", {"wagers": {"trips": 500, "progressive": 500, "cover_all": 100}}),
    ("massachusetts", {"ante": 50_000, "wagers": {"trips": 20_000}, "dealing": "machine"}),
    ("massachusetts", {"ante": 50_000, "tables": {"progressive": None}, "wagers": {"trips": 500}}),
    ("california", {"wagers": {"trips": 500}}),
    ("california", {"dealing": "shoe"}),
    ("chickasaw", {"wagers": {"trips": 500, "progressive": 100}}),
    ("nevada", {"wagers": {"progressive": 100}, "dealing": "shoe", "meters": {"main": 977_200}}),
    ("greece", {"wagers": {"trips": 500, "progressive": 100}}),
]


def chosen(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Return an action that each mask offers, at random; any at all where nothing is."""
    likely = chance.random(masks.shape) * masks
    return np.where(masks.any(axis=1), likely.argmax(axis=1), chance.integers(0, len(Action), len(masks)))


@pytest.mark.parametrize(("rules", "options"), TABLES)
def test_it_deals_shows_and_pays_what_the_engine_does(rules: str, options: Options) -> None:
    name = "uth/UltimateTexasHoldem-v0"
    plain = gymnasium.make_vec(name, num_envs=7, vectorization_mode="sync", rules=rules, **options)
    vector = gymnasium.make_vec(name, num_envs=7, rules=rules, **options)
    assert isinstance(vector, SeatVectorEnv)
    assert plain.observation_space == vector.observation_space
    chance = np.random.default_rng(1)
    expected, expected_extras = plain.reset(seed=11)
    seen, extras = vector.reset(seed=11)
    ends = 0
    for _ in range(12):
        assert seen in vector.observation_space
        assert {part: (each.dtype, each.tolist()) for part, each in seen.items()} == {
            part: (each.dtype, each.tolist()) for part, each in expected.items()
        }
        assert extras.keys() == expected_extras.keys()
        assert extras["action_mask"].tolist() == expected_extras["action_mask"].tolist()
        actions = chosen(seen["action_mask"], chance)
        expected, rewards, ended, cut, expected_extras = plain.step(actions)
        seen, *others, extras = vector.step(actions)
        assert [each.tolist() for each in others] == [rewards.tolist(), ended.tolist(), cut.tolist()]
        ends += int(ended.sum())
    assert ends > 15
    assert vector.reset()[0]["hole"].tolist() == plain.reset()[0]["hole"].tolist()


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_rounds_rich_in_rare_hands_are_paid_to_the_cent_as_the_engine_pays_them(number: int) -> None:
    rules, options = TABLES[number]
    sitting = sit_down(rules, **options)
    chance = np.random.default_rng(number)
    rows, multiples, nets, categories = [], [], [], set()
    for _ in range(50):
        high = [card for card in DECK if card.rank >= 8 and (card.suit < 2 or card.rank == 12)]
        first = [high[at] for at in chance.permutation(len(high))]
        episode = Episode(sitting, (*first, *(card for card in DECK if card not in first)))
        while not episode.is_over:
            action = Action(int(chance.choice(list(episode.offered))))
            episode.answer(action)
        (spot,) = episode.table.round.spots.values()
        rows.append([*spot.hole, *episode.table.round.community, *episode.table.round.dealer])
        multiples.append(action.multiple)
        nets.append(episode.net_of(sitting.seats[0]))
        categories.add(spot.hand.category if spot.hand is not None else None)
    cards = np.array(rows, np.uint8)
    found = VectorPays(sitting).net(cards[:, :2].copy(), cards[:, 2:7].copy(), cards[:, 7:].copy(), np.array(multiples))
    assert found.tolist() == nets
    assert len(categories) >= 5


@pytest.mark.parametrize("rules", BOOKS)
def test_a_seed_for_each_table_is_that_tables_own(rules: str) -> None:
    both = SeatVectorEnv(3, rules=rules).reset(seed=[9, 8, 7])[0]["hole"]
    assert both[2].tolist() == SeatVectorEnv(1, rules=rules).reset(seed=7)[0]["hole"][0].tolist()


def test_what_is_returned_is_not_written_to_again() -> None:
    env = SeatVectorEnv(4)
    seen, _ = env.reset(seed=0)
    kept = {part: each.copy() for part, each in seen.items()}
    for _ in range(4):
        following, *_ = env.step(np.where(following_mask(env)[:, Action.CHECK], Action.CHECK, Action.FOLD))
        assert not any(np.shares_memory(seen[part], following[part]) for part in seen)
    assert all((seen[part] == kept[part]).all() for part in seen)


def following_mask(env: SeatVectorEnv) -> np.ndarray:
    return np.equal(env.masks[env.street], 1)


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([1, 1, 0], r'actions\[2\]: "fold" is not offered before the flop; offered: 1 \(check\), 4 \(play 3x\)'),
        ([1, 9, 1], "action: 9 is not an action"),
        ([1, -1, 1], "action: -1 is not an action"),
        ([1, 1], "is not one action for each of 3 tables"),
        ([1.0, 1.0, 1.0], "is not an array of action numbers"),
    ],
)
def test_bad_actions_are_refused_and_change_nothing_at_any_table(actions: list[int], says: str) -> None:
    env = SeatVectorEnv(3)
    env.reset(seed=5)
    with pytest.raises(Malformed, match=says):
        env.step(np.array(actions))
    assert env.street.tolist() == [0, 0, 0]
    assert env.rounds.tolist() == [0, 0, 0]


def test_bad_options_are_refused() -> None:
    with pytest.raises(Malformed, match="num_envs: 0 is not a number of tables"):
        SeatVectorEnv(0)
    with pytest.raises(Malformed, match="seats: 2 is not accepted here"):
        SeatVectorEnv(2, seats=2)
    with pytest.raises(Malformed, match="not one seed for each of the 2 tables"):
        SeatVectorEnv(2).reset(seed=[1])
    with pytest.raises(Malformed, match=r"options\.deck"):
        SeatVectorEnv(2).reset(options={"deck": "As"})
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatVectorEnv(2).step(np.ones(2, np.int64))
