"""Every frame agrees with the log, and is the same for a client that reconnects and asks for it later.

The evenings are those of the house in simulation: five books, awards, disputes, switches, closings and crashes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from simulation import virtual_loop
from simulation.evening import RECORDS, Evening
from simulation.people import Player
from support.observing import Hears
from uth.house.followed_table import NOTHING, RoundNotes
from uth.house.live_link import LiveLink
from uth.house.live_table import HOUSE, LiveTable
from uth.house.log import Switches
from uth.house.round_secret import RoundSecret
from uth.progressive import events as ke
from uth.progressive.apply import apply as apply_to_link
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.state import Link, new_link
from uth.store.codec import decoded
from uth.store.memory import MemoryStore
from uth.store.rows import stored_of
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events
from uth.table.round.state import Table, new_table
from uth.units import PlayerId
from uth.views.link import link_document
from uth.web.hub import Broadcast, Hub
from uth.web.listeners import Frame, Listener

EVENINGS = 24
STAFF = "sue"


def difference(one: Any, other: Any, place: str = "") -> str:
    """Return the first thing that differs between two frames, and where."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((difference(one[key], other[key], f"{place}.{key}") for key in one if one[key] != other[key]), "")
    return f"{place} is {one}, and is {other}"


@dataclass
class StoredTable:
    """A table as its stored records have it, read by nobody but this test."""

    posted: Posted
    table: Table = field(init=False)
    notes: RoundNotes = NOTHING
    secret: RoundSecret = field(default_factory=RoundSecret)
    number: int = 0

    def __post_init__(self) -> None:
        self.table = new_table(self.posted)

    def read(self, store: MemoryStore, name: str, until: int) -> tuple[list[e.Event], list[Table]]:
        """Return what the records from here up to that number brought about."""
        events: list[e.Event] = []
        states: list[Table] = []
        found = [row for row in store._rows if row.stream == f"table/{name}" and self.number < row.number <= until]
        for record in map(stored_of, found):
            brought = [decoded(e.Event, each) for each in record.body["events"]]
            for event in brought:
                self.table = apply(self.table, event)
                states.append(self.table)
            self.notes = self.notes.after(brought, by_house=record.body["by"] == HOUSE)
            self.secret.restore(record.body.get("host", {}))
            self.number = record.number
            events += brought
        assert self.number == until, f"record {until} of {name} was told, and the log ends at {self.number}"
        return events, states


def switches_in(store: MemoryStore, until: int) -> Switches:
    """Return what the stored records of the house have switched off, up to the one it says it is at."""
    found = Switches()
    for body in (stored_of(row).body for row in store._rows if row.stream == "house" and row.number <= until):
        if body["is"] == "switched":
            found.turn(body["what"], body["name"], off=body["off"])
    return found


def link_in(store: MemoryStore, live: LiveLink) -> Link:
    """Return the link as its stored records have it, up to the one it says it is at."""
    link, last = new_link(live.terms), 0
    for row in store._rows:
        if row.stream == live.stream and row.number <= live.number:
            for event in stored_of(row).body["events"]:
                link = apply_to_link(link, decoded(ke.Event, event))
            last = row.number
    assert last == live.number, f"record {live.number} of {live.stream} was told, and the log ends at {last}"
    return link


@dataclass(kw_only=True)
class HeardEvening(Evening):
    """An evening with a listener for every player, for the floor and for whoever only watches, at every table."""

    hub: Hub = field(default_factory=Hub)
    frames: dict[tuple[str, str | None], list[Frame]] = field(default_factory=dict)
    stored: dict[str, StoredTable] = field(default_factory=dict)
    lives_of: dict[str, LiveTable] = field(default_factory=dict)
    compared: Counter[str] = field(default_factory=Counter)

    async def open(self) -> None:
        self.hub, self.frames, self.stored, self.lives_of = Hub(), {}, {}, {}
        await super().open()
        house = self.wire.house
        assert house is not None
        house.observers.each.append(Hears(link=self.heard_link, switched=self.hub.table_switched))

    def heard(self, live: LiveTable, events: Events, states: object) -> None:
        super().heard(live, events, states)
        assert isinstance(states, Sequence)
        if live.name not in self.lives_of:
            self.lives_of[live.name] = live
            for player in (*(each.session.person for each in self.people if isinstance(each, Player)), STAFF, None):
                self.listens(live.name, player)
        try:
            told = self.as_stored(live)
        except AssertionError as wrong:
            self.wrong.append(str(wrong))
            return
        before = {key: len(said) for key, said in self.frames.items()}
        self.hub.table_changed(live, events, states)
        for (table, player), said in self.frames.items():
            for each in said[before[table, player] :]:
                self.compare_with_the_log(live, player, each, told)

    def listens(self, table: str, player: str | None) -> None:
        said = self.frames.setdefault((table, player), [])
        listener = Listener(player=PlayerId(player) if player is not None else None, staff=player == STAFF)
        listener.send_now = lambda frame: said.append(frame) or True  # type: ignore[func-returns-value]
        self.hub.listeners.setdefault(table, set()).add(listener)

    # What was told is what was stored.

    def as_stored(self, live: LiveTable) -> Broadcast:
        """Return the telling as it is made from the log alone; what stands beside the log is the table's own."""
        found = self.stored.setdefault(live.name, StoredTable(posted=live.posted))
        found.read(self.log, live.name, live.told)
        events, states = found.read(self.log, live.name, live.number)
        assert self.bots is not None
        switches = switches_in(self.log, self.bots.house.number)
        chairs = found.table.chairs.items()
        if live.link is not None:
            assert link_in(self.log, live.link) == live.link.link
        shown = replace(
            live.snapshot(),
            table=found.table,
            notes=found.notes,
            commitment=found.secret.published,
            off=switches.off(live.name),
            off_seats=frozenset(seat for seat, chair in chairs if switches.off(live.name, chair.player)),
        )
        return Broadcast(snapshot=shown, after=live.told, number=live.number, events=tuple(events), states=states)

    def compare_with_the_log(self, live: LiveTable, player: str | None, frame: Frame, told: Broadcast) -> None:
        expected = told.frame_for(PlayerId(player) if player is not None else None, staff=player == STAFF)
        self.compared["told"] += 1
        if frame.encoded != expected.encoded:
            self.wrong.append(
                f"{live.name} at {live.number}, told to {player}: {difference(frame, expected)} in the log"
            )

    def heard_link(self, live: LiveLink, events: LinkEvents) -> None:
        self.hub.link_changed(live, events)
        self.compared["link"] += 1
        if link_in(self.log, live) != live.link:
            self.wrong.append(f"{live.name} at {live.number} told {link_document(live)}, which is not stored")

    # Whoever comes back gets the frames of their time.

    async def down(self) -> None:
        await super().down()
        await self.come_back()

    async def come_back(self) -> None:
        """Have everyone come back from wherever they were: long after, when the table and its clock have gone on."""
        await asyncio.sleep(11.0)
        chance = Random(f"{self.key} back")
        for (table, player), said in self.frames.items():
            told = [each for each in said if each["type"] == "events"]
            every = player in (STAFF, "p0")
            places = range(len(told)) if every else sorted(chance.sample(range(len(told)), min(3, len(told))))
            for at in places:
                self.comes_back(table, player, told, at)

    def comes_back(self, table: str, player: str | None, told: list[Frame], at: int) -> None:
        live, after = self.lives_of[table], told[at]["n"]
        listener = Listener(player=PlayerId(player) if player is not None else None, staff=player == STAFF)
        again: list[Frame] = []
        listener.send_now = lambda frame: again.append(frame) or True  # type: ignore[func-returns-value]
        self.hub.join(live, listener, after)
        self.hub.leave(live, listener)
        if again[0]["type"] == "view":  # something beside the log has changed since
            self.compared["the whole view"] += 1
            return
        assert again[0] == {"v": 1, "type": "resumed", "n": after}
        missed = [each for each in again if each["type"] == "events"]
        self.compared["came back"] += len(missed)
        for first, second in zip(told[at + 1 :], missed, strict=True):
            if first.encoded != second.encoded:
                self.wrong.append(f"{table} at {first['n']}, told to {player}: {difference(first, second)} later")
                return


def evening(key: int, records: int = RECORDS) -> tuple[HeardEvening, list[str]]:
    async def lasts() -> tuple[HeardEvening, list[str]]:
        here = HeardEvening(key=key, records=records)
        ended = await here.lasts()
        await here.come_back()
        return here, [*ended.faults, *here.wrong]

    return virtual_loop.run(lasts())


BATCHES = [range(at, at + 6) for at in range(0, EVENINGS, 6)]


@pytest.mark.parametrize(
    "keys", [*BATCHES[:2], *(pytest.param(each, marks=pytest.mark.slow) for each in BATCHES[2:])], ids=str
)
def test_every_frame_says_what_is_stored_and_says_the_same_to_whoever_comes_back(keys: range) -> None:
    compared: Counter[str] = Counter()
    kinds: set[str] = set()
    for key in keys:
        here, wrong = evening(key)
        again = f"again: python -c 'from simulation.test_frames import evening; print(evening({key})[1][:1])'"
        assert not wrong, f"{len(wrong)} frames; {again}\n{wrong[0]}"
        compared += here.compared
        kinds |= kinds_told(here)
    assert compared["told"] > 1_000
    assert compared["came back"] > 1_000
    assert compared["link"] > 10
    assert kinds >= {"NoMoreBetsAnnounced", "HoleDealt", "RoundSettled", "CardsCollected"}


def kinds_told(here: HeardEvening) -> set[str]:
    frames: list[dict[str, Any]] = [frame for said in here.frames.values() for frame in said]
    return {event["is"] for frame in frames for event in frame.get("events", [])}
