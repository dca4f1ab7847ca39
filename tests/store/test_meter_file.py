"""A link in a file: what was answered is there, what is there is as it was written, and everyone takes turns."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from store.meter_worker import joining, plan, terms_for
from uth.errors import Malformed, Refused
from uth.progressive import commands as c
from uth.progressive.decide import act
from uth.progressive.state import AwardStage, Link, Terms, new_link
from uth.store import meter_file as meter_drafts
from uth.store.codec import encoded
from uth.store.meter_file import KEY_USED, MeterFile, audit, award_history, first_line
from uth.store.meter_turns import Head, head_path, write_head
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
    with pytest.raises(Malformed, match="is there already"):
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
    assert len(path.read_bytes().splitlines()) == 1


# Killed


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_a_process_killed_at_any_point_loses_nothing_it_answered_and_pays_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """At every point of coin-in, award, confirmation and payment: started again, the file goes on where it was."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
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


def test_what_is_answered_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes of the last sync are all that a power cut would leave."""
    synced, real = b"", os.fsync

    def sync(file: int) -> None:
        nonlocal synced
        real(file)
        synced = path.read_bytes()

    monkeypatch.setattr(os, "fsync", sync)
    with MeterFile.open(path, TERMS) as file:
        assert synced == path.read_bytes() != b""
        for key, command in STEPS:
            file.send(command, key)
            assert synced == path.read_bytes()


def test_a_new_files_name_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, real = set[str](), os.fsync

    def sync(file: int) -> None:
        real(file)
        synced.add(str(Path(f"/proc/self/fd/{file}").readlink()))

    monkeypatch.setattr(os, "fsync", sync)
    MeterFile.open(path, TERMS).close()
    assert synced == {str(path), str(path.parent)}


def test_a_disk_that_is_full_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked(path, 2)
    before, real = path.read_bytes(), os.pwrite

    def full(file: int, text: bytes, at: int) -> int:
        if len(text) < 40:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, text[:40], at)

    with MeterFile.open(path, TERMS) as file:
        link = file.link
        with monkeypatch.context() as patched:
            patched.setattr(os, "pwrite", full)
            with pytest.raises(Malformed, match="cannot be written: No space left on device"):
                file.send(STEPS[2][1])
        assert path.read_bytes() == before
        assert file.link == link
        with pytest.raises(Malformed, match="failed before; open it again"):
            file.send(STEPS[2][1])
    assert worked(path, 3) == in_memory([command for _, command in STEPS[:3]])


def test_an_interrupted_write_is_taken_back_and_the_file_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(file: int) -> None:
        raise KeyboardInterrupt

    with MeterFile.open(path, TERMS) as file:
        before = path.read_bytes()
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", interrupted)
            with pytest.raises(KeyboardInterrupt):
                file.send(STEPS[0][1])
        assert path.read_bytes()[: len(before)] == before
        file.send(STEPS[0][1])
        assert file.line == 2


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


# Torn and changed


def head_at(path: Path, line: int) -> None:
    """Have the head say that the file was written up to that line, as whoever was stopped after it left it."""
    lines = path.read_bytes().splitlines(keepends=True)[:line]
    write_head(path, Head(line=line, chain=json.loads(lines[-1])["chain"], end=len(b"".join(lines))))


def test_a_last_line_that_was_never_finished_is_dropped_with_a_note_wherever_it_was_torn(path: Path) -> None:
    worked(path, 5)
    head_at(path, 5)
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    before = in_memory([command for _, command in STEPS[:4]])
    for end in range(start + 1, len(whole) - 1):
        path.write_bytes(whole[:end])
        with MeterFile.open(path, TERMS, read_only=True) as file:
            assert file.notes == [f"{path}, line 6: {end - start} bytes of a line that was never finished are left out"]
        with MeterFile.open(path, TERMS) as file:
            assert file.notes == [f"{path}, line 6: {end - start} bytes of a line that was never finished are dropped"]
            assert file.link == before
        assert path.read_bytes() == whole[:start]


def test_a_last_line_that_lacks_only_its_end_is_kept(path: Path) -> None:
    worked(path, 5)
    head_at(path, 5)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with MeterFile.open(path, TERMS) as file:
        assert (file.line, file.notes) == (6, [])
    assert path.read_bytes() == whole


def test_a_first_line_that_was_never_finished_is_written_again(path: Path) -> None:
    worked(path, 0)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        head_path(path).unlink()
        with MeterFile.open(path, TERMS, new=True) as file:
            assert file.line == 1


@pytest.mark.parametrize("read_only", [True, False])
def test_missing_last_lines_are_noticed_and_nothing_is_written(path: Path, read_only: bool) -> None:
    worked(path, 5)
    whole = path.read_bytes()
    for end in (0, *(at + 1 for at in range(len(whole) - 1) if whole[at] == 10), len(whole) - 1, len(whole) - 100):
        path.write_bytes(whole[:end])
        says = "has no first line yet|lacks its last lines: link.meter.head notes 6 lines"
        with pytest.raises(Malformed, match=says) as fault:
            MeterFile.open(path, TERMS, read_only=read_only)
        assert "\n" not in str(fault.value)
        assert path.read_bytes() == whole[:end]
    path.write_bytes(whole)
    with MeterFile.open(path, TERMS) as file:
        assert (file.line, file.notes) == (6, [])


def test_last_lines_that_were_written_anew_are_noticed(path: Path) -> None:
    """Lines are cut off, and others chained in their place: the head notes another line there."""
    worked(path, 5)
    noted = head_path(path).read_bytes()
    path.unlink()
    head_path(path).unlink()
    worked(path, 4)
    with MeterFile.open(path, TERMS, clock=lambda: "2027-01-01T00:00:00.000Z") as file:
        for _, command in STEPS[4:7]:
            file.send(command)
    head_path(path).write_bytes(noted)
    with pytest.raises(Malformed, match=r"has another line 6 than link\.meter\.head notes"):
        MeterFile.open(path, TERMS)


def test_a_file_without_its_head_says_that_missing_lines_cannot_be_told(path: Path) -> None:
    worked(path, 5)
    head_path(path).unlink()
    with MeterFile.open(path, TERMS, read_only=True) as file:
        (note,) = file.notes
        assert note.endswith("there is no link.meter.head; whether its last lines are missing cannot be told")
    with MeterFile.open(path, TERMS) as file:
        assert len(file.notes) == 1
    with MeterFile.open(path, TERMS) as file:
        assert file.notes == []


def test_one_changed_byte_anywhere_is_found_and_named_by_its_line(path: Path) -> None:
    worked(path, 6)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        number = whole.count(b"\n", 0, at) + 1
        with pytest.raises(Malformed, match=f"link.meter, line {number}[:,]") as fault:
            MeterFile.open(path, TERMS, read_only=True)
        assert "\n" not in str(fault.value)


def test_a_changed_file_is_left_as_it_is(path: Path) -> None:
    worked(path, 6)
    changed = path.read_bytes().replace(b'"table":"T1"', b'"table":"T3"', 1)
    path.write_bytes(changed)
    with pytest.raises(Malformed, match=r"line 2: .* is not as it was written"):
        MeterFile.open(path, TERMS)
    assert path.read_bytes() == changed


def test_a_line_that_is_missing_moved_or_doubled_is_found(path: Path) -> None:
    worked(path, 6)
    lines = path.read_bytes().splitlines(keepends=True)
    for wrong in (
        lines[:2] + lines[3:],
        [lines[0], lines[2], lines[1], *lines[3:]],
        [*lines[:3], lines[2], *lines[3:]],
    ):
        path.write_bytes(b"".join(wrong))
        with pytest.raises(Malformed, match=r"line [234][:,]"):
            MeterFile.open(path, TERMS)


def rewritten(path: Path, number: int, values: dict[str, Any]) -> None:
    """Write a line anew, and every hash from there on, as a forger would."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    lines[number - 1] |= values
    chain, made = "", b""
    for line in lines:
        del line["chain"]
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        chain = sha256(chain.encode() + body).hexdigest()
        made += body + f',"chain":"{chain}"}}\n'.encode()
    path.write_bytes(made)


@pytest.mark.parametrize(
    ("number", "values", "says"),
    [
        (1, {"uth_meter": 2}, "line 1, uth_meter: 2 is a format this version does not read"),
        (1, {"wager": "100"}, "line 1, record"),
        (3, {"n": 9}, "line 3, n: 9 is out of order"),
        (3, {"at": "yesterday"}, 'line 3, at: "yesterday" is not a time'),
        (3, {"key": 5}, "line 3, key"),
        (3, {"do": {"is": "Steal"}}, "line 3, record"),
        (3, {"do": None}, "line 3, record"),
        (3, {"did": None}, "line 3, record"),
        (3, {"did": [{"is": "MeterFed"}]}, "line 3, record"),
        (3, {"did": [{"is": "TableLeft", "table": "T9"}, {"is": "GameReset", "table": "T9"}]}, "line 3, do: .* cannot"),
        (
            4,
            {"did": [{"is": "MeterFed", "table": "T1", "meter": "mega", "amount": "-2000000/1", "overflow": "0/1",
                      "reserve": "0/1"}]},
            "line 4, do: .* cannot",
        ),
        (3, {"did": [{"is": "AwardPaid", "award": 7, "means": "check", "placed": None, "by": "x"}]}, "line 3"),
    ],
)  # fmt: skip
def test_a_line_that_is_well_hashed_and_makes_no_sense_is_named(
    path: Path, number: int, values: dict[str, Any], says: str
) -> None:
    worked(path, 4)
    rewritten(path, number, values)
    with pytest.raises(Malformed, match=says) as fault:
        MeterFile.open(path, TERMS)
    assert "\n" not in str(fault.value)


def test_a_forged_line_that_makes_sense_is_found_by_the_audit(path: Path) -> None:
    worked(path, 4)
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    events = lines[3]["did"]
    assert events[1]["meter"] == "mega"
    events[1]["amount"] = "2000000/1"
    rewritten(path, 4, {"did": events})
    head_at(path, 5)
    with MeterFile.open(path, TERMS) as file, pytest.raises(Malformed, match=r"line 4, do: .* is not what happened"):
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
    with pytest.raises(Malformed, match="is not a file of lines"):
        MeterFile.open(path, TERMS, read_only=True)


# States


def test_a_long_file_is_opened_from_its_last_state_and_comes_to_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter_drafts, "STATE_EVERY_BYTES", 3_000)
    after = worked(path)
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert any("state" in line for line in lines)
    with MeterFile.open(path, TERMS) as file:
        assert file.link == after
        assert len(list(file.lines())) == len(STEPS)
        assert audit(file).commands == len(STEPS)
        assert file.send(STEPS[2][1], STEPS[2][0])[0] == list(file.lines())[2].events[0]


def test_a_state_that_is_not_what_the_commands_come_to_is_found_by_the_audit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter_drafts, "STATE_EVERY_BYTES", 2_500)
    worked(path, 8)
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    (number,) = (line["n"] for line in lines if "state" in line)
    state = lines[number - 1]["state"]
    state["down"] = True
    rewritten(path, number, {"state": state})
    head_at(path, len(lines))
    with MeterFile.open(path, TERMS) as file:
        assert file.link.down
        with pytest.raises(Malformed, match="is not what its commands come to"):
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
    assert names == ["AwardPending", "AwardRecorded", "StepRecorded", "StepRecorded", "StepRecorded", "AwardPaid"]
    with pytest.raises(Refused, match="3 is not an award of"), MeterFile.open(path, TERMS, read_only=True) as file:
        award_history(file, 3)
