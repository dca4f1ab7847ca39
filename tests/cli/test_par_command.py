"""`uth par` and `uth session` as used by a laboratory and a player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from uth.cli.app import app


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.stdout, done.stderr


def test_a_sheet_is_written_in_the_form_of_its_file_and_dated_by_the_option(tmp_path: Path) -> None:
    for ending, begins in (("pdf", b"%PDF"), ("html", b"<!doctype html>"), ("json", b"{"), ("csv", b"wager,")):
        file = tmp_path / f"sheet.{ending}"
        assert run("par", "--rules", "nevada", "--date", "2026-11-18", "-o", str(file)) == (0, "", "")
        assert file.read_bytes().startswith(begins)
    document = json.loads((tmp_path / "sheet.json").read_text(encoding="utf-8"))
    assert document["date"] == "2026-11-18"
    assert document["wagers"][0]["house_edge"]["fraction"] == "50643648973/2317817502000"


def test_a_session_has_its_chances_in_text_and_json() -> None:
    code, out, _ = run("session", "--hands", "100", "--bankroll", "40x", "--goal", "40", "--json")
    answer = json.loads(out)
    assert (code, f"{answer['ruined']:.4f}", f"{answer['reached']:.4f}") == (0, "0.3294", "0.2705")
    assert answer["error_at_most"] < 1e-8
    assert "Every chance is within" in run("session", "--hands", "5")[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("par", "--seats", "1000000000"), "seats"),
        (("par", "--date", "today"), "date"),
        (("par", "--format", "docx"), "format"),
        (("par", "-o", "/nowhere/sheet.pdf", "--rules", "joker"), "joker"),
        (("session", "--hands", "1000000000"), "hands"),
        (("session", "--bankroll", "much"), "bankroll"),
        (("session", "--goal", "0"), "goal"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...], says: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_parameter_is_solved_for_with_its_legal_neighbours() -> None:
    words = ("design", "progressive.main.increment", "--rules", "nevada", "--target", "average_award=20000")
    code, out, _ = run(*words, "--json")
    answer = json.loads(out)
    assert (code, answer["solution_is_exact"]) == (0, True)
    assert [each["value"]["value"] for each in answer["neighbours"]] == [0.584, 0.585]
    assert "58.400000%" in run(*words)[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("blind.flush", "--target", "house_edge"), "house_edge=2.5%"),
        (("blind.flush", "--target", "house_edge=low"), "not a number"),
        (("trips.flush", "--target", "house_edge=2%", "--step", "0"), "step"),
    ],
)
def test_a_target_that_cannot_be_read_is_one_line(words: tuple[str, ...], says: str) -> None:
    code, out, err = run("design", *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
