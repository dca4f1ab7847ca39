"""Meter files of earlier versions: every line is verified, and the log has the same link, key and hash."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from store.earlier_meter import chained, head_path, state_line, values_in, write_earlier, write_head
from store.meter_worker import plan, terms_for
from uth.errors import Malformed, Refused
from uth.progressive.state import Link, new_link
from uth.store import meter_import
from uth.store.meter_file import MeterFile, audit, first_line

TERMS = terms_for()
STEPS = plan(TERMS)
WORKER = Path(__file__).with_name("meter_worker.py")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "link.meter"


def earlier(path: Path, steps: int = len(STEPS), state_after: int | None = None) -> Link:
    return write_earlier(path, TERMS, STEPS[:steps], state_after=state_after)


def last_hash(path: Path) -> str:
    return str(json.loads(path.read_bytes().splitlines()[-1])["chain"])


def require_refused(path: Path, says: str) -> None:
    """Open the file in both ways; each is refused in one line, and nothing is changed."""
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    for read_only in (True, False):
        with pytest.raises(Malformed, match=says) as fault:
            MeterFile.open(path, TERMS, read_only=read_only)
        assert "\n" not in str(fault.value)
        assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == before


def test_an_earlier_file_is_upgraded_and_kept_as_it_was(path: Path) -> None:
    after, before, chain = earlier(path), path.read_bytes(), last_hash(path)
    with MeterFile.open(path, TERMS) as file:
        assert (file.link, file.line, file.chain) == (after, len(STEPS) + 1, chain)
        (note,) = file.notes
        assert note == (
            f"{path} was written by an earlier version and is upgraded; link.meter.before-upgrade is the file as it was"
        )
        assert [(line.number, line.key, line.command) for line in file.lines()] == [
            (number, key, command) for number, (key, command) in enumerate(STEPS, 2)
        ]
        assert {line.at for line in file.lines()} == {"2026-07-28T20:15:00.000Z"}
        assert audit(file).commands == len(STEPS)
    assert path.with_name("link.meter.before-upgrade").read_bytes() == before
    assert sorted(each.name for each in path.parent.iterdir()) == [
        "link.meter", "link.meter.before-upgrade", "link.meter.before-upgrade.head",
    ]  # fmt: skip
    with MeterFile.open(path, TERMS) as file:
        assert (file.notes, file.link, file.chain) == ([], after, chain)
        first = file.send(STEPS[2][1], STEPS[2][0])
        assert first == next(line.events for line in file.lines() if line.key == STEPS[2][0])
        assert file.line == len(STEPS) + 1


def test_an_earlier_file_that_is_only_read_is_left_as_it_is(path: Path) -> None:
    after, before, chain = earlier(path), path.read_bytes(), last_hash(path)
    with MeterFile.open(path, TERMS, read_only=True) as file:
        assert (file.link, file.chain, file.notes) == (after, chain, [])
        assert audit(file).chain == chain
    assert path.read_bytes() == before
    assert first_line(path).book == "chickasaw"
    assert sorted(each.name for each in path.parent.iterdir()) == ["link.meter", "link.meter.head"]


def test_an_earlier_file_with_a_state_keeps_the_numbers_of_its_lines(path: Path) -> None:
    after = earlier(path, state_after=4)
    with MeterFile.open(path, TERMS) as file:
        assert (file.link, file.line) == (after, len(STEPS) + 2)
        assert [line.number for line in file.lines()] == [2, 3, 4, 5, *range(7, len(STEPS) + 3)]
        assert audit(file).commands == len(STEPS)


def test_the_old_chain_is_verified_in_the_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that was imported from another line than it carries the hash of is found by the audit."""
    earlier(path, state_after=3)
    with MeterFile.open(path, TERMS) as file:
        audit(file)
        monkeypatch.setattr(meter_import, "_hashed", lambda *_: "0" * 64)
        with pytest.raises(Malformed, match=r"line 1, sealed: .* is not the hash of the line"):
            audit(file)


def test_an_upgrade_that_was_interrupted_is_done_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after, before = earlier(path), path.read_bytes()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            MeterFile.open(path, TERMS)
    assert path.read_bytes() == before
    with MeterFile.open(path, TERMS) as file:
        assert file.link == after
    assert path.with_name("link.meter.before-upgrade").read_bytes() == before


def test_another_file_is_not_overwritten_by_the_one_that_is_kept(path: Path) -> None:
    earlier(path, 3)
    path.with_name("link.meter.before-upgrade").write_text("mine")
    with pytest.raises(Malformed, match="before-upgrade is there; move that away"):
        MeterFile.open(path, TERMS)
    assert path.with_name("link.meter.before-upgrade").read_text() == "mine"


def test_two_processes_upgrade_a_file_once(path: Path) -> None:
    earlier(path, 0)
    workers = [
        subprocess.Popen([sys.executable, str(WORKER), "feed", str(path), name, "3"], stdout=subprocess.DEVNULL)
        for name in ("T1", "T2")
    ]
    assert [worker.wait(timeout=120) for worker in workers] == [0, 0]
    with MeterFile.open(path, TERMS) as file:
        assert audit(file).commands == 14


def test_a_file_of_other_terms_is_not_upgraded(path: Path) -> None:
    earlier(path, 3)
    before = path.read_bytes()
    with pytest.raises(Refused, match="is of rule set chickasaw"):
        MeterFile.open(path, terms_for("nevada"))
    with pytest.raises(Malformed, match="already exists"):
        MeterFile.open(path, TERMS, new=True)
    assert path.read_bytes() == before


# Torn and cut


def test_a_last_line_that_was_never_finished_is_left_out_with_a_note_wherever_it_was_torn(path: Path) -> None:
    earlier(path, 5)
    write_head(path, 5)
    whole, head = path.read_bytes(), head_path(path).read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in (start + 1, start + 20, len(whole) - 40, len(whole) - 2):
        path.write_bytes(whole[:end])
        head_path(path).write_bytes(head)
        note = f"{path}, line 6: {end - start} bytes of a line that was never finished are left out"
        for read_only in (True, False):
            with MeterFile.open(path, TERMS, read_only=read_only) as file:
                assert (file.line, file.notes[0]) == (5, note)
        path.with_name("link.meter.before-upgrade").unlink()


def test_a_last_line_that_lacks_only_its_end_is_kept(path: Path) -> None:
    after = earlier(path, 5)
    write_head(path, 5)
    path.write_bytes(path.read_bytes()[:-1])
    with MeterFile.open(path, TERMS, read_only=True) as file:
        assert (file.line, file.link, file.notes) == (6, after, [])
    path.write_bytes(path.read_bytes() + b"x")
    require_refused(path, "line 6: .* is in place of the line's end")


def test_a_first_line_that_was_never_finished_is_written_again(path: Path) -> None:
    earlier(path, 0)
    whole = path.read_bytes()
    for end in (0, 1, 20, len(whole) - 2):
        path.write_bytes(whole[:end])
        head_path(path).unlink(missing_ok=True)
        with pytest.raises(Malformed, match="has no first line yet"):
            MeterFile.open(path, TERMS, read_only=True)
        with MeterFile.open(path, TERMS, new=True) as file:
            assert (file.line, file.notes) == (1, [])


def test_missing_last_lines_are_noticed(path: Path) -> None:
    earlier(path, 5)
    whole = path.read_bytes()
    for end in (0, *(at + 1 for at in range(len(whole) - 1) if whole[at] == 10), len(whole) - 1, len(whole) - 100):
        path.write_bytes(whole[:end])
        require_refused(path, "lacks its last lines: link.meter.head notes 6 lines")


def test_last_lines_that_were_written_again_are_noticed(path: Path) -> None:
    earlier(path, 5)
    lines = values_in(path)
    lines[-1]["at"] = "2027-01-01T00:00:00.000Z"
    path.write_bytes(chained(lines))
    require_refused(path, r"has another line 6 than link\.meter\.head notes")


def test_a_file_without_its_head_says_that_missing_lines_cannot_be_told(path: Path) -> None:
    earlier(path, 5)
    head_path(path).unlink()
    for read_only in (True, False):
        with MeterFile.open(path, TERMS, read_only=read_only) as file:
            assert file.notes[0].endswith(
                "there is no link.meter.head; whether its last lines are missing cannot be told"
            )


# Changed


def test_one_changed_byte_anywhere_is_found_and_named_by_its_line(path: Path) -> None:
    earlier(path, 4)
    head_path(path).unlink()
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        number = whole.count(b"\n", 0, at) + 1
        with pytest.raises(Malformed, match=f"link.meter, line {number}[:,]") as fault:
            meter_import._EarlierFile(path)
        assert "\n" not in str(fault.value)


def test_a_line_that_is_missing_moved_or_doubled_is_found(path: Path) -> None:
    earlier(path, 6)
    head_path(path).unlink()
    lines = path.read_bytes().splitlines(keepends=True)
    for wrong in (
        lines[:2] + lines[3:],
        [lines[0], lines[2], lines[1], *lines[3:]],
        [*lines[:3], lines[2], *lines[3:]],
    ):
        path.write_bytes(b"".join(wrong))
        require_refused(path, r"line [234][:,]")


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
        (3, {"did": [{"is": "TableLeft", "table": "T9"}, {"is": "GameReset", "table": "T9"}]}, "line 3, .* cannot"),
        (
            4,
            {"did": [{"is": "MeterFed", "table": "T1", "meter": "mega", "amount": "-2000000/1", "overflow": "0/1",
                      "reserve": "0/1"}]},
            "line 4, .* cannot",
        ),
        (3, {"did": [{"is": "AwardPaid", "award": 7, "means": "check", "placed": None, "by": "x"}]}, "line 3"),
    ],
)  # fmt: skip
def test_a_line_that_is_well_hashed_and_makes_no_sense_is_named(
    path: Path, number: int, values: dict[str, Any], says: str
) -> None:
    earlier(path, 4)
    lines = values_in(path)
    lines[number - 1] |= values
    path.write_bytes(chained(lines))
    write_head(path, 5)
    require_refused(path, says)


def test_a_forged_line_that_makes_sense_is_found_by_the_audit(path: Path) -> None:
    earlier(path, 4)
    lines = values_in(path)
    assert lines[3]["did"][1]["meter"] == "mega"
    lines[3]["did"][1]["amount"] = "2000000/1"
    path.write_bytes(chained(lines))
    write_head(path, 5)
    with MeterFile.open(path, TERMS) as file, pytest.raises(Malformed, match=r"line 4, do: .* is not what happened"):
        audit(file)


def test_a_state_that_is_not_what_the_commands_come_to_changes_nothing(path: Path) -> None:
    """The link is the fold of the events; a state was a short cut to it."""
    after = earlier(path, 4)
    path.write_bytes(chained([*values_in(path), state_line(new_link(TERMS), 6)]))
    write_head(path, 6)
    with MeterFile.open(path, TERMS) as file:
        assert file.link == after


def test_a_file_in_a_folder_that_cannot_be_written_to_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after = earlier(path, 4)
    MeterFile.open(path, TERMS).close()
    real = os.access
    monkeypatch.setattr(os, "access", lambda where, mode: mode != os.W_OK and real(where, mode))
    with MeterFile.open(path, TERMS, read_only=True) as file:
        assert file.link == after
