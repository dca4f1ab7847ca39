"""Benchmark a house on one, two and three servers with one PostgreSQL, compared with a bare echo server."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import psycopg
import uvloop

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cluster_drill import make_tables
from load import ECHO, House, echoed, measured, program

from cluster.harness import RunningCluster, running
from store.postgres import Server, binaries

SETTLE_S: Final = 3.0
"""How long no table may move before they are shared."""


@dataclass(slots=True)
class ClusterHouse(House):
    """A house on several nodes; each table is played through a random one."""

    addresses: list[str] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(1))

    def url(self, table: str) -> str:
        return f"{self.random.choice(self.addresses).replace('http', 'ws')}/ws/v1/tables/{table}"


async def measure(cluster: RunningCluster, tables: int, seats: int, seconds: float, think_s: float) -> float:
    """Print the cluster at a person's pace and at full speed, and return its commands a second at full speed."""
    pids = tuple(node.process.pid for node in cluster.nodes if node.process is not None)
    addresses = [node.address for node in cluster.nodes]
    house = ClusterHouse(addresses[0], pids, await make_tables(cluster, tables), addresses=addresses)
    await house.prepare(tables, seats)
    await _settled(cluster)
    half, nodes = max(tables // 2, 1), f"{len(pids)} node{'s' if len(pids) > 1 else ''}"
    await measured(house, half, seats, seconds, think_s, f"{nodes}, {half * seats} sockets at a person's pace")
    full = await measured(house, tables, seats, seconds, 0.0, f"{nodes}, {tables} tables of {seats} at full speed")
    return len(full.taken) / seconds


async def _settled(cluster: RunningCluster) -> None:
    """Wait until the nodes share the tables equally: the clients do not reconnect when a table moves."""
    before, leases = None, list[Any]()
    while before != leases:
        await asyncio.sleep(SETTLE_S)
        before = leases
        with psycopg.connect(cluster.dsn) as connection:
            leases = connection.execute("SELECT stream, epoch FROM leases ORDER BY stream").fetchall()


async def compare(server: Server, tables: int, seats: int, seconds: float, think_s: float) -> None:
    """Print one, two and three nodes beside the echo."""
    with program([sys.executable, "-c", ECHO]) as (address, _):
        rate, times = await echoed(address, tables, seconds / 2, 0.0)
    print(f"bare echo, {tables} sockets at full speed: {rate:7,.0f} texts a second, {times.said()}")
    for nodes in (1, 2, 3):
        with tempfile.TemporaryDirectory(prefix="uth-bench-") as folder:
            async with running(server, Path(folder), nodes) as cluster:
                await cluster.all_ready()
                done = await measure(cluster, tables, seats, seconds, think_s)
        print(f"  {rate / max(done, 1):.0f} echoes for each command")


def run(tables: int, seats: int, seconds: float, think_s: float) -> None:
    """Run the benchmark on a PostgreSQL of its own."""
    found = binaries()
    if found is None:
        print("PostgreSQL's server is not here: make postgres as root installs it")
        return
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    server = Server(found)
    try:
        uvloop.run(compare(server, tables, seats, seconds, think_s))
    finally:
        server.remove()


def bench() -> None:
    """Print a short benchmark of a hundred tables."""
    run(100, 6, 10.0, 1.0)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, epilog="Example: python scripts/bench_cluster.py --tables 20")
    words.add_argument("--tables", type=int, default=100, help="tables at full speed; half as many at a person's pace")
    words.add_argument("--seats", type=int, default=6, help="socket clients at each")
    words.add_argument("--seconds", type=float, default=10.0, help="how long each part is measured")
    words.add_argument("--think", type=float, default=1.0, help="seconds a person thinks before each command")
    asked = words.parse_args()
    run(asked.tables, asked.seats, asked.seconds, asked.think)


if __name__ == "__main__":
    main()
