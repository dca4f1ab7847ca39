"""Load test of a house: tables full of websocket clients playing whole rounds, compared with a bare echo server."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, Final

import httpx
import orjson
import uvloop
from websockets.asyncio.client import connect

from uth.rules.loader import BOOKS, load_book

UTH = str(Path(sys.executable).parent / "uth")
HOUSE_BANKED = tuple(name for name in BOOKS if load_book(name).seats.banked_by.value == "house")
"""The books where the house banks, so that no seat waits for another to bank."""
BOUNDS = (
    "sockets=5000", "sockets_per_address=5000", "guests_per_minute=100000", "tables_per_minute=10000",
    "tables_per_person=10000", "tables_per_address=10000", "requests_per_second=10000", "commands_per_second=10000",
)  # fmt: skip
"""All load comes from one address."""
TEXT, PING, PONG = 0x1, 0x9, 0xA
"""The opcodes of websocket frames."""
TIMER_S: Final = 0.005
BEGIN: Final = 12
"""The number of thinking times over which the starts of the tables are spread."""
ECHO = """
import asyncio, sys, uvicorn, uvloop

async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})

async def main():
    config = uvicorn.Config(app, port=0, log_level="warning", lifespan="off", ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", flush=True)
    await serving

uvloop.run(main())
"""


@dataclass(slots=True)
class Times:
    """The latency of each answer, in seconds."""

    taken: list[float] = field(default_factory=list)

    def at(self, share: float) -> float:
        """Return the latency that this share of the answers does not exceed, in milliseconds."""
        found = sorted(self.taken)
        return 1000 * found[min(int(share * len(found)), len(found) - 1)] if found else float("nan")

    def said(self) -> str:
        return f"p50 {self.at(0.5):6.1f} ms, p99 {self.at(0.99):6.1f} ms"


class Wire(asyncio.Protocol):
    """A websocket of the load, with as little work as the protocol allows (RFC 6455).

    Clients and house share the cores: a full client library took two thirds of the house's time for each command.
    """

    def __init__(self, url: str, cookie: str, take: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        _, _, address = url.partition("://")
        self.host, _, self.path = address.partition("/")
        self.cookie, self.take, self.lost = cookie, take, lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._left = b""

    async def open(self) -> None:
        """Connect, and return once the server has agreed."""
        host, _, port = self.host.partition(":")
        await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
        async with asyncio.timeout(60):
            await self.opened

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        lines = [f"GET /{self.path} HTTP/1.1", f"Host: {self.host}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]  # fmt: skip
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        data = self._left + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._left = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                return
            self.opened.set_result(None)
        at = 0
        while len(data) - at >= 2:
            begin, length = at + 2, data[at + 1]
            if length == 126:
                begin, length = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif length == 127:
                begin, length = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if len(data) < begin + length:
                break
            kind, payload, at = data[at] & 0x0F, data[begin : begin + length], begin + length
            if kind == TEXT:
                self.take(payload)
            elif kind == PING:
                self.send(payload, PONG)
        self._left = data[at:]

    def connection_lost(self, _: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))
        self.lost()

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Send a frame of less than 64 kB, masked with zeros."""
        length = len(payload)
        head = bytes((0x80 | kind, 0x80 | length)) if length < 126 else struct.pack("!BBH", 0x80 | kind, 0xFE, length)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def end(self) -> None:
        """Drop the connection."""
        self.transport.abort()


@dataclass(slots=True, eq=False)
class Client:
    """One seat: it places its ante, declares itself ready, and acts when it is its turn."""

    url: str
    cookie: str
    seat: int
    think_s: float
    times: Times
    random: Random
    late_s: float
    """The delay of its start, so that tables do not start together."""
    visit: str = field(default_factory=lambda: token_hex(4))
    """The prefix of its ids; a repeated id is not executed again."""
    view: dict[str, Any] = field(default_factory=dict)
    rounds: int = 0
    sent: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    waits: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    is_lost: bool = False
    """Whether the connection has ended."""

    async def play(self, door: asyncio.Semaphore, go: asyncio.Event) -> None:
        """Sit down, wait for the start, and play until cancelled."""
        socket = Wire(self.url, self.cookie, self._take, self._lost)
        async with door:
            await socket.open()
            await self._ask(socket, {"do": {"is": "TakeSeat", "seat": self.seat, "player": ""}})
            buy = {"is": "BuyIn", "seat": self.seat, "cents": 100_000_000, "tender": "cash"}
            await self._ask(socket, {"do": buy})
        try:
            await go.wait()
            await asyncio.sleep(self.late_s)
            await self._rounds(socket)
        finally:
            socket.end()

    def _lost(self) -> None:
        self.is_lost = True
        for waiting in self.waits.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the house has closed the connection"))
        self.news.set()

    def _take(self, text: bytes) -> None:
        frame = orjson.loads(text)
        if frame["type"] in ("done", "refused"):
            waiting = self.waits.pop(frame["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)
        elif "view" in frame:
            self.view = frame["view"]
            self.news.set()

    async def _ask(self, socket: Wire, frame: dict[str, Any]) -> dict[str, Any]:
        self.sent += 1
        number = f"{self.visit}-{self.sent}"
        answer = self.waits[number] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        socket.send(orjson.dumps({"id": number, **frame}))
        found: dict[str, Any] = await answer
        self.times.taken.append(time.perf_counter() - start)
        return found

    async def _rounds(self, socket: Wire) -> None:
        made, ready = -1, -1
        while not self.is_lost:
            self.news.clear()
            view = self.view
            if view and view["phase"] == "wagers" and view["rounds"] != made:
                made = view["rounds"]
                await self._pause()
                ante = view["seats"][str(self.seat)]["offers"]["wagers"][0]["min"]
                wager = {"is": "PlaceWager", "seat": self.seat, "wager": "ante", "cents": ante}
                await self._ask(socket, {"do": wager})
                self.rounds += 1
            elif view and view["phase"] == "wagers" and ready != made and all(_wagers(view)):
                ready = made
                await self._ask(socket, {"ready": True})
            elif view and view["turn"] == self.seat:
                await self._pause()
                await self._ask(socket, {"do": self._answer(view["seats"][str(self.seat)]["offers"])})
            else:
                await self.news.wait()
        raise ConnectionError("the house has closed the connection")

    async def _pause(self) -> None:
        if self.think_s:
            await asyncio.sleep(self.think_s * self.random.uniform(0.5, 1.5))

    def _answer(self, offers: dict[str, Any]) -> dict[str, Any]:
        if offers["check"] and self.random.random() < 0.7:
            return {"is": "Check", "seat": self.seat}
        if offers["plays"]:
            return {"is": "MakePlay", "seat": self.seat, "multiple": offers["plays"][0]}
        return {"is": "Fold", "seat": self.seat}


def _wagers(view: dict[str, Any]) -> list[bool]:
    """Return for each seat whether its wager is placed, since nobody closes the wagers on a neighbour."""
    return [bool(seat["wagers"]) for seat in view["seats"].values()]


@contextmanager
def program(command: list[str]) -> Iterator[tuple[str, int]]:
    """Run a server that prints its address; yield the address and the process id."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        found = None
        while found is None:
            line = process.stdout.readline()
            assert line, f"{command[0]} has ended"
            found = re.search(r"http://[0-9.]+:\d+", line)
        yield found[0], process.pid
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        process.stdout.close()


def rss_mb(pid: int) -> float:
    """Return a process's memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_s(pid: int) -> float:
    """Return a process's CPU time in seconds."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class House:
    """A house under load, and the tables of its clients."""

    address: str
    pids: tuple[int, ...]
    """Its processes: one, or one for each node."""
    tables: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)

    async def prepare(self, tables: int, seats: int) -> None:
        """Create the tables, and a guest for each of their seats."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60, verify=False) as http:
            me = (await http.post("/api/v1/guest")).json()
            for at, book in zip(range(len(self.tables), tables), cycle(HOUSE_BANKED), strict=False):
                document = {"name": f"load-{at}", "rules": book, "speed": "instant"}
                made = await http.post("/api/v1/tables", json=document, headers={"x-csrf": me["csrf"]})
                assert made.status_code == 201, made.text
                self.tables.append(f"load-{at}")
        wanted = tables * seats - len(self.cookies)
        while wanted > 0:
            self.cookies += await asyncio.gather(*(self._guest() for _ in range(min(wanted, 20))))
            wanted -= 20

    def cpu_s(self) -> float:
        return sum(map(cpu_s, self.pids))

    async def _guest(self) -> str:
        async with httpx.AsyncClient(base_url=self.address, timeout=60, verify=False) as http:
            answer = await http.post("/api/v1/guest")
            return f"uth_session={answer.cookies['uth_session']}"

    def url(self, table: str) -> str:
        return f"{self.address.replace('http', 'ws')}/ws/v1/tables/{table}"

    @asynccontextmanager
    async def playing(self, tables: int, seats: int, think_s: float, times: Times) -> AsyncIterator[list[Client]]:
        """Play at every seat of the tables while the block runs."""
        cookies = iter(self.cookies)
        clients = [
            Client(self.url(table), next(cookies), seat, think_s, times, Random(f"{table} {seat}"), late_s)
            for table in self.tables[:tables]
            for late_s in (Random(table).uniform(0.0, BEGIN * think_s),)
            for seat in range(1, seats + 1)
        ]
        door, go = asyncio.Semaphore(30), asyncio.Event()
        tasks = [asyncio.create_task(client.play(door, go)) for client in clients]
        while any(client.sent < 2 or client.waits for client in clients):
            await asyncio.sleep(0.05)
            for task in tasks:
                if task.done():
                    task.result()
        go.set()
        try:
            yield clients
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0.5)


def stolen_s() -> float:
    """Return the total time stolen from this machine's cores by other machines on the host."""
    return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")


async def lateness(late: Times) -> None:
    """Record how late the machine wakes a sleeping process, a lower bound for every answer."""
    while True:
        start = time.perf_counter()
        await asyncio.sleep(TIMER_S)
        late.taken.append(time.perf_counter() - start - TIMER_S)


async def measured(house: House, tables: int, seats: int, seconds: float, think_s: float, says: str) -> Times:
    """Print what the tables do in that time, and return the latencies."""
    times, memory, late = Times(), [], Times()
    async with house.playing(tables, seats, think_s, times) as clients:
        await asyncio.sleep(2.0 + BEGIN * think_s)
        times.taken.clear()
        before = sum(client.rounds for client in clients)
        start, cpu, own, lost = time.perf_counter(), house.cpu_s(), time.process_time(), stolen_s()
        timer = asyncio.create_task(lateness(late))
        for _ in range(5):
            memory.append(sum(map(rss_mb, house.pids)))
            await asyncio.sleep(seconds / 5)
        timer.cancel()
        taken = Times(list(times.taken))
        lasted, lost = time.perf_counter() - start, stolen_s() - lost
        rounds = (sum(client.rounds for client in clients) - before) / seats
        cpu, own = (house.cpu_s() - cpu) / lasted, (time.process_time() - own) / lasted
    each = 1000 * cpu * lasted / max(len(taken.taken), 1)
    print(
        f"{says}: {len(taken.taken) / lasted:7,.0f} commands a second, {rounds / lasted:5,.0f} rounds a second, "
        f"{taken.said()}; house {cpu:.0%} of a core, {each:.1f} ms of it a command; clients {own:.0%}; "
        f"memory {' '.join(f'{mb:.0f}' for mb in memory)} MB; a timer beside it was late by {late.said()}; "
        f"{1000 * lost:.0f} ms of the cores were stolen by other machines"
    )
    return taken


@asynccontextmanager
async def deaf(house: House) -> AsyncIterator[None]:
    """Connect a client to the first table that stops reading."""
    async with connect(house.url(house.tables[0]), compression=None, max_queue=1, ping_interval=None) as socket:
        await socket.recv()
        socket.transport.pause_reading()
        yield
        socket.transport.abort()


async def echoed(address: str, sockets: int, seconds: float, think_s: float) -> tuple[float, Times]:
    """Return how many messages per second a bare echo server returns to that many sockets, and their latencies."""
    times, stop = Times(), asyncio.Event()
    text = b"x" * 100

    async def client(random: Random) -> None:
        back: asyncio.Queue[bytes] = asyncio.Queue()
        socket = Wire(address, "", back.put_nowait, lambda: None)
        await socket.open()
        while not stop.is_set():
            if think_s:
                await asyncio.sleep(think_s * random.uniform(0.5, 1.5))
            start = time.perf_counter()
            socket.send(text)
            await back.get()
            times.taken.append(time.perf_counter() - start)
        socket.end()

    tasks = [asyncio.create_task(client(Random(each))) for each in range(sockets)]
    await asyncio.sleep(1.0)
    times.taken.clear()
    start = time.perf_counter()
    await asyncio.sleep(seconds)
    taken = Times(list(times.taken))
    rate = len(taken.taken) / (time.perf_counter() - start)
    stop.set()
    await asyncio.gather(*tasks)
    return rate, taken


async def load(tables: int, seats: int, seconds: float, think_s: float, database: str | None) -> None:
    """Print the house at a person's pace and at full speed, each compared with the echo."""
    half = max(tables // 2, 1)
    with program([sys.executable, "-c", ECHO]) as (address, _):
        slow_rate, slow = await echoed(address, half * seats, seconds / 2, think_s)
        fast_rate, fast = await echoed(address, tables, seconds / 2, 0.0)
    print(f"bare echo, {half * seats} sockets at a person's pace: {slow_rate:7,.0f} texts a second, {slow.said()}")
    print(f"bare echo, {tables} sockets at full speed: {fast_rate:7,.0f} texts a second, {fast.said()}")
    with tempfile.TemporaryDirectory(prefix="uth-load-") as folder:
        command = [UTH, "serve", "--data", folder, "--port", "0", "--log-level", "error"]
        command += ["--allowance", "1,000,000"]  # nobody runs out of chips while the load is measured
        command += [word for bound in BOUNDS for word in ("--bound", bound)]
        command += ["--database", database] if database is not None else []
        with program(command) as (address, pid):
            house = House(address, (pid,))
            await house.prepare(tables, seats)
            says = f"{half} tables, {half * seats} sockets at a person's pace"
            calm = await measured(house, half, seats, seconds, think_s, says)
            async with deaf(house):
                beside = await measured(house, half, seats, seconds, think_s, "  beside one that stops reading")
            print(
                f"  p99 {calm.at(0.99) / slow.at(0.99):.1f} times the echo's; "
                f"{beside.at(0.99) / calm.at(0.99):.2f} times as long beside one that stops reading"
            )
            full = await measured(house, tables, seats, seconds, 0.0, f"{tables} tables of {seats} at full speed")
            print(f"  {fast_rate / (len(full.taken) / seconds):.0f} echoes for each command stored and told to a table")


def bench() -> None:
    """Print a short load test of a hundred tables."""
    uvloop.run(load(100, 6, 10.0, 1.0, None))


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, epilog="Example: python scripts/load.py --seconds 60")
    words.add_argument("--tables", type=int, default=100, help="tables at full speed; half as many at a person's pace")
    words.add_argument("--seats", type=int, default=6, help="socket clients at each")
    words.add_argument("--seconds", type=float, default=20.0, help="how long each part is measured")
    words.add_argument("--think", type=float, default=1.0, help="seconds a person thinks before each command")
    words.add_argument("--database", help="a PostgreSQL URL instead of SQLite")
    asked = words.parse_args()
    uvloop.run(load(asked.tables, asked.seats, asked.seconds, asked.think, asked.database))


if __name__ == "__main__":
    main()
