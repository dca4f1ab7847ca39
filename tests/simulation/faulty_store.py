"""A store that sometimes fails: before the write, after it, or together with the whole house.

The log outlives every house that writes it. Each life of the house has its own store on the log, and a dead one writes
nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random

from uth.ledger.book import Account
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Head, Stored, Unavailable
from uth.store.memory import MemoryStore, PlainRanges
from uth.store.rounds import ReviewedSeat, RoundEntry, RoundFilter, RoundPage, RoundProgress, StoredReview


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How often a store does what, of a thousand appends."""

    before: int = 0
    """It is busy, and nothing is written."""
    after: int = 0
    """It is written, and nobody can say so."""
    reading: int = 0
    crash_before: int = 0
    crash_after: int = 0
    slow_s: float = 0.0


@dataclass(kw_only=True)
class FaultyStore(PlainRanges):
    """One life's way to the log."""

    log: MemoryStore
    random: Random
    faults: Faults
    crash: Callable[[str], None]
    """Told that the power is gone, and where."""
    met: Callable[[str], None]
    dead: bool = False
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def stopped(self) -> str | None:
        return None

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        async with self._turn:  # as with a real store, the order of asking is the order of the log
            await self._pause()
            await self._crashes(self.faults.crash_before, "crash before an append")
            if self._meets(self.faults.before, "store busy"):
                raise Unavailable("store_busy", "another program holds the database")
            self._require_alive()
            appended = await self.log.append(entries, key=key, answer=answer)
            await self._crashes(self.faults.crash_after, "crash after an append")
        await self._pause()
        if self._meets(self.faults.after, "store silent after the write"):
            raise Unavailable("store_unreachable", "the line was cut during the commit", unknown=True)
        return appended

    async def _pause(self) -> None:
        if self.faults.slow_s:
            await asyncio.sleep(self.random.uniform(0, self.faults.slow_s))

    async def _crashes(self, often: int, where: str) -> None:
        if self._meets(often, where):
            self.dead = True
            self.crash(where)
            await asyncio.Event().wait()

    def _meets(self, often: int, what: str) -> bool:
        if self.dead or self.random.randrange(1000) >= often:
            return False
        self.met(what)
        return True

    def _require_alive(self) -> None:
        if self.dead:
            raise Unavailable("store_closed", "the program that wrote here is gone")

    def _reads(self) -> MemoryStore:
        self._require_alive()
        if self._meets(self.faults.reading, "store busy for a reader"):
            raise Unavailable("store_busy", "too many connections at once")
        return self.log

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        return await self._reads().read(stream, after)

    async def rounds(self, wanted: RoundFilter, *, before: int | None, limit: int) -> RoundPage:
        return await self._reads().rounds(wanted, before=before, limit=limit)

    async def round_entry(self, table: str, number: int) -> RoundEntry | None:
        return await self._reads().round_entry(table, number)

    async def round_progress(self, tables: Iterable[str]) -> dict[str, RoundProgress]:
        return await self._reads().round_progress(tables)

    async def reviewed_seats(self, wanted: RoundFilter, limit: int) -> list[ReviewedSeat]:
        return await self._reads().reviewed_seats(wanted, limit)

    async def write_reviews(self, found: Sequence[StoredReview]) -> None:
        await self._reads().write_reviews(found)

    async def streams(self, prefix: str = "") -> dict[str, int]:
        return await self._reads().streams(prefix)

    async def answer(self, key: str) -> Appended | None:
        return await self._reads().answer(key)

    async def under(self, key: str) -> Stored | None:
        return await self._reads().under(key)

    async def held(self, accounts: Collection[Account]) -> dict[Account, Fraction]:
        return await self._reads().held(accounts)

    async def balances(self) -> dict[Account, Fraction]:
        return await self._reads().balances()

    async def trial_balance(self, position: int | None = None) -> dict[Account, Fraction]:
        return await self._reads().trial_balance(position)

    async def verify(self) -> Head:
        return await self._reads().verify()

    def export(self) -> AsyncIterator[Stored]:
        return self._reads().export()

    async def restore(self, records: Iterable[Stored]) -> Head:
        return await self._reads().restore(records)

    async def backup(self, path: Path) -> None:
        await self._reads().backup(path)

    async def close(self) -> None:
        self.dead = True
