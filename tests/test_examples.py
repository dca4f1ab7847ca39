"""The programs in examples/ run unchanged."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

import gym_learner
import optimal_bot
import own_rules
import ray_run
import settle_many
from client.serving import served
from uth.cli.app import app
from uth.client import Visitor

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


async def test_a_bot_plays_at_a_live_house_and_gets_up(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        async with Visitor(house.address, name="Ann") as ann:
            await ann.make_table({"name": "quick", "rules": "nevada", "speed": "instant"})
            won = await optimal_bot.play(house.address, "quick", 3, strategy="simple_exact_river")
            view = (await ann.look("quick"))["view"]
    assert view["rounds"] == 3
    assert view["seats"] == {}
    assert abs(won) < 1_000_000


def test_rounds_are_settled_in_one_process() -> None:
    net = settle_many.main(1_000)
    assert set(net) == {"preflop 4x", "flop 2x", "river 1x"}


def test_a_rule_set_of_ones_own_has_exact_edges() -> None:
    edges = own_rules.edges(str(own_rules.RIVERSIDE))
    assert edges == {
        "main game": Fraction(9_740_355_089, 100_774_674_000),
        "trips": Fraction(48_987, 2_572_780),
    }


def test_a_learner_sees_that_aces_should_be_raised() -> None:
    found = gym_learner.learn(150)
    assert found
    assert gym_learner.name_of([51, 49]) == "AA"
    assert gym_learner.name_of([0, 48]) == "A2s"


def test_the_scenario_happens_as_written() -> None:
    done = CliRunner().invoke(app, ["deal", "--quiet", str(EXAMPLES / "first_hand.scenario")])
    assert done.exit_code == 0, done.output


@pytest.mark.slow
async def test_the_bot_plays_by_the_exact_values(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        async with Visitor(house.address, name="Ann") as ann:
            await ann.make_table({"name": "quick", "rules": "massachusetts", "speed": "instant"})
            assert abs(await optimal_bot.play(house.address, "quick", 5)) < 1_000_000
            assert (await ann.look("quick"))["view"]["seats"] == {}


@pytest.mark.slow
def test_a_cluster_gives_the_same_result_as_this_machine() -> None:
    program = [sys.executable, str(EXAMPLES / "ray_run.py"), "local"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.stdout == f"{ray_run.line_of(ray_run.simulated(None))}\n", done.stderr


@pytest.mark.slow
def test_the_notebook_runs_from_its_first_cell_to_its_last() -> None:
    cells = json.loads((EXAMPLES / "books.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert len(names["solutions"]) == 5  # type: ignore[arg-type]
