"""A store in memory: a simple counterpart of the database store, for tests and tables that are not kept."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Protocol

from uth.errors import Broken, Malformed, Refused, Stale, require
from uth.ledger.book import Account
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Found, Head, Noted, Sought, Stored, Unavailable
from uth.store.round_index import RoundIndex, changes_index
from uth.store.rounds import ReviewedSeat, RoundEntry, RoundFilter, RoundPage, RoundProgress, StoredReview
from uth.store.rows import (
    START,
    ChainVerifier,
    Clock,
    LogClock,
    Row,
    accounts_of,
    draft_of,
    json_text,
    move,
    row_of,
    stored_of,
    utc_now,
)


class Log(Protocol):
    """The methods of a log that the queries below need."""

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream after that number."""
        ...

    def export(self) -> AsyncIterator[Stored]:
        """Yield the whole log."""
        ...


class PlainRanges:
    """Queries that read the whole log."""

    async def between(self: Log, stream: str, after: int, through: int) -> list[Noted]:
        """Return the records of a stream after one number and up to another."""
        return [_note(each) for each in await self.read(stream, after) if each.number <= through]

    async def noted(self: Log, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
        """Return the first records of a stream after that number whose body contains one of the marks."""
        found = (each for each in await self.read(stream, after) if _holds(each.body, marks))
        return [_note(each) for each in islice(found, limit)]

    async def search(self: Log, sought: Sought, *, before: int | None, limit: int) -> Found:
        """Return a page of matching records, newest first, before that position or from the end."""
        rows = [each async for each in self.export() if before is None or each.position < before]
        fits = [each for each in reversed(rows) if _fits(each, sought)]
        page = tuple(fits[:limit])
        return Found(records=page, before=page[-1].position if len(fits) > limit else None)

    async def last_position(self: Log) -> int:
        """Return the last position of the log."""
        return len([each async for each in self.export()])

    async def seal_at(self: Log, position: int) -> str | None:
        """Return the seal of the record at that position, or ``None`` if there is none."""
        return next((each.chain for each in [one async for one in self.export()] if each.position == position), None)


def _note(stored: Stored) -> Noted:
    return Noted(stored.position, stored.number, stored.at, stored.body)


def _holds(body: Json, marks: Iterable[str]) -> bool:
    text = json_text(body)
    return any(mark in text for mark in marks)


def _fits(stored: Stored, sought: Sought) -> bool:
    stream = sought.stream
    if stream is not None and not (
        stored.stream.startswith(stream) if stream.endswith("/") else stored.stream == stream
    ):
        return False
    if (sought.since is not None and stored.at < sought.since) or (
        sought.until is not None and stored.at > sought.until
    ):
        return False
    text = json_text(stored.body)
    return all(says in text for says in sought.says)


class MemoryStore(PlainRanges):
    """A log as a list of rows; calls never interleave."""

    def __init__(self, *, clock: Clock = utc_now) -> None:
        self._clock = LogClock(clock)
        self._rows: list[Row] = []
        self._numbers: dict[str, int] = {}
        self._answers: dict[str, str] = {}
        self._balances: dict[str, Fraction] = {}
        self._index = RoundIndex()
        self._indexed = 0
        """How many rows the index of rounds covers."""
        self._reviews: dict[tuple[int, int], str] = {}
        self._closed = False

    @property
    def stopped(self) -> str | None:
        """Always ``None``: a store in memory never stops."""
        return None

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        """Append all entries, or none."""
        self._require_open()
        draft = draft_of(entries, key, answer)
        if key is not None and (seen := await self.answer(key)):
            return seen
        numbers = dict[str, int]()
        for entry in entries:
            last = numbers.get(entry.stream, self._numbers.get(entry.stream, 0))
            if last != entry.after:
                raise Stale(f"{entry.stream} is at {last}, not at {entry.after}")
            numbers[entry.stream] = last + 1
        short = draft.overdraws(self._balances)
        if short is not None:
            raise short
        rows = list(draft.rows(len(self._rows), self._rows[-1].chain if self._rows else START, self._clock.now()))
        self._take(rows)
        return draft.appended(rows)

    def _take(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._rows.append(row)
            self._clock.after(row.at)
            self._numbers[row.stream] = row.number
            move(self._balances, row.moved)
            if row.key is not None:
                self._answers.setdefault(row.key, row.answer)

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream after that number."""
        self._require_open()
        return [stored_of(row) for row in self._rows if row.stream == stream and row.number > after]

    async def rounds(self, wanted: RoundFilter, *, before: int | None, limit: int) -> RoundPage:
        """Return a page of matching settled rounds, newest first, before that position."""
        return self._rounds().page(wanted, before, limit)

    async def round_entry(self, table: str, number: int) -> RoundEntry | None:
        """Return a settled round of a table, or ``None`` if there is none with that number."""
        entries = self._rounds().entries.get(table, [])
        return entries[number - 1] if 1 <= number <= len(entries) else None

    async def round_progress(self, tables: Iterable[str]) -> dict[str, RoundProgress]:
        """Return the round progress of each of these tables."""
        found = self._rounds().tables
        return {table: deepcopy(found.get(table, RoundProgress(table=table))) for table in tables}

    async def reviewed_seats(self, wanted: RoundFilter, limit: int) -> list[ReviewedSeat]:
        """Return the seats that a player had in settled rounds, newest first, with their reviews."""
        plain = RoundFilter(table=wanted.table, player=wanted.player, since=wanted.since, until=wanted.until)
        found = (
            ReviewedSeat(
                entry.position,
                entry.table,
                entry.number,
                entry.at,
                seat.seat,
                seat.net,
                f" {' '.join(seat.wagers)} ",
                json_text(seat.lines),
                self._reviews.get((entry.position, seat.seat)),
            )
            for entry in self._rounds().page(plain, None, limit).entries
            for seat in entry.seats
            if seat.player == wanted.player
        )
        return list(islice(found, limit))

    async def write_reviews(self, found: Sequence[StoredReview]) -> None:
        """Write reviews of settled rounds, which are not part of the log."""
        self._reviews |= {(each.position, each.seat): each.review for each in found}

    def _rounds(self) -> RoundIndex:
        """Return the index of rounds, up to date."""
        self._require_open()
        for row in self._rows[self._indexed :]:
            if changes_index(row.stream, row.body):
                self._index.take(row.stream, Noted(row.position, row.number, row.at, json.loads(row.body)))
        self._indexed = len(self._rows)
        return self._index

    async def streams(self, prefix: str = "") -> dict[str, int]:
        """Return the last number of every stream with that prefix."""
        self._require_open()
        return {name: number for name, number in sorted(self._numbers.items()) if name.startswith(prefix)}

    async def answer(self, key: str) -> Appended | None:
        """Return the first answer to this key, or ``None`` if it was not used."""
        self._require_open()
        text = self._answers.get(key)
        return Appended(answer=json.loads(text), duplicate=True) if text is not None else None

    async def under(self, key: str) -> Stored | None:
        """Return the first record of the append with this key, or ``None`` if it was not used."""
        self._require_open()
        return next((stored_of(row) for row in self._rows if row.key == key), None) if key in self._answers else None

    async def balances(self) -> dict[Account, Fraction]:
        """Return the balance of each account."""
        self._require_open()
        return accounts_of(self._balances)

    async def held(self, accounts: Collection[Account]) -> dict[Account, Fraction]:
        """Return the balances of these accounts at one moment."""
        self._require_open()
        return {account: self._balances.get(str(account), Fraction(0)) for account in accounts}

    async def trial_balance(self, position: int | None = None) -> dict[Account, Fraction]:
        """Return the balance of each account at that position, computed from the transfers alone."""
        self._require_open()
        require_position(position, len(self._rows))
        balances: dict[str, Fraction] = {}
        for row in self._rows[:position]:
            move(balances, row.moved)
        require(sum(balances.values(), Fraction(0)) == 0, "the accounts do not sum to zero")
        require(position is not None or balances == self._balances, "the balances differ from the transfers")
        return accounts_of(balances)

    async def verify(self) -> Head:
        """Verify the whole log and return its head."""
        self._require_open()
        verifier = ChainVerifier()
        for row in self._rows:
            verifier.take(row)
        await self.trial_balance()
        return verifier.head

    async def export(self) -> AsyncIterator[Stored]:
        """Yield the log up to its end when the export began."""
        self._require_open()
        for row in tuple(self._rows):
            yield stored_of(row)

    async def restore(self, records: Iterable[Stored]) -> Head:
        """Fill an empty store with an exported log, or leave it empty."""
        self._require_open()
        require_empty(len(self._rows))
        verifier, rows = ChainVerifier(), [row_of(each) for each in records]
        try:
            for row in rows:
                verifier.take(row)
        except Broken as fault:
            raise Malformed("records", verifier.position, f"is the last that can be restored: {fault}") from None
        self._take(rows)
        return verifier.head

    async def backup(self, path: Path) -> None:
        """Refuse: there is no file to copy. An export holds the whole log."""
        raise Refused("backup_not_offered", None, f"a store in memory has no backup at {path}; export it")

    async def close(self) -> None:
        """Refuse every further call."""
        self._closed = True

    def _require_open(self) -> None:
        if self._closed:
            raise closed()


def closed() -> Unavailable:
    """Return the error for a closed store."""
    return Unavailable("store_closed", "the store is closed")


def require_position(position: int | None, last: int) -> None:
    """Refuse a position outside the log; 0 is before its first record."""
    if position is not None and not 0 <= position <= last:
        raise Malformed("position", position, f"is not in the log, which ends at {last}")


def require_empty(last: int) -> None:
    """Refuse to restore into a log that has records."""
    if last:
        raise Refused("store_not_empty", None, f"a log of {last} records is here already; restore into a new store")
