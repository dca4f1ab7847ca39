"""`uth sim`: its output, its refusals, and its results when it is interrupted."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from support.installed import UTH
from uth.cli.app import app
from uth.cli.sim_options import rounds_of
from uth.errors import Malformed


def sim(*words: str) -> Any:
    return CliRunner().invoke(app, ["sim", "--shuffle-key", "a key", *words])


def document(*words: str) -> Any:
    answer = sim("--json", *words)
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def test_the_document_has_rounds_mean_and_standard_error_at_its_top_and_then_each_wager() -> None:
    found = document("--rounds", "3e5", "--wagers", "trips=5")
    assert list(found)[:3] == ["rounds", "mean", "standard_error"]
    assert found["rounds"] == 300_000
    assert abs(found["mean"] - found["exact"]) < 4 * found["standard_error"]
    assert list(found["wagers"]) == ["ante", "blind", "play", "trips"]
    assert found["wagers"]["trips"]["stake_cents"] == 500
    assert found["complete"] is True


def test_the_same_key_gives_the_same_document_and_another_key_another() -> None:
    words = ("--rounds", "3e5", "--seats", "2", "--wagers", "trips=5,progressive=5,cover_all=1")
    assert document(*words, "--workers", "1") == document(*words, "--workers", "2")
    other = CliRunner().invoke(app, ["sim", "--json", "--shuffle-key", "another", *words])
    assert json.loads(other.stdout)["mean"] != document(*words)["mean"]


def test_each_seat_may_have_its_own_strategy_and_wagers() -> None:
    found = document("--rounds", "1e5", "--seats", "2", "--strategy", "optimal,simple", "--wagers", "ante=5;ante=10")
    assert [seat["strategy"] for seat in found["by_seat"]] == ["optimal", "simple"]
    assert [seat["wagers_cents"]["ante"] for seat in found["by_seat"]] == [500, 1000]


def test_a_person_reads_wagers_sessions_meters_and_money_an_hour() -> None:
    said = sim("--rounds", "1e5", "--seats", "2", "--rules", "nevada", "--wagers", "progressive=1").stdout
    for words in (
        "Progressive",
        "Envy",
        "All together",
        "An hour of 40 rounds",
        "won in full",
        "rounds between two wins",
        "shuffle key a key",
    ):
        assert words in said
    said = sim("--rounds", "1e5", "--session", "100", "--bankroll", "20x", "--goal", "100").stdout
    for words in ("1,000", "bankroll of 20 antes gone", "goal of 20 antes ahead reached", "below a peak"):
        assert words in said


def test_a_bank_that_runs_out_is_told() -> None:
    found = document("--rules", "california", "--seats", "3", "--rounds", "1e5", "--bank", "20")
    assert found["bank"]["ran_out"] > 0.3
    assert found["bank"]["mean"] == pytest.approx(-3 * found["mean"])


def test_charts_are_svg_and_say_what_they_show(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    words = ("--rules", "nevada", "--seats", "6", "--rounds", "4e5", "--wagers", "progressive=1")
    assert sim(*words, "--chart", str(chart)).exit_code == 0
    text = chart.read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    for words_drawn in ("Running mean", "Results of a hand", "The meter main", "by month", "dark"):
        assert words_drawn in text
    assert sim("--rounds", "1e5", "--session", "50", "--bankroll", "20x", "--chart", str(chart)).exit_code == 0
    assert "Results of a session" in chart.read_text(encoding="utf-8")


def test_every_session_goes_to_a_file(tmp_path: Path) -> None:
    rows = tmp_path / "sessions.csv"
    words = ("--rounds", "1e5", "--session", "100", "--seats", "2")
    assert sim(*words, "--sessions-out", str(rows)).exit_code == 0
    with rows.open(encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert len(found) == 2_000
    assert {row["seat"] for row in found} == {"1", "2"}
    arrow = pytest.importorskip("pyarrow.parquet")
    table = tmp_path / "sessions.parquet"
    assert sim(*words, "--sessions-out", str(table)).exit_code == 0
    assert arrow.read_table(table).to_pylist() == [{key: int(value) for key, value in row.items()} for row in found]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--rounds", "0"], 'rounds: "0" is not a number of rounds'),
        (["--rounds", "1.5"], "is not a number of rounds"),
        (["--rounds", "many"], "write for example 1e8"),
        (["--rounds", "1e14"], "1 to 10,000,000,000,000"),
        (["--seats", "9"], "seats: 9 is not a number of seats at massachusetts's table; 1 to 6"),
        (["--seats", "8", "--rules", "california"], "1 to 7"),
        (["--session", "100", "--bankroll", "0"], "bankroll: "),
        (["--session", "100", "--bankroll", "0x"], "bankroll: "),
        (["--session", "100", "--goal", "-5"], "goal: "),
        (["--session", "0"], "session: 0"),
        (["--session", "100", "--rounds", "10"], "is more hands than the 10 rounds"),
        (["--bankroll", "20"], "set their length with --session"),
        (["--strategy", "clever"], "is not a strategy; one of optimal"),
        (["--strategy", "optimal,simple"], "is for 2 seats"),
        (["--strategy", "nowhere.py:decide"], "there is no file nowhere.py"),
        (["--wagers", "trips"], "is not a wager and an amount"),
        (["--wagers", "trips=5", "--rules", "nowhere"], "is not a rule set"),
        (["--wagers", "cover_all=5", "--rules", "greece"], "is not offered by greece"),
        (["--wagers", "progressive=1"], "exactly $5"),
        (["--wagers", "ante=0.01"], "is not a multiple of 2"),
        (["--bank", "100"], "the house banks"),
        (["--workers", "0"], "workers: 0"),
        (["--irregularities", "rain=0.1"], "is not known; one of any"),
        (["--irregularities", "2"], "has no rate"),
        (["--meter", "mega=5"], "is not a meter of this table"),
        (["--sessions-out", "x.csv"], "add --session HANDS"),
        (["--session", "10", "--sessions-out", "x.txt"], "is not CSV or Parquet"),
        (["--session", "10", "--sessions-out", "/nowhere/x.csv"], "cannot be written"),
        (["--rounds", "100", "--chart", "/nowhere/x.svg"], "the folder /nowhere does not exist"),
        (["--rounds", "100", "--chart", "x.png"], "the name must end in .svg"),
        (["--wagers", "trips=5,trips=10"], "has trips twice"),
        (["--irregularities", "0.1,0.2"], "has any twice"),
        (["--session", "100", "--bankroll", "1e30x"], "above 0 and up to"),
        (["--fresh-meters"], "is for sessions; set their length"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_one_clear_line(words: list[str], says: str) -> None:
    answer = sim(*words)
    assert answer.exit_code == 2
    assert says in answer.stderr
    assert answer.stderr.startswith("uth sim: ")
    assert answer.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_a_full_disk_is_told_and_what_was_dealt_is_kept(tmp_path: Path) -> None:
    full = tmp_path / "full.csv"
    full.symlink_to("/dev/full")
    answer = sim("--json", "--rounds", "1e6", "--session", "10", "--sessions-out", str(full))
    assert answer.exit_code == 1
    assert "cannot be written: No space left on device" in answer.stderr
    assert answer.stderr.count("\n") == 1
    found = json.loads(answer.stdout)
    assert found["complete"] is False
    assert found["rounds"] > 0
    drawing = tmp_path / "full.svg"
    drawing.symlink_to("/dev/full")
    chart = sim("--json", "--rounds", "1e4", "--chart", str(drawing))
    assert chart.exit_code == 2
    assert "No space left on device" in chart.stderr
    assert json.loads(chart.stdout)["rounds"] == 10_000


def test_a_disk_that_is_full_at_the_last_line_of_a_file_loses_no_result(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    command = f"ulimit -f 2; exec {UTH} sim --json --rounds 300 --session 100 --sessions-out {tmp_path}/full.parquet"
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert "cannot be written" in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert json.loads(answer.stdout)["rounds"] == 300


def test_a_strategy_that_fails_is_told_and_what_was_dealt_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "asked = []\ndef decide(seen):\n    asked.append(1)\n    return 4 if len(asked) < 1500 else 1 / 0\n",
        encoding="utf-8",
    )
    answer = sim("--json", "--rounds", "5000", "--strategy", f"{file}:decide", "--workers", "1")
    assert answer.exit_code == 1
    assert "raised ZeroDivisionError" in answer.stderr
    assert "1,499 of 5,000 rounds were dealt" in answer.stderr
    assert json.loads(answer.stdout)["rounds"] == 1_499


def test_ctrl_c_prints_what_there_is_so_far(tmp_path: Path) -> None:
    rows = tmp_path / "sessions.csv"
    command = [
        UTH,
        "sim",
        "--rounds",
        "1e12",
        "--json",
        "--workers",
        "1",
        "--session",
        "100",
        "--sessions-out",
        str(rows),
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 120
    while time.monotonic() < until and not (rows.exists() and rows.stat().st_size > 1_000):
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    said, complained = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in complained
    assert b"stopped; " in complained
    found = json.loads(said)
    assert found["complete"] is False
    with rows.open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == found["sessions"]["count"] == found["rounds"] // 100


def test_a_strategy_without_an_exact_value_is_not_compared_with_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def decide(seen):\n    return max(each for each in seen.answers if each != 'check')\n", "utf-8")
    compared = sim("--rounds", "100", "--strategy", "optimal", "--workers", "1").stdout
    alone = sim("--rounds", "100", "--strategy", f"{file}:decide", "--workers", "1").stdout
    heading = next(line for line in alone.splitlines() if "antes a hand" in line)
    assert heading.split()[3:] == ["mean", "±", "error", "deviation"]
    assert next(line for line in compared.splitlines() if "antes a hand" in line).split()[-2:] == ["exact", "z"]


FOR_EVER = """
import time
from pathlib import Path
asked = []
def decide(seen):
    asked.append(1)
    while len(asked) > 1_100:
        Path(__file__).with_name("waits").touch()
        time.sleep(0.05)
    return 4
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_second_ctrl_c_does_not_wait_for_a_strategy_that_never_answers(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FOR_EVER, encoding="utf-8")
    command = [UTH, "sim", "--rounds", "1e5", "--json", "--workers", workers, "--strategy", f"{file}:decide"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 120
    while time.monotonic() < until and not (tmp_path / "waits").exists():
        time.sleep(0.05)
    for _ in range(2):
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
    said, complained = running.communicate(timeout=60)
    assert running.returncode == 130
    assert complained.startswith(b"uth sim: stopped; ")
    assert complained.count(b"\n") == 1
    assert json.loads(said)["rounds"] >= 1_024


@pytest.mark.parametrize(("text", "rounds"), [("1e6", 10**6), ("2.5e3", 2_500), ("10_000", 10_000), ("1,000", 1_000)])
def test_rounds_are_read_as_people_write_them(text: str, rounds: int) -> None:
    assert rounds_of(text) == rounds


@pytest.mark.parametrize("text", ["nan", "inf", "-5", "1e-3", "", "0"])
def test_what_is_no_number_of_rounds_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="rounds"):
        rounds_of(text)
