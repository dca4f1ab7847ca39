"""A house in its own process, which can be killed and restarted at the same address."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from support.installed import Program


class Served:
    """One `uth serve` on one folder: the first start takes a free port, every later one the same."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.address = ""
        self.process: Program | None = None

    def start(self) -> None:
        self.process = Program("serve", "--data", str(self.data), "--port", str(self.port), *self.options)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[0-9.]+:(\d+)", line)
        assert found, (line, self.process.stderr.read() if self.process.stderr is not None else "")
        self.address, self.port = found[0], int(found[1])

    def seats_at(self, table: str) -> dict[str, Any]:
        """Return who sits at the table, as somebody sees it who has no seat there."""
        with urllib.request.urlopen(f"{self.address}/api/v1/tables/{table}", timeout=20) as answer:
            seats: dict[str, Any] = json.load(answer)["view"]["seats"]
        return seats

    def stop(self, number: signal.Signals) -> None:
        process = self.process
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(number)
        process.wait(20)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        self.process = None

    def kill(self) -> None:
        """Pull the plug."""
        self.stop(signal.SIGKILL)


@contextmanager
def served(data: Path, *options: str) -> Iterator[Served]:
    """Run a house until the end of the block."""
    house = Served(data, *options)
    house.start()
    try:
        yield house
    finally:
        house.stop(signal.SIGINT)


@contextmanager
def served_by(data: Path) -> Iterator[tuple[str, Program]]:
    """Run a house until the end of the block, or until its process ends before; yield its address and its process."""
    with served(data) as house:
        assert house.process is not None
        yield house.address, house.process


class Cable:
    """A cable to the house that can be cut, or let everything through in one direction only."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_deaf = False
        """Whether what the house says is lost on the way."""
        self.refuses = False
        """Whether nobody gets through."""
        self.server: asyncio.Server | None = None
        self.writers: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.close()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers += [writer, there_writer]
        ways = (self._pass(reader, there_writer, from_house=False), self._pass(there_reader, writer, from_house=True))
        await asyncio.gather(*ways, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_house: bool) -> None:
        while some := await reader.read(65536):
            if not (from_house and self.is_deaf):
                writer.write(some)
        writer.close()

    def unplug(self) -> None:
        if self.server is not None:
            self.server.close()
        self.cut()

    def cut(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()


@asynccontextmanager
async def cable_to(house: Served) -> AsyncIterator[tuple[str, Cable]]:
    cable = Cable(house.port)
    cable.server = await asyncio.start_server(cable.serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{cable.server.sockets[0].getsockname()[1]}", cable
    finally:
        cable.unplug()
