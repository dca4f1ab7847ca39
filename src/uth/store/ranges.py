"""Parts of a log that is at hand whole: the plain twin of what a database is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import islice
from typing import Protocol

from uth.store.codec import Json
from uth.store.entries import Found, Noted, Sought, Stored
from uth.store.rows import json_text


class Log(Protocol):
    """What can be read and walked from its beginning."""

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        """Return the records of a stream beyond that number."""
        ...

    def export(self) -> AsyncIterator[Stored]:
        """Yield the whole log."""
        ...


class PlainRanges:
    """The parts of such a log."""

    async def between(self: Log, stream: str, after: int, through: int) -> list[Noted]:
        """Return the records of a stream beyond one number and up to another."""
        return [_note(each) for each in await self.read(stream, after) if each.number <= through]

    async def noted(self: Log, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
        """Return the first records of a stream beyond that number whose body holds one of the marks."""
        found = (each for each in await self.read(stream, after) if _holds(each.body, marks))
        return [_note(each) for each in islice(found, limit)]

    async def search(self: Log, sought: Sought, *, before: int | None, limit: int) -> Found:
        """Return a page of what is sought, the newest first, from before that position or from the end."""
        rows = [each async for each in self.export() if before is None or each.position < before]
        fits = [each for each in reversed(rows) if _fits(each, sought)]
        page = tuple(fits[:limit])
        return Found(records=page, before=page[-1].position if len(fits) > limit else None)

    async def last_position(self: Log) -> int:
        """Return where the log ends."""
        return len([each async for each in self.export()])

    async def seal_at(self: Log, position: int) -> str | None:
        """Return the seal of the record at that position, or ``None`` where there is none."""
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
