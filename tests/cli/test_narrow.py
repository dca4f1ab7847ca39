"""A terminal of 60 columns shows every word and every number in full."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from check_install import sample_round
from rich.console import Console
from typer.testing import CliRunner

from uth import load, post, settle_document
from uth.cli import exact_main, settle_table
from uth.cli.app import app
from uth.exact.game import main_game
from uth.exact.solve import solve

NARROW = 60


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """A terminal of 60 columns, and what was printed on it."""
    said = StringIO()
    for module in (exact_main, settle_table):
        monkeypatch.setattr(
            module, "Console", lambda **options: Console(**options, width=NARROW, file=said, no_color=True)
        )
    return said


def test_a_settlement_shows_each_clause_whole(terminal: StringIO) -> None:
    answer = settle_document(json.loads(sample_round()))
    settle_table.show(answer)
    lines = terminal.getvalue().splitlines()
    assert max(map(len, lines)) <= NARROW
    words = {word.strip(",") for line in lines for word in line.split()}
    for wager in answer["seats"][0]["wagers"].values():
        assert set(wager["cites"]) <= words


def test_a_simulation_and_the_tally_of_the_clauses_cut_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(NARROW))
    for words in (
        ["sim", "--rounds", "1000", "--shuffle-key", "narrow", "--wagers", "trips=5,progressive=5"],
        ["clauses"],
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0
        assert "…" not in done.stdout
        assert words == ["clauses"] or max(map(len, done.stdout.splitlines())) <= NARROW


def test_the_main_game_shows_each_number_and_each_row_of_hands_whole(terminal: StringIO) -> None:
    posted = post(load("massachusetts"))
    solution = solve(main_game(posted))
    exact_main.show_main(
        exact_main.ExactAnswer(
            posted=posted,
            strategy="optimal",
            solution=solution,
            best=solution,
            usual=None,
            costs={},
            mistakes=(),
            limited=None,
        )
    )
    lines = terminal.getvalue().splitlines()
    assert max(map(len, lines)) <= NARROW
    assert "…" not in terminal.getvalue()
    assert [line for line in lines if line.startswith("AA") and "A2s" in line]
