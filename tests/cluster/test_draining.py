"""A node that is about to stop hands its tables over; players notice only a new connection."""

from __future__ import annotations

import asyncio

from cluster.harness import until
from cluster.nodes import closed_with, two_nodes
from store.postgres import Server


async def test_a_node_that_drains_hands_its_tables_over_between_rounds(postgres: Server) -> None:
    async with two_nodes(postgres.new_url()) as (east, west):
        await east.table("drained")
        await east.runs("drained")
        ann = await west.guest()
        async with ann.socket("drained") as socket:
            await ann.sit(socket)
            await ann.round(socket)
            assert (await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
            await ann.ask(socket, ready=True)
            while ann.view["turn"] != 1:
                await ann.hear(socket)
            draining = asyncio.create_task(east.cluster.drain())
            async with east.http() as http:
                await until(lambda: len(east.house.tables) == 1, "the tables without a round are handed over")
                ready, health = await http.get("/readyz"), await http.get("/healthz")
                assert (ready.status_code, ready.text) == (503, "this server is handing its tables over")
                assert health.status_code == 200
            assert east.cluster.is_here("drained"), "a round is on"
            assert (await ann.do(socket, "MakePlay", seat=1, multiple=4))["type"] == "done"
            assert await closed_with(ann, socket) == 1012
            await draining
        await west.runs("drained")
        async with ann.socket("drained") as socket:
            await ann.hear(socket)
            while ann.view["phase"] != "wagers":
                await ann.hear(socket)
            assert ann.view["rounds"] == 2
            await ann.round(socket)
