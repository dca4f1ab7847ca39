"""`uth deal` as used by a dealer, a trainer or another program."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from support.installed import UTH, ran_text

GOOD = """\
title: A player sits down
clauses: MA.6e
rules: massachusetts

seat 1 sits down as Ann with $500   => seat 1 sits down as Ann (MA.6e)
seat 1 antes $10                    => refused table_not_open
expect seat 1 has $500
"""
FAILING = GOOD.replace("expect seat 1 has $500", "expect seat 1 has $510")
MALFORMED = GOOD.replace("sits down", "sits up").replace("rules: massachusetts", "rules: nowhere")


def deal(*words: str, stdin: str = "") -> tuple[int, str, str]:
    done = ran_text("deal", *words, given=stdin)
    return done.returncode, done.stdout, done.stderr


def test_a_scenario_is_printed_step_by_step_with_its_clauses(tmp_path: Path) -> None:
    file = tmp_path / "good.scenario"
    file.write_text(GOOD)
    status, out, err = deal(str(file))
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "A player sits down (MA.6e)",
        "Massachusetts, Ultimate Texas Hold 'Em rules (205 CMR); dealt from a manual dealing shoe, card by card",
        "   5  seat 1 sits down as Ann with $500   => seat 1 sits down as Ann (MA.6e)",
        "        seat 1 sits down as Ann (MA.6e)",
        "        seat 1 buys in for $500",
        "   6  seat 1 antes $10                    => refused table_not_open",
        "        refused table_not_open: the table is not open; due now: ReceiveDeck (MA.3b)",
        "   7  expect seat 1 has $500",
        f"{file}: ok, 3 lines: A player sits down (MA.6e)",
    ]


def test_standard_input_is_a_scenario_too() -> None:
    assert deal("-", "--quiet", stdin=GOOD) == (0, "standard input: ok, 3 lines: A player sits down (MA.6e)\n", "")


def test_a_scenario_that_fails_says_on_which_line_and_ends_with_status_1(tmp_path: Path) -> None:
    file = tmp_path / "failing.scenario"
    file.write_text(FAILING)
    status, out, err = deal("--quiet", str(file))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        f"{file}: FAILED on line 7: A player sits down (MA.6e)",
        "    line 7: expect seat 1 has $510",
        "    expected: seat 1 has $510",
        "    happened: $500",
    ]


def test_the_installed_program_runs_a_script_from_standard_input() -> None:
    done = subprocess.run([UTH, "deal", "--quiet"], input=GOOD, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_malformed_script_lists_every_fault_and_ends_with_status_2(tmp_path: Path) -> None:
    file = tmp_path / "malformed.scenario"
    file.write_text(MALFORMED)
    status, out, err = deal(str(file))
    assert (status, out) == (2, "")
    first, second = err.splitlines()
    assert first.startswith(f'{file}: line 3: rules: "nowhere" is not a rule set; one of massachusetts')
    assert second.startswith(f'{file}: line 5: "seat 1 sits up as Ann with $500" is not a phrase; write for example')


def test_several_scripts_are_all_run_and_the_worst_decides_the_status(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.scenario" for name in ("good", "failing", "malformed")]
    for file, text in zip(files, (GOOD, FAILING, MALFORMED), strict=True):
        file.write_text(text)
    good, failing, malformed = map(str, files)
    assert deal("--quiet", good, good)[0] == 0
    assert deal("--quiet", good, failing)[0] == 1
    status, out, err = deal("--quiet", malformed, failing, good)
    assert status == 2
    assert [line.partition(":")[0] for line in out.splitlines() if not line.startswith(" ")] == [failing, good]
    assert err.count(malformed) == 2


@pytest.mark.parametrize("stdin", ["", "\x00", "rules: massachusetts", "=> x", "title: " + "x" * 10_000])
def test_anything_else_on_standard_input_is_refused_with_status_2(stdin: str) -> None:
    status, out, err = deal(stdin=stdin)
    assert (status, out) == (2, "")
    assert err.startswith("standard input: line 1: ")


def test_a_file_that_is_not_there_or_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    assert deal("nowhere.scenario") == (
        2, "", 'uth deal: file: "nowhere.scenario" cannot be read: No such file or directory\n',
    )  # fmt: skip
    file = tmp_path / "bytes.scenario"
    file.write_bytes(b"title: \xff")
    assert deal(str(file))[2].endswith("is not text in UTF-8, from byte 7\n")


def test_json_holds_every_step_with_its_events_and_clauses() -> None:
    status, out, _ = deal("--json", stdin=FAILING)
    assert status == 1
    (told,) = json.loads(out)
    assert (told["title"], told["rules"], told["ok"]) == ("A player sits down", "massachusetts", False)
    sits, antes, check = told["steps"]
    assert sits["happened"][0] == {"event": "SeatTaken", "says": "seat 1 sits down as Ann", "clauses": ["MA.6e"]}
    assert antes["refused"]["code"] == "table_not_open"
    assert check == {
        "line": 7,
        "text": "expect seat 1 has $510",
        "happened": [],
        "failure": {"expected": "seat 1 has $510", "happened": ["$500"]},
    }


def test_the_steps_of_the_house_dealer_are_printed_too() -> None:
    script = "title: Opening\nrules: nevada\nseat 1 sits down as Ann with $500\ndealer opens the table\n"
    status, out, _ = deal(stdin=script)
    assert status == 0
    assert "        dealer inspects the red deck\n          the red deck is inspected (R44)\n" in out
