"""Shell completion."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from uth.cli.app import app
from uth.rules.loader import BOOKS


def offered(words: str, last: str = "") -> list[str]:
    """Return what Bash is offered after these words, as its completion script asks for it."""
    typed = [*words.split(), last]
    asks = {"_UTH_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(typed), "COMP_CWORD": str(len(typed) - 1)}
    return CliRunner().invoke(app, [], prog_name="uth", env=asks).stdout.split()


@pytest.mark.parametrize("command", ["exact --rules", "sim --rules", "play --rules", "rules show", "rules diff nevada"])
def test_books_are_offered_wherever_a_rule_set_is_asked_for(command: str) -> None:
    assert set(BOOKS) <= set(offered(f"uth {command}"))
    assert offered(f"uth {command}", "gre") == ["greece"]


def test_tables_and_ways_of_dealing_are_those_of_the_book_that_was_given() -> None:
    assert offered("uth sim --rules nevada --table", "trips=") == [f"trips={name}" for name in "ABCD"]
    assert "shoe" in offered("uth play --rules nevada --dealing")
    assert offered("uth sim --rules nothing --table") == []


def test_strategies_are_offered_for_each_seat() -> None:
    assert offered("uth exact --strategy", "simple") == ["simple", "simple_exact_river"]
    assert offered("uth sim --strategy", "simple,opt") == ["simple,optimal"]


def test_files_are_offered_by_what_the_command_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("round.json", "mine.toml", "link.meter", "evening.scenario", ".hidden.json"):
        Path(name).touch()
    Path("rounds").mkdir()
    Path("rounds", "first.json").touch()
    assert offered("uth settle") == ["round.json", f"rounds{os.sep}"]
    assert offered("uth settle", "rounds/") == ["rounds/first.json"]
    assert offered("uth meter show", "link") == ["link.meter"]
    assert offered("uth deal", "eve") == ["evening.scenario"]
    assert offered("uth rules check", "mi") == ["mine.toml"]
    assert offered("uth settle", "nowhere/") == []
