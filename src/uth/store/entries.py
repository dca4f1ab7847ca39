"""The interface of a store: one log of streams, and the transfers that belong to its records."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from uth.errors import Refused
from uth.ledger.book import Account, Transfer
from uth.store.codec import Json
from uth.store.rounds import ReviewedSeat, RoundEntry, RoundFilter, RoundPage, RoundProgress, StoredReview


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A record to append to a stream whose last number is ``after``; 0 for a new stream."""

    stream: str
    after: int
    body: Json
    transfers: tuple[Transfer, ...] = ()
    log: str | None = None
    """The schema of another log in the same PostgreSQL database to which it is appended (`uth.store.wide`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A record of the log: its position, its number in its stream, and its seal."""

    position: int
    stream: str
    number: int
    at: str
    key: str | None
    body: Json
    chain: str
    transfers: tuple[Transfer, ...] = ()
    answer: Json = None
    """The answer to the key; only the first record of an append carries it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """The result of an append: its records, or the first answer if its key was used before."""

    answer: Json
    duplicate: bool = False
    stored: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The end of the log. A copy noted elsewhere proves later that the log up to it is unchanged."""

    position: int
    chain: str


class Noted(NamedTuple):
    """A record of a stream without its transfers and answer."""

    position: int
    number: int
    at: str
    body: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A search of the log; a record must match every given part."""

    stream: str | None = None
    """The name of a stream, or a prefix that ends in ``/``."""
    says: tuple[str, ...] = ()
    """Texts that the JSON of the body must contain."""
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page of a search, newest first, and the cursor of the next page; ``None`` at the beginning of the log."""

    records: tuple[Stored, ...]
    before: int | None


class Unavailable(Refused):
    """The store cannot read or write now, because it is unreachable, locked or full. The caller may retry."""

    def __init__(self, code: str, says: str, *, unknown: bool = False) -> None:
        super().__init__(code, None, says)
        self.unknown = unknown
        """Whether the append may have been written after all; resent with its key it is executed only once."""


class Overdrawn(Refused):
    """An append would take more from a bankroll than it holds; nothing was written."""

    def __init__(self, account: str, held: Fraction) -> None:
        super().__init__("overdrawn", None, f"{account} holds {held} cents, and no bankroll falls below zero")
        self.held = held


class Store(Protocol):
    """One append-only log with its ledger, written in one transaction."""

    @property
    def stopped(self) -> str | None:
        """Why the store has stopped writing, in words, or ``None`` while it works."""
        ...

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        """Append all entries or none; a key that was used before gets its first answer.

        Raise `Stale` if a stream does not end where an entry says, `Overdrawn` if a bankroll would fall below zero,
        and `Unavailable` if nothing can be written now. An append that is cancelled while it is queued is not written;
        one that is already being written is.
        """
        ...

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream after that number."""
        ...

    async def between(self, stream: str, after: int, through: int) -> list[Noted]:
        """Return the records of a stream after one number and up to another."""
        ...

    async def noted(self, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
        """Return the first records of a stream after that number whose body contains one of the marks."""
        ...

    async def search(self, sought: Sought, *, before: int | None, limit: int) -> Found:
        """Return a page of matching records, newest first, before that position or from the end."""
        ...

    async def rounds(self, wanted: RoundFilter, *, before: int | None, limit: int) -> RoundPage:
        """Return a page of matching settled rounds, newest first, before that position."""
        ...

    async def round_entry(self, table: str, number: int) -> RoundEntry | None:
        """Return a settled round of a table, or ``None`` if there is none with that number."""
        ...

    async def round_progress(self, tables: Iterable[str]) -> dict[str, RoundProgress]:
        """Return the round progress of each of these tables."""
        ...

    async def reviewed_seats(self, wanted: RoundFilter, limit: int) -> list[ReviewedSeat]:
        """Return the seats that a player had in settled rounds, newest first, with their reviews."""
        ...

    async def write_reviews(self, found: Sequence[StoredReview]) -> None:
        """Write reviews of settled rounds, which are not part of the log."""
        ...

    async def last_position(self) -> int:
        """Return the last position of the log."""
        ...

    async def seal_at(self, position: int) -> str | None:
        """Return the seal of the record at that position, or ``None`` if there is none."""
        ...

    async def streams(self, prefix: str = "") -> dict[str, int]:
        """Return the last number of every stream with that prefix."""
        ...

    async def answer(self, key: str) -> Appended | None:
        """Return the first answer to this key, or ``None`` if it was not used."""
        ...

    async def under(self, key: str) -> Stored | None:
        """Return the first record of the append with this key, or ``None`` if it was not used."""
        ...

    async def balances(self) -> dict[Account, Fraction]:
        """Return the balance of each account, without those of zero."""
        ...

    async def held(self, accounts: Collection[Account]) -> dict[Account, Fraction]:
        """Return the balances of these accounts at one moment."""
        ...

    async def trial_balance(self, position: int | None = None) -> dict[Account, Fraction]:
        """Return the balances computed from the transfers up to that position.

        Raise `Broken` if they do not sum to zero or, at the end of the log, differ from `balances`.
        """
        ...

    async def verify(self) -> Head:
        """Verify the whole log and return its head; raise `Broken` at the first position that was altered."""
        ...

    def export(self) -> AsyncIterator[Stored]:
        """Yield the log up to its end when the export began."""
        ...

    async def restore(self, records: Iterable[Stored]) -> Head:
        """Fill an empty store with an exported log and verify every seal; on failure it stays empty."""
        ...

    async def backup(self, path: Path) -> None:
        """Copy the whole store to the path while it is in use; a failed copy leaves no file."""
        ...

    async def close(self) -> None:
        """Write what is queued and close."""
        ...
