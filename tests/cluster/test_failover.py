"""Node processes stopped by SIGTERM, paused and killed: their tables continue at the other node."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
from cluster_drill import Player, make_tables, posted

from cluster.checker import Acknowledged, Auditor, watch
from cluster.harness import NodeProcess, RunningCluster, running, until
from store.postgres import Server

TABLES = ("drill-0", "drill-1")


async def test_tables_go_on_at_the_other_node_when_theirs_is_drained_paused_or_killed(
    postgres: Server, tmp_path: Path
) -> None:
    async with running(postgres, tmp_path, 2) as cluster:
        watch(cluster.dsn, cluster.schema)
        await cluster.all_ready()
        acknowledged: list[Acknowledged] = []
        assert await make_tables(cluster, len(TABLES)) == list(TABLES)
        players = [await _player(cluster, name, acknowledged) for name in TABLES]
        tasks = [asyncio.create_task(player.play()) for player in players]
        try:
            await _goes_on(acknowledged)
            gone, heir = _holder_and_other(cluster)
            gone.send(signal.SIGTERM)
            assert await gone.ended() == 0
            await until(lambda: _holders(cluster) == {heir.name}, "the drained node's tables were taken")
            await _goes_on(acknowledged)
            await gone.start()
            await gone.opened()

            paused, heir = _holder_and_other(cluster)
            paused.send(signal.SIGSTOP)
            await until(lambda: _holders(cluster) == {heir.name}, "the paused node's tables were taken")
            await _goes_on(acknowledged)
            written = _written_by(cluster, paused)
            paused.send(signal.SIGCONT)
            await until(lambda: bool(paused.said("the node has joined again")), "the node joins again")
            assert paused.said("the node has lost its tables")
            await _goes_on(acknowledged)
            after = _written_by(cluster, paused)
            assert {each: after[each] for each in written} == written, "it wrote in an epoch that was over"

            killed, heir = _holder_and_other(cluster)
            killed.send(signal.SIGKILL)
            await killed.ended()
            await until(lambda: _holders(cluster) == {heir.name}, "the killed node's tables were taken")
            await _goes_on(acknowledged)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await heir.end()
        auditor = Auditor(cluster.dsn)
        auditor.finish(acknowledged)
        assert not auditor.wrong


async def _player(cluster: RunningCluster, table: str, acknowledged: list[Acknowledged]) -> Player:
    async with httpx.AsyncClient(base_url=cluster.balancer.address, timeout=60) as http:
        answer = await posted(http, "/api/v1/guest", {})
    return Player(
        address=cluster.balancer.address,
        table=table,
        seat=1,
        cookie=f"uth_session={answer.cookies['uth_session']}",
        person=answer.json()["person"],
        think_s=0.1,
        random=Random(table),
        acknowledged=acknowledged,
        refused=Counter(),
    )


async def _goes_on(acknowledged: list[Acknowledged]) -> None:
    """Wait until commands were done at every table from now on."""
    before = len(acknowledged)
    await until(lambda: {each.table for each in acknowledged[before + 2 :]} == set(TABLES), "every table goes on")


def _holder_and_other(cluster: RunningCluster) -> tuple[NodeProcess, NodeProcess]:
    """Return a node that runs a table which is played, and the other one."""
    name = min(_holders(cluster))
    return cluster.named(name), next(node for node in cluster.nodes if node.name != name)


def _rows(cluster: RunningCluster, query: str, *values: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(cluster.dsn) as connection:
        return connection.execute(query.encode(), values).fetchall()


def _holders(cluster: RunningCluster) -> set[str]:
    """Return the live nodes that run the tables which are played."""
    held = (
        "SELECT DISTINCT leases.node FROM leases JOIN nodes ON nodes.name = leases.node "
        "AND nodes.incarnation = leases.incarnation AND expires > extract(epoch FROM clock_timestamp()) * 1000 "
        "WHERE stream = ANY(%s)"
    )
    return {name for (name,) in _rows(cluster, held, [f"table/{name}" for name in TABLES])}


def _written_by(cluster: RunningCluster, node: NodeProcess) -> dict[tuple[str, int], int]:
    """Return how many records of each table the node wrote in each epoch."""
    query = (
        "SELECT stream, epoch, count(*) FROM drill_writers "
        "WHERE application = %s AND stream LIKE 'table/%%' GROUP BY stream, epoch"
    )
    return {(stream, epoch): count for stream, epoch, count in _rows(cluster, query, f"uth {node.name}")}
