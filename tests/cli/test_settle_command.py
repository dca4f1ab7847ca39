"""`uth settle` as used by a floor supervisor or another program."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.installed import UTH

ROUND: dict[str, Any] = {
    "rules": "massachusetts",
    "board": ["7h", "7c", "2s", "Kd", "9d"],
    "dealer": ["Qs", "Qd"],
    "seats": [
        {
            "seat": 1, "player": "p1", "hole": ["7s", "Ad"], "wagers": {"ante": 1000, "blind": 1000, "trips": 500},
            "decision": {"street": "preflop", "multiple": 4},
        }
    ],
}  # fmt: skip


def settle(*words: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    given = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run([UTH, "settle", *words], input=given, capture_output=True, timeout=60, check=False)


def test_a_round_on_standard_input_is_settled_as_json() -> None:
    done = settle(stdin=json.dumps(ROUND))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["total"] == {"players": 6500, "house": -6500}


def test_a_round_in_a_file_is_settled_the_same(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    assert settle(str(file)).stdout == settle(stdin=json.dumps(ROUND)).stdout


BAD = [
    ("not json", b"{", b"document"),
    ("no text", b"\xff\xfe\x00", b"document"),
    ("empty", b"", b"document"),
    ("deep", b"[" * 100_000, b"document"),
    ("a number of five thousand digits", b'{"rules": ' + b"9" * 5000 + b"}", b"document"),
    ("a card twice", json.dumps({**ROUND, "dealer": ["7h", "Qd"]}).encode(), b'dealer: "7h" is there twice'),
    ("unknown rules", json.dumps({**ROUND, "rules": "nowhere.toml"}).encode(), b"rules"),
    ("not a number", json.dumps(ROUND).replace("1000", "NaN", 1).encode(), b"seats.0.wagers.ante"),
]


@pytest.mark.parametrize(("document", "says"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_input_is_one_line_on_standard_error_and_exit_status_2(document: bytes, says: bytes) -> None:
    done = settle(stdin=document)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert says in done.stderr


def test_a_missing_file_is_one_line() -> None:
    done = settle("nowhere.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b'uth settle: file: "nowhere.json" cannot be read: No such file or directory\n'


def test_a_stream_answers_each_line_in_its_place_and_ends_with_2_if_one_was_bad() -> None:
    bad = {**ROUND, "id": 2, "seats": [{**ROUND["seats"][0], "hole": ["7s", "1x"]}]}
    lines = [json.dumps({**ROUND, "id": 1}), json.dumps(bad), "", "nonsense", json.dumps({**ROUND, "id": 4})]
    done = settle("--stream", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [answer.get("id") for answer in answers] == [1, 2, None, None, 4]
    assert answers[1]["error"]["field"] == "seats.0.hole"
    assert answers[1]["error"]["value"] == "1x"
    assert answers[1]["error"]["clause"] == "MA.2a"
    says = "is not JSON: Expecting value: line 1 column 1 (char 0)"
    assert answers[2] == {"error": {"field": "document", "value": "", "says": says, "clause": None}}
    assert answers[3] == {"error": {"field": "document", "value": "nonsense", "says": says, "clause": None}}
    assert answers[0]["total"] == answers[4]["total"]


def test_an_id_that_is_no_text_at_all_comes_back_as_it_came() -> None:
    done = settle("--stream", stdin=json.dumps({**ROUND, "id": "\ud800 \u20ac"}))
    assert json.loads(done.stdout)["id"] == "\ud800 \u20ac"


def test_a_stream_answers_a_line_before_the_next_one_comes() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([UTH, "settle", "--stream"], stdin=pipe, stdout=pipe) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for number in range(3):
            run.stdin.write((json.dumps({**ROUND, "id": number}) + "\n").encode())
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["id"] == number
        run.stdin.close()


def test_an_id_of_any_size_comes_back() -> None:
    done = settle("--stream", stdin=json.dumps({**ROUND, "id": 10**40}))
    assert json.loads(done.stdout)["id"] == 10**40


def test_a_good_stream_ends_with_0() -> None:
    done = settle("--stream", stdin=(json.dumps(ROUND) + "\n") * 3)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3


def test_a_stream_whose_reader_goes_away_ends_quietly() -> None:
    lines = (json.dumps(ROUND) + "\n").encode() * 3000
    pipe = subprocess.PIPE
    with subprocess.Popen([UTH, "settle", "--stream"], stdin=pipe, stdout=pipe, stderr=pipe) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        try:
            run.stdin.write(lines)
            run.stdin.close()
        except BrokenPipeError:
            pass
        assert b"Traceback" not in run.stderr.read()


def test_on_a_terminal_the_settlement_is_a_table_and_json_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    shown = on_a_terminal("settle", str(file))
    assert "Two Pair, Queens and Sevens" in shown
    assert "MA.9h2" in shown
    assert json.loads(on_a_terminal("settle", "--json", str(file)))["order"] == [1]


def on_a_terminal(*words: str) -> str:
    """Return what the command writes when a terminal is on the other end."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    with subprocess.Popen([UTH, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as run:
        os.close(theirs)
        written = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:
                break
            if not chunk:
                break
            written += chunk
        run.wait(timeout=30)
    os.close(ours)
    return written.decode()
