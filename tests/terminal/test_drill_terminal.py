"""`uth drill`: line by line, on the screen, and its file of progress."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import Static
from typer.testing import CliRunner

from uth.cli.app import app
from uth.coach.drills import Drill, game_of, theme_named
from uth.terminal.drill import NOTHING_DUE, DrillSession, run_plain
from uth.terminal.drill_app import DrillApp
from uth.words.session import drawn

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def session(tmp_path: Path, theme: str | None = "suited-aces", **options: Any) -> DrillSession:
    named = theme_named(theme) if theme is not None else None
    drill = Drill(game=game_of("massachusetts"), theme=named, close=options.pop("close", False))
    return DrillSession(drill=drill, path=tmp_path / "progress.json", rng=Random(1), **options)


def said_to(session: DrillSession, *lines: str) -> list[str]:
    said: list[str] = []
    run_plain(session, lines, said.append)
    return said


def test_a_drill_line_by_line(tmp_path: Path) -> None:
    said = said_to(session(tmp_path), "4", "x", "C", "p", "q")
    assert said[1].startswith("Before the flop. You have King of Clubs (Kc), Ace of Clubs (Ac). ")
    assert said[1].endswith(" 4: play 4x, 3: play 3x, c: check?")
    assert said[2].startswith("Play 4x is best. Raise 4x: any ace. In antes: Play 4x (yours) +")
    assert said[4].startswith("Answer with a multiple (4, 3, 2 or 1)")
    assert said[6].startswith(("Mistake: check costs 0.", "Blunder: check costs 0."))
    assert said[8].startswith("In all: 1 of 2 best (50%), 0.")
    assert said[9].startswith("Suited aces: 1 of 2 best (50%), 0.")
    assert said[-1].startswith("Drilled Massachusetts, Suited aces: 1 of 2 best (50%), 0.")
    kept = json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))
    assert (kept["streak"], kept["longest"], len(kept["items"])) == (0, 1, 2)


def test_mistakes_come_again_and_then_nothing_is_left(tmp_path: Path) -> None:
    at = NOW

    def now() -> datetime:
        return at

    assert said_to(session(tmp_path, mistakes=True, now=now))[1] == NOTHING_DUE
    first = said_to(session(tmp_path, "pocket-twos", now=now), "4", "q")
    at += timedelta(minutes=10)
    again = said_to(session(tmp_path, "pocket-twos", mistakes=True, now=now), "c", "4", "q")
    assert again[1] == f"Massachusetts. {first[1]}"
    assert again[2].startswith("Check is best.")
    assert again[3] == NOTHING_DUE


def test_every_fourth_question_is_one_that_is_due(tmp_path: Path) -> None:
    start = session(tmp_path, "offsuit-kings", now=lambda: NOW)
    start.begin()
    assert start.question is not None
    missed = start.question.name
    start.answer(3)
    later = session(tmp_path, "offsuit-kings", now=lambda: NOW + timedelta(hours=1))
    names = []
    for _ in range(4):
        later.next()
        assert later.question is not None
        names.append(later.question.name)
    assert names[3] == missed


def test_sixty_seconds_end_and_the_best_are_kept(tmp_path: Path) -> None:
    seconds = 0.0

    def clock() -> float:
        return seconds

    def lines() -> Any:
        nonlocal seconds
        for _ in range(20):
            seconds += 9
            yield "4"

    said: list[str] = []
    run_plain(session(tmp_path, timed=True, clock=clock), lines(), said.append)
    assert said[-1] == (
        "Drilled Massachusetts, Suited aces: 6 of 6 best (100%), 0.000 antes lost an answer."
        " Your best sixty seconds: 6 right of 6."
    )
    kept = json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))
    assert kept["minute"] == {"answers": 6, "best": 6, "lost": 0}


def test_a_game_with_wagers_that_a_fold_forfeits_is_solved_before_the_first_question(tmp_path: Path) -> None:
    drill = Drill(game=game_of("chickasaw", {}, ["trips"]), theme=theme_named("suited-kings"))
    said = said_to(DrillSession(drill=drill, path=tmp_path / "progress.json", rng=Random(1)), "4")
    assert said[0].startswith("Chickasaw Nation with trips, Suited kings. Answer with")
    assert said[1] == "Working out the first decisions of this game; this takes a few seconds."
    assert said[3].startswith("Play 4x is best. Raise 4x: any suited king.")


async def test_a_drill_on_the_screen(tmp_path: Path) -> None:
    drill = session(tmp_path, card=drawn)
    screen = DrillApp(drill)

    def shown(name: str) -> str:
        return str(screen.screen_stack[0].query_one(f"#{name}", Static).content)

    async with screen.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "What is best?" in shown("said"))
        assert shown("about") == "Massachusetts, Suited aces"
        assert shown("street") == "Before the flop"
        assert shown("keys") == "4 play 4x  3 play 3x  C check  P progress  Q quit"
        await pilot.press("f")
        assert drill.coaching is None
        await pilot.press("4")
        assert shown("said").startswith("Play 4x is best.\nRaise 4x: any ace.\nPlay 4x (yours)")
        assert "1 in a row" in shown("stats")
        before = drill.question
        await pilot.press("space")
        assert drill.question != before
        await pilot.press("space")
        assert "What is best?" in shown("said")
        await pilot.press("C")
        assert "check costs" in shown("said")
        await pilot.press("p")
        assert "In all: 1 of 2 best" in str(screen.screen.query_one(Static).content)
        await pilot.press("escape")
        await pilot.press("q")
    assert drill.summary.startswith("Drilled Massachusetts, Suited aces: 1 of 2 best")


async def test_sixty_seconds_on_the_screen(tmp_path: Path) -> None:
    seconds = 0.0
    drill = session(tmp_path, timed=True, clock=lambda: seconds)
    screen = DrillApp(drill)
    async with screen.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: drill.question is not None)
        await pilot.press("4")
        first = drill.question
        await until(pilot, lambda: drill.question != first)
        seconds = 61
        await until(pilot, lambda: drill.progress["minute"] is not None)
        await pilot.press("4")
        assert drill.session["answers"] == 1
        assert "Time." in str(screen.query_one("#said", Static).content)


async def until(pilot: Any, holds: Callable[[], bool]) -> None:
    for _ in range(400):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it did not happen")


def run(*words: str, typed: str = "q\n") -> Any:
    return CliRunner().invoke(app, ["drill", *words], input=typed)


def test_progress_is_exported_and_imported(tmp_path: Path) -> None:
    mine, file, other = tmp_path / "mine.json", tmp_path / "file.json", tmp_path / "other" / "progress.json"
    assert run("--progress", str(mine), "--theme", "suited-aces", typed="4\nq\n").exit_code == 0
    assert run("--progress", str(mine), "--export", str(file)).exit_code == 0
    assert run("--progress", str(other), "--import", str(file)).exit_code == 0
    assert json.loads(other.read_text(encoding="utf-8")) == json.loads(mine.read_text(encoding="utf-8"))
    broken = tmp_path / "broken.json"
    broken.write_text('{"version": 3}', encoding="utf-8")
    said = run("--progress", str(other), "--import", str(broken))
    assert said.exit_code == 2
    assert "progress.streak" in said.output
    assert json.loads(other.read_text(encoding="utf-8")) == json.loads(mine.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--theme", "kings"), "theme: "),
        (("--street", "turn"), "street: "),
        (("--rules", "nowhere"), "rules: "),
        (("--table", "trips"), "--table: "),
        (("--beside", "trips"), "beside: "),
        (("--mistakes", "--minute"), "--minute: "),
        (("--mistakes", "--rules", "nevada"), "--rules: "),
        (("--from", "/nowhere.jsonl", "--minute"), "--minute: "),
        (("--from", "/nowhere.jsonl"), "file: "),
        (("--import", "/nowhere.json"), "--import: "),
    ],
)
def test_a_wrong_option_is_named(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    said = run("--progress", str(tmp_path / "progress.json"), *words)
    assert said.exit_code == 2
    assert said.output.startswith(f"uth drill: {says}")
    assert not (tmp_path / "progress.json").exists()
