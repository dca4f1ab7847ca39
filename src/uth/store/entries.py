"""What a store takes and gives: entries for streams of one log, and the transfers that belong to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from uth.errors import Refused
from uth.ledger.book import Account, Transfer
from uth.store.codec import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something to append to a stream that ends with the number ``after``; a new stream ends with 0."""

    stream: str
    after: int
    body: Json
    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A record of the log: its place in it, its number in its own stream, and the hash that seals it."""

    position: int
    stream: str
    number: int
    at: str
    key: str | None
    body: Json
    chain: str
    transfers: tuple[Transfer, ...] = ()
    answer: Json = None
    """What was answered to the key; only the first record of an append carries it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """What became of an append: its records, or the first answer if its key was seen before."""

    answer: Json
    duplicate: bool = False
    stored: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The end of the log; noted down elsewhere, it proves later that the log up to it is unchanged."""

    position: int
    chain: str


class Noted(NamedTuple):
    """A record of a stream without what was moved and answered."""

    position: int
    number: int
    at: str
    body: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What is looked for in a log: every part that is given has to fit."""

    stream: str | None = None
    """A stream, or with ``/`` at the end every stream that begins so."""
    says: tuple[str, ...] = ()
    """Texts that the body has to hold, as its JSON has them."""
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page of a search, the newest first, and where the next page goes on; ``None`` at the beginning of the log."""

    records: tuple[Stored, ...]
    before: int | None


class Unavailable(Refused):
    """The store cannot write or read now: out of reach, locked or full; it can be asked again."""

    def __init__(self, code: str, says: str, *, unknown: bool = False) -> None:
        super().__init__(code, None, says)
        self.unknown = unknown
        """Whether an append may have been written all the same; sent again with its key it is done once."""


class Store(Protocol):
    """One append-only log with its ledger, written in one transaction."""

    @property
    def stopped(self) -> str | None:
        """Why nothing is written any more, in words, or ``None`` while the store works."""
        ...

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        """Append all entries, or none; a key that was used before gets its first answer again.

        Raise `Stale` if a stream does not end where an entry says, `Unavailable` if nothing can be written now. An
        append that is cancelled while it waits is not written; one that is being written already is.
        """
        ...

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream beyond that number."""
        ...

    async def between(self, stream: str, after: int, through: int) -> list[Noted]:
        """Return the records of a stream beyond one number and up to another."""
        ...

    async def noted(self, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
        """Return the first records of a stream beyond that number whose body holds one of the marks."""
        ...

    async def search(self, sought: Sought, *, before: int | None, limit: int) -> Found:
        """Return a page of what is sought, the newest first, from before that position or from the end."""
        ...

    async def last_position(self) -> int:
        """Return where the log ends."""
        ...

    async def seal_at(self, position: int) -> str | None:
        """Return the seal of the record at that position, or ``None`` where there is none."""
        ...

    async def streams(self, prefix: str = "") -> dict[str, int]:
        """Return the last number of every stream whose name begins so."""
        ...

    async def answer(self, key: str) -> Appended | None:
        """Return what an append with this key would be answered, or ``None`` if the key was not seen."""
        ...

    async def under(self, key: str) -> Stored | None:
        """Return the first record of the append with this key, or ``None`` if the key was not seen."""
        ...

    async def balances(self) -> dict[Account, Fraction]:
        """Return what each account holds, those that hold nothing left out."""
        ...

    async def trial_balance(self, position: int | None = None) -> dict[Account, Fraction]:
        """Return the same from the transfers up to that position alone; stop with `Broken` if it does not sum to zero,
        or, at the end of the log, differs from `balances`."""
        ...

    async def verify(self) -> Head:
        """Return the end of the log after walking all of it; stop with `Broken` at the first position that is not as
        it was written."""
        ...

    def export(self) -> AsyncIterator[Stored]:
        """Yield the whole log, as long as it was at the start."""
        ...

    async def restore(self, records: Iterable[Stored]) -> Head:
        """Fill an empty store with an exported log, seal by seal, or leave it empty."""
        ...

    async def backup(self, path: Path) -> None:
        """Copy the whole store to the path while it is in use, or leave nothing there."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go."""
        ...
