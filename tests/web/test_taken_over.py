"""A house replaced by another accepts no more commands, and tells everyone why."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from support.open_house import OpenHouse, open_house
from uth.web import watched_store
from uth.web.hub import Hub
from uth.web.watched_store import WatchedStore, pause_with


async def opened(stack: AsyncExitStack, url: str) -> OpenHouse:
    """Return a house as `uth serve` opens it, for itself alone."""
    store, hub = await WatchedStore.open(url, lease=True), Hub()
    stack.push_async_callback(store.close)
    at = await stack.enter_async_context(open_house(store, hub=hub))
    pause_with(store, at.house, hub)
    return at


async def test_the_first_house_stops_when_a_second_has_its_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watched_store, "PROBE_S", 0.05)
    url = f"sqlite:///{tmp_path}/house.sqlite"
    async with AsyncExitStack() as stack:
        first = await opened(stack, url)
        await first.table("one")
        ann = await first.guest()
        socket = await stack.enter_async_context(ann.socket("one"))
        await ann.sit(socket)
        (tmp_path / "house.sqlite.lock").unlink()
        second = await opened(stack, url)
        bob = await second.guest()
        there = await stack.enter_async_context(bob.socket("one"))
        await bob.hear(there)
        assert (await bob.do(there, "TakeSeat", seat=2, player=""))["type"] == "done"

        refused = await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000)
        assert (refused["type"], refused["code"]) == ("refused", "house_taken_over")
        assert "another uth serve has opened this house" in refused["says"]
        assert [frame["code"] for frame in ann.heard if frame["type"] == "paused"] == ["house_taken_over"]
        async with first.http() as http:
            health = await http.get("/healthz")
            assert (health.status_code, "another uth serve" in health.text) == (503, True)
            assert (await http.get("/readyz")).status_code == 503
            assert (await http.post("/api/v1/guest")).json()["code"] == "house_taken_over"
        assert "another house has the store" in caplog.text

        assert (await bob.do(there, "BuyIn", seat=2, cents=5_000, tender="cash"))["type"] == "done"
        assert set(second.house.live("one").table.chairs) == {1, 2}
        await second.house.store.verify()
