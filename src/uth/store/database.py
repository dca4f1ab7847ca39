"""A store in a database, SQLite or PostgreSQL, and the thread that writes to it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Final, NamedTuple, Self, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Broken, Malformed, Refused, UthError
from uth.ledger.book import Account
from uth.store import queries, reviews, round_table
from uth.store.backup import copy_file, restore_log
from uth.store.codec import Json
from uth.store.engine import READERS, Engines, engines_of
from uth.store.entries import Appended, Entry, Found, Head, Noted, Sought, Stored, Unavailable
from uth.store.faults import fault_of, is_lost
from uth.store.lease import TAKEN_OVER, Epoch, Lease, taken_over
from uth.store.memory import closed
from uth.store.nodes import TTL_S, ClusterState, Membership, state_of
from uth.store.queries import rows_after
from uth.store.rounds import ReviewedSeat, RoundEntry, RoundFilter, RoundPage, RoundProgress, StoredReview
from uth.store.rows import Clock, Draft, LogClock, accounts_of, draft_of, stored_of, utc_now
from uth.store.upgrade import upgrade
from uth.store.verification import check_balances, require_shape, verify_log
from uth.store.writing import Outcome, Wrote, lock_head, write_group

T = TypeVar("T")

WAIT_S: Final = 10.0
"""How long to wait for a database that is locked or unreachable."""
NODE_WAIT_S: Final = 4.0
"""The same for a node of a cluster, which loses its tables after a few seconds."""
_POSTGRES_BACKUP: Final = (
    "PostgreSQL has its own tools, which work while the house is open: pg_dump --format=custom --file=PATH for a "
    "snapshot, pg_basebackup and archived WAL for every moment"
)


@contextmanager
def _alone(engines: Engines) -> Iterator[None]:
    """Hold the lease of the house; raise `Refused` if another house is open on the store."""
    lease = Lease(engines)
    try:
        lease.take()
        yield
    finally:
        lease.let_go()


def _check(engines: Engines, *, whole: bool) -> None:
    """Refuse a damaged database; with `whole`, also check the balances, as a house does on start."""
    with engines.read.begin() as connection:
        if not engines.is_sqlite:
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # a long log takes a while
        require_shape(connection, engines.name)
        if whole:
            check_balances(connection, engines.name)


class DatabaseStore:
    """A log in a database, with one writer thread and reader threads that never wait for it."""

    def __init__(
        self,
        engines: Engines,
        *,
        clock: Clock,
        wait_s: float,
        lease: Lease | None = None,
        node: Membership | None = None,
    ) -> None:
        self._engines = engines
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="uth-store-reader")
        leased = lease is not None or node is not None
        epoch = Epoch(fence=node.fence if node is not None else None) if leased else None
        self._writer = Writer(engines, clock, wait_s, epoch)
        self._lease = lease
        self.node = node
        """This program as a node of a cluster; ``None`` if a single program runs the house."""
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, clock: Clock = utc_now, wait_s: float = WAIT_S, lease: bool = False) -> Self:
        """Return the store at the URL with its tables migrated; with `lease`, no other house can open it."""
        engines = engines_of(url, wait_s)
        holds = Lease(engines) if lease else None
        try:
            if holds is not None:
                await asyncio.to_thread(holds.take)
            await asyncio.to_thread(upgrade, engines, wait_s, None if holds is not None else _alone(engines))
            await asyncio.to_thread(_check, engines, whole=lease)
        except BaseException as error:
            if holds is not None:
                holds.let_go()
            engines.dispose()
            if isinstance(error, SQLAlchemyError):
                raise fault_of(error, engines.name) from None
            raise
        return cls(engines, clock=clock, wait_s=wait_s, lease=holds)

    @classmethod
    async def open_node(cls, url: str, name: str, address: str, *, ttl_s: float = TTL_S) -> Self:
        """Return the store at the URL as a node of a cluster; other nodes reach this one at the address."""
        engines = engines_of(url, NODE_WAIT_S, node=name)
        if engines.is_sqlite:
            says = "needs a database that several programs can share: give --database postgresql://..."
            raise Malformed("node", name, says)
        node = Membership(engines, name, address, ttl_s=ttl_s)
        try:
            await asyncio.to_thread(upgrade, engines, NODE_WAIT_S, _alone(engines))
            await asyncio.to_thread(_check, engines, whole=True)
            await asyncio.to_thread(node.join, waits=True)
        except BaseException as error:
            node.close()
            engines.dispose()
            if isinstance(error, SQLAlchemyError):
                raise fault_of(error, engines.name) from None
            raise
        return cls(engines, clock=utc_now, wait_s=NODE_WAIT_S, node=node)

    async def hold_again(self) -> None:
        """Take the lease again after it was lost; stop writing if another program holds it."""
        if self._lease is None:
            return
        try:
            await self._in_thread(self._lease.take)
        except Unavailable:
            raise
        except Refused:
            self._writer.stop(taken_over())
            raise taken_over() from None

    @property
    def stopped(self) -> str | None:
        """Why the store has stopped writing, in words, or ``None`` while it works."""
        return self._writer.stopped

    @property
    def engines(self) -> Engines:
        """How the database is reached."""
        return self._engines

    @property
    def name(self) -> str:
        """The URL without its password."""
        return self._engines.name

    @property
    def waiting(self) -> int:
        """How many appends wait to be written."""
        return self._writer.waiting

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        """Append all entries durably, or none."""
        return await self._writer.send(draft_of(entries, key, answer))

    async def drained(self) -> None:
        """Return once every append queued so far has been written or refused."""
        await asyncio.to_thread(self._writer.drain)

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream after that number."""
        return await self._asked(lambda now: [stored_of(row) for row in queries.rows_of_stream(now, stream, after)])

    async def between(self, stream: str, after: int, through: int) -> list[Noted]:
        """Return the records of a stream after one number and up to another."""
        return await self._asked(partial(queries.between, stream=stream, after=after, through=through))

    async def noted(self, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
        """Return the first records of a stream after that number whose body contains one of the marks."""
        return await self._asked(lambda now: queries.noted(now, stream, after, tuple(marks), limit))

    async def search(self, sought: Sought, *, before: int | None, limit: int) -> Found:
        """Return a page of matching records, newest first, before that position or from the end."""
        return await self._asked(partial(queries.searched, sought=sought, before=before, limit=limit))

    async def rounds(self, wanted: RoundFilter, *, before: int | None, limit: int) -> RoundPage:
        """Return a page of matching settled rounds, newest first, before that position."""
        return await self._asked(partial(round_table.page_of, wanted=wanted, before=before, limit=limit))

    async def round_entry(self, table: str, number: int) -> RoundEntry | None:
        """Return a settled round of a table, or ``None`` if there is none with that number."""
        return await self._asked(partial(round_table.entry_of, table=table, number=number))

    async def round_progress(self, tables: Iterable[str]) -> dict[str, RoundProgress]:
        """Return the round progress of each of these tables."""
        return await self._asked(partial(round_table.progress_of, tables=tuple(tables)))

    async def reviewed_seats(self, wanted: RoundFilter, limit: int) -> list[ReviewedSeat]:
        """Return the seats that a player had in settled rounds, newest first, with their reviews."""
        return await self._asked(partial(reviews.seats_of, wanted=wanted, limit=limit))

    async def write_reviews(self, found: Sequence[StoredReview]) -> None:
        """Write reviews of settled rounds, which are not part of the log."""
        await self._in_thread(lambda: self._write_reviews(found))

    def _write_reviews(self, found: Sequence[StoredReview]) -> None:
        with self._engines.write.begin() as connection:
            reviews.write(connection, found)

    async def last_position(self) -> int:
        """Return the last position of the log."""
        return (await self._asked(queries.head_of)).position

    async def seal_at(self, position: int) -> str | None:
        """Return the seal of the record at that position, or ``None`` if there is none."""
        return await self._asked(partial(queries.seal_of, position=position))

    async def streams(self, prefix: str = "") -> dict[str, int]:
        """Return the last number of every stream with that prefix."""
        return await self._asked(lambda now: queries.numbers(now, prefix))

    async def answer(self, key: str) -> Appended | None:
        """Return the first answer to this key, or ``None`` if it was not used."""
        return await self._asked(lambda now: queries.answer_to(now, key))

    async def under(self, key: str) -> Stored | None:
        """Return the first record of the append with this key, or ``None`` if it was not used."""
        row = await self._asked(lambda now: queries.row_under(now, key))
        return stored_of(row) if row is not None else None

    async def balances(self) -> dict[Account, Fraction]:
        """Return the balance of each account."""
        return await self._asked(lambda now: accounts_of(queries.kept_balances(now)))

    async def held(self, accounts: Collection[Account]) -> dict[Account, Fraction]:
        """Return the balances of these accounts at one moment."""
        return await self._asked(partial(queries.held, accounts=tuple(accounts)))

    async def trial_balance(self, position: int | None = None) -> dict[Account, Fraction]:
        """Return the balance of each account at that position, computed from the transfers alone."""
        return await self._asked(lambda now: accounts_of(queries.balances_at(now, position)))

    async def cluster_state(self) -> ClusterState:
        """Return the nodes that run the house together, and their leases; SQLite has none."""
        if self._engines.is_sqlite:
            return ClusterState(nodes=(), leases={}, numbers={})
        return await self._asked(state_of)

    async def verify(self) -> Head:
        """Verify the whole log and return its head."""
        return await self._asked(verify_log)

    async def export(self) -> AsyncIterator[Stored]:
        """Yield the log up to its end when the export began."""
        last = (await self._asked(queries.head_of)).position
        position = 0
        while position < last:
            for row in await self._asked(partial(queries.rows_after, position=position)):
                if row.position > last:
                    return
                yield stored_of(row)
                position = row.position

    async def restore(self, records: Iterable[Stored]) -> Head:
        """Fill an empty store with an exported log, or leave it empty."""
        return await self._in_thread(lambda: restore_log(self._engines, records))

    async def backup(self, path: Path) -> None:
        """Copy the whole file to the path while the store is in use; a failed copy leaves no file."""
        if not self._engines.is_sqlite:
            raise Refused("backup_not_offered", None, _POSTGRES_BACKUP)
        await self._in_thread(lambda: copy_file(self._engines, path))

    async def close(self) -> None:
        """Write the queued appends and close the database."""
        self._closed = True
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        if self._lease is not None:
            self._lease.let_go()
        if self.node is not None:
            self.node.close()
        self._engines.dispose()

    async def _asked(self, question: Callable[[Connection], T]) -> T:
        """Run a query on one snapshot of the database."""
        return await self._in_thread(lambda: self._answered(question))

    def _answered(self, question: Callable[[Connection], T], again: bool = True) -> T:
        try:
            with self._engines.read.begin() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            if not again or not is_lost(error):
                raise
        return self._answered(question, again=False)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise closed()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        except SQLAlchemyError as error:
            raise fault_of(error, self._engines.name) from None


LOG: Final = logging.getLogger(__name__)
GROUP_MAX: Final = 500
"""The most appends in one transaction."""


class PendingAppend(NamedTuple):
    """A queued append and the future of its result, which belongs to an event loop."""

    draft: Draft
    future: asyncio.Future[Appended]


def _resolve(outcomes: Sequence[tuple[PendingAppend, Outcome | UthError]]) -> None:
    """Give each append its result, in the event loop of the futures."""
    for each, outcome in outcomes:
        if each.future.done():  # its task was cancelled
            continue
        if isinstance(outcome, Appended):
            each.future.set_result(outcome)
        else:
            each.future.set_exception(outcome)


def _appends(group: Iterable[PendingAppend | Event | None]) -> list[PendingAppend]:
    """Return the appends of the group that somebody still waits for."""
    return [each for each in group if isinstance(each, PendingAppend) and not each.future.cancelled()]


def _reach(group: Iterable[PendingAppend | Event | None]) -> None:
    """Set the events of the group."""
    for each in group:
        if isinstance(each, Event):
            each.set()


class Writer:
    """The writer thread and its queue; appends that arrive while it writes share the next transaction."""

    def __init__(self, engines: Engines, clock: Clock, wait_s: float, epoch: Epoch | None = None) -> None:
        self._engines = engines
        self._epoch = epoch
        """Checked against the log in every transaction, if the store is leased to one house."""
        self._clock = LogClock(clock)
        self._wait_s = wait_s
        self._connection: Connection | None = None
        """Reused for every transaction until it fails."""
        self._queue: SimpleQueue[PendingAppend | Event | None] = SimpleQueue()
        """Written in this order. An event is set once the writer reaches it; ``None`` ends the writer."""
        self._closing = Lock()
        self._closed = False
        self._ended = False
        self._stopped: Unavailable | None = None
        self._thread = Thread(target=self._run, name="uth-store-writer", daemon=True)
        self._thread.start()

    @property
    def stopped(self) -> str | None:
        """Why appends are refused although the store was not closed, or ``None``."""
        return self._stopped.says if self._stopped is not None else None

    @property
    def waiting(self) -> int:
        """How many appends are queued."""
        return self._queue.qsize()

    def send(self, draft: Draft) -> asyncio.Future[Appended]:
        """Queue the append and return the future of its result."""
        future: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        with self._closing:
            if self._stopped is not None:
                raise Unavailable(self._stopped.code, self._stopped.says)
            if self._closed:
                raise Unavailable("store_closed", "the store is closed")
            self._queue.put(PendingAppend(draft, future))
        return future

    def drain(self) -> None:
        """Return once every append queued so far has been written or refused."""
        reached = Event()
        with self._closing:
            if self._ended:
                return
            self._queue.put(reached)
        reached.wait()

    def stop(self, why: Unavailable) -> None:
        """Refuse every further append with this reason."""
        with self._closing:
            self._stopped = why

    def close(self) -> None:
        """Refuse further appends, and return when the queue is written."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        group: list[PendingAppend | Event] = []
        try:
            while group := self._gathered():
                self._write(_appends(group))
                _reach(group)
        except BaseException as error:
            LOG.critical("the store's writer has stopped", exc_info=error)
            self._give_up(group)
        finally:
            self._let_go()
            self._end()

    def _give_up(self, group: Sequence[PendingAppend | Event]) -> None:
        """Refuse further appends, and fail every append that is queued."""
        says = "the store's writer has stopped; start the house again"
        self.stop(Unavailable("store_stopped", says))
        self._queue.put(None)
        left = list(group)
        while (each := self._queue.get()) is not None:
            left.append(each)
        says = f"{says}; whether this was written is not known"
        self._answer([(each, Unavailable("store_stopped", says, unknown=True)) for each in _appends(left)])
        _reach(left)

    def _end(self) -> None:
        """Release whoever waits for the queue; nothing more is put into it."""
        with self._closing:
            self._ended = True
        while not self._queue.empty():
            _reach([self._queue.get()])

    def _gathered(self) -> list[PendingAppend | Event]:
        """Wait for appends and return those in the queue; empty once the store is closed."""
        first = self._queue.get()
        if first is None:
            return []
        group = [first]
        while len(group) < GROUP_MAX:
            try:
                each = self._queue.get_nowait()
            except Empty:
                break
            if each is None:
                self._queue.put(None)
                break
            group.append(each)
        return group

    def _write(self, group: Sequence[PendingAppend]) -> None:
        if not group:
            return
        try:
            outcomes = self._written([each.draft for each in group])
        except UthError as fault:
            if isinstance(fault, Unavailable) and fault.code == TAKEN_OVER:
                self.stop(fault)
            self._fail(group, fault)
        except SQLAlchemyError as error:
            self._fail(group, fault_of(error, self._engines.name))
        except Exception as error:
            self._fail(group, Broken(f"an append was not written: {error!r}"))
        else:
            self._answer(list(zip(group, outcomes, strict=True)))

    @staticmethod
    def _answer(outcomes: Sequence[tuple[PendingAppend, Outcome | UthError]]) -> None:
        """Hand the results of a group to its event loop at once, so that the loop is woken once for all of them."""
        loops = {each.future.get_loop() for each, _ in outcomes}
        for loop in loops:
            with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                own = outcomes if len(loops) == 1 else [each for each in outcomes if each[0].future.get_loop() is loop]
                loop.call_soon_threadsafe(_resolve, own)

    def _fail(self, group: Sequence[PendingAppend], fault: UthError) -> None:
        """Fail the group; if a single append may be at fault, write them one by one."""
        if len(group) > 1 and isinstance(fault, Broken):
            for each in group:
                self._write([each])
            return
        self._answer([(each, fault) for each in group])

    def _written(self, drafts: Sequence[Draft]) -> list[Outcome]:
        """Write the appends in one transaction and return their results; retry once if the connection was lost."""
        try:
            return self._commit(drafts)
        except SQLAlchemyError as error:
            if not is_lost(error):
                raise
        return self._commit(drafts)

    def _commit(self, drafts: Sequence[Draft]) -> list[Outcome]:
        self._connection = connection = self._connection or self._engines.write.connect()
        try:
            transaction = connection.begin()
            wrote = write_group(connection, drafts, self._clock, self._epoch)
        except BaseException:
            self._let_go()
            raise
        try:
            transaction.commit()
        except SQLAlchemyError as error:
            fault = fault_of(error, self._engines.name)
            connection.invalidate()
            self._let_go()
        else:
            return self._done(wrote)
        if wrote.head is not None and self._has(wrote.head, fault):
            return self._done(wrote)
        raise fault

    def _done(self, wrote: Wrote) -> list[Outcome]:
        if self._epoch is not None:
            self._epoch.number, self._epoch.stated = wrote.epoch, wrote.stated
        return wrote.outcomes

    def _let_go(self) -> None:
        """Drop the connection and its open transaction."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _has(self, head: Head, fault: UthError) -> bool:
        """Whether a failed commit was written after all, according to the log."""
        until = time.monotonic() + self._wait_s
        while True:
            try:
                with self._engines.write.begin() as connection:
                    return lock_head(connection).position >= head.position and any(
                        row.chain == head.chain for row in rows_after(connection, head.position - 1)[:1]
                    )
            except SQLAlchemyError:
                if time.monotonic() > until:
                    says = f"{fault}; whether the append was written is not known: send it again with its key"
                    raise Unavailable("store_unreachable", says, unknown=True) from None
                time.sleep(min(0.1, self._wait_s))
