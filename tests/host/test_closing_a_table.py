"""A table closed for good: everyone leaves with their chips, it is not listed, and its rounds can still be read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from uth.errors import Refused
from uth.history.history import History
from uth.house import live_link, log
from uth.house.clock import Pace
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.notices import Notice, What
from uth.house.specs import document_of, spec_of
from uth.ledger.book import Account, AccountKind
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.rules.values import Wager
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Noted, Stored, Unavailable
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.units import Seat

ONE = Seat(1)
SPEC = {"name": "felt-1", "rules": "nevada", "speed": "instant"}
MAX = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="x", ends=10.0**12)
SUE = Session(person="sue", roles=frozenset({Role.SUPERVISOR}), csrf="x", ends=10.0**12)


@asynccontextmanager
async def opened(store: MemoryStore) -> AsyncIterator[House]:
    house = House(store=store, people=People(store=store, clock=lambda: 1_000.0))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def guest(house: House) -> Session:
    found = house.people.session(await house.people.welcome())
    assert found is not None
    return found


async def seated(house: House, ann: Session) -> None:
    await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
    await house.command(ann, "felt-1", c.BuyIn(seat=ONE, cents=10_000), None)
    while not house.live("felt-1").table.is_open:
        await asyncio.sleep(0.001)


async def test_whoever_sits_there_gets_up_with_their_chips_and_the_table_is_in_no_list_any_more() -> None:
    store = MemoryStore()
    async with opened(store) as house:
        ann = await guest(house)
        await house.make_table(ann, dict(SPEC))
        await seated(house, ann)
        live = house.live("felt-1")
        live.clock.pace = Pace(decision=0.001)
        await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        live.say_ready(ONE)
        while live.table.rounds == 0 or live.table.phase is not Phase.WAGERS:
            await asyncio.sleep(0.001)
        rail = live.table.rail(ONE)
        await house.close_table(MAX, "felt-1")
        assert live.table.chairs == {}
        assert Account(AccountKind.PLAYER, ann.player) not in await store.balances()
        (left,) = [record.body for record in await store.read("table/felt-1") if "SeatLeft" in str(record.body)]
        assert left["events"][0]["cents"] == rail
        assert live.link is not None
        assert "felt-1" not in live.link.link.stations
        await asyncio.sleep(0)  # its writer has ended
        with pytest.raises(Refused, match="closed for good"):
            await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
    async with opened(store) as house:
        assert house.open_tables == []
        assert house.faults() == []
        with pytest.raises(Refused, match="closed for good"):
            await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
        with pytest.raises(Refused, match="closed for good"):
            await house.close_table(MAX, "felt-1")
        with pytest.raises(Refused, match='there was a table "felt-1", which is closed'):
            await house.make_table(ann, dict(SPEC))
        found = await History(house=house).round("felt-1", 1)
        assert found.number == 1
        assert house.links.live == {}


class CutStore(MemoryStore):
    """Stores the closing of a table, and loses the line before it can say so."""

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        done = await super().append(entries, key=key, answer=answer)
        if any(entry.body["is"] == "table_closed" for entry in entries if entry.stream == "house"):
            raise Unavailable("store_unreachable", "the line was cut during the commit", unknown=True)
        return done


async def test_a_link_knows_that_its_table_has_left_also_when_nobody_heard_that_it_was_stored() -> None:
    store = CutStore()
    async with opened(store) as house:
        await house.make_table(MAX, dict(SPEC))
        live = house.live("felt-1")
        assert live.link is not None
        with pytest.raises(Unavailable, match="the line was cut"):
            await house.close_table(MAX, "felt-1")
        assert "felt-1" in house.closed
        assert live.link.link.stations == {}
        assert live.link.number == (await store.streams(live.link.stream))[live.link.stream]


async def test_a_table_with_a_round_on_is_not_closed_and_goes_on_as_it_was() -> None:
    async with opened(MemoryStore()) as house:
        ann = await guest(house)
        await house.make_table(ann, dict(SPEC))
        await seated(house, ann)
        await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        with pytest.raises(Refused, match="has a round in progress"):
            await house.close_table(MAX, "felt-1")
        assert not house.live("felt-1").off
        await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.TRIPS, cents=500), None)


async def test_only_a_manager_or_an_admin_closes_a_table() -> None:
    async with opened(MemoryStore()) as house:
        ann = await guest(house)
        await house.make_table(ann, dict(SPEC))
        for person in (ann, SUE):
            with pytest.raises(Refused, match="close for good is not for"):
                await house.close_table(person, "felt-1")


async def test_in_a_full_house_the_oldest_empty_table_of_a_guest_gives_way() -> None:
    async with opened(MemoryStore()) as house:
        house.tables_max = 3
        ann = await guest(house)
        await house.make_table(MAX, {**SPEC, "name": "of-the-house"})
        await house.make_table(ann, dict(SPEC))
        await house.make_table(ann, {**SPEC, "name": "felt-2"})
        await seated(house, ann)
        await house.make_table(ann, {**SPEC, "name": "felt-3"})
        assert [live.name for live in house.open_tables] == ["of-the-house", "felt-1", "felt-3"]
        await house.command(ann, "felt-3", c.TakeSeat(seat=ONE, player=ann.player), None)
        with pytest.raises(Refused, match="the house has 3 tables"):
            await house.make_table(ann, {**SPEC, "name": "felt-4"})


async def test_what_was_done_before_the_table_was_closed_is_answered_as_it_was() -> None:
    async with opened(MemoryStore()) as house:
        ann = await guest(house)
        await house.make_table(ann, dict(SPEC))
        sits = c.TakeSeat(seat=ONE, player=ann.player)
        first = await house.command(ann, "felt-1", sits, "a")
        await house.close_table(MAX, "felt-1")
        assert await house.command(ann, "felt-1", sits, "a") == first
        with pytest.raises(Refused, match="closed for good"):
            await house.command(ann, "felt-1", sits, "b")


async def test_a_step_taken_before_the_table_was_closed_is_answered_as_it_was_in_another_life_too() -> None:
    dan = Session(person="dan", roles=frozenset({Role.DEALER, Role.SUPERVISOR}), csrf="x", ends=10.0**12)
    store = MemoryStore()
    async with opened(store) as house:
        await house.make_table(MAX, {**SPEC, "dealt_by": "person", "deck": "read"})
        first = await house.step(dan, "felt-1", "ReceiveDeck", "s1")
        await house.close_table(MAX, "felt-1")
        assert await house.step(dan, "felt-1", "ReceiveDeck", "s1") == first
    async with opened(store) as house:
        assert await house.step(dan, "felt-1", "ReceiveDeck", "s1") == first
        with pytest.raises(Refused, match="closed for good"):
            await house.step(dan, "felt-1", "ReceiveDeck", "s2")


async def test_nobody_sits_down_at_a_table_that_is_being_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(MemoryStore()) as house:
        ann = await guest(house)
        await house.make_table(ann, dict(SPEC))
        await seated(house, ann)
        live = house.live("felt-1")
        empty = LiveTable.empty

        async def and_somebody_comes(live: LiveTable) -> None:
            await empty(live)
            with pytest.raises(Refused, match="is being closed"):
                await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)

        monkeypatch.setattr(LiveTable, "empty", and_somebody_comes)  # at the worst moment there is
        await house.close_table(MAX, "felt-1")
        assert live.table.chairs == {}


class CountingStore(MemoryStore):
    """Counts the records that are read, and reads none of the house's checkpoints if `blind`."""

    records_read = 0
    blind = False

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        found = await super().read(stream, after)
        self.records_read += len(found)
        return found

    async def between(self, stream: str, after: int, through: int) -> list[Noted]:
        found = [each for each in await super().read(stream, after) if each.number <= through]
        self.records_read += len(found)
        return [Noted(each.position, each.number, each.at, each.body) for each in found]

    async def under(self, key: str) -> Stored | None:
        if self.blind and key.startswith("/house/"):
            return None
        self.records_read += 1
        return await super().under(key)


async def evening(store: MemoryStore, tables: int) -> None:
    """Make and close that many tables, and leave something of every kind in force."""
    async with opened(store) as house:
        ann = await guest(house)
        await house.make_table(MAX, {**SPEC, "name": "stays"})
        await house.switch(MAX, "table", "stays", off=True)
        await house.make_table(ann, {**SPEC, "name": "anns"})
        await house.ban(MAX, ann.player, "threw a chip", banned=True)
        for nth in range(tables):
            await house.make_table(ann if nth % 2 else MAX, {**SPEC, "name": f"felt-{nth}"})
            await house.close_table(MAX, f"felt-{nth}")
        link = house.live("stays").link
        assert link is not None
        (meter, *_) = link.link.meters
        adjust = k.AdjustMeter(meter=meter, cents=500, by="max", reason="a test", second="")
        await house.work_link(MAX, link.name, adjust, None)
        await house.record_notice(Notice("stays", 1, What.APPEALED), attempts=1, status=200)


def remembered(house: House) -> dict[str, object]:
    """Return everything that the house has from its log, except closed tables."""
    return {
        "tables": (list(house.specs.values()), {name: house.made_at(name) for name in house.specs}),
        "guests": house.guests.makers,
        "links": {each.name: (each.terms, each.guest, each.awards) for each in house.links.live.values()},
        "resting": house.links.resting,
        "approvals": (house.approvals.open, house.approvals.next),
        "switches": (house.switches.house, house.switches.tables, house.switches.players, house.switches.banned),
        "keys": house.signing_keys,
        "notices": house.notices.delivered,
        "rounds": house.closed_rounds,
        "number": house.number,
    }


async def test_a_start_reads_and_remembers_as_much_after_many_closed_tables_as_after_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log, "CHECKPOINT_EVERY", 16)
    monkeypatch.setattr(live_link, "CHECKPOINT_EVERY", 16)
    counts = {}
    for tables in (8, 48):
        store = CountingStore()
        await evening(store, tables)
        store.records_read = 0
        async with opened(store) as house:
            counts[tables] = store.records_read
            assert (len(house.closed) <= 8, house._unmarked) == (True, {})
            assert all(not each.link.dark for each in house.links.live.values())
            first = remembered(house)
            with pytest.raises(Refused, match="closed for good"):
                await house.running("felt-0")
            assert (await house.recalled("felt-3")).stopped is not None
            assert len(house.closed) <= 10
        store.blind = True
        async with opened(store) as house:
            assert remembered(house) == first, "as after reading the whole log"
            assert store.records_read > 4 * tables
    assert counts[48] < counts[8] + 2 * 16, counts


async def test_tables_closed_by_an_earlier_version_are_indexed_once_and_found(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(log, "MARKED_AT_ONCE", 2)
    store = MemoryStore()
    for nth in range(5):
        spec = document_of(spec_of({**SPEC, "name": f"old-{nth}"}))
        made = {"is": "table_made", "by": "max", "guest": False, "spec": spec}
        gone = {"is": "table_closed", "by": "max", "table": f"old-{nth}", "rounds": 3}
        await store.append(
            [Entry(stream="house", after=2 * nth + at, body=each) for at, each in enumerate((made, gone))]
        )
    async with opened(store) as house:
        assert house._unmarked == {}
        assert [each for each in caplog.messages if "indexing" in each][-1].endswith("5 of 5")
        written = house.number
    for nth in range(5):
        assert await store.under(log.closed_key(f"old-{nth}")) is not None
    async with opened(store) as house:
        assert house.number == written, "once"
        house.closed.clear()
        assert await house.closed_at("old-4") == 9
        assert (await house.recalled("old-4")).name == "old-4"
        assert house.closed_rounds == 15


async def test_a_cache_of_closed_tables_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "CLOSED_KEPT", 3)
    store = MemoryStore()
    await evening(store, 6)
    async with opened(store) as house:
        for nth in range(6):
            assert await house.closed_at(f"felt-{nth}") is not None
        assert list(house.closed) == ["felt-3", "felt-4", "felt-5"]
        assert await house.closed_at("never") is None
