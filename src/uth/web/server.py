"""The web server: a composed house with its hub and app on uvicorn, and graceful shutdown."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from uth.composition import ComposedHouse, HouseSettings, compose
from uth.errors import Refused
from uth.house.cluster import Cluster
from uth.house.guests import GuestBounds
from uth.house.logs import LOG
from uth.house.signing_key import private_folder
from uth.store.database import DatabaseStore
from uth.store.entries import Store
from uth.store.nodes import Membership
from uth.store.wide import open_wide
from uth.web.app import make_app
from uth.web.health_routes import node_gauges
from uth.web.hub import Hub
from uth.web.limits import Bounds
from uth.web.listeners import HttpProtocol, WebSocketProtocol
from uth.web.metrics import Metrics
from uth.web.security import AllowedHosts
from uth.web.watched_store import WatchedStore, pause_with

if TYPE_CHECKING:
    from uth.web.forwarding import NodeClient
    from uth.web.shared_limits import SharedLimits

FRAME_MAX: Final = 64 * 1024
"""The longest frame the connection reads; the table's own limit is lower and gives an error message."""
CLOSING_S: Final = 8.0
"""How long closing the websockets may take, commands in progress included."""
GRACE_S: Final = 3
"""How long HTTP requests in progress may take after that."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
SWITCH_S: Final = 0.0005
"""The thread switch interval; the store's writer thread needs short turns often."""


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket, or raise `Refused` with the reason."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # asyncio sets TCP_NODELAY on accepted sockets only if the protocol is given
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind(address)
            sock.listen(2048)
        except OSError:
            sock.close()
            raise
        return sock
    except OSError as fault:
        says = f"cannot listen at {host}:{port}: {fault.strerror or fault}; give another --host or --port"
        raise Refused("cannot_listen", None, says) from None


class HouseServer(uvicorn.Server):
    """A uvicorn server that shuts the house down gracefully on the first signal and exits on the second."""

    def __init__(
        self,
        app: ASGIApp,
        hub: Hub,
        *,
        behind_proxy: str | None = None,
        before_closing: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HttpProtocol,
                ws=WebSocketProtocol,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                ws_max_size=FRAME_MAX,
                ws_ping_interval=20.0,
                ws_ping_timeout=20.0,
                ws_per_message_deflate=False,
                proxy_headers=behind_proxy is not None,
                forwarded_allow_ips=behind_proxy or "",
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.hub = hub
        self._before_closing = before_closing
        self._closing: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handle signals in the event loop, so that none interrupts a command."""
        loop = asyncio.get_running_loop()
        for each in SIGNALS:
            loop.add_signal_handler(each, self._on_signal, each)
        try:
            yield
        finally:
            for each in SIGNALS:
                loop.remove_signal_handler(each)

    def _on_signal(self, by: signal.Signals) -> None:
        if self._closing is not None:
            LOG.warning("stopped at once", signal=by.name)
            os._exit(1)
        LOG.info("the house is closing", signal=by.name, sockets=self.hub.count)
        self._closing = asyncio.create_task(self.close(), name="the house is closing")

    async def close(self) -> None:
        """Stop accepting, tell every client, let commands in progress finish, and exit."""
        if self._before_closing is not None:
            await self._before_closing()
        for each in getattr(self, "servers", ()):
            each.close()
        self.hub.close()
        until = time.monotonic() + CLOSING_S
        while self.hub.count and time.monotonic() < until:
            await asyncio.sleep(0.02)
        self.should_exit = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """The address and limits of a web server."""

    host: str = "127.0.0.1"
    port: int = 0
    behind_proxy: str | None = None
    """The reverse proxy's address, whose x-forwarded headers are trusted."""
    hosts: AllowedHosts | None = None
    """The host names of the house."""
    node: str | None = None
    """The name of this node, if several programs run the house on one database."""
    node_address: str | None = None
    """The address at which other nodes reach this one; by default the one it listens on."""
    wide: str | None = None
    """The schema with the links that several houses share."""
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(slots=True, kw_only=True)
class WebHouse:
    """A house with everything that makes it a web server."""

    composed: ComposedHouse
    hub: Hub
    metrics: Metrics
    app: FastAPI
    server: HouseServer
    socket: socket.socket
    host: str
    cluster: Cluster | None = None
    node_client: NodeClient | None = None
    shared_limits: SharedLimits | None = None
    wide: str | None = None

    @property
    def address(self) -> str:
        """The URL of the house."""
        return f"http://{self.host}:{self.socket.getsockname()[1]}"

    async def start(self, *, signals: bool = True) -> asyncio.Task[None]:
        """Start serving; the task ends when the server stops, which a signal does only with `signals`."""
        run = self.server.serve if signals else self.server._serve
        task = asyncio.create_task(run(sockets=[self.socket]))
        while not self.server.started and not task.done():
            await asyncio.sleep(0.005)
        return task


def web_house(
    store: Store,
    sock: socket.socket,
    settings: HouseSettings | None = None,
    web: WebSettings | None = None,
    *,
    hub: Hub | None = None,
    metrics: Metrics | None = None,
) -> WebHouse:
    """Compose a house on a store and its server on a socket; neither is opened yet."""
    settings, web = settings or HouseSettings(), web or WebSettings()
    hub, metrics = hub or Hub(), metrics or Metrics()
    composed = compose(store, hub, with_bounds(settings, web.bounds), observers=(hub,))
    app = make_app(
        composed.house,
        hub,
        bots=composed.bots,
        bounds=web.bounds,
        metrics=metrics,
        hosts=web.hosts,
        behind_proxy=web.behind_proxy is not None,
    )
    composed.house.observers.each.append(app.state.reviews)
    composed.closing.append(app.state.reviews.close)
    site = WebHouse(
        composed=composed,
        hub=hub,
        metrics=metrics,
        app=app,
        server=HouseServer(app, hub, behind_proxy=web.behind_proxy),
        socket=sock,
        host=web.host,
        wide=web.wide,
    )
    if isinstance(store, DatabaseStore) and store.node is not None:
        _join_cluster(site, store, store.node, web)
    return site


def _join_cluster(site: WebHouse, store: DatabaseStore, node: Membership, web: WebSettings) -> None:
    """Make the house a node: it runs some of the tables, and forwards requests for the others."""
    from uth.web.forwarding import ClusterMiddleware, NodeClient
    from uth.web.shared_limits import SharedLimits

    house = site.composed.house
    site.cluster = cluster = Cluster(house=house, store=store, node=node)
    site.node_client = NodeClient(cluster=cluster)
    cluster.remote_ask = site.node_client.ask
    cluster.on_expired = lambda: site.hub.end_all("this server has lost its connection to the others; connect again")
    house.placement, house.people.everywhere, site.app.state.cluster = cluster, cluster.everywhere, cluster
    house.people.clock = cluster.clock
    site.shared_limits = SharedLimits(
        cluster=cluster, limits=site.app.state.limits, guests=house.guests, lock_outs=house.people.lock_outs
    )
    site.metrics.gauges(lambda: node_gauges(cluster))
    forwarding = ClusterMiddleware(site.app, house, cluster, site.node_client)
    site.server = HouseServer(forwarding, site.hub, behind_proxy=web.behind_proxy, before_closing=cluster.drain)


def with_bounds(settings: HouseSettings, bounds: Bounds) -> HouseSettings:
    """Return the settings with the bounds that the house itself enforces."""
    return replace(
        settings,
        guests=GuestBounds(per_person=bounds.tables_per_person, per_address=bounds.tables_per_address),
        absent_s=float(bounds.absent_seconds),
        away_s=60.0 * bounds.away_minutes,
        idle_s=60.0 * bounds.idle_minutes,
        empty_s=60.0 * bounds.empty_minutes,
    )


async def serve(
    database: str | Path, settings: HouseSettings, web: WebSettings, on_open: Callable[[str, str | None], None]
) -> None:
    """Run the house on a database URL or SQLite file until a signal stops it.

    `on_open` is called once with the address and, while there is no admin, the token of the first invitation.
    """
    sock = bind_socket(web.host, web.port)
    metrics = Metrics()
    try:
        if isinstance(database, Path):
            private_folder(database.parent)
        url = database if isinstance(database, str) else f"sqlite:///{database.resolve()}"
        store = await _store(url, web, sock.getsockname()[1])
        store.metrics = metrics
        site = web_house(store, sock, settings, web, metrics=metrics)
        async with open_site(store, site) as invitation:
            task = await site.start()
            if site.server.started:
                _tune()
                on_open(site.address, invitation)
                tables = len(site.composed.house.tables)
                LOG.info("the house is open", address=site.address, tables=tables, database=store.name)
            await task
    finally:
        sock.close()


async def _store(url: str, web: WebSettings, port: int) -> WatchedStore:
    """Open the store, for this program alone or as a node."""
    if web.node is None:
        return await WatchedStore.open(url, lease=True)
    return await WatchedStore.open_node(url, web.node, web.node_address or f"http://{web.host}:{port}")


@asynccontextmanager
async def open_site(store: WatchedStore, site: WebHouse) -> AsyncIterator[str | None]:
    """Open the house and run its background tasks inside the block, then close it and its store."""
    was_open, cluster, wide = False, site.cluster, None
    try:
        if cluster is not None:
            await cluster.open()
        if site.wide is not None:
            wide = await open_wide(store, site.wide)
            site.composed.house.links.share(wide)
        async with cluster.node.starting() if cluster is not None else nullcontext():
            await _open_house(site.composed, cluster)
            invitation = await site.composed.first_start(alone=cluster is None or cluster.is_alone)
        pause_with(store, site.composed.house, site.hub)
        shared = [site.shared_limits.watch()] if site.shared_limits is not None else []
        links, hear = site.composed.house.links.wide, site.composed.house.hear_link
        if links is not None:
            await links.require_agreement()
            shared.append(links.watch(hear))
        site.composed.watch(cluster.watch() if cluster is not None else store.keep_hold(), *shared)
        was_open = True
        yield invitation
    finally:
        await site.composed.close()
        if cluster is not None:
            await cluster.close()
        if site.node_client is not None:
            await site.node_client.close()
        if wide is not None:
            await wide.close()
        await store.close()
        if was_open:
            LOG.info("the house is closed")


async def _open_house(composed: ComposedHouse, cluster: Cluster | None) -> None:
    """Open the house; all nodes of a cluster sign with one key."""
    settings = composed.settings
    if cluster is None or settings.key is None:
        await composed.open()
        return
    if not settings.new_key:
        await cluster.bring_key(settings.key)
    await composed.open()
    await cluster.share_key()


def _tune() -> None:
    """Keep Python's garbage collector and thread switches from delaying players.

    The objects made while opening live as long as the house, and frames kept for resuming live a while. A full
    collection over all of them stops everyone for a tenth of a second, so they are frozen and new objects are
    collected in small steps. The store's thread gets a turn ten times as often as usual, since each turn is short.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 2, 50)
    sys.setswitchinterval(SWITCH_S)
