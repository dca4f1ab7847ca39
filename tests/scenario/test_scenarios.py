"""Every shipped scenario runs, and shows the clauses it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from uth.scenario.reading import read_script
from uth.scenario.running import failure_lines, run

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.scenario"))
each_scenario = pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)


@each_scenario
def test_what_must_happen_in_the_scenario_happens(file: Path) -> None:
    script = read_script(file.read_text(encoding="utf-8"), file.name)
    steps = list(run(script))
    assert [line for step in steps for line in failure_lines(step)] == []
    assert len(steps) == len(script.lines)


@each_scenario
def test_each_clause_of_the_header_is_spoken_of_below_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    script = read_script(text, file.name)
    below = re.split(r"^clauses:.*$", text, maxsplit=1, flags=re.MULTILINE)[1]
    assert script.clauses
    assert [number for number in script.clauses if not re.search(rf"\b{re.escape(number)}\b", below)] == []


def test_the_scenarios_are_there() -> None:
    assert len(SCENARIOS) >= 50
