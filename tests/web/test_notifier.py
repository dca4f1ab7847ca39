"""A dispute that goes to the regulator is posted to a webhook until it is accepted, and its delivery is recorded."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from host.test_house import DISPUTE, ONE, opened, session, settled
from uth.errors import Malformed
from uth.house.house import House
from uth.house.notifier import SIGNATURE, Notifier, address_of_notices, key_of_notices
from uth.people.roles import Role
from uth.store.memory import MemoryStore
from uth.table.floor.disputed import Finding
from uth.table.round import commands as c

KIM = session(Role.SUPERVISOR)
KEY = b"a key of sixteen bytes and more"


@dataclass
class Regulator:
    """A webhook that answers with one status after the other, the last for ever."""

    answers: list[int]
    heard: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[1:]
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head if line)}
        self.heard.append((headers, await reader.readexactly(int(headers["content-length"]))))
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        writer.write(f"HTTP/1.1 {status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    @property
    def documents(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.heard]


@asynccontextmanager
async def notifying(house: House, regulator: Regulator) -> AsyncIterator[None]:
    """Send the house's notices to that regulator."""
    server = await asyncio.start_server(regulator.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    notifier = Notifier(house=house, url=f"http://127.0.0.1:{port}/notices", key=KEY, first_again_s=0.01)
    house.observers.each.append(notifier)
    watching = asyncio.create_task(notifier.watch())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        server.close()
        await server.wait_closed()


async def until(house: House, delivered: int) -> None:
    async with asyncio.timeout(10):
        while len(house.notices.delivered) < delivered:
            await asyncio.sleep(0.01)


APPEAL = c.TakeToRegulator(seat=ONE, dispute=1, says="I ask for an investigation")


@pytest.mark.clause("CN.51", "CN.51a")
async def test_what_a_player_takes_to_the_regulator_is_posted_until_it_is_taken_and_recorded_once() -> None:
    store, regulator = MemoryStore(), Regulator([503, 500, 204])
    async with settled(store) as (house, ann), notifying(house, regulator):
        await house.command(ann, "felt-1", DISPUTE, None)
        await house.command(ann, "felt-1", APPEAL, None)
        await until(house, 1)
        assert len(regulator.heard) == 3
        headers, body = regulator.heard[-1]
        assert headers[SIGNATURE] == f"sha256={hmac.new(KEY, body, hashlib.sha256).hexdigest()}"
        assert regulator.documents[-1] | {"player": "-"} == {
            "v": 1,
            "is": "dispute_appealed",
            "table": "felt-1",
            "book": "massachusetts",
            "regulator": "the Massachusetts Gaming Commission",
            "clause": "R50",
            "dispute": 1,
            "round": 1,
            "seat": 1,
            "player": "-",
            "says": "I had a straight",
            "finding": None,
        }
    (record,) = (each.body for each in await store.read("house", 0) if each.body["is"] == "notified")
    assert (record["what"], record["attempts"], record["status"]) == ("dispute_appealed", 3, 204)


@pytest.mark.clause("CN.51")
async def test_a_referral_is_posted_after_a_restart_where_it_was_not_delivered_before() -> None:
    store, regulator = MemoryStore(), Regulator([200])
    async with settled(store) as (house, ann):
        await house.command(ann, "felt-1", DISPUTE, None)
        refer = c.ResolveDispute(dispute=1, finding=Finding.REFERRED, by="-", reason="not to be seen here")
        await house.command(KIM, "felt-1", refer, None)
    for _ in range(2):
        async with opened(store) as house, notifying(house, regulator):
            await until(house, 1)
            await asyncio.sleep(0.05)
    assert [each["is"] for each in regulator.documents] == ["dispute_referred"]


async def test_a_webhook_that_does_not_answer_stops_no_table_and_the_floor_reads_why() -> None:
    async with settled(MemoryStore()) as (house, ann), notifying(house, Regulator([500])):
        live = house.live("felt-1")
        await house.command(ann, "felt-1", DISPUTE, None)
        await house.command(ann, "felt-1", APPEAL, None)
        async with asyncio.timeout(10):
            while not house.notices.failed:
                await asyncio.sleep(0.01)
        await house.command(ann, "felt-1", c.LeaveSeat(seat=ONE), None)
        says = house.notices.says("felt-1", live.table.disputes[0], "the regulator")
        assert says is not None
        assert "answered with 500" in says


def test_an_address_that_is_none_and_a_key_that_is_too_short_are_refused(tmp_path: Path) -> None:
    for url in ("regulator.example", "ftp://regulator.example", "https://"):
        with pytest.raises(Malformed, match="notify-url"):
            address_of_notices(url)
    with pytest.raises(Malformed, match="cannot be read"):
        key_of_notices(tmp_path / "none")
    short = tmp_path / "short"
    short.write_text("short")
    with pytest.raises(Malformed, match="fewer than 16 bytes"):
        key_of_notices(short)
