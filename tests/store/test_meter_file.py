"""A link in a file: acknowledged commands are stored and unchanged, and processes take turns."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from store.meter_worker import joining, plan, terms_for
from store.test_store_faults import no_file_beyond
from uth.errors import Broken, Malformed, Refused
from uth.house.links import HouseLinks
from uth.progressive import commands as c
from uth.progressive.decide import act
from uth.progressive.state import AwardStage, Link, Terms, new_link
from uth.store import link_records, meter_file
from uth.store.codec import encoded
from uth.store.database import DatabaseStore
from uth.store.entries import Entry, Unavailable
from uth.store.link_records import KEY_USED
from uth.store.meter_file import MeterFile, audit, award_history, first_line
from uth.store.rows import Moved, Row, sealed
from uth.store.writing import write_rows
from uth.units import Seat

WORKER = Path(__file__).with_name("meter_worker.py")
TERMS = terms_for()
STEPS = plan(TERMS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "link.meter"


def worked(path: Path, steps: int = len(STEPS), terms: Terms = TERMS) -> Link:
    """Send the first steps of the plan, and return the link after them."""
    with MeterFile.open(path, terms) as file:
        for key, command in STEPS[:steps]:
            file.send(command, key)
        return file.link


def in_memory(commands: list[c.Command], terms: Terms = TERMS) -> Link:
    link = new_link(terms)
    for command in commands:
        link, _ = act(link, command)
    return link


# Opening and sending


def test_a_link_is_in_its_file_what_it_is_in_memory_and_is_there_again_when_it_is_opened(path: Path) -> None:
    after = worked(path)
    assert after == in_memory([command for _, command in STEPS])
    with MeterFile.open(path, TERMS) as file:
        assert file.link == after
        assert [line.command for line in file.lines()] == [command for _, command in STEPS]
        assert audit(file).commands == len(STEPS)


def test_meters_carry_their_fractions_through_the_file(path: Path) -> None:
    terms = terms_for("greece")
    with MeterFile.open(path, terms) as file:
        file.send(joining(terms, "T1"))
        file.send(c.CoinIn(table="T1", round=1, seats=(Seat(1), Seat(2), Seat(3))))
    with MeterFile.open(path, terms, read_only=True) as file:
        grown = file.link.meters["main"].amount - terms.levels[0].seed
    assert grown == 3 * terms.wager * terms.levels[0].increment
    assert grown.denominator > 1_000


def test_a_refused_command_leaves_no_trace(path: Path) -> None:
    worked(path, 4)
    before = path.read_bytes()
    with MeterFile.open(path, TERMS) as file, pytest.raises(Refused, match=r"sensor is not lit \(CN.10\)"):
        file.send(c.PressHandButton(table="T1", seat=Seat(2), hand="royal_flush", evidence="As Ks Qs Js Ts"))
    assert path.read_bytes() == before


def test_several_commands_of_one_turn_see_each_other_and_a_refusal_among_them_stops_nobody(path: Path) -> None:
    asked: list[tuple[c.Command, str | None]] = [(command, None) for _, command in STEPS[:3]]
    with MeterFile.open(path, TERMS) as file:
        answers = file.send_all([*asked[:2], (c.GameOver(table="T1"), None), asked[2]])
    assert [isinstance(answer, Refused) for answer in answers] == [False, False, True, False]


def test_a_file_that_is_only_read_is_not_written(path: Path) -> None:
    worked(path, 3)
    path.chmod(0o444)
    with MeterFile.open(path, TERMS, read_only=True) as file:
        assert file.line == 4
    missing = path.with_name("nothing.meter")
    with pytest.raises(Malformed, match="cannot be opened: No such file"):
        MeterFile.open(missing, TERMS, read_only=True)
    assert not missing.exists()


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (terms_for("nevada"), r"is of rule set chickasaw \(\w{12}\), not of nevada"),
        (replace(TERMS, fingerprint="0" * 64), r"not of chickasaw \(000000000000\)"),
        (replace(TERMS, table=replace(TERMS.table, name="B")), r"pay table chickasaw, not of B \(R97\)"),
        (replace(TERMS, wager=500), r"a wager of 100, not of 500 \(R97\)"),
        (replace(TERMS, decks=2), r"1 decks, not of 2 \(R97\)"),
    ],
    ids=["other book", "changed book", "other pay table", "other wager", "other decks"],
)
@pytest.mark.clause("MA.13g")
def test_a_file_is_not_opened_under_other_terms(path: Path, terms: Terms, says: str) -> None:
    worked(path, 3)
    before = path.read_bytes()
    with pytest.raises(Refused, match=says) as refused:
        MeterFile.open(path, terms)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_the_first_line_says_which_rule_set_to_open_the_file_under(path: Path) -> None:
    MeterFile.open(path, TERMS, rules="/rules/own.toml").close()
    header = first_line(path)
    assert (header.book, header.rules, header.wager) == ("chickasaw", "/rules/own.toml", 100)


def test_a_new_link_does_not_take_the_place_of_an_old_one(path: Path) -> None:
    worked(path, 2)
    with pytest.raises(Malformed, match="already exists"):
        MeterFile.open(path, TERMS, new=True)


# Keys


def test_a_command_sent_again_with_its_key_is_done_once_and_answered_as_the_first_time(path: Path) -> None:
    worked(path, 2)
    key, coin_in = STEPS[2]
    with MeterFile.open(path, TERMS) as file:
        first = file.send(coin_in, key)
        size = path.stat().st_size
        assert file.send(coin_in, key) == first
    with MeterFile.open(path, TERMS) as file:
        assert file.send(coin_in, key) == first
        assert file.link.stations["T1"].round == 1
    assert path.stat().st_size == size


def test_a_key_is_known_again_within_one_turn(path: Path) -> None:
    with MeterFile.open(path, TERMS) as file:
        one, other = file.send_all([(STEPS[0][1], "a"), (STEPS[0][1], "a")])
    assert one == other


def test_a_key_that_was_sent_with_another_command_is_refused(path: Path) -> None:
    worked(path, 3)
    with MeterFile.open(path, TERMS) as file, pytest.raises(Refused, match="another command, line 4") as refused:
        file.send(c.GameOver(table="T1"), STEPS[2][0])
    assert refused.value.code == KEY_USED


@pytest.mark.parametrize("key", ['a "quoted" \\ key', "κλειδί", "a" * 200])
def test_any_short_text_is_a_key(path: Path, key: str) -> None:
    with MeterFile.open(path, TERMS) as file:
        first = file.send(STEPS[0][1], key)
    with MeterFile.open(path, TERMS) as file:
        assert file.send(STEPS[0][1], key) == first


@pytest.mark.parametrize("key", ["", " ", "a\nb", "a" * 201])
def test_anything_else_is_not(path: Path, key: str) -> None:
    with MeterFile.open(path, TERMS) as file, pytest.raises(Malformed, match="key"):
        file.send(STEPS[0][1], key)
    with MeterFile.open(path, TERMS) as file:
        assert file.line == 1


# Killed


@pytest.mark.parametrize("every", [25, pytest.param(1, marks=pytest.mark.slow)])
def test_a_process_killed_at_any_point_loses_nothing_it_answered_and_pays_nothing_twice(
    tmp_path: Path, every: int
) -> None:
    """At every point of coin-in, award, confirmation and payment: started again, the file goes on where it was."""
    run = subprocess.run(
        [sys.executable, str(WORKER), "kill", str(tmp_path), str(every)],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    children = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(children) > 200 // every
    assert [child["killed"] for child in children] == [True] * (len(children) - 1) + [False]
    through = in_memory([command for _, command in STEPS])
    for child in children:
        path = tmp_path / f"{child['point']}.meter"
        with MeterFile.open(path, TERMS) as file:
            written = [[line.key, [encoded(event) for event in line.events]] for line in file.lines()]
            told = child["answers"]
            assert written[: len(told)] == told
            assert len(told) <= len(written) <= len(told) + 1
            for key, command in STEPS:
                file.send(command, key)
            assert file.link == through
            assert [award.stage for award in file.link.awards] == [AwardStage.PAID, AwardStage.WITHDRAWN]
            assert audit(file).commands == len(STEPS)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_file_lives_through_many_lives_of_the_process_that_works_it(path: Path, seed: int) -> None:
    chance, told = random.Random(seed), list[str]()
    for _ in range(6):
        worker = subprocess.Popen(
            [sys.executable, str(WORKER), "feed", str(path), "T1", "100000"], stdout=subprocess.PIPE, text=True
        )
        assert worker.stdout is not None
        with worker.stdout as answers:
            new = [answers.readline().strip() for _ in range(len(told) + chance.randrange(1, 40))]
            worker.send_signal(signal.SIGKILL)
            new += [line.strip() for line in answers if line.endswith("\n")]
        assert worker.wait() == -signal.SIGKILL
        assert new[: len(told)] == told
        told = new
    with MeterFile.open(path, TERMS) as file:
        keys = [line.key for line in file.lines()]
        assert keys[1 : len(told) + 1] == told
        assert len(keys) <= len(told) + 2
        audit(file)


def test_two_processes_at_once_give_one_order(path: Path) -> None:
    rounds = 60
    workers = [
        subprocess.Popen(
            [sys.executable, str(WORKER), "feed", str(path), name, str(rounds)], stdout=subprocess.PIPE, text=True
        )
        for name in ("T1", "T2")
    ]
    told = [worker.communicate(timeout=120)[0].split() for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0]
    with MeterFile.open(path, TERMS) as file:
        lines = list(file.lines())
        assert [line.number for line in lines] == list(range(2, 4 * rounds + 4))
        for name, answers in zip(("T1", "T2"), told, strict=True):
            assert [line.key for line in lines if str(line.key).startswith(name)][1:] == answers
        assert file.link == in_memory([line.command for line in lines])
        fed = 2 * rounds * 2 * TERMS.wager
        for level in TERMS.levels:
            assert file.link.meters[level.name].amount == level.seed + level.increment * fed


def test_two_openings_of_a_file_see_each_other_by_taking_turns(path: Path) -> None:
    with MeterFile.open(path, TERMS) as one, MeterFile.open(path, TERMS) as other:
        one.send(STEPS[0][1])
        other.send(STEPS[2][1])
        with pytest.raises(Refused, match="round 1 is locked"):
            one.send(STEPS[2][1])
        assert other.refresh() == one.link


# On the disk


def test_what_is_answered_is_on_the_disk(path: Path) -> None:
    """SQLite flushes its write-ahead log at every commit, and never answers before."""
    with MeterFile.open(path, TERMS) as file, file._engines.write.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_new_files_name_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, real = set[str](), os.fsync

    def sync(file: int) -> None:
        real(file)
        synced.add(str(Path(f"/proc/self/fd/{file}").readlink()))

    monkeypatch.setattr(os, "fsync", sync)
    MeterFile.open(path, TERMS).close()
    assert str(path.parent) in synced
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_disk_that_is_full_changes_nothing(path: Path) -> None:
    worked(path, 2)
    with MeterFile.open(path, TERMS) as file:
        link = file.link
        with no_file_beyond(4096), pytest.raises(Unavailable, match="disk"):
            file.send(STEPS[2][1])
        assert (file.link, file.line) == (link, 3)
    assert worked(path, 3) == in_memory([command for _, command in STEPS[:3]])


def test_an_interrupted_write_is_taken_back_and_the_file_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = write_rows

    def interrupted(*words: Any) -> None:
        real(*words)
        raise KeyboardInterrupt

    with MeterFile.open(path, TERMS) as file:
        before = file.chain
        with monkeypatch.context() as patched:
            patched.setattr(meter_file, "write_rows", interrupted)
            with pytest.raises(KeyboardInterrupt):
                file.send(STEPS[0][1])
        assert (file.line, file.chain) == (1, before)
        file.send(STEPS[0][1])
        assert file.line == 2
        assert audit(file).commands == 1


def test_the_commands_of_a_turn_are_written_together_also_where_the_last_is_refused(path: Path) -> None:
    with MeterFile.open(path, TERMS) as file, MeterFile.open(path, TERMS, read_only=True) as other:
        with pytest.raises(Refused), file.turn():  # noqa: PT012
            file.send(STEPS[0][1])
            assert other.refresh().stations == {}
            file.send(STEPS[0][1])
        assert list(other.refresh().stations) == ["T1"]
        with pytest.raises(ZeroDivisionError), file.turn():  # noqa: PT012
            file.send(STEPS[1][1])
            _ = 1 // 0
        assert list(file.link.stations) == ["T1"] == list(other.refresh().stations)


@pytest.mark.parametrize("done", ["removed", "replaced", "cut"])
def test_a_file_that_is_taken_away_is_noticed(path: Path, done: str) -> None:
    worked(path, 3)
    with MeterFile.open(path, TERMS) as file:
        if done == "cut":
            os.truncate(path, path.stat().st_size - 1)
        else:
            moved = path.rename(path.with_name("moved"))
            if done == "replaced":
                path.write_bytes(moved.read_bytes())
        with pytest.raises(Malformed, match=r"cannot be found|was replaced|was cut"):
            file.send(STEPS[3][1])


def test_a_file_that_is_open_is_opened_again_without_a_look_at_its_bytes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To close the file would drop the locks that SQLite holds on it, and another process could remove its log."""
    worked(path, 3)
    opened, real = list[str](), Path.open

    def noted(self: Path, *words: Any, **named: Any) -> Any:
        opened.append(str(self))
        return real(self, *words, **named)

    with MeterFile.open(path, TERMS):
        monkeypatch.setattr(Path, "open", noted)
        MeterFile.open(path, TERMS).close()
        MeterFile.open(path, TERMS, read_only=True).close()
        first_line(path)
        assert str(path) not in opened


# Changed


def test_a_file_that_is_cut_is_refused_and_nothing_is_written(path: Path) -> None:
    worked(path, 5)
    whole = path.read_bytes()
    for end in (len(whole) - 1, len(whole) - 4096, len(whole) // 2, 4096, 200):
        path.write_bytes(whole[:end])
        for read_only in (True, False):
            with pytest.raises(Malformed, match="is cut") as fault:
                MeterFile.open(path, TERMS, read_only=read_only)
            assert "\n" not in str(fault.value)
        assert path.read_bytes() == whole[:end]


def tampered(path: Path, statement: str, *values: object) -> None:
    """Change the tables as somebody with all rights would."""
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(statement, values).rowcount > 0
        connection.commit()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (
            "UPDATE records SET body = replace(body, '\"T2\"', '\"T9\"') WHERE number = 3",
            "line 3: position 4 is not as",
        ),
        ("UPDATE records SET body = CAST(x'ff' AS TEXT) WHERE number = 3", "line 3: position 4 is not as"),
        ("UPDATE records SET at = '2020' WHERE number = 3", "line 3: position 4 is not as"),
        ("UPDATE transfers SET cents = '1/1' WHERE position = 5", "line 4: position 5 is not as"),
        ("DELETE FROM records WHERE position = 4", "line 3: position 4 is not in the log"),
        ("DELETE FROM records WHERE position = 7", "line 6: the log ends at 6, and its head says 7"),
        ("UPDATE balances SET cents = '7/1' WHERE account = 'house'", "the balances are not those"),
        ("UPDATE head SET position = 6", "line 7: the log ends at 7"),
    ],
)
def test_a_change_is_found_when_the_file_is_opened_and_named_by_its_line(path: Path, statement: str, says: str) -> None:
    worked(path, 5)
    tampered(path, statement)
    for read_only in (True, False):
        with pytest.raises(Broken, match=f"link.meter(, |: ){says}") as fault:
            MeterFile.open(path, TERMS, read_only=read_only)
        assert "\n" not in str(fault.value)


def forged(path: Path, number: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Write a record of the link and every seal after it again, as a forger would."""
    with closing(sqlite3.connect(path)) as connection:
        rows, chain = list[Row](), ""
        for row in connection.execute("SELECT * FROM records ORDER BY position").fetchall():
            moved = connection.execute("SELECT source, target, cents FROM transfers WHERE position = ?", row[:1])
            *begins, chained = row
            rows.append(Row._make((*begins, tuple(Moved(*each) for each in moved), chained)))
    for row in rows:
        body = json.loads(row.body)
        if row.stream.startswith("link/") and row.number == number:
            change(body)
        written = sealed(row._replace(body=json.dumps(body, separators=(",", ":"))), chain)
        chain = written.chain
        tampered(path, "UPDATE records SET body = ?, chain = ? WHERE position = ?", written.body, chain, row.position)
    tampered(path, "UPDATE head SET chain = ?", chain)


def _fed(body: dict[str, Any], amount: str) -> None:
    body["events"][1]["amount"] = amount


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (3, lambda body: body.update(commands=[{"is": "Steal"}], events=None), "line 3, record"),
        (3, lambda body: body.update(events=[{"is": "MeterFed"}]), "line 3, record"),
        (3, lambda body: body.update(events=[{"is": "GameReset", "table": "T9"}]), "line 3, events: .* cannot"),
        (4, lambda body: _fed(body, "-2000000/1"), "line 4, events: .* cannot"),
        (4, lambda body: _fed(body, "24/2"), "meter:link.meter/mega holds"),
    ],
)  # fmt: skip
def test_a_record_that_is_well_sealed_and_makes_no_sense_is_named(
    path: Path, number: int, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    worked(path, 4)
    forged(path, number, change)
    with pytest.raises((Broken, Malformed), match=says) as fault:
        MeterFile.open(path, TERMS)
    assert "\n" not in str(fault.value)


def test_a_forged_record_that_makes_sense_is_found_by_the_audit(path: Path) -> None:
    worked(path, 5)
    forged(path, 3, lambda body: body["commands"][0].update(table="T9"))
    with MeterFile.open(path, TERMS) as file, pytest.raises(Malformed, match=r"line 3, do: .* is not what happened"):
        audit(file)


@pytest.mark.parametrize("text", [b"hello", b"hello\n", b"{}\n", b"\x00" * 50, b"[1]\n", b'{"uth_meter":1}\n', b"\n"])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_of_something_else_is_refused_and_left_alone(path: Path, text: bytes, read_only: bool) -> None:
    path.write_bytes(text)
    with pytest.raises(Malformed, match=r"line 1: .* is not"):
        MeterFile.open(path, TERMS, read_only=read_only)
    assert path.read_bytes() == text


def test_a_folder_or_a_pipe_is_not_a_meter_file(path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be opened: Is a directory"):
        MeterFile.open(path.parent, TERMS)
    os.mkfifo(path)
    with pytest.raises(Malformed, match="is not a file"):
        MeterFile.open(path, TERMS, read_only=True)


async def test_the_log_of_a_house_is_not_a_meter_file_and_a_meter_file_is_a_log_like_any_other(path: Path) -> None:
    store = await DatabaseStore.open(f"sqlite:///{path}")
    await store.append([Entry(stream="house", after=0, body={"is": "switched"})])
    await store.close()
    with pytest.raises(Malformed, match="is not a meter file"):
        MeterFile.open(path, TERMS)
    path.unlink()
    worked(path)
    store = await DatabaseStore.open(f"sqlite:///{path}")
    head = await store.verify()
    with MeterFile.open(path, TERMS) as file:
        assert (head.chain, await store.balances()) == (file.chain, audit(file).balances)
    links = HouseLinks(store=store)
    links.applied((await store.read("house"))[0].body)
    await links.recover()
    assert links.live["link.meter"].link == in_memory([command for _, command in STEPS])
    await store.backup(path.with_name("copy.meter"))
    await store.close()
    with MeterFile.open(path.with_name("copy.meter"), TERMS) as copy:
        assert audit(copy).chain == head.chain


# Checkpoints


def checkpoints_every(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (link_records, meter_file):
        monkeypatch.setattr(module, "CHECKPOINT_EVERY", number)


def test_a_long_file_is_opened_from_its_last_checkpoint_and_comes_to_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoints_every(4, monkeypatch)
    monkeypatch.setattr(link_records, "STATE_SHARE", 0)
    monkeypatch.setattr(meter_file, "STATED_EVERY", 9)
    after = worked(path)
    read = list[int]()
    follow = MeterFile._follow

    def noted(self: MeterFile, row: Row, checkpoint: int) -> None:
        read.append(row.number)
        follow(self, row, checkpoint)

    monkeypatch.setattr(MeterFile, "_follow", noted)
    with MeterFile.open(path, TERMS) as file:
        assert file.link == after
        assert 1 < read[0] < read[-1] == len(STEPS) + 1
        assert len(list(file.lines())) == len(STEPS)
        assert audit(file).commands == len(STEPS)
        assert file.send(STEPS[2][1], STEPS[2][0])[0] == list(file.lines())[2].events[0]


def test_a_large_state_is_written_less_often(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoints_every(2, monkeypatch)
    worked(path)
    with MeterFile.open(path, TERMS) as file:
        assert [row.number for row in file.rows() if '"state":' in row.body] == [2]


def test_a_checkpoint_that_is_not_what_the_commands_come_to_is_found_by_the_audit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoints_every(8, monkeypatch)
    worked(path, 8)
    forged(path, 8, lambda body: body["state"].update(down=True))
    with MeterFile.open(path, TERMS) as file, pytest.raises(Malformed, match="is not what the commands come to"):
        audit(file)


# An award's history


@pytest.mark.clause("NV.10e")
def test_the_log_tells_an_award_from_the_button_to_the_payment(path: Path) -> None:
    worked(path)
    with MeterFile.open(path, TERMS, read_only=True) as file:
        known = award_history(file, 1)
    assert known.before.amount == Fraction(1_000_000 + 36)
    assert known.award.cents == 1_000_036
    assert known.after.amount == 1_000_000
    assert known.seats == (1, 3)
    names = [type(moment.event).__name__ for moment in known.moments]
    steps = ["StepRecorded"] * 3
    assert names == ["AwardPending", "KeyTurned", "AwardRecorded", *steps, "AwardPaid", "KeyTurned"]
    with pytest.raises(Refused, match="3 is not an award of"), MeterFile.open(path, TERMS, read_only=True) as file:
        award_history(file, 3)
