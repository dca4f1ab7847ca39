"""A store in a database, SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Refused
from uth.ledger.book import Account
from uth.store import queries
from uth.store.backup import copy_file, restore_log
from uth.store.chain import Clock, utc_now
from uth.store.codec import Json
from uth.store.drafts import draft_of
from uth.store.engine import READERS, Engines, engines_of
from uth.store.entries import Appended, Entry, Found, Head, Noted, Sought, Stored, Unavailable
from uth.store.faults import fault_of, is_lost
from uth.store.lease import Epoch, Lease, taken_over
from uth.store.memory import closed
from uth.store.rows import accounts_of, stored_of
from uth.store.upgrade import upgrade
from uth.store.verification import check_balances, require_shape, verify_log
from uth.store.writer import Writer

T = TypeVar("T")

WAIT_S: Final = 10.0
"""How long to wait for a database that is locked or unreachable."""
_POSTGRES_BACKUP: Final = (
    "PostgreSQL has its own tools, which work while the house is open: pg_dump --format=custom --file=PATH for a "
    "snapshot, pg_basebackup and archived WAL for every moment"
)


def _check(engines: Engines, *, whole: bool) -> None:
    """Refuse a damaged database; with `whole`, check the balances too, as a house does at start."""
    with engines.read.begin() as connection:
        require_shape(connection, engines.name)
        if whole:
            check_balances(connection, engines.name)


class DatabaseStore:
    """A log in a database: one writer thread, and reader threads that never wait for it."""

    def __init__(self, engines: Engines, *, clock: Clock, wait_s: float, lease: Lease | None = None) -> None:
        self._engines = engines
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="uth-store-reader")
        self._writer = Writer(engines, clock, wait_s, Epoch() if lease is not None else None)
        self._lease = lease
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, clock: Clock = utc_now, wait_s: float = WAIT_S, lease: bool = False) -> Self:
        """Return the store at the URL with its tables migrated; with `lease`, no other house can open it."""
        engines = engines_of(url, wait_s)
        holds = Lease(engines) if lease else None
        try:
            if holds is not None:
                await asyncio.to_thread(holds.take)
            await asyncio.to_thread(upgrade, engines, wait_s)
            await asyncio.to_thread(_check, engines, whole=lease)
        except BaseException as error:
            if holds is not None:
                holds.let_go()
            engines.dispose()
            if isinstance(error, SQLAlchemyError):
                raise fault_of(error, engines.name) from None
            raise
        return cls(engines, clock=clock, wait_s=wait_s, lease=holds)

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
        """Why nothing is written any more, in words, or ``None`` while the store works."""
        return self._writer.stopped

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
        return await asyncio.wrap_future(self._writer.send(draft_of(entries, key, answer)))

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream beyond that number."""
        return await self._asked(lambda now: [stored_of(row) for row in queries.rows_of_stream(now, stream, after)])

    async def between(self, stream: str, after: int, through: int) -> list[Noted]:
        """Return the records of a stream beyond one number and up to another."""
        return await self._asked(partial(queries.between, stream=stream, after=after, through=through))

    async def noted(self, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
        """Return the first records of a stream beyond that number whose body holds one of the marks."""
        return await self._asked(lambda now: queries.noted(now, stream, after, tuple(marks), limit))

    async def search(self, sought: Sought, *, before: int | None, limit: int) -> Found:
        """Return a page of matching records, the newest first, from before that position or from the end."""
        return await self._asked(partial(queries.searched, sought=sought, before=before, limit=limit))

    async def last_position(self) -> int:
        """Return the last position of the log."""
        return (await self._asked(queries.head_of)).position

    async def seal_at(self, position: int) -> str | None:
        """Return the seal of the record at that position, or ``None`` where there is none."""
        return await self._asked(partial(queries.seal_of, position=position))

    async def streams(self, prefix: str = "") -> dict[str, int]:
        """Return the last number of every stream whose name begins so."""
        return await self._asked(lambda now: queries.numbers(now, prefix))

    async def answer(self, key: str) -> Appended | None:
        """Return what was answered to this key, or ``None`` if it was not seen."""
        return await self._asked(lambda now: queries.answer_to(now, key))

    async def under(self, key: str) -> Stored | None:
        """Return the first record of the append with this key, or ``None`` if it was not seen."""
        row = await self._asked(lambda now: queries.row_under(now, key))
        return stored_of(row) if row is not None else None

    async def balances(self) -> dict[Account, Fraction]:
        """Return what each account holds."""
        return await self._asked(lambda now: accounts_of(queries.kept_balances(now)))

    async def trial_balance(self, position: int | None = None) -> dict[Account, Fraction]:
        """Return what each account held at that position, from the transfers alone."""
        return await self._asked(lambda now: accounts_of(queries.balances_at(now, position)))

    async def verify(self) -> Head:
        """Verify the whole log and return its head."""
        return await self._asked(verify_log)

    async def export(self) -> AsyncIterator[Stored]:
        """Yield the log up to where it ended when the export began."""
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
        """Copy the whole file to the path while the store is in use, or leave nothing there."""
        if not self._engines.is_sqlite:
            raise Refused("backup_not_offered", None, _POSTGRES_BACKUP)
        await self._in_thread(lambda: copy_file(self._engines, path))

    async def close(self) -> None:
        """Write what is queued and close the database."""
        self._closed = True
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        if self._lease is not None:
            self._lease.let_go()
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
