"""A node of a cluster: which tables it runs, and how it follows what the other nodes store.

Every second, and whenever another node stores something that all share, a node renews its row in the database, applies
what is new of the house, its people and its links, and takes tables that nobody runs. A node that could not renew its
row in time runs nothing any more: it lets go of its tables, and joins again when the database answers.
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
"""How often a node looks whether its row has expired."""
SPREAD_S: Final = 0.01
"""How often a node looks whether all others have applied a change."""
LINK_S: Final = 0.1
"""How long news of links are collected before they are followed."""
TOGETHER: Final = 4
"""How many tables a node starts before it follows the others again."""
LEFT_S: Final = 2.5
"""How long a table may be left by the others before a node with its share takes it too."""
HANDED_OVER_MAX: Final = 8
"""How many tables a node with too many hands over at a time."""
DRAIN_S: Final = 20.0
"""How long a node that stops waits for the rounds at its tables."""
AHEAD_S: Final = 5.0
"""By how much the clock of this machine may change against the database's before that is logged."""
MOVE_S: Final = 10.0
"""How long a request waits for a table that no node runs at the moment."""

LINK: Final = stream_of("")
"""How the names of the streams of links begin."""

RemoteAsk = Callable[[Node, str, str, Wanted, str | None], Awaitable[None]]
"""Sends a command to a table at another node, and raises what the table raises."""


@dataclass(slots=True, kw_only=True)
class Cluster(Placement):
    """This program as a node: it runs the tables that are leased to it."""

    house: House
    store: DatabaseStore
    node: Membership
    remote_ask: RemoteAsk | None = None
    state: ClusterState = field(default_factory=lambda: ClusterState(nodes=(), leases={}, numbers={}))
    """The nodes and leases as they were last read."""
    draining: bool = False
    _renewed: float = field(default_factory=time.monotonic)
    """When the row was renewed last, by the clock of this machine, before the database was asked."""
    _expired: bool = False
    _applied: tuple[int, int] = (0, 0)
    """The last records of the house and of its people that nothing written from here on precedes."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    """Notified when the state was read."""
    _handing: set[str] = field(default_factory=set)
    """The tables that are being handed over."""
    _given: dict[str, int] = field(default_factory=dict)
    """The epochs of tables that were handed over: a state that still says so was read before."""
    _watched: dict[tuple[str, str, int], asyncio.Event] = field(default_factory=dict)
    """Set when a node in that incarnation does not run the table any more."""
    on_expired: Callable[[], None] | None = None
    """Called when this node has lost its tables: it must not show what it knew."""
    _fault: str | None = None
    """Why the row could not be renewed, once it was logged."""
    wall: Callable[[], float] = time.time
    """The clock of this machine."""
    _ahead_s: float = 0.0
    """How far the clock of this machine was ahead of the database's when that was logged."""
    _read: tuple[float, float] | None = None
    """The clock of the database when it was read last, and the seconds of this machine that count from there."""
    _soon: asyncio.TimerHandle | None = None
    _free: dict[str, float] = field(default_factory=dict)
    """Since when nobody has run each of the tables that nobody runs."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    # The placement of tables, for the house.

    @property
    @override
    def is_shared(self) -> bool:
        """Whether other nodes may run tables: always."""
        return True

    @override
    def runs(self, table: str) -> bool:
        """Whether this node runs the table."""
        return f"{TABLE}{table}" in self.node.fence.epochs

    def is_here(self, table: str) -> bool:
        """Whether this node runs the table, and has started it."""
        return self.runs(table) and table in self.house.tables

    @override
    async def claim(self, table: str) -> None:
        """Run a table that is about to be made; if another node has taken it, that one runs it."""
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
        """Return once every live node has applied what this one has stored of the house and its people."""
        house, people = self.house.number, self.house.people.number
        self._news.set()
        while await self.node.behind(house=house, people=people):
            await asyncio.sleep(SPREAD_S)

    async def where(self, table: str) -> Node | None:
        """Return the node that runs the table; wait a while if none does at the moment."""
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
        """Wait while this node starts the table; return whether it runs here."""
        until = time.monotonic() + within_s
        while self.runs(table) and not self.is_here(table) and time.monotonic() < until:
            await self._news_within(BEAT_S)
        return self.is_here(table)

    async def until_moved(self, table: str, node: Node) -> None:
        """Return once that node does not run the table any more, or this one cannot tell."""
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
        """Wait until the state was read again or tables were started, at most that long."""
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
        """Return the time by the clock of the database, by which sessions and invitations end on every node."""
        if self._read is None:
            return self.wall()
        at, counted = self._read
        return at + time.monotonic() - counted

    def _set_clock(self, state: ClusterState) -> None:
        self._read = state.at_ms / 1000, time.monotonic()
        ahead_s = self.wall() - self._read[0]
        if abs(ahead_s - self._ahead_s) >= AHEAD_S:
            self._ahead_s = ahead_s
            LOG.warning("the clock of this machine was set", node=self.node.name, ahead_of_database_s=round(ahead_s, 1))

    @property
    def renewed_s(self) -> float:
        """How long ago the row of this node was renewed."""
        return time.monotonic() - self._renewed

    @property
    def behind(self) -> int:
        """How many records of the house and its people this node has read of and not applied."""
        numbers, (house, people) = self.state.numbers, self._applied
        return max(0, numbers.get("house", 0) - house) + max(0, numbers.get("people", 0) - people)

    @property
    @override
    def is_current(self) -> bool:
        """Whether the row of this node has not expired, by the clock of this machine."""
        return not self._expired and self.renewed_s < self.node.ttl_s

    # The life of the node.

    async def open(self) -> None:
        """Read the state of the cluster, stay alive in it, and listen to the other nodes."""
        await self._renew()
        self.node.listen(self._hearing(asyncio.get_running_loop()))
        for each in (self._keep_renewing(), self._watch_row()):
            self._keep(asyncio.create_task(each))

    async def bring_key(self, path: Path) -> None:
        """Put the key with which the other nodes sign into this node's file, if they have one."""
        text = await self.node.signing_key()
        if text is None:
            return
        key, found = key_of(text.encode(), "the key of the cluster"), read_key(path)
        if found is None or found.public != key.public:
            private_folder(path.parent)
            write_key(path, key)

    async def share_key(self) -> None:
        """Keep the key of this node for the others."""
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

    def _hear_soon(self) -> None:
        """Follow the links in a moment: they change with every round of every table."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(LINK_S, self._hear_now)

    def _hear_now(self) -> None:
        self._soon = None
        self._news.set()

    async def watch(self) -> None:
        """Follow the log and take tables, until cancelled; tables may take long after another node has died."""
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
        """Follow what is new, or take and hand over tables; try again with the next state if that fails."""
        try:
            if not self._expired:
                await work()
        except UthError as error:
            LOG.warning("the node could not follow the others", node=self.node.name, says=str(error))
        except Exception as error:
            LOG.error("the node could not follow the others", node=self.node.name, exc_info=error)

    async def _watch_row(self) -> None:
        """Let go of every table once the row has expired, even while the database does not answer."""
        while True:
            await asyncio.sleep(WATCH_S)
            if not self._expired and self.renewed_s >= self.node.ttl_s:
                self._expire("the database has not answered in time")

    def _expire(self, why: str) -> None:
        """Run nothing any more: other nodes take the tables."""
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
        start = time.monotonic()
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
        self._set_clock(state)
        self._tell_moved()
        await self._tell_changed()

    def _drop_lost(self) -> None:
        """Let go of tables that the leases say another node has taken, and of any that has no lease."""
        for stream, epoch in list(self.node.fence.epochs.items()):
            lease = self.state.leases.get(stream)
            if lease is not None and lease.epoch > epoch:
                self.node.fence.epochs.pop(stream, None)
                self.house.drop(stream.removeprefix(TABLE))
        for name in [each for each in self.house.tables if not self.runs(each)]:
            self.house.drop(name)

    async def _follow(self) -> None:
        """Apply what the logs have of people, house and links, and say so once nothing decided before is unwritten."""
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

    # Which tables this node runs.

    async def _place(self) -> None:
        """Take tables that nobody runs, up to an equal share or after a while; hand over those beyond it."""
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
        """Whether no node runs the table, or the leases say this one does, which does not know its epoch."""
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
        """Let another node run the table, between two rounds if they end in time."""
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
        """Hand every table over, for this node to stop."""
        self.draining = True
        self._news.set()
        LOG.info("the node hands its tables over", node=self.node.name, tables=len(self.house.tables))
        await asyncio.gather(*(self._hand_over(name) for name in list(self.house.tables)))
