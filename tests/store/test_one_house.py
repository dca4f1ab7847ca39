"""One house per store: a second is refused while the first runs, and no other user of the machine can read it."""

from __future__ import annotations

import asyncio
import signal
import stat
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from store.entering import entry
from store.house import House
from uth.errors import Malformed, Refused
from uth.store import lease
from uth.store.database import DatabaseStore
from uth.store.entries import Unavailable


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "LEASE_WAIT_S", 0.2)


async def test_a_second_house_is_refused_until_the_first_is_closed(database: House) -> None:
    first = await DatabaseStore.open(database.url, lease=True)
    try:
        with pytest.raises(
            Refused, match=r"is open in another uth serve.*give another --data or --database"
        ) as refused:
            await DatabaseStore.open(database.url, lease=True)
        assert refused.value.code == "house_is_open"
        beside = await DatabaseStore.open(database.url)
        await beside.append([entry("t", 0)])
        await beside.close()
        assert len(await first.read("t")) == 1
    finally:
        await first.close()
    again = await DatabaseStore.open(database.url, lease=True)
    await again.close()


async def test_a_house_whose_server_went_away_holds_it_again(postgres_house: House) -> None:
    server = postgres_house.server
    assert server is not None
    first = await DatabaseStore.open(postgres_house.url, lease=True, wait_s=2)
    try:
        server.stop(signal.SIGQUIT)
        with pytest.raises(Unavailable):
            await first.append([entry("t", 0)])
        server.start()
        await first.append([entry("t", 0)])
        await first.hold_again()
        with pytest.raises(Refused, match="is open in another uth serve"):
            await DatabaseStore.open(postgres_house.url, lease=True)
    finally:
        await first.close()


async def test_nobody_else_on_the_machine_reads_a_house_or_its_backup(tmp_path: Path) -> None:
    store = await DatabaseStore.open(f"sqlite:///{tmp_path}/house.sqlite", lease=True)
    try:
        await store.append([entry("t", 0)])
        await store.backup(tmp_path / "copy.sqlite")
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    finally:
        await store.close()
    assert {"house.sqlite", "house.sqlite-wal", "copy.sqlite"} < modes.keys()
    assert set(modes.values()) == {0o600}


async def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"none/house.sqlite.lock: No such file.*may write to"):
        await DatabaseStore.open(f"sqlite:///{tmp_path}/none/house.sqlite", lease=True)


async def test_a_server_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as refused:
        await DatabaseStore.open(f"postgresql://uth:secret@/postgres?host={tmp_path}", lease=True, wait_s=1)
    assert refused.value.code == "store_unreachable"
    assert "secret" not in str(refused.value)


def lose_the_lock(database: House) -> None:
    """Have the house that is open hold its store no more, as somebody who cleans up, or a firewall, would."""
    if database.kind == "sqlite":
        database.path.with_name(f"{database.path.name}.lock").unlink()
        return
    database.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")


async def test_a_house_whose_store_another_has_taken_writes_nothing_more_and_says_why(database: House) -> None:
    first = await DatabaseStore.open(database.url, lease=True)
    try:
        await first.append([entry("t", 0)])
        lose_the_lock(database)
        second = await DatabaseStore.open(database.url, lease=True)
        try:
            await second.append([entry("t", 1)])
            for after in (1, 2):  # whether or not it knows what the other has written
                with pytest.raises(Unavailable, match="another uth serve has opened this house") as refused:
                    await first.append([entry("t", after)])
                assert refused.value.code == "house_taken_over"
                assert not refused.value.unknown
            assert first.stopped is not None
            assert len(await first.read("t")) == 2
            await second.append([entry("t", 2)])
        finally:
            await second.close()
        third = await DatabaseStore.open(database.url, lease=True)
        try:
            await third.append([entry("t", 3)])
        finally:
            await third.close()
    finally:
        await first.close()


async def test_the_log_says_when_a_house_was_opened_and_nothing_of_whoever_only_reads(database: House) -> None:
    for opened in range(2):
        store = await DatabaseStore.open(database.url, lease=True)
        await store.append([entry("t", opened)])
        await store.append([entry("u", opened)])
        await store.close()
    only_reads = await DatabaseStore.open(database.url, lease=True)
    records = [record async for record in only_reads.export()]
    await only_reads.close()
    assert [record.stream for record in records] == ["balances", "opened", "t", "u"] * 2
    assert records[1].body == {"is": "opened"}


async def test_a_house_that_has_lost_its_lock_alone_takes_it_again(database: House) -> None:
    first = await DatabaseStore.open(database.url, lease=True)
    try:
        await first.append([entry("t", 0)])
        lose_the_lock(database)
        await asyncio.gather(first.hold_again(), first.hold_again(), first.hold_again())
        with pytest.raises(Refused, match="is open in another uth serve"):
            await DatabaseStore.open(database.url, lease=True)
        await first.append([entry("t", 1)])
    finally:
        await first.close()


async def test_a_house_is_not_kept_out_by_its_own_connection_that_the_server_still_believes_in(
    postgres_house: House,
) -> None:
    first = await DatabaseStore.open(postgres_house.url, lease=True)
    try:
        assert first._lease is not None
        gone, first._lease._session = first._lease._session, None
        await first.hold_again()
        await first.append([entry("t", 0)])
        assert gone is not None
        with suppress(SQLAlchemyError):  # the server has ended it
            gone.close()
    finally:
        await first.close()


async def test_a_house_that_finds_another_in_its_place_stops_before_it_writes(database: House) -> None:
    first = await DatabaseStore.open(database.url, lease=True)
    try:
        await first.append([entry("t", 0)])
        lose_the_lock(database)
        second = await DatabaseStore.open(database.url, lease=True)
        try:
            with pytest.raises(Unavailable) as refused:
                await first.hold_again()
            assert refused.value.code == "house_taken_over"
            with pytest.raises(Unavailable, match="another uth serve has opened this house"):
                await first.append([entry("t", 1)])
        finally:
            await second.close()
    finally:
        await first.close()
