"""Everything written to a log reads back unchanged: every event and command, and whole tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any, get_args

import pytest

from support.round_table import RoundTable
from uth.errors import Malformed
from uth.progressive import commands as link_commands
from uth.progressive import events as link_events
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.store import codec
from uth.store.codec import decoded, encoded
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.irregularities import CardsFaceUp, ConductBroken, WrongCommunityShown
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.units import Seat

UNIONS = [e.Event, c.Command, link_events.Event, link_commands.Command]


def again(kind: Any, value: Any) -> Any:
    return decoded(kind, json.loads(json.dumps(encoded(value))))


def played(book: str) -> RoundTable:
    """Return a table on which a good deal has happened."""
    table = RoundTable(book)
    if table.posted.rules.seats.player_banks:
        table.bank(8, "bank", wager=500_000)
    table.seat(1, "ann", ante=1000, trips=500).seat(2, "bob", ante=2000)
    table.play({1: "4x", 2: "1x"}, until="flop")
    table.send(c.Report(irregularity=ConductBroken(seat=Seat(2))))
    if table.state.round.floor is not None:
        table.send(
            c.RuleOnIrregularity(remedy=table.state.round.floor.choices[0], by="Kim", reason="a word was enough")
        )
    table.play({1: "4x", 2: "1x"})
    table.send(c.DisputeRound(seat=Seat(1), says="I had a flush"))
    return table


@pytest.mark.parametrize("book", BOOKS)
def test_events_and_the_table_itself_read_back_as_they_were(book: str) -> None:
    table = played(book)
    assert [again(e.Event, event) for event in table.events] == table.events
    assert again(Table, table.state) == table.state


COMMANDS: list[c.Command] = [
    c.BuyIn(seat=Seat(1), cents=500, tender=c.Tender.FOREIGN),
    c.Report(irregularity=CardsFaceUp(cards=2)),
    c.Report(irregularity=WrongCommunityShown(positions=(1, 3))),
    c.ResolveDispute(
        dispute=1,
        finding=Finding.CORRECTED,
        by="Kim",
        reason="misread",
        corrections=(Correction(seat=Seat(1), wager=Wager.TRIPS, returned=500, won=1500),),
    ),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_commands_read_back_as_they_were(command: c.Command) -> None:
    assert again(c.Command, command) == command


@pytest.mark.parametrize("kind", [kind for union in UNIONS for kind in get_args(union)], ids=lambda kind: kind.__name__)
def test_every_command_and_event_has_types_that_a_log_holds(kind: Any) -> None:
    with pytest.raises(Malformed, match="does not read as"):
        decoded(kind, {"is": "nothing of the kind"})


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {},
        {"is": "Checked"},
        {"is": "Checked", "seat": "1"},
        {"is": "Checked", "seat": 1, "more": 2},
        {"is": "HoleDealt", "seat": 1, "cards": ["1x"]},
        {"is": "MeterRaised", "meter": "main", "amount": "1/0"},
    ],
)
def test_what_is_no_event_is_refused_in_one_line(record: Any) -> None:
    with pytest.raises(Malformed) as refused:
        decoded(e.Event, record)
    assert len(str(refused.value).splitlines()) == 1


@dataclass(frozen=True)
class Paid:
    """A record with a default that a reader must never take for what was stored."""

    seat: int
    who: str = "nobody"


def test_a_record_is_read_whole_while_another_thread_reads_the_first_of_its_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    halfway, go, plain = Event(), Event(), codec._reader

    def slow(kind: Any) -> Callable[[Any], Any]:
        if kind is str and not halfway.is_set():
            halfway.set()
            assert go.wait(20)
        return plain(kind)

    stored = encoded(Paid(3, "Ann"))
    read = codec._record(Paid)
    monkeypatch.setattr(codec, "_reader", slow)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(read, stored)
        assert halfway.wait(20)
        second = read(stored)
        go.set()
        assert (first.result(), second) == (Paid(3, "Ann"), Paid(3, "Ann"))
