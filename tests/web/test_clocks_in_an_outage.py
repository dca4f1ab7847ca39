"""While nothing can be stored nobody can answer, so no clock runs; it restarts when the store is back."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from support.open_house import OpenHouse, Person, open_house
from uth.web import watched_store
from uth.web.hub import Hub
from uth.web.watched_store import WatchedStore, pause_with

DECISION_S = 1.2


async def asked_at_the_river(at: OpenHouse, ann: Person, socket: ClientConnection) -> None:
    """Have Ann asked where she must play or fold, and her time run."""
    await ann.sit(socket)
    live = at.house.live("one")
    live.clock.pace = replace(live.clock.pace, decision=None)
    assert (await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
    await ann.ask(socket, ready=True)
    while ann.view["street"] != "river" or ann.view["turn"] != 1:
        if ann.view["turn"] == 1 and ann.view["seats"]["1"]["offers"]["check"]:
            await ann.do(socket, "Check", seat=1)
        else:
            await ann.hear(socket)
    live.clock.pace = replace(live.clock.pace, decision=DECISION_S)
    live.wake()


async def test_nobody_is_late_because_the_store_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_store, "PROBE_S", 0.05)
    path = tmp_path / "house.sqlite"
    store, hub = await WatchedStore.open(f"sqlite:///{path}", wait_s=0.05), Hub()
    try:
        async with open_house(store, hub=hub) as at:
            pause_with(store, at.house, hub)
            await at.table("one")
            ann = await at.guest()
            async with ann.socket("one") as socket:
                await asked_at_the_river(at, ann, socket)
                with closing(sqlite3.connect(path, isolation_level=None)) as other:
                    other.execute("BEGIN IMMEDIATE")
                    refused = await ann.do(socket, "MakePlay", seat=1, multiple=1)
                    assert refused["code"] == "store_busy"
                    assert (await ann.hear_a(socket, "aside"))["clock"] is None
                    await asyncio.sleep(1.1 * DECISION_S)
                    other.execute("ROLLBACK")
                await ann.hear_a(socket, "going_on")
                aside = await ann.hear_a(socket, "aside")
                assert aside["clock"]["what"] == "decision"
                assert aside["clock"]["left"] > DECISION_S / 2
                await asyncio.sleep(DECISION_S / 2)  # which a person may think
                done = await ann.do(socket, "MakePlay", seat=1, multiple=1)
                assert done["type"] == "done"
                assert not [frame for frame in ann.heard if frame.get("late")]
    finally:
        await store.close()


async def test_somebody_who_does_not_answer_once_the_store_is_back_is_late_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_store, "PROBE_S", 0.05)
    path = tmp_path / "house.sqlite"
    store, hub = await WatchedStore.open(f"sqlite:///{path}", wait_s=0.05), Hub()
    try:
        async with open_house(store, hub=hub) as at:
            pause_with(store, at.house, hub)
            await at.table("one")
            ann = await at.guest()
            async with ann.socket("one") as socket:
                await asked_at_the_river(at, ann, socket)
                with closing(sqlite3.connect(path, isolation_level=None)) as other:
                    other.execute("BEGIN IMMEDIATE")
                    await ann.hear_a(socket, "paused")  # the house itself found out, when her time was up
                    other.execute("ROLLBACK")
                await ann.hear_a(socket, "going_on")
                while not ann.heard[-1].get("late"):
                    await ann.hear(socket)
                assert ann.heard[-1]["late"] == [1]
    finally:
        await store.close()
