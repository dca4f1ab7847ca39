"""One house on one store: a second is refused while the first is there, and nobody else on the machine reads it."""

from __future__ import annotations

import signal
import stat
from pathlib import Path

import pytest

from store.entering import entry
from store.house import House
from uth.errors import Malformed, Refused
from uth.store import sole
from uth.store.database import DatabaseStore
from uth.store.entries import Unavailable


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sole, "SOLE_S", 0.2)


async def test_a_second_house_is_refused_until_the_first_is_closed(database: House) -> None:
    first = await DatabaseStore.open(database.url, sole=True)
    try:
        with pytest.raises(
            Refused, match=r"is open in another uth serve.*give another --data or --database"
        ) as refused:
            await DatabaseStore.open(database.url, sole=True)
        assert refused.value.code == "house_is_open"
        beside = await DatabaseStore.open(database.url)
        await beside.append([entry("t", 0)])
        await beside.close()
        assert len(await first.read("t")) == 1
    finally:
        await first.close()
    again = await DatabaseStore.open(database.url, sole=True)
    await again.close()


async def test_a_house_whose_server_went_away_holds_it_again(postgres_house: House) -> None:
    server = postgres_house.server
    assert server is not None
    first = await DatabaseStore.open(postgres_house.url, sole=True, wait_s=2)
    try:
        server.stop(signal.SIGQUIT)
        with pytest.raises(Unavailable):
            await first.append([entry("t", 0)])
        server.start()
        await first.append([entry("t", 0)])
        await first.hold_again()
        with pytest.raises(Refused, match="is open in another uth serve"):
            await DatabaseStore.open(postgres_house.url, sole=True)
    finally:
        await first.close()


async def test_nobody_else_on_the_machine_reads_a_house_or_its_backup(tmp_path: Path) -> None:
    store = await DatabaseStore.open(f"sqlite:///{tmp_path}/house.sqlite", sole=True)
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
        await DatabaseStore.open(f"sqlite:///{tmp_path}/none/house.sqlite", sole=True)


async def test_a_server_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as refused:
        await DatabaseStore.open(f"postgresql://uth:secret@/postgres?host={tmp_path}", sole=True, wait_s=1)
    assert refused.value.code == "store_unreachable"
    assert "secret" not in str(refused.value)
