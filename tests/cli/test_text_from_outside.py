"""Text from outside: control characters, odd names, repeated names; and outputs that are closed or full."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from support.installed import UTH, ran
from uth.cli.app import app
from uth.errors import Malformed
from uth.store.codec import read_json

ESCAPE = "\x1b[31m"
ROUND: dict[str, Any] = {
    "rules": "chickasaw",
    "board": ["2h", "7h", "Jh", "3c", "4d"],
    "dealer": ["Qs", "Qd"],
    "seats": [
        {
            "seat": 1,
            "player": "ann",
            "hole": ["Ah", "Kh"],
            "wagers": {"ante": 1000, "blind": 1000},
            "decision": {"street": "river", "multiple": 1},
        }
    ],
}


def named(player: str) -> str:
    return json.dumps({**ROUND, "seats": [{**ROUND["seats"][0], "player": player}]})


def run(*words: str, given: str | bytes | None = None) -> tuple[int, str]:
    """Return the exit status and everything that was printed."""
    done = CliRunner().invoke(app, list(words), input=given)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout + done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_exact_numbers_are_printed_in_an_encoding_that_lacks_their_characters(encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([UTH, "exact"], capture_output=True, env=env, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2.184971%" in done.stdout
    assert b"AKs^4" in done.stdout


@pytest.mark.parametrize(
    "words", [("rules", "show", "massachusetts"), ("settle", "--stream"), ("sim", "--rounds", "1000")], ids=str
)
def test_an_output_that_is_full_is_said_in_one_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = ran(*words, given=json.dumps(ROUND) + "\n", stdout=full.fileno())
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == b"uth: the output cannot be written: No space left on device"
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("settle",), json.dumps({**ROUND, ESCAPE: 1})),
        (("settle",), named(ESCAPE)),
        (("settle", "-"), '{"\x1b[31m'),
        (("settle", ESCAPE), None),
        (("exact", "--rules", ESCAPE), None),
        (("advise", "--hole", ESCAPE), None),
        (("sim", "--rules", ESCAPE), None),
        (("rules", "show", ESCAPE), None),
        (("deal", "-"), f"title: x\nrules: massachusetts\n{ESCAPE}\n"),
        (("verify", "-"), json.dumps({"document": ESCAPE})),
        (("verify", ESCAPE), None),
        (("meter", "show", ESCAPE), None),
        (("play", "--rules", ESCAPE), None),
        (("clauses", ESCAPE), None),
        (("house", "verify", ESCAPE), None),
    ],
    ids=str,
)
def test_no_control_character_of_bad_input_reaches_the_terminal(words: tuple[str, ...], given: str | None) -> None:
    status, said = run(*words, given=given)
    assert status != 0
    assert "\x1b" not in said


def test_a_scenario_is_printed_without_the_control_characters_in_it() -> None:
    text = f"title: A {ESCAPE} title\nrules: massachusetts\n\nseat 1 sits down as Ann with $5 # {ESCAPE}\n"
    _, said = run("deal", "-", given=text)
    assert "\x1b" not in said


@pytest.mark.parametrize("player", ["", " ", "\t", "a\nb", "\ud800", "a\x00", "\x1b[2J"])
@pytest.mark.parametrize("stream", [False, True])
def test_a_name_that_is_blank_or_cannot_be_printed_on_one_line_is_refused(player: str, stream: bool) -> None:
    status, said = run("settle", *(("--stream",) if stream else ()), given=named(player) + "\n")
    assert status == 2
    assert "seats.0.player" in said
    assert "one line of printable characters" in said


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("twice", "field"),
    [
        (('"ante": 1000,', '"ante": 1000, "ante": 1000,'), "ante"),
        (('"dealer":', '"dealer": ["Qs", "Qd"], "dealer":'), "dealer"),
        (('"seat": 1,', '"seat": 1, "seat": 2,'), "seat"),
        (('{"rules"', '{"id": 1, "id": 2, "rules"'), "id"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_a_name_given_twice_is_refused_and_named(
    twice: tuple[str, str], field: str, packed: bool, stream: bool
) -> None:
    text = json.dumps(ROUND).replace(*twice)
    assert text != json.dumps(ROUND)
    text = text.replace(", ", ",").replace(": ", ":") if packed else text
    status, said = run("settle", *(("--stream",) if stream else ()), given=text + "\n")
    assert status == 2
    assert "is given twice" in said
    assert f'"field":"{field}"' in said if stream else f"uth settle: {field}:" in said


def test_a_text_that_looks_like_a_name_is_settled_all_the_same() -> None:
    status, said = run("settle", "--stream", given=json.dumps({**ROUND, "id": 'a":b'}) + "\n")
    assert status == 0
    assert json.loads(said)["id"] == 'a":b'


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("stream", [False, True])
def test_an_id_that_is_no_number_of_json_is_refused(number: str, stream: bool) -> None:
    text = json.dumps({**ROUND, "id": 0}).replace('"id": 0', f'"id": {number}')
    status, said = run("settle", *(("--stream",) if stream else ()), given=text + "\n")
    assert status == 2
    assert "is not JSON; give a number" in said
    assert '"id":' not in said


def test_a_feed_answers_every_line_whatever_a_refused_one_holds(tmp_path: Path) -> None:
    link = str(tmp_path / "meters")
    assert run("meter", "new", link, "--rules", "chickasaw")[0] == 0
    lines = ('{"command": "\\ud800"}', '{"command": "stop_link", "reason": "no power"}', '{"\\udfff": 1}')
    commands = tmp_path / "commands.jsonl"
    commands.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for answers in (("--json",), ()):
        status, said = run("meter", "feed", link, str(commands), *answers)
        assert status == 2
        assert said.isascii()
        assert len(said.splitlines()) >= 3


def test_an_object_of_many_names_is_read_in_a_time_that_grows_with_their_number() -> None:
    many = json.dumps({f"name {number}": number for number in range(100_000)})
    began = time.process_time()
    assert len(read_json(many)) == 100_000
    with pytest.raises(Malformed, match="name 7: 8 is given twice"):
        read_json(many[:-1] + ', "name 7": 8}')
    assert time.process_time() - began < 5
