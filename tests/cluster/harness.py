"""Nodes as processes, the connection between each of them and PostgreSQL, and a load balancer in front of them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import quote

from store.postgres import Server

UTH = str(Path(sys.executable).parent / "uth")
BOUNDS = (
    "sockets=5000", "sockets_per_address=5000", "guests_per_minute=100000", "tables_per_minute=10000",
    "requests_per_second=10000", "commands_per_second=10000",
)  # fmt: skip
"""All load comes from one address."""
PROBE_S = 0.5
"""How often the balancer asks each node whether it is ready."""
ANSWER_S = 1.5
"""How long a node may take to say so."""
CHUNK = 64 * 1024


async def until(holds: Callable[[], Awaitable[bool] | bool], says: str, within_s: float = 60.0) -> None:
    """Wait until the condition holds; fail with the words if it does not within a generous time."""
    end = time.monotonic() + within_s
    while True:
        found = holds()
        if found if isinstance(found, bool) else await found:
            return
        assert time.monotonic() < end, f"{says}: not within {within_s:g} s"
        await asyncio.sleep(0.05)


class Wire:
    """A TCP port that leads to PostgreSQL, and can be cut: connections stay open, and nothing passes either way."""

    def __init__(self, server: Server) -> None:
        self._path = next(word.removeprefix("host=") for word in server.dsn.split() if word.startswith("host="))
        self._whole = asyncio.Event()
        self._whole.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def open(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Let nothing pass."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything pass again, what has waited first."""
        self._whole.set()

    @property
    def is_cut(self) -> bool:
        """Whether nothing passes."""
        return not self._whole.is_set()

    async def close(self) -> None:
        """Close the port and every connection."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._whole.wait()
            there, to = await asyncio.open_unix_connection(f"{self._path}/.s.PGSQL.5432")
            try:
                await _both(self._passed(reader, to), self._passed(there, writer))
            finally:
                to.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(CHUNK):
            await self._whole.wait()
            writer.write(chunk)
            await writer.drain()


async def _both(one: Awaitable[None], other: Awaitable[None]) -> None:
    """Run both until the first ends."""
    tasks = [asyncio.ensure_future(one), asyncio.ensure_future(other)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(eq=False)
class NodeProcess:
    """One `uth serve --node`, which can be started again under its name and its port."""

    name: str
    wire: Wire
    schema: str
    folder: Path
    options: tuple[str, ...] = ()
    port: int = 0
    process: asyncio.subprocess.Process | None = None
    lines: list[str] = field(default_factory=list)
    """What it printed and logged since its last start."""
    stopped: bool = False
    _reading: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        """The URL of the house through this node's wire."""
        options = quote(f"-csearch_path={self.schema}", safe="")
        return f"postgresql://uth@127.0.0.1:{self.wire.port}/postgres?options={options}"

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start the process; it opens on its own time."""
        self.port = self.port or _free_port()
        words = ["serve", "--node", self.name, "--database", self.database, "--data", str(self.folder)]
        words += ["--port", str(self.port), "--allowance", "1,000,000", *self.options]
        words += [word for bound in BOUNDS for word in ("--bound", bound)]
        self.lines.clear()
        self.process = await asyncio.create_subprocess_exec(
            UTH, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        self._reading = asyncio.create_task(self._read(self.process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with (self.folder / f"{self.name}.log").open("a") as kept:
            kept.write(f"--- started as {process.pid} at {time.time():.3f}\n")
            while line := (await process.stdout.readline()).decode(errors="replace"):
                self.lines.append(line.rstrip())
                kept.write(f"{time.time():.3f} {line}")
                kept.flush()

    def said(self, words: str) -> list[str]:
        """Return the lines with these words."""
        return [line for line in self.lines if words in line]

    async def opened(self) -> None:
        """Wait until it says that it is open."""
        await until(lambda: bool(self.said("The house is open at")) or not self.is_running, f"{self.name} opens")
        assert self.is_running, "\n".join(self.lines)

    def send(self, what: signal.Signals) -> None:
        """Send the process a signal."""
        assert self.process is not None
        self.stopped = what == signal.SIGSTOP or (self.stopped and what != signal.SIGCONT)
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, what)

    async def ended(self) -> int:
        """Wait until the process has ended, and return its status."""
        assert self.process is not None
        status = await self.process.wait()
        if self._reading is not None:
            await asyncio.wait([self._reading], timeout=5)
        return status

    async def end(self) -> None:
        """Kill the process if it is there."""
        if self.is_running:
            self.send(signal.SIGKILL)
            await self.ended()


def _free_port() -> int:
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass(eq=False)
class Balancer:
    """Splices each connection to a random node that is ready; the connections of one that is not are closed."""

    nodes: list[NodeProcess]
    random: Random = field(default_factory=Random)
    ready: set[str] = field(default_factory=set)
    """The names of the nodes that have answered in time."""
    port: int = 0
    _open: dict[str, set[asyncio.Task[None]]] = field(default_factory=dict)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _server: asyncio.Server | None = None

    @property
    def address(self) -> str:
        """Where clients connect."""
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Listen on a free port, and ask the nodes whether they are ready."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self.port = self._server.sockets[0].getsockname()[1]
        self._tasks = [asyncio.create_task(self._watch(node)) for node in self.nodes]

    async def close(self) -> None:
        """Close every connection."""
        if self._server is not None:
            self._server.close()
        spliced = [task for tasks in self._open.values() for task in tasks]
        for task in (*self._tasks, *spliced):
            task.cancel()
        await asyncio.gather(*self._tasks, *spliced, return_exceptions=True)

    async def _watch(self, node: NodeProcess) -> None:
        while True:
            if await answers(node.port):
                self.ready.add(node.name)
            else:
                self.ready.discard(node.name)
                for task in list(self._open.get(node.name, ())):
                    task.cancel()
            await asyncio.sleep(PROBE_S)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        found = [node for node in self.nodes if node.name in self.ready]
        node = self.random.choice(found) if found else None
        here = self._open.setdefault(node.name if node is not None else "", set())
        here.add(task)
        try:
            if node is not None:
                there, to = await asyncio.open_connection("127.0.0.1", node.port)
                try:
                    await _both(_passed(reader, to), _passed(there, writer))
                finally:
                    to.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            here.discard(task)
            writer.transport.abort()


async def _passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(CHUNK):
        writer.write(chunk)
        await writer.drain()


async def answers(port: int, path: str = "/readyz") -> bool:
    """Whether the node answers with 200 in time."""
    writer = None
    try:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            return b" 200 " in await reader.readline()
    except (OSError, TimeoutError):
        return False
    finally:
        if writer is not None:
            writer.transport.abort()


@dataclass(eq=False)
class RunningCluster:
    """Nodes on one PostgreSQL, behind a balancer."""

    server: Server
    schema: str
    nodes: list[NodeProcess]
    balancer: Balancer

    def named(self, name: str) -> NodeProcess:
        """Return the node of that name."""
        return next(node for node in self.nodes if node.name == name)

    @property
    def dsn(self) -> str:
        """How psycopg reaches the house."""
        return f"{self.server.dsn} options=-csearch_path={self.schema}"

    @property
    def invitation(self) -> str:
        """The token that makes the first admin, as the newest start printed it."""
        found = [line for node in self.nodes for line in node.said("Create the first admin account")]
        return found[-1].rpartition("#")[2]

    async def all_ready(self) -> None:
        """Wait until every node is ready."""
        await until(lambda: len(self.balancer.ready) == len(self.nodes), "every node is ready", 120)


@asynccontextmanager
async def running(
    server: Server, folder: Path, nodes: int, *, random: Random | None = None, options: tuple[str, ...] = ()
) -> AsyncIterator[RunningCluster]:
    """Run that many nodes on a new house, each behind a wire of its own; they are killed at the end of the block."""
    schema = server.new_url().rpartition("%3D")[2]
    wires = [Wire(server) for _ in range(nodes)]
    members: list[NodeProcess] = []
    balancer = Balancer(members, random or Random())
    try:
        for at, wire in enumerate(wires):
            await wire.open()
            members.append(NodeProcess(f"n{at + 1}", wire, schema, folder, options))
        for node in members:
            await node.start()
            if node is members[0]:
                await node.opened()
        for node in members:
            await node.opened()
        await balancer.open()
        yield RunningCluster(server, schema, members, balancer)
    finally:
        await balancer.close()
        for node in members:
            await node.end()
        for wire in wires:
            wire.mend()
            await wire.close()
