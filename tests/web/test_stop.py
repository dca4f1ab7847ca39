"""The house stops: everyone is notified, accepted commands are answered and stored, and it ends, or ends at once."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from client.serving import served_by as served
from support.installed import Program, ran_text

SOCKETS = 100


def lines(process: Program) -> list[dict[str, Any]]:
    assert process.stderr is not None
    return [json.loads(line) for line in process.stderr.read().splitlines()]


async def last_words(socket: ClientConnection) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the last frame that is heard, and all before it, until the house hangs up."""
    heard: list[dict[str, Any]] = []
    try:
        async with asyncio.timeout(60):
            while True:
                heard.append(json.loads(await socket.recv()))
    except ConnectionClosed:
        return heard[-1], heard[:-1]


@pytest.mark.parametrize(("by", "count"), [(signal.SIGTERM, SOCKETS), (signal.SIGINT, 5)])
async def test_a_hundred_open_sockets_hear_that_the_house_closes_and_it_ends_with_0(
    tmp_path: Path, by: signal.Signals, count: int
) -> None:
    with served(tmp_path) as (address, process):
        url = f"{address.replace('http', 'ws')}/ws/v1/tables/massachusetts"
        async with httpx.AsyncClient(base_url=address, timeout=30, verify=False) as http:
            await http.post("/api/v1/guest")
            cookie = {"Cookie": f"uth_session={http.cookies['uth_session']}"}
        seated = await connect(url, additional_headers=cookie, open_timeout=60)
        sockets = [await connect(url, open_timeout=60) for _ in range(count - 2)]
        deaf = await connect(url, open_timeout=60)
        deaf.transport.pause_reading()
        await seated.send(json.dumps({"id": "last", "do": {"is": "TakeSeat", "seat": 1, "player": ""}}))
        while json.loads(await seated.recv()).get("id") != "last":
            pass
        process.send_signal(by)
        for socket in (seated, *sockets):
            last, _ = await last_words(socket)
            assert last == {"v": 1, "type": "closing"}
            assert (socket.close_code, socket.close_reason) == (1012, "the house is closing; come back when it is open")
        assert await asyncio.to_thread(process.wait, 30) == 0
        assert [line["event"] for line in lines(process)] == [
            "the house is open",
            "the house is closing",
            "the house is closed",
        ]
        deaf.transport.abort()
    with served(tmp_path) as (address, process):
        table = httpx.get(f"{address}/api/v1/tables/massachusetts", timeout=30).json()
        assert list(table["view"]["seats"]) == ["1"]


async def test_a_second_signal_stops_it_at_once(tmp_path: Path) -> None:
    with served(tmp_path) as (address, process):
        url = f"{address.replace('http', 'ws')}/ws/v1/tables/massachusetts"
        deaf = await connect(url, open_timeout=60)
        deaf.transport.pause_reading()
        process.send_signal(signal.SIGSTOP)  # so that both wait for it together
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        assert await asyncio.to_thread(process.wait, 30) == 1
        assert [line["event"] for line in lines(process)][-1] == "stopped at once"
        deaf.transport.abort()


def test_what_cannot_be_run_is_said_in_one_line(tmp_path: Path) -> None:
    for words, says in (
        (["--bound", "sockets=none"], "bound sockets"),
        (["--bound", "socks=1"], "sockets_per_person"),
        (["--log-level", "loud"], "is not one of debug, info, warning, error"),
        (["--behind-proxy", "proxy.example"], "is not an address such as 127.0.0.1"),
        (["--host", "192.0.2.1"], "cannot listen at 192.0.2.1:0"),
        (["--database", "mysql://x/y"], "database"),
    ):
        done = ran_text("serve", "--data", str(tmp_path / "none"), "--port", "0", *words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert says in done.stderr
        assert not (tmp_path / "none" / "house.sqlite").exists()
