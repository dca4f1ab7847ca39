"""Nodes: several programs run one house on one PostgreSQL, and each table is leased to one of them at a time.

A node is alive while it renews its row before the row expires, by the database's clock. A lease names the node that
runs a table, and an epoch that grows by one whenever the table changes hands. Leases change under the lock of the log's
head, and every append compares the epochs of its tables under the same lock. A node that was paused, or cut off from
the database, therefore cannot write to a table that another node has taken since.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Malformed, Refused, UthError
from uth.store.engine import Engines, node_engine
from uth.store.faults import fault_of, is_lost
from uth.store.lease import CHANNEL, KIND, LIMITS, Fence
from uth.store.writing import lock_head

T = TypeVar("T")

TTL_S: Final = 5.0
"""How long a node stays alive without renewing its row."""
LEASES: Final = "leases"
"""The notification that leases have changed; any other payload is the name of a stream."""
JOIN_S: Final = 0.2
"""How often a joining node checks whether the previous node of its name has expired."""
LISTEN_S: Final = 0.5
"""How often the listener checks whether to stop, and the delay before it reconnects."""
_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_ALIVE: Final = f"expires > {_NOW}"

_REGISTER: Final = text(
    "INSERT INTO nodes (name, incarnation, address, expires, draining, house, people) "
    f"VALUES (:name, 1, :address, {_NOW} + :ttl, 0, 0, 0) ON CONFLICT (name) DO UPDATE SET "
    "incarnation = nodes.incarnation + 1, address = excluded.address, expires = excluded.expires, draining = 0, "
    f"house = 0, people = 0 WHERE nodes.expires <= {_NOW} RETURNING incarnation"
)
_RENEW: Final = text(
    f"UPDATE nodes SET expires = {_NOW} + :ttl, draining = :draining, house = :house, people = :people "
    f"WHERE name = :name AND incarnation = :incarnation AND {_ALIVE} RETURNING 1"
)
_EXPIRES: Final = text("SELECT expires FROM nodes WHERE name = :name")
_BEHIND: Final = text(
    f"SELECT name FROM nodes WHERE name <> :name AND {_ALIVE} AND (house < :house OR people < :people)"
)
_LEAVE: Final = text("UPDATE nodes SET expires = 0 WHERE name = :name AND incarnation = :incarnation")
_NODES: Final = text(
    f"SELECT name, incarnation, address, expires - {_NOW} AS left_ms, draining, house, people FROM nodes ORDER BY name"
)
_LEASED: Final = text("SELECT stream, node, incarnation, epoch FROM leases")
_CLAIM: Final = text(
    "INSERT INTO leases AS held (stream, node, incarnation, epoch) "
    "SELECT wanted, :name, :incarnation, 1 FROM unnest(CAST(:streams AS text[])) AS wanted "
    "ON CONFLICT (stream) DO UPDATE SET node = excluded.node, incarnation = excluded.incarnation, "
    "epoch = held.epoch + 1 "
    "WHERE NOT EXISTS (SELECT FROM nodes WHERE nodes.name = held.node AND nodes.incarnation = held.incarnation "
    f"AND nodes.{_ALIVE} AND (held.node, held.incarnation) <> (:name, :incarnation)) RETURNING stream, epoch"
)
_RELEASE: Final = text(
    "UPDATE leases SET node = '', incarnation = 0, epoch = epoch + 1 "
    "WHERE node = :name AND incarnation = :incarnation AND stream = ANY(CAST(:streams AS text[]))"
)
_FORGET: Final = text(
    "DELETE FROM leases WHERE node = :name AND incarnation = :incarnation AND stream = ANY(CAST(:streams AS text[]))"
)
_IS_ALIVE: Final = text(f"SELECT 1 FROM nodes WHERE name = :name AND incarnation = :incarnation AND {_ALIVE}")
_CLOCK: Final = text(f"SELECT {_NOW}")
_NOTIFY: Final = text("SELECT pg_notify(:channel, :payload)")
_SECRET: Final = text("INSERT INTO cluster (one, token) VALUES (1, :token) ON CONFLICT (one) DO NOTHING")
_TOKEN: Final = text("SELECT token FROM cluster")
_SIGNING_KEY: Final = text("SELECT signing_key FROM cluster")
_KEEP_SIGNING_KEY: Final = text("UPDATE cluster SET signing_key = :key")
_SHARE: Final = text(f"SELECT pg_try_advisory_lock_shared({KIND}, hashtext(current_schema()))")
_START: Final = text(f"SELECT pg_try_advisory_lock({KIND + 1}, hashtext(current_schema()))")
_STREAMS: Final = text("SELECT stream, number FROM streams WHERE stream IN ('house', 'people') OR stream LIKE 'link/%'")


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A program that runs part of the house."""

    name: str
    incarnation: int
    address: str
    """The URL at which other nodes reach it, such as ``http://10.0.0.5:8000``."""
    left_ms: int
    """How long it stays alive unless it renews its row."""
    draining: bool
    house: int
    """The last record of the house's log that it has applied."""
    people: int
    """The last record of the people's log that it has applied."""

    @property
    def is_alive(self) -> bool:
        """Whether its row has not expired."""
        return self.left_ms > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Leased:
    """The lease of a table: its node and epoch."""

    node: str
    incarnation: int
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterState:
    """The nodes, the leases by stream and the last numbers of the shared streams, in one snapshot."""

    nodes: tuple[Node, ...]
    leases: Mapping[str, Leased]
    numbers: Mapping[str, int]
    at_ms: int = 0
    """The database's clock at that moment, in milliseconds since 1970."""

    @property
    def alive(self) -> tuple[Node, ...]:
        """The live nodes."""
        return tuple(node for node in self.nodes if node.is_alive)

    def runs(self, stream: str) -> Node | None:
        """Return the live node that runs the table, or ``None`` if there is none."""
        lease = self.leases.get(stream)
        if lease is None:
            return None
        held_by = (lease.node, lease.incarnation)
        return next((node for node in self.alive if (node.name, node.incarnation) == held_by), None)


def state_of(connection: Connection) -> ClusterState:
    """Return the state of the cluster."""
    nodes = tuple(
        Node(**{**row, "draining": bool(row["draining"])}) for row in connection.execute(_NODES).mappings().all()
    )
    leases = {row.stream: Leased(node=row.node, incarnation=row.incarnation, epoch=row.epoch)
              for row in connection.execute(_LEASED)}  # fmt: skip
    numbers = {row.stream: row.number for row in connection.execute(_STREAMS)}
    at_ms = int(connection.execute(_CLOCK).scalar_one())
    return ClusterState(nodes=nodes, leases=leases, numbers=numbers, at_ms=at_ms)


def _try_lock(connection: Connection) -> bool:
    taken = bool(connection.execute(_START).scalar())
    connection.commit()
    return taken


class Membership:
    """This program's membership in the cluster; it uses its own connection and thread."""

    def __init__(self, engines: Engines, name: str, address: str, *, ttl_s: float = TTL_S) -> None:
        self.name, self.address, self.ttl_s = name, address, ttl_s
        self.incarnation = 0
        self.fence = Fence()
        self.token = ""
        """The secret with which nodes authenticate each other's requests."""
        self._engines = engines
        self._engine = node_engine(engines.write.url, name, ttl_s)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="uth-node")
        self._house: Connection | None = None
        """The connection with the shared lock on the house; leases are changed on it."""
        self._listener: Thread | None = None
        self._closed = Event()

    # Joining and leaving.

    def join(self, *, waits: bool = False) -> None:
        """Register under the name; refuse if a live node has it, or if the house is open as a single program.

        With `waits`, wait until a killed node of this name expires; one that renews its row in the meantime is alive.
        """
        until, expires = time.monotonic() + self.ttl_s + 1.0, None
        while True:
            found = self._done(self._registered)
            if found is None:
                return
            if not waits or expires not in (None, found) or time.monotonic() > until:
                says = "is the name of a node that is running; give another --node, or stop that one"
                raise Malformed("node", self.name, says)
            expires = found
            time.sleep(JOIN_S)

    def _registered(self, connection: Connection) -> int | None:
        """Register and return ``None``, or return when the node that has the name expires."""
        connection.execute(_SECRET, {"token": secrets.token_urlsafe(32)})
        self.token = str(connection.execute(_TOKEN).scalar())
        wanted = {"name": self.name, "address": self.address, "ttl": round(1000 * self.ttl_s)}
        found = connection.execute(_REGISTER, wanted).scalar()
        if found is None:
            return int(connection.execute(_EXPIRES, self._me).scalar() or 0)
        self.incarnation = int(found)
        self.fence.epochs.clear()
        self.fence.node, self.fence.incarnation = self.name, self.incarnation
        self._notify(connection, LEASES)
        return None

    def _share_house(self) -> Connection:
        """Share the lock on the house with the other nodes, so that no single program opens it."""
        if self._house is not None:
            return self._house
        house = self._engine.connect()
        house.detach()
        try:
            shared = bool(house.execute(_SHARE).scalar())
            house.commit()
        except BaseException:
            house.close()
            raise
        if not shared:
            house.close()
            says = f"{self._engines.name} is open in a uth serve without --node; stop that one first"
            raise Refused("house_is_open", None, says)
        self._house = house
        return house

    def _hang_up(self) -> None:
        house, self._house = self._house, None
        if house is not None:
            with suppress(SQLAlchemyError):
                house.close()

    def listen(self, heard: Callable[[str], None], told: Callable[[str], None]) -> None:
        """Call `heard` in a thread with the name of each stream that a node has appended to, and with `LEASES`.

        `told` is called with what a node has told the others.

        A notification may be lost with its connection; the state that `renew` returns includes what was missed.
        """
        self._listener = Thread(target=self._listen, args=(heard, told), name="uth-node-listener", daemon=True)
        self._listener.start()

    def _listen(self, heard: Callable[[str], None], told: Callable[[str], None]) -> None:
        import psycopg  # only a cluster needs it

        while not self._closed.is_set():
            with suppress(SQLAlchemyError, psycopg.Error), self._engine.connect() as connection:
                try:
                    driver: Any = connection.connection.driver_connection
                    driver.autocommit = True
                    driver.execute(f"LISTEN {CHANNEL}")
                    driver.execute(f"LISTEN {LIMITS}")
                    while not self._closed.is_set():
                        for note in driver.notifies(timeout=LISTEN_S):
                            (told if note.channel == LIMITS else heard)(note.payload)
                finally:
                    connection.invalidate()  # closes it without a rollback, which would fail and be logged
            self._closed.wait(LISTEN_S)

    def close(self) -> None:
        """Leave the cluster; the tables of this node become free at once."""
        self._closed.set()
        if self.incarnation:
            with suppress(SQLAlchemyError, UthError, FutureTimeout):
                self._thread.submit(self._done, self._left).result(self.ttl_s)
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._listener is not None:
            self._listener.join(self.ttl_s)
        self._hang_up()
        self._engine.dispose()

    def _left(self, connection: Connection) -> None:
        connection.execute(_LEAVE, self._me)
        self._notify(connection, LEASES)

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[None]:
        """Let one node at a time open the house, since the first one creates its tables."""
        connection = await self._in_thread(self._engine.connect)
        try:
            while not await self._in_thread(lambda: _try_lock(connection)):
                await asyncio.sleep(LISTEN_S)
            yield
        finally:
            await self._in_thread(connection.invalidate)  # the lock ends with its session

    async def signing_key(self) -> str | None:
        """Return the signing key shared by all nodes; ``None`` before the first start."""
        return await self._do(lambda connection: connection.execute(_SIGNING_KEY).scalar())

    async def keep_signing_key(self, key: str) -> None:
        """Store the signing key shared by all nodes."""
        await self._do(lambda connection: connection.execute(_KEEP_SIGNING_KEY, {"key": key}))

    # Lifecycle. Every call runs in the node's own thread, so that no slow reader delays it.

    async def renew(self, *, house: int, people: int, draining: bool) -> ClusterState | None:
        """Renew the row with what was applied, and return the cluster's state; ``None`` if this node has expired."""

        def work(connection: Connection) -> ClusterState | None:
            told = {"ttl": round(1000 * self.ttl_s), "house": house, "people": people, "draining": int(draining)}
            if connection.execute(_RENEW, {**self._me, **told}).scalar() is None:
                return None
            return state_of(connection)

        return await self._do(work)

    async def behind(self, *, house: int, people: int) -> list[str]:
        """Return the other live nodes that have not applied these records."""
        asked = {"name": self.name, "house": house, "people": people}
        return await self._do(lambda connection: list(connection.execute(_BEHIND, asked).scalars()))

    async def rejoin(self) -> None:
        """Register again after this node has expired; it runs no table until it claims one."""
        await self._in_thread(self.join)

    async def tell(self, text: str) -> None:
        """Tell the other nodes something that is not stored."""
        await self._do(lambda connection: connection.execute(_NOTIFY, {"channel": LIMITS, "payload": text}))

    async def claim(self, streams: Collection[str]) -> dict[str, int]:
        """Take those of the tables that no other live node runs; return their new epochs."""

        def work(connection: Connection) -> dict[str, int]:
            lock_head(connection)
            if connection.execute(_IS_ALIVE, self._me).scalar() is None:
                return {}
            found = connection.execute(_CLAIM, {**self._me, "streams": sorted(streams)})
            taken = {row.stream: int(row.epoch) for row in found}
            if taken:
                self._notify(connection, LEASES)
            return taken

        taken = await self._do(work) if streams else {}
        self.fence.epochs |= taken
        return taken

    async def release(self, streams: Collection[str]) -> None:
        """Release the tables, so that another node can take them."""
        for each in streams:
            self.fence.epochs.pop(each, None)

        def work(connection: Connection) -> None:
            lock_head(connection)
            connection.execute(_RELEASE, {**self._me, "streams": sorted(streams)})
            self._notify(connection, LEASES)

        if streams:
            await self._do(work)

    async def forget(self, streams: Collection[str]) -> None:
        """Delete the leases of tables that are closed for good."""
        for each in streams:
            self.fence.epochs.pop(each, None)
        if streams:
            await self._do(lambda connection: connection.execute(_FORGET, {**self._me, "streams": sorted(streams)}))

    @property
    def _me(self) -> dict[str, Any]:
        return {"name": self.name, "incarnation": self.incarnation}

    @staticmethod
    def _notify(connection: Connection, payload: str) -> None:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def _do(self, work: Callable[[Connection], T]) -> T:
        return await self._in_thread(lambda: self._done(work))

    def _done(self, work: Callable[[Connection], T], again: bool = True) -> T:
        try:
            house = self._share_house()
            with house.begin():
                return work(house)
        except SQLAlchemyError as error:
            self._hang_up()
            if not again or not is_lost(error):
                raise
        return self._done(work, again=False)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except SQLAlchemyError as error:
            raise fault_of(error, self._engines.name) from None
