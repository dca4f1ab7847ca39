"""The meters of `uth play` are kept in a file between sessions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from store.earlier_meter import write_earlier
from store.meter_worker import plan, terms_for
from support.books import WITH_PROGRESSIVE
from terminal.sitting import finish
from uth.errors import UthError
from uth.house.linked_table import terms_of
from uth.rules.values import Wager
from uth.store.meter_file import MeterFile
from uth.table.settle.progressive import increment
from uth.terminal import wagering
from uth.terminal.kept import usual_path
from uth.terminal.local import LocalConnection, open_session
from uth.terminal.options import read_opening
from uth.terminal.session import TableSession


def evening(path: Path, book: str, rounds: int) -> tuple[TableSession, int]:
    """Play some rounds with the progressive down; return the session and how many progressive wagers were locked."""
    session = open_session(read_opening(rules=book, shuffle_key="meters", meters=str(path), bankroll="100000"))
    wagered = 0
    for _ in range(rounds):
        assert wagering.add(session, session.mine[0], Wager.ANTE, 1000) is None
        assert wagering.put(session, session.mine[0], Wager.PROGRESSIVE, session.posted.progressive_wager) is None
        wagered += sum(Wager.PROGRESSIVE in spot.wagers for spot in session.table.round.spots.values())
        assert session.deal() is None
        finish(session)
        session.collect()
    return session, wagered


@pytest.mark.parametrize("book", WITH_PROGRESSIVE)
def test_the_next_session_finds_the_meters_where_the_last_left_them(tmp_path: Path, book: str) -> None:
    path = tmp_path / "meters.jsonl"
    first, wagered = evening(path, book, 3)
    first.close()
    again, more = evening(path, book, 2)
    again.close()
    posted = again.posted
    for name, meter in again.table.meters.items():
        fed = Fraction(posted.progressive_wager) * increment(name, posted) * (wagered + more)
        assert meter == posted.seed(name) + fed
    terms = terms_of(posted)
    assert terms is not None
    with MeterFile.open(path, terms) as file:
        assert {name: meter.amount for name, meter in file.link.meters.items()} == dict(again.table.meters)
        assert not file.link.stations


def test_a_file_of_another_book_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path = tmp_path / "meters.jsonl"
    session, _ = evening(path, "nevada", 1)
    session.close()
    before = path.read_bytes()
    with pytest.raises(UthError):
        open_session(read_opening(rules="greece", meters=str(path)))
    assert path.read_bytes() == before


def test_a_file_of_an_earlier_version_is_upgraded_with_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    opening = read_opening(rules="chickasaw", meters=None)
    assert opening.meters is not None
    assert opening.meters.suffix == ".meter"
    earlier = opening.meters.with_suffix(".jsonl")
    earlier.parent.mkdir(parents=True)
    write_earlier(earlier, terms_for(), plan(terms_for())[:3])
    opening = read_opening(rules="chickasaw", meters=None)
    assert opening.meters == earlier
    session = open_session(opening)
    assert isinstance(session.connection, LocalConnection)
    assert session.connection.meters is not None
    assert [note.partition(" ")[2] for note in session.connection.meters.notes] == [
        f"was written by an earlier version and is upgraded; {earlier.name}.before-upgrade is the file as it was"
    ]
    assert session.table.meters["mega"] == 1_000_024
    session.close()


def test_a_repeatable_session_starts_from_the_seeds_unless_a_file_is_named(tmp_path: Path) -> None:
    assert read_opening(shuffle_key="again", meters=None).meters is None
    assert read_opening(shuffle_key="again", meters=str(tmp_path / "m")).meters == tmp_path / "m"
    assert read_opening(rules="california", meters=None).meters is None


def test_the_tests_keep_no_meters_in_the_home_directory_of_whoever_runs_them() -> None:
    assert not usual_path(read_opening().posted).is_relative_to(Path.home())
