"""A full disk and a lost database: the house pauses with a clear message, loses nothing, and recovers without help."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from store.postgres import Server, binaries
from support.open_house import OpenHouse, Person, open_house
from uth.store.entries import Unavailable
from uth.web import watched_store
from uth.web.hub import Hub
from uth.web.metrics import Metrics
from uth.web.watched_store import WatchedStore, pause_with, public_words


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk of three megabytes."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a disk of its own")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "uth-test", str(folder)], capture_output=True, text=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@asynccontextmanager
async def watched(url: str, wait_s: float = 10.0) -> AsyncIterator[OpenHouse]:
    """Have a house open on a store that is watched, as `uth serve` has it."""
    store = await WatchedStore.open(url, wait_s=wait_s)
    hub, store.metrics = Hub(), Metrics()
    try:
        async with open_house(store, hub=hub, metrics=store.metrics) as at:
            pause_with(store, at.house, hub)
            yield at
    finally:
        await store.close()


def fill(path: Path) -> None:
    """Have no room left on the disk the file is on."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    with suppress(OSError):
        while os.write(file, b"x" * 4096):
            pass
    os.close(file)


async def plays_through(
    at: OpenHouse, socket: ClientConnection, ann: Person, code: str, *, mend: Callable[[], None]
) -> None:
    """Have a command refused while the store is away, the house heard to pause and to go on, and nothing lost."""
    while (refused := await ann.do(socket, "BuyIn", seat=1, cents=500, tender="cash"))["type"] == "done":
        pass  # the log may still have a little room of its own
    before = at.house.live("one").table, at.house.live("one").number
    assert (refused["type"], refused["code"]) == ("refused", code)
    assert "nothing is lost" in refused["says"]
    assert "/" not in refused["says"]
    assert (at.house.live("one").table, at.house.live("one").number) == before
    paused = [frame for frame in ann.heard if frame["type"] == "paused"]
    assert [frame["code"] for frame in paused] == [code]
    async with at.http() as http:
        assert (await http.get("/healthz")).status_code == 200
        assert (await http.get("/readyz")).status_code == 503
        no = await http.post("/api/v1/guest")
        assert (no.status_code, no.json()["code"]) == (503, code)
        assert no.headers["retry-after"]
        assert "uth_store_fault 1.0" in (await http.get("/metrics")).text
        mend()
        while (await ann.hear(socket))["type"] != "going_on":
            pass
        assert (await http.get("/readyz")).text == "ok"
    await ann.round(socket)
    assert at.house.live("one").table.rounds == 2
    await at.house.store.verify()
    await at.house.store.trial_balance()


async def test_a_full_disk_pauses_the_house_and_it_goes_on_when_there_is_room(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_store, "PROBE_S", 0.05)
    filler = small_disk / "filler"
    async with watched(f"sqlite:///{small_disk / 'house.sqlite'}") as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await ann.round(socket)
            fill(filler)
            await plays_through(at, socket, ann, "store_full", mend=filler.unlink)


async def test_a_lost_database_pauses_the_house_and_it_goes_on_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    found = binaries()
    if found is None:
        pytest.skip("PostgreSQL's server is not here")
    monkeypatch.setattr(watched_store, "PROBE_S", 0.05)
    server = await asyncio.to_thread(Server, found)
    try:
        async with watched(server.new_url(), wait_s=1.0) as at:
            await at.table("one")
            ann = await at.guest()
            async with ann.socket("one") as socket:
                await ann.sit(socket)
                await ann.round(socket)
                await asyncio.to_thread(server.stop)
                await plays_through(at, socket, ann, "store_unreachable", mend=server.start)
    finally:
        await asyncio.to_thread(server.remove)


async def test_a_database_that_does_not_answer_pauses_the_house_until_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    found = binaries()
    if found is None:
        pytest.skip("PostgreSQL's server is not here")
    monkeypatch.setattr(watched_store, "SLOW_S", 0.3)
    server = await asyncio.to_thread(Server, found)
    try:
        async with watched(server.new_url()) as at:
            await at.table("one")
            ann = await at.guest()
            async with ann.socket("one") as socket:
                await ann.sit(socket)
                with server.asleep():
                    asked = asyncio.create_task(ann.do(socket, "BuyIn", seat=1, cents=500, tender="cash"))
                    while not [frame for frame in ann.heard if frame["type"] == "paused"]:
                        await asyncio.sleep(0.05)
                    assert not asked.done()
                    async with at.http() as http:
                        assert (await http.get("/readyz")).status_code == 503
                assert (await asked)["type"] == "done"  # it was taken, and waited
                while not [frame for frame in ann.heard if frame["type"] == "going_on"]:
                    await ann.hear(socket)
                await ann.round(socket)
    finally:
        await asyncio.to_thread(server.remove)


def test_where_the_house_keeps_its_log_is_nobody_s_business() -> None:
    fault = Unavailable("store_full", "sqlite:////srv/house.sqlite: the disk is full", unknown=True)
    assert "/srv" not in public_words(fault)
    assert "the same id" in public_words(fault)
