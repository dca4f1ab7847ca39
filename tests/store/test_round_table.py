"""The index of rounds in a database: equal to the log, found by every filter, and verified to the byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from itertools import combinations_with_replacement, cycle
from random import Random
from typing import Any

import pytest

from store.house import House
from support.played_house import PlayedHouse
from uth.errors import Broken, Refused, UthError
from uth.rules.values import Wager
from uth.store import round_table, upgrade
from uth.store.database import DatabaseStore
from uth.store.entries import Entry, Store
from uth.store.memory import MemoryStore
from uth.store.rounds import RoundEntry, RoundFilter
from uth.table.floor.disputed import Correction, Finding
from uth.table.round import commands as c
from uth.units import PlayerId, Seat

INDEX = ("rounds", "round_seats", "round_progress")


@pytest.fixture(scope="module")
def played() -> MemoryStore:
    """A log of two tables: folds, and a round that is corrected after the next ones."""
    with closing(asyncio.new_event_loop()) as loop:
        return loop.run_until_complete(evening())


async def evening() -> MemoryStore:
    """Play some rounds, and return their log."""
    house = PlayedHouse()
    one, two = house.table("one"), house.table("two", rules="nevada")
    await house.sit(one)
    await house.sit(two, ("bob~2", "dan~4"))
    await house.round(one)
    ante = next(settled for seat, settled in one.table.settled if seat == 1 and settled.wager is Wager.ANTE)
    for _ in range(5):
        await house.round(one)
        await house.round(two, every=False)
    disputed = c.DisputeRound(seat=Seat(1), says="I had a flush", round=1, player=PlayerId("ann~1"))
    await one._done("ann~1", disputed, None)
    right = Correction(seat=Seat(1), wager=Wager.ANTE, returned=ante.stake, won=ante.stake)
    resolved = c.ResolveDispute(
        dispute=1, finding=Finding.CORRECTED, by="kim", second="lee", reason="it was", corrections=(right,)
    )
    await one._done("kim", resolved, None)
    await house.wager(two)
    assert isinstance(house.store, MemoryStore)
    return house.store


async def copied(log: MemoryStore, store: Store, together: Sequence[int] = (1_000,)) -> None:
    """Append every record of a log to a store; that many appends at a time share a transaction."""
    records, sizes = [record async for record in log.export()], cycle(together)
    while records:
        size = next(sizes)
        entries = (Entry(stream=each.stream, after=each.number - 1, body=each.body) for each in records[:size])
        await asyncio.gather(*(store.append([entry]) for entry in entries))
        del records[:size]


async def pages(store: Store, wanted: RoundFilter, limit: int) -> list[RoundEntry]:
    found: list[RoundEntry] = []
    before: int | None = None
    while True:
        page = await store.rounds(wanted, before=before, limit=limit)
        assert len(page.entries) <= limit
        found += page.entries
        before = page.before
        if before is None:
            return found


def apart_from_time(entries: list[RoundEntry]) -> list[RoundEntry]:
    return [entry._replace(at="") for entry in entries]


async def test_the_index_written_with_the_log_is_the_one_computed_from_it(database: House, played: MemoryStore) -> None:
    store = await database.open()
    await copied(played, store, (1, 40, 7))
    wanted = RoundFilter()
    computed = await pages(played, wanted, 100)
    assert len(computed) == 11
    assert [len(entry.later) for entry in computed if entry.number == 1 and entry.table == "one"] == [2]
    assert any(entry.folded for entry in computed)
    assert apart_from_time(await pages(store, wanted, 100)) == apart_from_time(computed)
    for table in ("one", "two", "none"):
        assert await store.round_progress([table]) == await played.round_progress([table])
        for number in (0, 1, 6, 7):
            stored, expected = await store.round_entry(table, number), await played.round_entry(table, number)
            assert (stored and stored._replace(at="")) == (expected and expected._replace(at=""))
    assert (await store.verify()).position == await played.last_position()


def filters(entries: list[RoundEntry]) -> list[RoundFilter]:
    """Return filters with every pair of conditions, each taken from some round."""
    random = Random(19)
    choices: dict[str, list[Any]] = {
        "table": ["one", "two"],
        "player": [PlayerId("ann~1"), PlayerId("bob~2"), PlayerId("nobody")],
        "since": [entries[len(entries) // 2].at, "2031"],
        "until": [entries[len(entries) // 3].at, "2020"],
        "result": ["won", "lost", "even"],
        "hand": ["one_pair", "two_pair", "royal_flush"],
        "wagers": [frozenset({"trips"}), frozenset({"play", "ante"}), frozenset({"pl"})],
        "win_min": [0, -1000, 10**9],
    }
    return [
        RoundFilter(**{name: random.choice(choices[name]) for name in pair})
        for pair in combinations_with_replacement(choices, 2)
    ]


async def test_every_filter_finds_what_it_finds_in_a_list_whatever_the_page(
    database: House, played: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await database.open(ticks=True)
    await copied(played, store)
    entries = await pages(store, RoundFilter(), 100)
    for scan, limit in ((20_000, 4), (3, 5)):
        monkeypatch.setattr(round_table, "SCAN_MAX", scan)
        for wanted in filters(entries):
            assert await pages(store, wanted, limit) == [entry for entry in entries if wanted.fits(entry)], wanted


def changed(value: Any) -> Any:
    """Return a value with one thing changed."""
    if value is None:
        return "'one_pair'"
    if isinstance(value, int):
        return value + 1
    return "'" + value[:-1].replace("'", "''") + ("]" if value[-1:] == " " else " ") + "'"


async def test_one_changed_value_in_the_index_is_found(database: House, played: MemoryStore) -> None:
    store = await database.open()
    await copied(played, store)
    for table in INDEX:
        columns = list(upgrade.metadata.tables[table].columns.keys())
        key = columns[0]
        with database.connected() as connection:
            row = connection.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1").fetchone()
        place = row[0] if isinstance(row[0], int) else f"'{row[0]}'"
        tampered = [
            f"UPDATE {table} SET {name} = {changed(value)} WHERE {key} = {place}" + f" AND seat = {row[1]}"
            if table == "round_seats"
            else f"UPDATE {table} SET {name} = {changed(value)} WHERE {key} = {place}"
            for name, value in zip(columns, row, strict=True)
        ]
        tampered.append(f"DELETE FROM {table} WHERE {key} = {place}")
        for statement in tampered:
            before = {name: rows(database, name) for name in INDEX}
            assert database.tamper(statement) >= 1, statement
            with pytest.raises(Broken, match=r"the index|progress"):
                await store.verify()
            put_back(database, before)
    await store.verify()


def rows(house: House, table: str) -> list[Any]:
    with house.connected() as connection:
        return sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=str)


def put_back(house: House, tables: dict[str, list[Any]]) -> None:
    with house.connected() as connection:
        cursor, mark = connection.cursor(), "?" if house.kind == "sqlite" else "%s"
        for name in reversed(INDEX):
            cursor.execute(f"DELETE FROM {name}")
        for name in INDEX:
            cursor.executemany(f"INSERT INTO {name} VALUES ({', '.join([mark] * len(tables[name][0]))})", tables[name])


async def test_a_row_that_the_log_does_not_lead_to_is_found(database: House, played: MemoryStore) -> None:
    store = await database.open()
    await copied(played, store)
    (position, *rest) = rows(database, "rounds")[0]
    row = (position + 1, "'table/more'", 1, *map(repr, rest[2:]))
    database.tamper(f"INSERT INTO rounds VALUES ({', '.join(map(str, row))})")
    with pytest.raises(Broken, match="has rows in rounds that the log does not lead to"):
        await store.verify()


LAST = "(SELECT max(position) FROM rounds)"


MISSING = [
    (f"DELETE FROM rounds WHERE position = {LAST}", "settled is not in the index"),
    (f"UPDATE rounds SET settled = 1 WHERE position = {LAST}", "settled is not in the index"),
    ("UPDATE rounds SET number = 9 WHERE stream = 'table/two' AND number = 5", "the last round of table/two"),
    ("UPDATE round_progress SET progress = replace(progress, '\"rounds\":5', '\"rounds\":4')", "table/two"),
]


async def test_a_start_finds_a_round_that_is_missing(database: House, played: MemoryStore) -> None:
    store = await DatabaseStore.open(database.url, lease=True)
    await copied(played, store)
    await store.close()
    for statement, says in MISSING:
        before = {name: rows(database, name) for name in INDEX}
        assert database.tamper(statement) >= 1
        with pytest.raises(UthError, match=says):
            await DatabaseStore.open(database.url, lease=True)
        put_back(database, before)
    await (await DatabaseStore.open(database.url, lease=True)).close()


def made_older(house: House) -> None:
    """Have the tables that the version before the index had."""
    for table in ("round_reviews", *reversed(INDEX)):
        house.execute(f"DROP TABLE {table}")
    house.execute("UPDATE schema_version SET version_num = '0002'")


async def test_an_older_log_is_indexed_when_it_is_opened(
    database: House, played: MemoryStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await database.open()
    await copied(played, store)
    await store.close()
    written = {table: rows(database, table) for table in INDEX}
    made_older(database)
    monkeypatch.setattr(round_table, "PAGE", 7)
    monkeypatch.setattr(round_table, "SAY_S", -1.0)
    again = await database.open()
    assert {table: rows(database, table) for table in INDEX} == written
    assert "indexing past rounds, once: 100% of " in caplog.text
    await again.verify()


async def test_an_older_log_is_not_migrated_while_a_house_writes_it(
    database: House, played: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uth.store.lease.LEASE_WAIT_S", 0.1)
    writing = await DatabaseStore.open(database.url, lease=True)
    made_older(database)
    with pytest.raises(Refused, match="is open in another uth serve"):
        await database.open()
    await writing.close()
    await database.open()


async def test_a_restored_log_has_its_index(new_house: Any, played: MemoryStore) -> None:
    store = await new_house("sqlite").open()
    await store.restore([record async for record in played.export()])
    assert await pages(store, RoundFilter(), 100) == await pages(played, RoundFilter(), 100)
    await store.verify()
    await store.close()
