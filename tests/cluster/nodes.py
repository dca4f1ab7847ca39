"""Nodes of one house in the event loop of the test, each with its own server on a real port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from cluster.harness import until
from support.open_house import OpenHouse, Person
from uth.composition import HouseSettings
from uth.house import cluster
from uth.house.cluster import Cluster
from uth.rules.loader import BOOKS
from uth.web.server import WebSettings, bind_socket, open_site, web_house
from uth.web.watched_store import WatchedStore

TTL_S = 60.0
"""Longer than a busy machine keeps a node from renewing its lease."""


@dataclass
class OpenNode(OpenHouse):
    """A node, and how to reach it."""

    invitation: str | None = None
    """The token for the first admin, if this node printed one."""

    @property
    def cluster(self) -> Cluster:
        assert self.site.cluster is not None
        return self.site.cluster

    @property
    def name(self) -> str:
        return self.cluster.node.name

    async def runs(self, table: str) -> None:
        """Wait until this node runs the table."""
        await until(lambda: self.cluster.is_here(table), f"{table} runs at {self.name}")

    def also(self, person: Person) -> Person:
        """Return the person with their session at this node."""
        return Person(self, person.token)


@asynccontextmanager
async def open_node(
    url: str, name: str, *, ttl_s: float = TTL_S, settings: HouseSettings | None = None
) -> AsyncIterator[OpenNode]:
    """Run a node while the block runs, and drain it at the end."""
    web = WebSettings(node=name)
    with closing(bind_socket("127.0.0.1", 0)) as port:
        address = f"http://127.0.0.1:{port.getsockname()[1]}"
        store = await WatchedStore.open_node(url, name, address, ttl_s=ttl_s)
        site = web_house(store, port, settings, web)
        async with open_site(store, site) as invitation:
            serving = await site.start(signals=False)
            try:
                yield OpenNode(site, invitation)
            finally:
                await site.server.close()
                await serving


@asynccontextmanager
async def two_nodes(url: str) -> AsyncIterator[tuple[OpenNode, OpenNode]]:
    """Run two nodes on a new house, once each runs some of its tables; from then on no table moves."""
    async with open_node(url, "east") as east, open_node(url, "west") as west:
        await until(lambda: len(east.house.tables) + len(west.house.tables) == len(BOOKS), "every table runs")
        await until(lambda: len(west.house.tables) >= len(BOOKS) // 2, "both nodes run tables")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cluster, "HANDED_OVER_MAX", 0)
            yield east, west


async def closed_with(person: Person, socket: ClientConnection) -> int | None:
    """Read until the socket is closed, and return the code it was closed with."""
    while socket.close_code is None:
        with suppress(ConnectionClosed):
            await person.hear(socket)
    return socket.close_code
