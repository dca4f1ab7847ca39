"""The page on simulation: its commands run, and its pictures are their output."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from uth.cli.app import app

DOCS = Path(__file__).resolve().parents[2] / "docs"
COMMANDS = re.findall(r"^uth (sim .*)$", (DOCS / "simulation.md").read_text(encoding="utf-8"), re.M)
DRAWN = [command for command in COMMANDS if "--chart" in command]


def test_every_picture_of_the_page_is_there() -> None:
    named = re.findall(r"\]\((pictures/[^)]+)\)", (DOCS / "simulation.md").read_text(encoding="utf-8"))
    assert sorted(named) == sorted(re.findall(r"pictures/\S+\.svg", " ".join(DRAWN)))
    assert all((DOCS / name).is_file() for name in named)


@pytest.mark.slow
@pytest.mark.parametrize("command", DRAWN)
def test_a_picture_is_what_its_command_draws(command: str, tmp_path: Path) -> None:
    words = shlex.split(command)
    at = words.index("--chart") + 1
    kept, words[at] = DOCS.parent / words[at], str(tmp_path / "chart.svg")
    assert CliRunner().invoke(app, words).exit_code == 0
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [each for each in COMMANDS if "--ray" not in each and "mine.py" not in each])
def test_a_command_of_the_page_is_understood(command: str) -> None:
    words = shlex.split(command.partition(" --chart")[0])
    hands = words[words.index("--session") + 1] if "--session" in words else "32"
    words[words.index("--rounds") + 1] = hands
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
