"""`uth meter` as used by a dealer, a supervisor, an accountant or another program."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from store.earlier_meter import write_earlier
from store.meter_worker import plan, terms_for
from support.installed import UTH
from uth.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
ROYAL = ("--hand", "royal_flush", "--evidence", "As Ks Qs Js Ts", "--by", "Kim")


class Said(NamedTuple):
    status: int
    out: str
    err: str


def meter(*words: object) -> Said:
    done = CliRunner().invoke(app, ["meter", *map(str, words)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Said(done.exit_code, done.stdout, done.stderr)


def done(*words: object) -> str:
    said = meter(*words)
    assert (said.status, said.err) == (0, ""), said
    return said.out


def refused(*words: object) -> str:
    """Return what is said on standard error: one line, and nothing else anywhere."""
    said = meter(*words)
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert said.err.startswith(f"uth meter {words[0]}: ")
    return said.err


@pytest.fixture
def link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A link under Chickasaw's book with two tables, one of them coined in."""
    monkeypatch.chdir(tmp_path)
    done("new", "link.meter", "--rules", "chickasaw")
    done("join", "link.meter", "--table", "T1")
    done("join", "link.meter", "--table", "T2")
    done("coin-in", "link.meter", "--table", "T1", "--round", 1, "--seats", "1,3,5")
    return "link.meter"


def shown(file: str, *words: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(done("show", file, "--json", *words))
    return document


def test_a_new_link_has_its_meters_at_their_seeds_grown_with_the_wager(tmp_path: Path) -> None:
    file = tmp_path / "a.meter"
    said = done("new", file, "--rules", "massachusetts", "--table", "progressive=PTMGLML02", "--wager", "5")
    assert said == f"{file}: massachusetts, pay table PTMGLML02: mega $50,000, major $5,000, minor $1,250\n"


def test_a_new_link_does_not_replace_an_old_one(link: str) -> None:
    before = Path(link).read_bytes()
    assert "already exists" in refused("new", link, "--rules", "nevada")
    assert Path(link).read_bytes() == before


def test_a_book_without_a_progressive_has_no_meters(tmp_path: Path) -> None:
    assert "offers no progressive" in refused("new", tmp_path / "a.meter", "--rules", "california")
    assert not (tmp_path / "a.meter").exists()


def test_a_link_for_a_rule_set_of_ones_own_is_opened_by_itself_and_not_once_that_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\ntitle = "Own"\ndocument = "OW"\nbased_on = "nevada"\n')
    done("new", "a.meter", "--rules", "own.toml")
    assert shown("a.meter")["rules"] == "own"
    moved = own.rename(tmp_path / "moved.toml")
    assert "cannot be read: No such file" in refused("show", "a.meter")
    assert "main" in done("show", "a.meter", "--rules", "moved.toml")
    moved.write_text(moved.read_text() + '\n[limits]\nante = { min = 1000, max = 2000 }\ncite = "OW.1"\n'
                     'trips = { min = 500, max = 2000 }\n')  # fmt: skip
    assert "is of rule set own" in refused("show", "a.meter", "--rules", "moved.toml")
    assert "not of nevada" in refused("show", "a.meter", "--rules", "nevada")


@pytest.mark.clause("NV.7", "CN.9")
def test_coin_in_feeds_the_meters_to_the_fraction_of_a_cent(link: str) -> None:
    amounts = {each["name"]: each["amount"] for each in shown(link)["meters"]}
    assert amounts == {"mega": "1000036", "major": "100018", "minor": "25012"}
    assert "GAME OVER comes first (CN.9a)" in refused("coin-in", link, "--table", "T1", "--round", 2, "--seats", "1")
    assert done("game-over", link, "--table", "T1") == "table T1: game over, ready for the next hand\n"


def test_a_coin_in_with_a_key_is_done_once(link: str) -> None:
    words = ("coin-in", link, "--table", "T2", "--round", 1, "--seats", "4", "--key", "T2/1")
    assert done(*words) == done(*words)
    assert shown(link)["lines"] == 5


@pytest.mark.clause("MA.13g")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--wager", "5"), "a wager of $5 is not the link's $1 (R97)"),
        (("--decks", "2"), "2 decks are not the link's 1 (R97)"),
        (("--pay-table", "B"), 'the link\'s "chickasaw" (R97)'),
    ],
)
def test_a_table_with_other_terms_does_not_join(link: str, words: tuple[str, ...], says: str) -> None:
    assert says in refused("join", link, "--table", "T3", *words)


@pytest.mark.clause("MA.13g")
def test_another_game_joins_on_the_same_terms(link: str) -> None:
    assert "table T3 joined (three card poker)" in done("join", link, "--table", "T3", "--game", "three_card_poker")


@pytest.mark.clause("CN.10")
def test_no_award_for_a_seat_that_did_not_bet(link: str) -> None:
    assert "seat 2 has no progressive wager in this round; its sensor is not lit (CN.10)" in refused(
        "award", link, "--table", "T1", "--seat", 2, *ROYAL
    )


@pytest.mark.clause("NV.10c", "NV.10d", "NV.10e", "NV.10f")
def test_an_award_goes_from_the_hand_button_to_the_key_back_at_run_in_one_step(link: str) -> None:
    said = done("award", link, "--table", "T1", "--seat", 3, *ROYAL)
    assert said.splitlines() == [
        "award 1, $10,000.36 from mega is pending: table T1, seat 3, Royal Flush",
        "table T1: a supervisor is called",
        "table T1: the key stands at JPH, by Kim",
        "award 1, $10,000.36, is on record: J-POT by Kim",
        "table T1: the key stands at RUN, by Kim",
    ]
    (award,) = shown(link)["awards"]
    assert (award["stage"], award["cents"], award["steps_missing"]) == (
        "recorded", 1_000_036, ["title_31", "ofac", "patron_information"],
    )  # fmt: skip
    assert shown(link)["meters"][0]["amount"] == "1000000"


@pytest.mark.parametrize("steps", range(1, 6))
def test_an_interrupted_award_is_finished_by_asking_again(link: str, steps: int) -> None:
    for step in ("button", "call", "key", "jpot", "run")[:steps]:
        done("award", link, "--table", "T1", "--seat", 3, *ROYAL, "--step", step)
    again = done("award", link, "--table", "T1", "--seat", 3, *ROYAL)
    assert len(again.splitlines()) == max(5 - steps, 1)
    assert ("nothing to do" in again) == (steps == 5)
    assert [award["stage"] for award in shown(link)["awards"]] == ["recorded"]
    assert shown(link)["tables"][0]["key"] == "run"


def test_an_award_with_a_key_is_never_made_twice_however_late_it_is_sent_again(link: str) -> None:
    words = ("award", link, "--table", "T1", "--seat", 3, *ROYAL, "--key", "win")
    first = done(*words)
    done("game-over", link, "--table", "T1")
    done("coin-in", link, "--table", "T1", "--round", 2, "--seats", "3")
    assert done(*words) == first
    assert len(shown(link)["awards"]) == 1


def test_a_supervisor_rejects_an_award_and_the_meter_is_as_it_was(link: str) -> None:
    for step in ("button", "call", "key"):
        done("award", link, "--table", "T1", "--seat", 3, *ROYAL, "--step", step)
    assert shown(link)["meters"][0]["amount"] == "1000000"
    said = done("award", link, "--table", "T1", "--seat", 3, *ROYAL, "--step", "reject", "--reason", "a dead hand")
    assert said == "award 1, $10,000.36, is withdrawn by Kim: a dead hand\n"
    assert shown(link)["meters"][0]["amount"] == "1000036"


def awarded(link: str) -> None:
    done("award", link, "--table", "T1", "--seat", 3, *ROYAL)


def recorded(link: str) -> None:
    awarded(link)
    for step, fields in STEPS.items():
        done("record", link, 1, "--step", step, *fields, "--by", "Lee")


STEPS = {
    "title_31": ("--field", "result=filed", "--field", "reference=CTRC 118"),
    "ofac": ("--field", "result=clear", "--field", "reference=7"),
    "patron_information": ("--field", "name=Ann Bell", "--field", "document=passport 4711", "--field", "reference=9"),
}


@pytest.mark.clause("CN.39")
def test_an_award_is_paid_once_its_steps_are_recorded_and_once_only(link: str) -> None:
    awarded(link)
    says = "not recorded yet: title_31, ofac, patron_information (CN.39)"
    assert says in refused("pay", link, 1, "--means", "cheques", "--by", "Lee")
    says = "title_31 is recorded with result, reference; given: nothing (CN.39)"
    assert says in refused("record", link, 1, "--step", "title_31", "--by", "Lee")
    assert "is not a field such as" in refused("record", link, 1, "--step", "ofac", "--field", "clear", "--by", "Lee")
    for step, fields in STEPS.items():
        done("record", link, 1, "--step", step, *fields, "--by", "Lee")
    assert "another person pays it (R82)" in refused("pay", link, 1, "--means", "cheques", "--by", "Kim")
    assert "is paid by Lee, in cheques" in done("pay", link, 1, "--means", "cheques", "--by", "Lee", "--key", "p")
    assert "is paid by Lee, in cheques" in done("pay", link, 1, "--means", "cheques", "--by", "Lee", "--key", "p")
    assert "award 1 is paid" in refused("pay", link, 1, "--means", "cheques", "--by", "Lee")
    assert "does not pay an award; cheques, check" in refused("pay", link, 1, "--means", "gold", "--by", "Lee")


@pytest.mark.clause("CN.40")
def test_above_100_000_dollars_an_award_is_paid_by_check(link: str) -> None:
    done("adjust", link, "--meter", "mega", "--by", "Kim", "--second", "Lee", "--reason", "moved here", "90000")
    recorded(link)
    assert "(CN.40)" in refused("pay", link, 1, "--means", "cheques", "--by", "Lee")
    assert "$100,000.36, is paid by Lee, by check" in done("pay", link, 1, "--means", "check", "--by", "Lee")


@pytest.mark.clause("NV.10h")
def test_a_meter_is_adjusted_by_two_people_with_a_reason(link: str) -> None:
    words = ("adjust", link, "--meter", "minor", "--reason", "counted twice", "--by", "Kim", "--second")
    assert '"Kim" alone cannot adjust a meter; two people do (R99)' in refused(*words, " kim", "-12.50")
    assert "below its seed 25000; at most -12 (R83)" in refused(*words, "Lee", "-12.50")
    assert "is on at T1" in refused(*words, "Lee", "-0.12")
    said = done(*words, "Lee", "--table", "T1", "-0.12")
    assert said == "minor adjusted from $250.12 to $250 by Kim and Lee: counted twice\n"
    for amount in ("twelve", "0.001", "1e400", "-1/0"):
        assert "is not an amount" in refused(*words, "Lee", amount)
    assert "below its seed" in refused(*words, "Lee", "-1000")


@pytest.mark.clause("NV.10h")
def test_a_recorded_award_is_backed_out_by_two_people(link: str) -> None:
    awarded(link)
    words = ("back-out", link, 1, "--by", "Kim", "--reason", "the hand was dead", "--second")
    assert "two people" in refused(*words, "Kim")
    assert "is backed out by Kim and Lee: the hand was dead" in done(*words, "Lee")
    assert shown(link)["meters"][0]["amount"] == "1000036"


# What it shows


def test_the_page_of_a_link_says_what_there_is_in_a_pipe_without_colours(link: str) -> None:
    awarded(link)
    said = done("show", link, "--hands-per-hour", "240")
    assert "\x1b" not in said
    for words in (
        "$10,000.00  $10,000.00",
        "$250.12     $250.00",
        "649,740 wagers  112.8 days",
        "recorded  $10,000.36",
        "not recorded yet: title 31, ofac, patron information",
        "1, 3, 5",
        "House edge at these meters",
    ):
        assert words in said
    assert max(map(len, said.splitlines())) <= 80


def test_the_numbers_are_those_of_the_exact_side(link: str) -> None:
    ask = [UTH, "exact", "--rules", "chickasaw", "--bet", "progressive", "--seats", "4", "--json"]
    ask += ["--meter", "mega=10000.36", "--meter", "major=1000.18", "--meter", "minor=250.12"]
    exact = json.loads(subprocess.run(ask, capture_output=True, check=True).stdout)
    document = shown(link, "--seats", 4)
    assert document["house_edge"]["fraction"] == exact["fractions"]["house_edge"]
    assert [each["break_even_cents"] for each in document["meters"]] == [
        each["break_even_cents"] for each in exact["meters"]
    ]


LIMITED = """
name = "limited"
title = "Limited"
document = "LI"
based_on = "nevada"

[progressive]
seed_paid_by = { value = "reserve", cite = "LI.2" }

[[pay.progressive]]
name = "house"
cite = "LI.1"
meters = [{ name = "main", seed = 100_000, increment = "27%", reserve = "5%", limit = 100_050 }]
rows = [{ hand = "royal_flush", meter = "main", percent = 100 }, { hand = "full_house", for_one = 50 }]
"""


def test_what_waits_beyond_a_limit_and_in_a_reserve_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("limited.toml").write_text(LIMITED)
    done("new", "a.meter", "--rules", "limited.toml")
    done("join", "a.meter", "--table", "T1")
    said = done("coin-in", "a.meter", "--table", "T1", "--round", 1, "--seats", "1,2,3")
    assert said.splitlines()[1] == "main +$0.50, beyond its limit $0.31, to its reserve $0.15"
    assert re.search(r"main +\$1,000.50 +\$1,000.00 +27% +\$0.15 +\$1,000.50 +\$0.31\n", done("show", "a.meter"))
    assert "ok, 2 commands" in done("check", "a.meter")
    done("award", "a.meter", "--table", "T1", "--seat", 1, *ROYAL)
    page = re.sub(r" +", " ", done("win-page", "a.meter", 1))
    assert "Started again with $1,000.00\nof that from its reserve $0.15\nAfter the win $1,000.00" in page
    assert "ok, 7 commands" in done("check", "a.meter")


@pytest.mark.parametrize("pace", ["0", "-1", "many", "1/0", "1e99"])
def test_a_pace_that_is_none_is_refused(link: str, pace: str) -> None:
    assert "is not a number of wagers an hour" in refused("show", link, f"--hands-per-hour={pace}")


def test_the_history_has_a_line_for_each_command(link: str) -> None:
    lines = done("history", link).splitlines()
    assert len(lines) == 3
    assert re.fullmatch(
        r" {5}4  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  table T1, round 1: seats 1, 3, 5 coined in, \$3; "
        r"mega \+\$0.36; major \+\$0.18; minor \+\$0.12",
        lines[-1],
    )
    assert done("history", link, "--last", 1).splitlines() == lines[-1:]
    document = json.loads(done("history", link, "--json", "--last", 1))
    assert document["do"] == {"is": "CoinIn", "table": "T1", "round": 1, "seats": [1, 3, 5]}
    assert "is not a number of commands" in refused("history", link, "--last", 0)


def test_a_file_is_checked_and_its_accounts_sum_to_zero(link: str) -> None:
    recorded(link)
    assert "ok, 11 commands in 12 lines" in done("check", link)
    balances = json.loads(done("check", link, "--json"))["balances"]
    assert balances["meter:link.meter/mega"] == "1000000"
    assert balances["pending:link.meter/1"] == "1000036"


def test_a_changed_byte_is_named_by_every_command(link: str) -> None:
    path = Path(link)
    path.write_bytes(path.read_bytes().replace(b'"round":1', b'"round":2', 1))
    for words in (("show", link), ("check", link), ("history", link), ("game-over", link, "--table", "T1")):
        assert "link.meter, line 4: " in refused(*words)


def test_an_earlier_file_with_a_torn_last_line_is_upgraded_with_two_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_earlier(Path("link.meter"), terms_for(), plan(terms_for())[:3])
    with Path("link.meter").open("ab") as file:
        file.write(b'{"n":5,"at":"2026')
    torn = "link.meter, line 5: 17 bytes of a line that was never finished are left out\n"
    before = meter("show", "link.meter", "--json")
    assert (before.status, before.err) == (0, f"uth meter show: {torn}")
    said = meter("game-over", "link.meter", "--table", "T1")
    kept = (
        "link.meter was written by an earlier version and is upgraded; link.meter.before-upgrade is the file as it was"
    )
    assert (said.status, said.err) == (0, f"uth meter game-over: {torn}uth meter game-over: {kept}\n")
    after = json.loads(done("show", "link.meter", "--json"))
    assert after["lines"] == json.loads(before.out)["lines"] + 1
    assert after["meters"] == json.loads(before.out)["meters"]


def test_what_is_not_a_meter_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello\n")
    assert 'line 1: "hello" is not the first line of a meter file' in refused("show", tmp_path / "a")
    assert "cannot be opened: No such file" in refused("coin-in", tmp_path / "b", "--table", "T", "--round", 1,
                                                       "--seats", "1")  # fmt: skip
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("seats", ["a", "1;2", "1,,2", "-1", "9", "1,1", "99999"])
def test_seats_that_are_none_are_refused(link: str, seats: str) -> None:
    refused("coin-in", link, "--table", "T2", "--round", 1, "--seats", seats)


def test_on_a_terminal_there_are_colours(link: str) -> None:
    ours, theirs = pty.openpty()
    run = subprocess.Popen([UTH, "meter", "show", link], stdout=theirs, env={**os.environ, "TERM": "xterm-256color"})
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert run.wait() == 0
    assert b"\x1b[1m" in said
    assert b"$10,000.36" in said


# Feeding


def lines(*commands: dict[str, Any]) -> str:
    return "".join(json.dumps(command) + "\n" for command in commands)


EVENING: list[dict[str, Any]] = [
    {"command": "coin_in", "table": "T2", "round": 1, "seats": [2]},
    {"command": "award", "table": "T2", "seat": 2, "hand": "straight_flush", "evidence": "9h 8h 7h 6h 5h", "by": "Kim"},
    {"command": "game_over", "table": "T2"},
    {"command": "coin_in", "table": "T2", "round": 2, "seats": [2]},
]


def test_commands_are_taken_from_a_file_and_each_is_answered(link: str) -> None:
    Path("evening").write_text(lines(*EVENING))
    answers = [json.loads(line) for line in done("feed", link, "evening").splitlines()]
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4]
    assert [event["is"] for event in answers[1]["did"]] == [
        "AwardPending", "SupervisorCalled", "KeyTurned", "AwardRecorded", "KeyTurned",
    ]  # fmt: skip


def test_a_feed_with_a_name_is_done_once_however_often_it_is_fed(link: str) -> None:
    Path("evening").write_text(lines(*EVENING))
    first = done("feed", link, "evening", "--key", "monday")
    size = Path(link).stat().st_size
    assert done("feed", link, "evening", "--key", "monday") == first
    assert Path(link).stat().st_size == size


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "is not an object"),
        ("[" * 100_000, "is not JSON"),
        ('{"command": "coin_in", "command": "coin_in"}', "is given twice"),
        ('{"command": "steal"}', "is not a command of a link; one of award, join_link"),
        ('{"command": ["coin_in"]}', "is not a command of a link"),
        ('{"command": "game_over"}', "is missing in game_over"),
        ('{"command": "game_over", "table": "T1", "tip": 5}', "is not a field of game_over; its fields: table"),
        ('{"command": "game_over", "table": 5}', "5 is not a text"),
        ('{"command": "coin_in", "table": "T1", "round": 1.5, "seats": []}', "1.5 is not a whole number"),
        ('{"command": "coin_in", "table": "T1", "round": true, "seats": []}', "true is not a whole number"),
        ('{"command": "turn_key", "table": "T1", "to": "off", "by": "x"}', "'off' is not a valid Key"),
        ('{"command": "join_link", "table": "T9", "game": "x", "pay_table": 3, "wager": 1, "decks": 1}', "pay table"),
        ('{"command": "game_over", "table": "T1", "key": ""}', "is not a text"),
        ('{"command": "game_over", "table": "\\ud800"}', "is not a text"),
        ('{"command": "game_over", "table": "T2"}', "no round is locked"),
        ("\xff\xfe", "is not JSON"),
    ],
)
def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on(link: str, line: str, says: str) -> None:
    Path("evening").write_bytes(line.encode("latin-1") + b"\n\n" + lines(*EVENING[:1]).encode())
    said = meter("feed", link, "evening")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert (said.status, said.err) == (2, "")
    assert says in answers[0]["error"]["says"]
    assert answers[1]["line"] == 3
    assert answers[1]["did"][0]["is"] == "CoinedIn"


def test_a_refusal_is_answered_with_its_code_and_its_clause(link: str) -> None:
    wager = {"command": "join_link", "table": "T9", "game": "x", "pay_table": "chickasaw", "wager": 500, "decks": 1}
    Path("evening").write_text(lines(wager, {**wager, "wager": 100, "pay_table": "B"}))
    errors = [json.loads(line)["error"] for line in meter("feed", link, "evening").out.splitlines()]
    assert [(error["code"], error["clause"]) for error in errors] == [
        ("other_wager", "R97"), ("other_pay_table", "R97"),
    ]  # fmt: skip


def test_a_program_that_waits_for_each_answer_gets_it(link: str) -> None:
    feed = subprocess.Popen(
        [UTH, "meter", "feed", link], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert feed.stdin is not None
    assert feed.stdout is not None
    for number, command in enumerate(EVENING, start=1):
        feed.stdin.write(lines(command))
        feed.stdin.flush()
        assert json.loads(feed.stdout.readline())["line"] == number
    feed.send_signal(signal.SIGINT)
    out, err = feed.communicate(timeout=30)
    assert (feed.returncode, out) == (130, "")
    assert err == "uth meter feed: stopped after 4 lines; feed it again with the same --key and nothing is done twice\n"
    done("check", link)


# The win page


@pytest.fixture
def paid(link: str) -> str:
    recorded(link)
    done("pay", link, 1, "--means", "check", "--by", "Lee <Cage>")
    return link


ON_THE_PAGE = (
    "Progressive win page No. ", "-1", "Key turned to JPH", "Key turned to RUN",
    "Paid, by check", "$10,000.36", "$10,000.00", "Royal Flush", "T1", "As Ks Qs Js Ts",
    "100% of the mega meter", "seats 1, 3, 5, $1.00 each", "Verified, J-POT pressed", "Kim", "Title 31 recorded",
    "OFAC recorded", "Patron information recorded", "Paid by check", "Supervisor, name and signature",
    "Accounting, name and signature",
)  # fmt: skip


@pytest.mark.clause("NV.10e")
def test_a_win_page_has_all_that_an_accountant_records(paid: str) -> None:
    said = done("win-page", paid, 1)
    for words in ON_THE_PAGE:
        assert words.lower() in re.sub(r" +", " ", said.lower())
    assert max(map(len, said.splitlines())) <= 78


@pytest.mark.clause("NV.10e")
def test_a_win_page_in_html_says_the_same_and_escapes_names(paid: str) -> None:
    assert done("win-page", paid, 1, "-o", "win.html") == ""
    page = Path("win.html").read_text()
    text = re.sub(r"<[^>]*>", "\n", re.sub(r"<style>.*</style>", "", page, flags=re.DOTALL))
    for words in ON_THE_PAGE:
        assert words.lower() in text.lower()
    assert "Lee &lt;Cage&gt;" in page
    assert "http" not in page


@pytest.mark.clause("NV.10e")
def test_a_win_page_in_pdf_is_one_sheet(paid: str) -> None:
    done("win-page", paid, 1, "-o", "win.pdf")
    page = Path("win.pdf").read_bytes()
    assert page.startswith(b"%PDF-")
    assert page.count(b"/Type /Page\n") == 1
    streams = [zlib.decompress(part) for part in re.findall(rb"stream\n(x.*?)\nendstream", page, re.DOTALL)]
    drawn = b" ".join(streams)
    for words in (b"Progressive win page No. ", b"$10,000.36", b"Royal Flush", b"Title 31 recorded", b"Lee <Cage>"):
        assert words in drawn


def test_a_win_page_in_pdf_has_names_in_any_letters_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uth.views import win_page_pdf as pdf_page

    monkeypatch.chdir(tmp_path)
    done("new", "gr.meter", "--rules", "greece")
    done("join", "gr.meter", "--table", "T1")
    done("coin-in", "gr.meter", "--table", "T1", "--round", 1, "--seats", "1")
    win = ("--table", "T1", "--seat", 1, "--hand", "royal_flush", "--evidence", "Ah Kh Qh Jh Th")
    done("award", "gr.meter", *win, "--by", "Ελένη")
    monkeypatch.setattr(pdf_page, "FONTS", ())
    assert '"Ελένη" is not in Latin letters' in refused("win-page", "gr.meter", 1, "-o", "win.pdf")
    assert not Path("win.pdf").exists()
    assert "is not a TrueType font" in refused("win-page", "gr.meter", 1, "-o", "win.pdf", "--font", "gr.meter")
    assert "Ελένη" in done("win-page", "gr.meter", 1)
    assert "Carried on" in done("win-page", "gr.meter", 1)


@pytest.mark.clause("NV.10e")
def test_there_is_no_win_page_before_j_pot(link: str) -> None:
    done("award", link, "--table", "T1", "--seat", 3, *ROYAL, "--step", "button")
    assert "once J-POT has recorded the win (R53)" in refused("win-page", link, 1)
    assert "2 is not an award of" in refused("win-page", link, 2)


def test_a_win_page_shows_what_is_still_to_be_done_and_what_was_undone(link: str) -> None:
    awarded(link)
    assert "[ ] still to be done     OFAC recorded" in done("win-page", link, 1)
    done("back-out", link, 1, "--by", "Kim", "--second", "Lee", "--reason", "the hand was dead")
    said = done("win-page", link, 1)
    assert "BACKED OUT" in said
    assert "Backed out by hand: the hand was dead, by Kim and Lee" in said
    assert "still to be done" not in said


def test_a_page_that_cannot_be_written_is_one_line(paid: str) -> None:
    assert "cannot be written" in refused("win-page", paid, 1, "-o", "nowhere/win.html")
    assert "is not one of text, html, pdf" in refused("win-page", paid, 1, "--format", "docx")


# The document


def masked(text: str) -> str:
    text = re.sub(r"\b[0-9a-f]{64}\b|hash [0-9a-f]{12}\b", "HASH", text)
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "TIME", text)


def test_the_page_about_meters_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "meters.md").read_text()
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    tried = 0
    for block in blocks:
        for part in block.split("$ ")[1:]:
            command, _, printed = part.partition("\n")
            words = shlex.split(command)
            assert words[:2] == ["uth", "meter"]
            said = meter(*words[2:])
            assert masked(said.out + said.err).strip() == masked(printed).strip(), command
            tried += 1
    assert tried > 8


def test_every_command_of_a_link_is_in_the_document() -> None:
    from uth.cli.meter_feed import KINDS

    page = (ROOT / "docs" / "meters.md").read_text()
    assert [name for name in KINDS if f"`{name}`" not in page] == []


def test_a_file_that_lacks_its_end_is_refused(link: str) -> None:
    file = Path(link)
    whole = file.read_bytes()
    file.write_bytes(whole[:-5000])
    for words in (("show", link), ("check", link), ("join", link, "--table", "T9")):
        assert "is cut" in refused(*words)
    assert file.read_bytes() == whole[:-5000]


def test_a_meter_file_is_verified_exported_and_backed_up_as_a_house_is(link: str) -> None:
    recorded(link)
    for words in (("verify",), ("export", "log.jsonl"), ("backup", "copy.meter")):
        said = CliRunner().invoke(app, ["house", *words, "--database", f"sqlite:///{link}"])
        assert said.exit_code == 0, said.stderr
    assert Path("log.jsonl").read_text().count("\n") == shown(link)["lines"] + 1
    assert {**shown("copy.meter"), "file": link} == shown(link)


def test_an_earlier_file_without_its_last_lines_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "link.meter"
    write_earlier(file, terms_for(), plan(terms_for())[:5])
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-2]))
    for words in (("show", file), ("check", file), ("join", file, "--table", "T9")):
        assert "lacks its last lines" in refused(*words)
    assert file.read_bytes() == b"".join(lines[:-2])
