"""With `--irregularities`, irregularities happen and are ruled on, and the money stays right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from uth.rules.loader import BOOKS, load_book
from uth.table.round import events as e
from uth.table.round.state import Phase
from uth.terminal import mishaps
from uth.terminal.local import open_session
from uth.terminal.options import read_opening
from uth.terminal.plain import PlainTable
from uth.terminal.session import TableSession

WAYS = [(book, way.name) for book in BOOKS for way in load_book(book).dealing]


def evening(session: TableSession, lines: int) -> Iterator[str]:
    """Yield what a patient player types."""
    for _ in range(lines):
        if session.asked is not None:
            yield "1" if session.table.phase is Phase.RIVER else "check"
        else:
            yield "rebet"
            yield "deal"


@pytest.mark.parametrize(("book", "way"), WAYS)
def test_an_evening_of_mishaps_goes_on_and_no_chip_is_lost(
    monkeypatch: pytest.MonkeyPatch, book: str, way: str
) -> None:
    monkeypatch.setattr(mishaps, "ONE_IN", 6)
    opening = read_opening(rules=book, dealing=way, shuffle_key="mishaps", irregularities=True, bankroll="100000")
    session, told = open_session(opening), list[str]()
    PlainTable(session, told.append).run(evening(session, 60))
    assert len(session.history) >= 10
    assert session.bankroll + session.at_stake == 10_000_000 + session.net
    assert any(record.result.void is not None for record in session.history) or any("void" in line for line in told)


def test_without_the_option_nothing_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mishaps, "ONE_IN", 1)
    session, told = open_session(read_opening(shuffle_key="mishaps", bankroll="100000")), list[str]()
    PlainTable(session, told.append).run(evening(session, 20))
    assert session.history
    assert not any(isinstance(event, e.IrregularityReported) for event in session.events)


def test_the_same_key_has_the_same_mishaps() -> None:
    opening = read_opening(rules="greece", shuffle_key="again", irregularities=True, bankroll="100000")
    told: list[list[str]] = [[], []]
    for lines in told:
        session = open_session(opening)
        PlainTable(session, lines.append).run(evening(session, 40))
    assert told[0] == told[1]
