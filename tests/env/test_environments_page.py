"""The page about environments: its code runs, and it lists every name, action and part of an observation."""

from __future__ import annotations

import doctest
from pathlib import Path

import uth.env
from uth.env import Action
from uth.env.episode import sit_down
from uth.env.observation import seat_space
from uth.rules.loader import is_based_on_another

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_what_the_page_shows_is_what_happens() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 15
    assert failed == 0


def test_the_page_has_every_name_action_and_part() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [
        f"| `{name}` |"
        for name, chosen in uth.env.NAMES.items()
        if "rules" not in chosen or not is_based_on_another(chosen["rules"])
    ]
    rows += [f"| {action} | {action.words} |" for action in Action]
    rows += [f"| `{part}` |" for part in seat_space(sit_down())]
    assert [row for row in rows if row not in text] == []
