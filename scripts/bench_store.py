"""Benchmark durable appends per second against bare flushes of the same disk and against a store in memory."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from store.postgres import Server, binaries
from uth.ledger.book import CAGE, Account, AccountKind, Transfer
from uth.store.database import DatabaseStore
from uth.store.entries import Entry, Store
from uth.store.memory import MemoryStore

APPENDERS = (1, 10, 100)
SECONDS = 1.5
BODY = {"is": "WagerPlaced", "seat": 3, "wager": "ante", "cents": 500, "by": "a player of the usual length"}


def bench() -> None:
    """Print the appends per second of 1, 10 and 100 tables, and their ratio to one flush each."""
    with tempfile.TemporaryDirectory(prefix="uth-bench-") as folder:
        flushes = flushes_a_second(Path(folder) / "flushed")
        print(f"a bare flush of 4 KiB to the disk: {flushes:8,.0f} a second")
        _print("memory", asyncio.run(measured("")), flushes)
        _print("SQLite", asyncio.run(measured(f"sqlite:///{folder}/house.db")), flushes)
        _print_reading(f"sqlite:///{folder}/house.db")
    found = binaries()
    if found is None:
        print("PostgreSQL: its server is not here")
        return
    server = Server(found)
    try:
        _print("PostgreSQL", asyncio.run(measured(server.new_url())), flushes)
    finally:
        server.remove()


def flushes_a_second(path: Path) -> float:
    file = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < 1:
            os.write(file, b"x" * 4096)
            os.fdatasync(file)
            count += 1
        return count / (time.perf_counter() - start)
    finally:
        os.close(file)


async def measured(url: str) -> list[float]:
    """Return the appends per second for each number of concurrent tables, each waiting for its own last append."""
    store: Store = await DatabaseStore.open(url) if url else MemoryStore()
    rates = []
    for tables in APPENDERS:
        until = time.perf_counter() + (SECONDS if url else 0.2)
        start = time.perf_counter()
        counts = await asyncio.gather(*(_appended(store, f"{tables}-{each}", until) for each in range(tables)))
        rates.append(sum(counts) / (time.perf_counter() - start))
    await store.close()
    return rates


async def _appended(store: Store, name: str, until: float) -> int:
    transfer = Transfer(source=CAGE, target=Account(AccountKind.PLAYER, name), cents=Fraction(5, 2))
    number = 0
    while time.perf_counter() < until:
        entry = Entry(stream=name, after=number, body=BODY, transfers=(transfer,))
        await store.append([entry], key=f"{name}/{number}", answer=number)
        number += 1
    return number


def _print(name: str, rates: list[float], flushes: float) -> None:
    shown = ", ".join(f"{rate:,.0f}" for rate in rates)
    print(f"{name}, {', '.join(map(str, APPENDERS))} tables: {shown} appends a second")
    if name != "memory":
        by_flush = ", ".join(f"{rate / flushes:.1f}" for rate in rates)
        print(
            f"  {by_flush} appends in the time of a bare flush; {rates[-1] / rates[0]:.0f} times one table's by sharing"
        )


def _print_reading(url: str) -> None:
    count, verified, read = asyncio.run(_reading(url))
    print(
        f"SQLite, {count:,} records: verified at {count / verified:,.0f} a second, read at {count / read:,.0f} a second"
    )


async def _reading(url: str) -> tuple[int, float, float]:
    store = await DatabaseStore.open(url)
    start = time.perf_counter()
    count = (await store.verify()).position
    verified = time.perf_counter() - start
    start = time.perf_counter()
    async for _ in store.export():
        pass
    read = time.perf_counter() - start
    await store.close()
    return count, verified, read


if __name__ == "__main__":
    bench()
