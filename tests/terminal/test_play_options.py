"""The options of `uth play`: accepted values, and the one-line refusal of any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.installed import ran_text
from uth.errors import Malformed
from uth.terminal.options import read_opening


def uth_play(*options: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return ran_text("play", *options, given=typed)


BAD = [
    (["--rules", "utah"], "--rules", '"utah"', "massachusetts"),
    (["--rules", "/no/such.toml"], "--rules", "/no/such.toml", "No such file"),
    (["--table", "trips=Z"], "--table", '"Z"', "A, B, C, D"),
    (["--table", "trips"], "--table", '"trips"', "trips=A|B|C|D"),
    (["--table", "rake=5"], "--table", '"rake=5"', "progressive=PTMGL01"),
    (["--rules", "california", "--table", "progressive=X"], "--table", '"progressive=X"', "trips=UTH-01"),
    (["--dealing", "cannon"], "--dealing", '"cannon"', "shoe, machine"),
    (["--seats", "7"], "--seats", '"7"', "1 to 6"),
    (["--seats", "0"], "--seats", '"0"', "1 to 6"),
    (["--seats", "two"], "--seats", '"two"', "1 to 6"),
    (["--seats", "-1"], "--seats", '"-1"', "1 to 6"),
    (["--rules", "california", "--seats", "1"], "--seats", '"1"', "2 to 8"),
    (["--hands", "2"], "--hands", '"2"', "; 1 ("),
    (["--rules", "chickasaw", "--hands", "3"], "--hands", '"3"', "1 to 2"),
    (["--rules", "chickasaw", "--hands", "2", "--seats", "1"], "--seats", '"1"', "2 to 6"),
    (["--bankroll", "0"], "--bankroll", '"0"', "12.50"),
    (["--bankroll", "lots"], "--bankroll", '"lots"', "12.50"),
    (["--bankroll", "1e9"], "--bankroll", '"1e9"', "12.50"),
    (["--bankroll", "9" * 31], "--bankroll", "9999", "12.50"),
    (["--ante", "3"], "--ante", '"3"', "$5 to $500"),
    (["--ante", "10.01"], "--ante", '"10.01"', "multiple of $0.02"),
    (["--ante", "-5"], "--ante", '"-5"', "12.50"),
    (["--ante", "500", "--bankroll", "100"], "--ante", '"500"', "$1,000 more is needed"),
    (["--shuffle-key", ""], "--shuffle-key", '""', "1 to 200"),
    (["--bank"], "--bank", "massachusetts", "players bank"),
]


@pytest.mark.parametrize(("options", "field", "value", "accepted"), BAD, ids=lambda each: str(each)[:40])
def test_a_bad_option_gets_one_line_naming_field_value_and_what_is_accepted(
    options: list[str], field: str, value: str, accepted: str
) -> None:
    answer = uth_play("--plain", *options)
    assert answer.returncode == 2
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    assert line.startswith(f"uth play: {field}")
    assert value in line
    assert accepted in line


def test_a_rule_set_that_does_not_load_lists_its_faults_on_the_one_line(tmp_path: Path) -> None:
    book = tmp_path / "bad.toml"
    book.write_text('based_on = "nevada"\nname = "bad"\ncolour = "green"\n', encoding="utf-8")
    answer = uth_play("--plain", "--rules", str(book))
    assert answer.returncode == 2
    (line,) = answer.stderr.splitlines()
    assert "line 3" in line
    assert "colour" in line


def test_the_help_shows_every_option_and_an_example() -> None:
    answer = uth_play("--help")
    assert answer.returncode == 0
    for option in ("rules", "table", "dealing", "seats", "hands", "bankroll", "ante", "bank", "shuffle-key"):
        assert f"--{option}" in answer.stdout
    for option in ("--plain", "--fast", "--four-colour", "Example: uth play"):
        assert option in answer.stdout


def test_the_front_page_does_not_load_the_screen() -> None:
    code = "import sys, uth.cli.app; print([name for name in sys.modules if name.startswith(('textual', 'numba'))])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert answer.stdout == "[]\n"


def test_what_is_not_chosen_is_the_books_own_and_three_seats() -> None:
    opening = read_opening()
    assert (opening.posted.trips.name, opening.posted.dealing.name) == ("A", "machine")
    assert (opening.seats, opening.hands, opening.bankroll, opening.ante) == (3, 1, 100_000, None)
    assert read_opening(rules="chickasaw", hands="2").seats == 4


def test_pay_tables_dealing_and_no_progressive_can_be_chosen() -> None:
    opening = read_opening(tables=["trips=B", "progressive=none"], dealing="machine")
    assert (opening.posted.trips.name, opening.posted.progressive) == ("B", None)
    assert opening.posted.dealing.name == "machine"
    assert read_opening(rules="california", tables=["progressive=none"]).posted.progressive is None


def test_a_key_of_several_lines_is_refused() -> None:
    with pytest.raises(Malformed):
        read_opening(shuffle_key="a\nb")
