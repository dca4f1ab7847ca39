"""The house in trouble: failures are noticed, nobody waits forever, nothing is done twice, and switches hold."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.observing import Hears
from uth.errors import Broken, Malformed, Refused
from uth.history.history import History
from uth.house import live_table
from uth.house import log as house_log
from uth.house.clock import Pace
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.specs import SPEEDS, TableSpec, spec_of
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.rules.values import Wager
from uth.store.database import DatabaseStore
from uth.store.entries import Appended, Entry, Store, Stored, Unavailable
from uth.store.memory import MemoryStore
from uth.table.floor.irregularities import WrongCommunityShown
from uth.table.round import commands as c
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat
from uth.web.app import make_app
from uth.web.hub import Hub

ONE = Seat(1)
SPEC = {"name": "felt-1", "rules": "greece", "speed": "instant", "dealt_by": "person"}


def session(person: str, role: Role) -> Session:
    return Session(person=person, roles=frozenset({role}), csrf="", ends=10**12)


ANN, MAX, LEE, SUE = (
    session("ann", Role.PLAYER),
    session("max", Role.MANAGER),
    session("lee", Role.MANAGER),
    session("sue", Role.SUPERVISOR),
)
SIT = c.TakeSeat(seat=ONE, player=PlayerId("ann"))


class Troubled(MemoryStore):
    """A store that does what the test says before or after it writes."""

    before: Exception | None = None
    after: Exception | None = None
    waits: asyncio.Event | None = None
    unread: int = 0
    """How often a table's log cannot be read."""

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        if self.unread and stream.startswith("table/"):
            self.unread -= 1
            raise Unavailable("store_busy", "another program holds the database")
        return await super().read(stream, after)

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Any = None) -> Appended:
        if self.waits is not None:
            await self.waits.wait()
        if self.before is not None:
            raise self.before
        appended = await super().append(entries, key=key, answer=answer)
        if self.after is not None:
            fault, self.after = self.after, None
            raise fault
        return appended


SILENT = Unavailable("store_unreachable", "the line was cut during the commit", unknown=True)


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[House]:
    house = House(store=store, people=People(store=store, clock=lambda: 0.0))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def ready(house: House, **spec: Any) -> LiveTable:
    """Have a table where ann sits with chips, and wagers are taken."""
    await house.make_table(MAX, {**SPEC, **spec})
    for command in (SIT, c.BuyIn(seat=ONE, cents=100_000)):
        await house.command(ANN, "felt-1", command, None)
    live = house.live("felt-1")
    while not live.table.is_open:
        await live._go_on()
    return live


async def left_in_a_round(store: Store) -> Table:
    """Have a house of two tables closed while ann is asked at the first; return that table."""
    async with opened(store) as house:
        live = await ready(house)
        await house.make_table(MAX, {**SPEC, "name": "felt-2"})
        await house.command(ANN, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        while live.table.turn is None:
            await live._go_on()
        return live.table


async def health(house: House) -> tuple[int, str]:
    app = make_app(house, Hub())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        answer = await client.get("/healthz")
    return answer.status_code, answer.text


async def test_a_table_that_meets_what_must_not_be_stops_is_logged_and_refuses_everything(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Troubled()
    async with opened(store) as house:
        await house.make_table(MAX, dict(SPEC))
        assert await health(house) == (200, "ok")
        store.before = Broken("one cent is missing")
        asked = [asyncio.create_task(house.command(ANN, "felt-1", SIT, str(key))) for key in range(3)]
        with caplog.at_level(logging.CRITICAL):
            answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
        assert [str(getattr(answer, "code", "")) for answer in answers] == ["failed", "table_stopped", "table_stopped"]
        store.before = None
        with pytest.raises(Refused, match="has stopped"):
            await asyncio.wait_for(house.command(ANN, "felt-1", SIT, "4"), 5)
        assert "table felt-1 has stopped" in caplog.text
        assert house.live("felt-1").off
        await house.switch(MAX, "table", "felt-1", off=False)
        assert house.live("felt-1").off
        assert await health(house) == (503, "table felt-1 has stopped")


async def test_a_store_whose_writer_dies_says_so_and_answers_everyone(tmp_path: Path) -> None:
    ticks = iter(range(2))

    def clock() -> str:
        if next(ticks, None) is None:
            raise SystemExit("the thread is gone")
        return "2026-07-28T20:15:00.000Z"

    store = await DatabaseStore.open(f"sqlite:///{tmp_path}/house.db", clock=clock)
    async with opened(store) as house:
        await house.make_table(MAX, {**SPEC, "rules": "california"})
        await house.command(ANN, "felt-1", SIT, "1")
        for key in ("2", "3"):
            with pytest.raises(Unavailable, match="writer has stopped"):
                await asyncio.wait_for(house.command(ANN, "felt-1", c.BuyIn(seat=ONE, cents=500), key), 5)
        status, says = await health(house)
        assert (status, "writer has stopped" in says) == (503, True)
    await store.close()


async def test_a_key_that_no_log_can_hold_is_refused_and_the_table_goes_on() -> None:
    async with opened(MemoryStore()) as house:
        await house.make_table(MAX, dict(SPEC))
        with pytest.raises(Malformed, match="key"):
            await house.command(ANN, "felt-1", SIT, "a\x00b")
        await house.command(ANN, "felt-1", SIT, "a")


async def test_a_listener_that_fails_does_not_stop_the_table() -> None:
    async with opened(MemoryStore()) as house:
        await house.make_table(MAX, dict(SPEC))

        def deaf(*_: object) -> None:
            raise ValueError("nobody can hear this")

        house.observers.each.append(Hears(deaf))
        await house.command(ANN, "felt-1", SIT, "1")
        await house.command(ANN, "felt-1", c.BuyIn(seat=ONE, cents=500), "2")
        assert house.live("felt-1").table.rail(ONE) == 500


async def test_cards_that_are_to_be_replaced_are_replaced_before_a_late_seat_is_answered_for() -> None:
    async with opened(MemoryStore()) as house:
        live = await ready(house, rules="greece")
        await live.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=live.posted.limits.ante.min))
        while live.table.turn is None:
            await live._go_on()
        await house.command(SUE, "felt-1", c.Report(irregularity=WrongCommunityShown(positions=(4,))), None)
        assert live.table.turn == ONE
        assert live.table.round.replacing is not None
        live.clock.pace, live.clock.deals_itself = Pace(), True
        assert live.clock.delay(live.table) == live.clock.pace.step
        await live._go_on()
        assert live.table.round.replacing is None
        await live._go_on()
        assert live.table.phase is not Phase.PREFLOP or live.table.turn is None


@pytest.mark.parametrize(("what", "name"), [("house", ""), ("table", "felt-1"), ("player", "ann")])
async def test_a_wager_that_waits_when_something_is_switched_off_is_not_taken(what: str, name: str) -> None:
    store = Troubled()
    async with opened(store) as house:
        live = await ready(house)
        store.waits = asyncio.Event()
        wager = c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=live.posted.limits.ante.min)
        first = asyncio.create_task(house.command(ANN, "felt-1", c.BuyIn(seat=ONE, cents=500), "1"))
        second = asyncio.create_task(house.command(ANN, "felt-1", wager, "2"))
        switch = asyncio.create_task(house.switch(SUE, what, name, off=True))
        await asyncio.sleep(0.01)
        store.waits.set()
        await asyncio.gather(first, switch)
        with pytest.raises(Refused, match="no new wagers"):
            await second
        assert ONE not in live.table.round.spots


async def test_a_switch_that_could_not_be_stored_has_switched_nothing() -> None:
    store = Troubled()
    async with opened(store) as house:
        await ready(house)
        store.before = Unavailable("store_full", "the disk is full")
        with pytest.raises(Unavailable):
            await house.switch(SUE, "house", "", off=True)
        assert not house.switches.house


async def test_a_command_that_could_not_be_stored_is_not_acknowledged_and_is_done_once_when_it_is_sent_again() -> None:
    store = Troubled()
    async with opened(store) as house:
        live = await ready(house)
        rail, store.before = live.table.rail(ONE), Unavailable("store_full", "the disk is full")
        with pytest.raises(Unavailable, match="the disk is full"):
            await house.command(ANN, "felt-1", c.BuyIn(seat=ONE, cents=500), "1")
        assert live.table.rail(ONE) == rail
        store.before = None
        for _ in range(2):
            await house.command(ANN, "felt-1", c.BuyIn(seat=ONE, cents=500), "1")
        assert live.table.rail(ONE) == rail + 500


async def test_what_was_refused_stays_refused_under_its_key() -> None:
    async with opened(MemoryStore()) as house:
        live = await ready(house)
        wager = c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=live.posted.limits.ante.min)
        await house.switch(MAX, "house", "", off=True)
        with pytest.raises(Refused, match="no new wagers"):
            await house.command(ANN, "felt-1", wager, "1")
        await house.switch(MAX, "house", "", off=False)
        with pytest.raises(Refused, match="no new wagers"):
            await house.command(ANN, "felt-1", wager, "1")
        await house.command(ANN, "felt-1", wager, "2")


async def test_a_seat_that_was_left_is_left_once_and_answered_alike_though_it_is_nobodys_now() -> None:
    async with opened(MemoryStore()) as house:
        await ready(house)
        first = await house.command(ANN, "felt-1", c.LeaveSeat(seat=ONE), "go")
        assert await house.command(ANN, "felt-1", c.LeaveSeat(seat=ONE), "go") == first


async def test_an_adjustment_that_was_done_when_the_power_went_is_done_once_whoever_confirms_it_again() -> None:
    store = Troubled()
    async with opened(store) as house:
        await house.make_table(MAX, dict(SPEC))
        (link,) = house.links.live
        before = house.links.live[link].link.meters["main"].amount
        asked = k.AdjustMeter(meter="main", cents=500, by="x", second="x", reason="the sign was wrong")
        assert await house.work_link(MAX, link, asked, "a") == await house.work_link(MAX, link, asked, "a")
        command = house.approvals.confirmed(1, "lee")
        assert isinstance(command, k.AdjustMeter)
        await house._at_link(house.links.live[link], "lee", command, "/two/1")
    other = session("joe", Role.MANAGER)
    async with opened(store) as house:
        await house.confirm(other, 1, agreed=True)
        assert house.links.live[link].link.meters["main"].amount == before + 500
        assert not house.approvals.open
        with pytest.raises(Refused, match="no request with the number"):
            await house.confirm(LEE, 1, agreed=True)


async def test_a_table_that_was_stored_though_nobody_could_say_so_is_there_and_made_once() -> None:
    store = Troubled()
    async with opened(store) as house:
        store.after = SILENT
        with pytest.raises(Unavailable):
            await house.make_table(MAX, dict(SPEC))
        assert house.faults() == ["table felt-1 is not there"]
        with pytest.raises(Refused, match="already"):
            await house.make_table(MAX, dict(SPEC))
        assert house.faults() == []
        await house.command(ANN, "felt-1", SIT, "1")
        made = [record for record in await store.read("house") if record.body["is"] == "table_made"]
        assert len(made) == 1


async def test_a_house_that_closes_tells_whoever_waits() -> None:
    store = Troubled()
    async with opened(store) as house:
        await house.make_table(MAX, dict(SPEC))
        store.waits = asyncio.Event()
        asked = [asyncio.create_task(house.command(ANN, "felt-1", SIT, str(key))) for key in range(2)]
        await asyncio.sleep(0.01)
    for each in asked:
        with pytest.raises(Unavailable) as told:
            await asyncio.wait_for(each, 5)
        assert told.value.unknown


async def test_a_round_begun_under_other_rules_is_not_played_on_and_the_other_tables_are(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = MemoryStore()
    before = await left_in_a_round(store)
    with monkeypatch.context() as changed:
        changed.setattr(live_table, "stamp_of", lambda _: {"rules": "changed"})
        async with opened(store) as house:
            assert [record.message for record in caplog.records if record.levelno == logging.CRITICAL] == [
                "table felt-1 has stopped: the round at felt-1 was begun under other rules; "
                "finish it with the version that began it"
            ]
            with pytest.raises(Refused, match="begun under other rules"):
                await house.command(ANN, "felt-1", c.Check(seat=ONE), "a")
            assert await health(house) == (200, "ok")  # a new start would not mend it
            assert house.live("felt-1").table == before
            await house.command(ANN, "felt-2", SIT, "b")
    async with opened(store) as house:
        assert house.live("felt-1").table == before
        await house.command(ANN, "felt-1", c.Check(seat=ONE), "c")


async def test_a_table_this_version_cannot_read_stops_nobody_else_and_keeps_its_cards(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = MemoryStore()
    before = await left_in_a_round(store)
    with monkeypatch.context() as changed:
        changed.setattr(house_log, "spec_of", refusing("felt-1"))
        async with opened(store) as house:
            assert [record.message for record in caplog.records if record.levelno == logging.CRITICAL] == [
                'table felt-1 cannot be read: speed: "instant" is not one of slow, usual'
            ]
            assert [table.name for table in house.open_tables] == ["felt-2"]
            with pytest.raises(Refused, match="cannot read how it was made: speed") as told:
                await house.command(ANN, "felt-1", c.Check(seat=ONE), "a")
            assert told.value.code == "table_unreadable"
            with pytest.raises(Refused, match="already"):
                await house.make_table(MAX, dict(SPEC))
            assert await health(house) == (200, "ok")
            await house.command(ANN, "felt-2", SIT, "b")
            seen = await History(house=house).open_records()
            records = [each for each in await store.read("table/felt-1") if "DeckShuffled" in str(each.body)]
            assert records
            assert all(seen.is_sealed(each) and seen.search_result(each)["chain"] is None for each in records)
    async with opened(store) as house:
        assert house.live("felt-1").table == before
        await house.command(ANN, "felt-1", c.Check(seat=ONE), "c")


def refusing(name: str) -> Callable[..., TableSpec]:
    """Return how a version reads specs that has no word for one of them."""

    def read(document: dict[str, Any], *, stored: bool = False) -> TableSpec:
        if document["name"] == name:
            raise Malformed("speed", document["speed"], "is not one of slow, usual")
        return spec_of(document, stored=stored)

    return read


async def test_a_table_that_could_not_read_what_was_stored_knows_it_by_itself_a_moment_later() -> None:
    store = Troubled()
    async with opened(store) as house:
        await house.make_table(MAX, dict(SPEC))
        live = house.live("felt-1")
        store.after, store.unread = SILENT, 1
        with pytest.raises(Unavailable) as told:
            await house.command(ANN, "felt-1", SIT, "a")
        assert told.value.unknown
        async with asyncio.timeout(20):  # nobody asks for anything, and nobody deals here by a clock
            while ONE not in live.table.chairs:
                await asyncio.sleep(0.01)
        await house.command(ANN, "felt-1", SIT, "a")
        assert len(await store.read("table/felt-1")) == live.number


class SlowToTables(MemoryStore):
    """A store that takes its time over a table's records, and writes them whoever has stopped waiting."""

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Any = None) -> Appended:
        writing = asyncio.ensure_future(self._in_time(entries, key, answer))
        return await asyncio.shield(writing)

    async def _in_time(self, entries: Sequence[Entry], key: str | None, answer: Any) -> Appended:
        await asyncio.sleep(0.02 if entries[0].stream.startswith("table/") else 0.005)
        return await super().append(entries, key=key, answer=answer)


async def test_a_table_that_is_closed_while_the_house_opens_it_takes_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = SlowToTables()
    monkeypatch.setitem(SPEEDS, "fast", replace(SPEEDS["fast"], step=0.001))
    async with opened(store) as house:
        await house.make_table(MAX, {**SPEC, "dealt_by": "house", "speed": "fast"})
        await asyncio.sleep(0.03)
        assert not house.live("felt-1").table.is_open
        await house.close_table(MAX, "felt-1")
        await asyncio.sleep(0.1)
    closed = [record.position for record in await store.read("house") if record.body["is"] == "table_closed"]
    assert max(record.position for record in await store.read("table/felt-1")) < closed[0]
