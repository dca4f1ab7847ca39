"""A log is exported as JSON lines or as a copy of its file, while it is written to, and is restored unchanged."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from io import BytesIO
from pathlib import Path

import psycopg
import pytest

from store.entering import entry
from store.house import House, NewHouse, closed
from store.postgres import binaries
from store.test_store_against_memory import Hand, everything, outcome_of
from store.test_store_tampered import filled
from uth.errors import Malformed, Refused
from uth.store import queries as reading
from uth.store.database import DatabaseStore
from uth.store.entries import Store, Unavailable
from uth.store.export import read_lines, write_lines
from uth.store.memory import MemoryStore


async def played(store: Store, appends: int = 40) -> None:
    hand = Hand(random.Random(7))
    for _ in range(appends):
        await outcome_of(store, hand.append())
        hand.numbers |= await store.streams()


async def lines_of(store: Store) -> list[bytes]:
    file = BytesIO()
    count = await write_lines(store, file)
    lines = file.getvalue().splitlines(keepends=True)
    assert len(lines) == count
    return lines


async def test_an_exported_log_restores_to_the_same_store_of_every_kind(house: House, new_house: NewHouse) -> None:
    store = await house.open()
    await played(store)
    lines = await lines_of(store)
    for kind in ("memory", "sqlite", "postgres"):
        other = new_house(kind)
        again = await other.open()
        assert await again.restore(read_lines(lines)) == await store.verify()
        assert await everything(again) == await everything(store)
        assert await lines_of(again) == lines
        numbers = await again.streams()
        await again.append([entry("link", numbers["link"])], key="new")
        await again.verify()
        await closed(other)


async def test_a_line_is_json_that_says_all_of_its_record(house: House) -> None:
    store = await house.open(ticks=True)
    await store.append([entry("t", 0, {"cents": 5}, "cage > player:ann 5/2"), entry("t", 1)], key="k", answer=[])
    first, second = (json.loads(line) for line in await lines_of(store))
    seals = first.pop("chain"), second.pop("chain")
    assert {len(seal) for seal in seals} == {64}
    at = "2026-07-28T20:15:00.000Z"
    assert first == {
        "position": 1, "stream": "t", "number": 1, "at": at, "key": "k", "body": {"cents": 5},
        "transfers": [["cage", "player:ann", "5/2"]], "answer": [],
    }  # fmt: skip
    assert second == {
        "position": 2, "stream": "t", "number": 2, "at": at, "key": "k", "body": {"n": 2},
        "transfers": [], "answer": None,
    }  # fmt: skip


async def test_a_damaged_line_is_named_and_nothing_is_restored(house: House) -> None:
    source = MemoryStore()
    await filled(source)
    lines = await lines_of(source)
    store = await house.open()
    damaged = {
        3: [*lines[:2], lines[2].replace(b"player:ann", b"player:anm"), *lines[3:]],
        4: [*lines[:3], lines[3].replace(b'"cents":500', b'"cents": 500'), *lines[4:]],
        2: [lines[0], *lines[2:]],
        5: [*lines[:4], lines[4][:-2] + b"\n"],
        1: [b"[]\n", *lines],
        6: [*lines[:5], lines[5].removesuffix(b"\n")],
    }
    for number, each in damaged.items():
        with pytest.raises(Malformed) as refused:
            await store.restore(read_lines(each))
        assert refused.value.field == f"line {number}"
        assert await store.streams() == {}
    with pytest.raises(Malformed, match="is the last that can be restored: position 3"):
        await store.restore([stored async for stored in source.export() if stored.position != 3])
    assert await store.streams() == {}
    await store.restore(read_lines(lines))
    with pytest.raises(Refused, match="a log of 6 records is here already"):
        await store.restore(read_lines(lines))
    assert (await store.verify()).position == 6


async def test_an_export_ends_where_the_log_was_when_it_began(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PAGE", 4)
    store = await house.open()
    await filled(store)
    seen = []
    async for stored in store.export():
        seen.append(stored.position)
        await store.append([entry(f"late-{stored.position}", 0)])
    assert seen == [1, 2, 3, 4, 5, 6]


async def test_a_long_log_is_exported_page_by_page(database: House) -> None:
    store = await database.open()
    for number in range(5):
        await store.append([entry("t", number * 500 + each) for each in range(500)])
    assert [stored.number async for stored in store.export()] == list(range(1, 2_501))
    assert (await store.verify()).position == 2_500


async def test_a_backup_made_while_the_store_is_written_to_opens_and_verifies(
    sqlite_house: House, tmp_path: Path
) -> None:
    store = await sqlite_house.open()
    running, told = True, list[int]()

    async def append(task: int) -> None:
        number = 0
        while running:
            done = await store.append([entry(f"t{task}", number, None, "cage > house 1/3")], key=f"{task}/{number}")
            told.append(done.stored[0].position)
            number += 1

    tasks = [asyncio.create_task(append(task)) for task in range(4)]
    for number in range(3):
        before = max(told, default=0)
        copy = tmp_path / f"copy-{number}.db"
        await store.backup(copy)
        again = await DatabaseStore.open(f"sqlite:///{copy}")
        head = await again.verify()
        assert before <= head.position <= len(told) + len(tasks)
        kept = [stored async for stored in again.export()]
        assert [stored async for stored in store.export()][: len(kept)] == kept
        await again.append([entry("restored", 0)])
        await again.close()
    running = False
    await asyncio.gather(*tasks)
    assert len(told) == (await store.verify()).position
    assert not list(tmp_path.glob("*.part"))


async def test_a_backup_does_not_write_over_anything_and_leaves_nothing_half_done(
    sqlite_house: House, tmp_path: Path
) -> None:
    store = await sqlite_house.open()
    there = tmp_path / "there.db"
    there.write_text("mine")
    with pytest.raises(Refused, match="already exists"):
        await store.backup(there)
    assert there.read_text() == "mine"
    with pytest.raises(Unavailable, match="was not written"):
        await store.backup(tmp_path / "no folder" / "copy.db")


async def test_a_store_that_has_no_file_says_what_to_do_instead(new_house: NewHouse, tmp_path: Path) -> None:
    for kind, says in (("memory", "export it"), ("postgres", "pg_dump --format=custom")):
        house = new_house(kind)
        with pytest.raises(Refused, match=says):
            await (await house.open()).backup(tmp_path / "copy")
        await closed(house)


async def test_what_pg_dump_writes_comes_back_with_pg_restore(postgres_house: House, tmp_path: Path) -> None:
    """As docs/store.md says it is done, into another database."""
    store = await postgres_house.open()
    await played(store)
    before = await everything(store)
    await store.close()
    found = binaries()
    assert found is not None
    copy, url = tmp_path / "house.dump", postgres_house.url
    schema = url.rpartition("%3D")[2]
    subprocess.run(
        [found / "pg_dump", "--format=custom", f"--file={copy}", f"--schema={schema}", f"--dbname={url}"], check=True
    )
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE restored")
    other = url.replace("/postgres?", "/restored?")
    subprocess.run([found / "pg_restore", f"--dbname={other}", copy], check=True)
    again = await DatabaseStore.open(other)
    assert await everything(again) == before
    await again.append([entry("restored", 0)])
    with psycopg.connect(other) as connection, pytest.raises(psycopg.Error, match="the log is only added to"):
        connection.execute("DELETE FROM records")
    await again.close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP DATABASE restored")
