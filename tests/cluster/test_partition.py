"""A node that is cut off from the database says so once, writes nothing, and joins again when the network is back."""

from __future__ import annotations

from pathlib import Path

import httpx
import psycopg

from cluster.harness import NodeProcess, running, until
from store.postgres import Server

LOST = "the node has lost its tables"
JOINED = "the node has joined again"


async def test_a_partitioned_node_loses_its_tables_and_comes_back_by_itself(postgres: Server, tmp_path: Path) -> None:
    async with running(postgres, tmp_path, 2) as cluster:
        await cluster.all_ready()
        cut, other = cluster.nodes

        def held(node: NodeProcess) -> int:
            query = (
                "SELECT count(*) FROM leases JOIN nodes USING (incarnation) WHERE node = %s AND nodes.name = node "
                "AND expires > extract(epoch FROM clock_timestamp()) * 1000"
            )
            with psycopg.connect(cluster.dsn) as connection:
                found = connection.execute(query, (node.name,)).fetchone()
            return int(found[0]) if found is not None else 0

        await until(lambda: held(cut) > 0 and held(other) > 0, "both run tables")
        tables = held(cut) + held(other)
        for node in cluster.nodes:
            node.lines.clear()
        cut.wire.cut()
        await until(lambda: bool(cut.said(LOST)), "the node says that it has lost its tables", 12)
        await until(lambda: held(other) == tables, "the other node has them all")
        async with httpx.AsyncClient(base_url=cut.address, timeout=5) as http:
            assert (await http.post("/api/v1/guest", json={})).status_code == 503, "it decides nothing on its own"
            assert (await http.get("/healthz")).status_code == 200, "nobody needs to restart it"
        async with httpx.AsyncClient(base_url=other.address, timeout=5) as http:
            assert (await http.post("/api/v1/guest", json={})).status_code == 200
        cut.wire.mend()
        await until(lambda: bool(cut.said(JOINED)), "the node joins again")
        await until(lambda: held(cut) > 0, "it runs tables again")
        assert len(cut.said(LOST)) == len(cut.said(JOINED)) == 1, cut.lines
        assert len(cut.said("the node could not renew its lease")) <= 2, cut.lines
        assert not other.said(LOST)
        assert not [line for line in (*cut.lines, *other.lines) if "Traceback" in line]
