"""A node of a cluster: which tables it runs, and how it follows what the other nodes store.

Every second, and whenever another node stores a shared record, a node renews its row in the database, applies new
records of the house, its people and its links, and takes tables that no node runs. A node that cannot renew its row in
time drops all its tables, and joins again when the database answers.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from typing_extensions import override

from uth.errors import UthError
from uth.house.house import House
from uth.house.logs import LOG
from uth.house.placement import Placement, elsewhere
from uth.house.signing_key import key_of, private_folder, read_key, write_key
from uth.house.turn import Wanted
from uth.store.database import DatabaseStore
from uth.store.entries import Unavailable
from uth.store.lease import TABLE
from uth.store.link_records import stream_of
from uth.store.nodes import ClusterState, Membership, Node

BEAT_S: Final = 1.0
"""How often a node renews its row when nothing happens."""
WATCH_S: Final = 0.25
"""How often a node checks whether its row has expired."""
SPREAD_S: Final = 0.01
"""How often a node checks whether all others have applied a change."""
LINK_S: Final = 0.1
"""How long changes of links are collected before the node reads them."""
TOGETHER: Final = 4
"""How many tables a node starts before it reads the logs again."""
LEFT_S: Final = 2.5
"""How long a table may stay without a node before a node that already has its share takes it."""
HANDED_OVER_MAX: Final = 8
"""How many tables a node with too many hands over at a time."""
DRAIN_S: Final = 20.0
"""How long a node that stops waits for the rounds at its tables to end."""
AHEAD_S: Final = 5.0
"""A change of this machine's clock against the database's is logged from this many seconds on."""
MOVE_S: Final = 10.0
"""How long a request waits for a table that no node is running."""

LINK: Final = stream_of("")
"""The prefix of the streams of links."""

RemoteAsk = Callable[[Node, str, str, Wanted, str | None], Awaitable[None]]
"""Sends a command to a table at another node, and raises what the table raises."""


@dataclass(slots=True, kw_only=True)
class Cluster(Placement):
    """This program as a node of a cluster; it runs the tables that are leased to it."""

    house: House
    store: DatabaseStore
    node: Membership
    remote_ask: RemoteAsk | None = None
    state: ClusterState = field(default_factory=lambda: ClusterState(nodes=(), leases={}, numbers={}))
    """The nodes and leases as last read."""
    draining: bool = False
    _renewed: float = field(default_factory=time.monotonic)
    """When the row was last renewed, by this machine's clock, taken before the query was sent."""
    _expired: bool = False
    _applied: tuple[int, int] = (0, 0)
    """The last applied records of the house and its people, updated once all earlier writes of this node are done."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    """Notified when the state was read, or tables were started."""
    _handing: set[str] = field(default_factory=set)
    """The tables that are being handed over."""
    _given: dict[str, int] = field(default_factory=dict)
    """The epochs at which tables were handed over; a state with such an epoch is outdated."""
    _watched: dict[tuple[str, str, int], asyncio.Event] = field(default_factory=dict)
    """Set when that incarnation of the node no longer runs the table."""
    on_expired: Callable[[], None] | None = None
    """Called when this node has lost its tables and must no longer show their state."""
    on_told: Callable[[str], None] | None = None
    """Called with what another node tells."""
    _fault: str | None = None
    """The logged reason why the row could not be renewed."""
    wall: Callable[[], float] = time.time
    """The clock of this machine."""
    _ahead_s: float = 0.0
    """How far this machine's clock was ahead of the database's when it was last logged."""
    _read: tuple[float, float] | None = None
    """The database's clock when last read, and the monotonic time of that reading."""
    _soon: asyncio.TimerHandle | None = None
    _free: dict[str, float] = field(default_factory=dict)
    """Since when each table without a node has been without one."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    # Placement.

    @property
    @override
    def is_shared(self) -> bool:
        """Whether other nodes may run tables of the house; always true."""
        return True

    @override
    def runs(self, table: str) -> bool:
        """Whether this node runs the table."""
        return f"{TABLE}{table}" in self.node.fence.epochs

    def is_here(self, table: str) -> bool:
        """Whether this node runs the table and has started it."""
        return self.runs(table) and table in self.house.tables

    @override
    async def claim(self, table: str) -> None:
        """Claim a table that is about to be created; if another node has taken it, that node runs it."""
        await self.node.claim([f"{TABLE}{table}"])

    @override
    async def ask(self, table: str, by: str, command: Wanted, key: str | None) -> None:
        """Send a command to a table that another node runs."""
        node = await self.where(table)
        if node is None or self.remote_ask is None:
            raise elsewhere(table)
        await self.remote_ask(node, table, by, command, key)

    @override
    async def everywhere(self) -> None:
        """Return once every live node has applied what this node has stored of the house and its people."""
        house, people = self.house.number, self.house.people.number
        self._news.set()
        while await self.node.behind(house=house, people=people):
            await asyncio.sleep(SPREAD_S)

    async def where(self, table: str) -> Node | None:
        """Return the node that runs the table; wait up to `MOVE_S` if none does at the moment."""
        until = time.monotonic() + MOVE_S
        while True:
            if self.is_here(table):
                return self.itself
            found = self.state.runs(f"{TABLE}{table}")
            if found is not None and found.name != self.node.name:
                return found
            left = until - time.monotonic()
            if left <= 0 or table not in self.house.specs:
                return None
            await self._news_within(min(left, BEAT_S))

    async def until_here(self, table: str, within_s: float) -> bool:
        """Wait until this node has started the table; return whether it runs here."""
        until = time.monotonic() + within_s
        while self.runs(table) and not self.is_here(table) and time.monotonic() < until:
            await self._news_within(BEAT_S)
        return self.is_here(table)

    async def until_moved(self, table: str, node: Node) -> None:
        """Return once that node no longer runs the table, or once this node cannot know."""
        key = f"{TABLE}{table}", node.name, node.incarnation
        if self.is_current and self._is_held(key):
            await self._watched.setdefault(key, asyncio.Event()).wait()

    def _is_held(self, key: tuple[str, str, int]) -> bool:
        lease = self.state.leases.get(key[0])
        return lease is not None and (lease.node, lease.incarnation) == key[1:] and self.state.runs(key[0]) is not None

    def _tell_moved(self, *, every: bool = False) -> None:
        for key in [each for each in self._watched if every or not self._is_held(each)]:
            self._watched.pop(key).set()

    async def _news_within(self, seconds: float) -> None:
        """Wait until the state is read again or tables are started, at most this long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait()

    async def _tell_changed(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    @property
    def is_alone(self) -> bool:
        """Whether no other node is alive."""
        return all(node.name == self.node.name for node in self.state.alive)

    @property
    def itself(self) -> Node:
        """This node."""
        node = self.node
        return Node(
            name=node.name,
            incarnation=node.incarnation,
            address=node.address,
            left_ms=round(1000 * node.ttl_s),
            draining=self.draining,
            house=self._applied[0],
            people=self._applied[1],
        )

    def clock(self) -> float:
        """Return the time by the database's clock, by which sessions and invitations expire on every node."""
        if self._read is None:
            return self.wall()
        at, counted = self._read
        return at + time.monotonic() - counted

    def _set_clock(self, state: ClusterState, asked: float) -> None:
        """Follow the database's clock, which was read between the time `asked` of this machine and now."""
        at = state.at_ms / 1000
        self._read = at, time.monotonic()
        ahead_s = min(self.wall() - at, max(asked - at, 0.0))
        if abs(ahead_s - self._ahead_s) >= AHEAD_S:
            self._ahead_s = ahead_s
            LOG.warning("the clock of this machine was set", node=self.node.name, ahead_of_database_s=round(ahead_s, 1))

    @property
    def renewed_s(self) -> float:
        """Seconds since the row of this node was renewed."""
        return time.monotonic() - self._renewed

    @property
    def behind(self) -> int:
        """How many records of the house and its people this node knows of and has not applied."""
        numbers, (house, people) = self.state.numbers, self._applied
        return max(0, numbers.get("house", 0) - house) + max(0, numbers.get("people", 0) - people)

    @property
    @override
    def is_current(self) -> bool:
        """Whether the row of this node is still valid, by the clock of this machine."""
        return not self._expired and self.renewed_s < self.node.ttl_s

    # Lifecycle.

    async def open(self) -> None:
        """Read the state of the cluster, keep the node's row renewed, and listen to the other nodes."""
        await self._renew()
        loop = asyncio.get_running_loop()
        self.node.listen(self._hearing(loop), self._telling(loop))
        for each in (self._keep_renewing(), self._watch_row()):
            self._keep(asyncio.create_task(each))

    async def bring_key(self, path: Path) -> None:
        """Write the signing key of the cluster, if it has one, to this node's key file."""
        text = await self.node.signing_key()
        if text is None:
            return
        key, found = key_of(text.encode(), "the key of the cluster"), read_key(path)
        if found is None or found.public != key.public:
            private_folder(path.parent)
            write_key(path, key)

    async def share_key(self) -> None:
        """Store this node's signing key for the other nodes."""
        text = self.house.key.text.decode()
        if text != await self.node.signing_key():
            await self.node.keep_signing_key(text)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop renewing the row."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hearing(self, loop: asyncio.AbstractEventLoop) -> Callable[[str], None]:
        def heard(stream: str) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._hear_soon if stream.startswith(LINK) else self._news.set)

        return heard

    def _telling(self, loop: asyncio.AbstractEventLoop) -> Callable[[str], None]:
        def told(text: str) -> None:
            with suppress(RuntimeError):  # the loop is closed
                if self.on_told is not None:
                    loop.call_soon_threadsafe(self.on_told, text)

        return told

    def _hear_soon(self) -> None:
        """Read the links after a short delay, because they change with every round of every table."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(LINK_S, self._hear_now)

    def _hear_now(self) -> None:
        self._soon = None
        self._news.set()

    async def watch(self) -> None:
        """Follow the log and take tables until cancelled.

        These are two tasks, because taking over the tables of a dead node can take long.
        """
        async with asyncio.TaskGroup() as tasks:
            for work in (self._follow, self._place):
                tasks.create_task(self._keep_doing(work))

    async def _keep_doing(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            read = self.state
            await self._work_once(work)
            if read is self.state:
                async with self._changed:
                    await self._changed.wait()

    async def _keep_renewing(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._news.wait()
            self._news.clear()
            try:
                await self._renew()
                self._fault = None
            except UthError as error:
                if str(error) != self._fault:
                    LOG.warning("the node could not renew its lease", node=self.node.name, says=str(error))
                self._fault = str(error)
            except Exception as error:
                LOG.error("the node could not renew its lease", node=self.node.name, exc_info=error)

    async def _work_once(self, work: Callable[[], Awaitable[None]]) -> None:
        """Follow the log or place tables once; a failure is logged and retried with the next state."""
        try:
            if not self._expired:
                await work()
        except UthError as error:
            LOG.warning("the node could not follow the others", node=self.node.name, says=str(error))
        except Exception as error:
            LOG.error("the node could not follow the others", node=self.node.name, exc_info=error)

    async def _watch_row(self) -> None:
        """Drop every table once the row has expired, even while the database does not answer."""
        while True:
            await asyncio.sleep(WATCH_S)
            if not self._expired and self.renewed_s >= self.node.ttl_s:
                self._expire("the database has not answered in time")

    def _expire(self, why: str) -> None:
        """Drop every table, so that other nodes can take them."""
        self._expired = True
        tables = list(self.house.tables)
        LOG.error("the node has lost its tables", node=self.node.name, tables=len(tables), why=why)
        self.node.fence.epochs.clear()
        for name in tables:
            self.house.drop(name)
        self._tell_moved(every=True)
        if self.on_expired is not None:
            self.on_expired()

    async def _renew(self) -> None:
        """Renew the row and read the state of the cluster; join again if the row has expired."""
        start, asked = time.monotonic(), self.wall()
        house, people = self._applied
        state = await self.node.renew(house=house, people=people, draining=self.draining)
        if state is None:
            if not self._expired:
                self._expire("its row has expired")
            await self.node.rejoin()
            LOG.warning("the node has joined again", node=self.node.name)
            self._expired, self._renewed = False, time.monotonic()
            self._news.set()
            return
        self._expired, self._renewed, self.state = False, start, state
        self._set_clock(state, asked)
        self._tell_moved()
        await self._tell_changed()

    def _drop_lost(self) -> None:
        """Drop tables that another node has taken according to the leases, and tables without a lease."""
        for stream, epoch in list(self.node.fence.epochs.items()):
            lease = self.state.leases.get(stream)
            if lease is not None and lease.epoch > epoch:
                self.node.fence.epochs.pop(stream, None)
                self.house.drop(stream.removeprefix(TABLE))
        for name in [each for each in self.house.tables if not self.runs(each)]:
            self.house.drop(name)

    async def _follow(self) -> None:
        """Apply new records of people, house and links.

        The position is published once all earlier writes of this node are done.
        """
        numbers, people = self.state.numbers, self.house.people
        if numbers.get("people", 0) > people.number:
            await people.follow()
        if numbers.get("house", 0) > self.house.number:
            await self.house.follow(at_most=0)
        for link in list(self.house.links.live.values()):
            if numbers.get(link.stream, 0) > link.number:
                await link.catch_up()
                await asyncio.gather(*(live.hear_link() for live in self.house.open_tables if live.link is link))
        if (self.house.number, people.number) != self._applied:
            applied = self.house.number, people.number
            await self.store.drained()
            self._applied = applied
            self._news.set()

    # Table placement.

    async def _place(self) -> None:
        """Take free tables up to an equal share, and any that stay free for long; hand over those beyond the share."""
        self._drop_lost()
        if self.draining:
            return
        epochs, state = self.node.fence.epochs, self.state
        streams = {f"{TABLE}{name}" for name in self.house.specs}
        await self.node.forget([each for each in epochs if each.removeprefix(TABLE) in self.house.closed])
        sharing = [each for each in state.alive if not each.draining]
        share = math.ceil(len(streams) / max(1, len(sharing)))
        free = sorted(each for each in streams if each not in epochs and self._is_free(each))
        now = time.monotonic()
        self._free = {each: self._free.get(each, now) for each in free}
        late = [each for each, since in self._free.items() if now - since > LEFT_S]
        wanted = late or free[: max(share - len(epochs), 0)]
        if wanted:
            taken = await self.node.claim(wanted)
            if taken:
                LOG.info("the node takes tables", node=self.node.name, tables=len(taken))
                self._news.set()
        while any(self.runs(name) and name not in self.house.tables for name in self.house.specs):
            await self.house.follow(at_most=TOGETHER)
            await self._tell_changed()
        others = [sum(self._held_by(each)) for each in sharing if each.name != self.node.name]
        if others and not free and len(epochs) > share and min(others) < share:
            self._hand_over_some(len(epochs) - share)

    def _is_free(self, stream: str) -> bool:
        """Whether no node runs the table, or its lease names this node but this node does not know the epoch."""
        if self.state.runs(stream) is None:
            return True
        lease = self.state.leases[stream]
        mine = (lease.node, lease.incarnation) == (self.node.name, self.node.incarnation)
        return mine and lease.epoch > self._given.get(stream, 0)

    def _held_by(self, node: Node) -> Iterable[bool]:
        held = (node.name, node.incarnation)
        return ((lease.node, lease.incarnation) == held for lease in self.state.leases.values())

    def _hand_over_some(self, count: int) -> None:
        quiet_first = sorted(self.house.tables.values(), key=lambda live: (not live.is_idle, live.name))
        names = [live.name for live in quiet_first if live.name not in self._handing]
        for name in names[: min(count, HANDED_OVER_MAX) - len(self._handing)]:
            self._keep(asyncio.create_task(self._hand_over(name), name=f"hand over {name}"))

    async def _hand_over(self, name: str, within_s: float = DRAIN_S) -> None:
        """Hand the table to another node, between two rounds if the round ends in time."""
        live, stream = self.house.tables.get(name), f"{TABLE}{name}"
        if live is None:
            return
        self._handing.add(name)
        try:
            await live.pause_between_rounds(within_s)
            if self.house.tables.get(name) is not live:
                return
            self.house.drop(name)
            self._given[stream] = self.node.fence.epochs.get(stream, 0)
            try:
                await self.node.release([stream])
            except Unavailable:
                del self._given[stream]
        finally:
            self._handing.discard(name)

    async def drain(self) -> None:
        """Hand over every table, so that this node can stop."""
        self.draining = True
        self._news.set()
        LOG.info("the node hands its tables over", node=self.node.name, tables=len(self.house.tables))
        await asyncio.gather(*(self._hand_over(name) for name in list(self.house.tables)))
