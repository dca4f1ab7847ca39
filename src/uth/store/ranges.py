"""Parts of a log: a stretch of one stream, the records of a stream that say something, a search from the end backwards.

None of them reads more than it is asked for, whatever the length of the log.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from uth.store.database import DatabaseStore
from uth.store.entries import Store, Stored
from uth.store.reading import head_of
from uth.store.rows import json_text
from uth.store.schema import records

WINDOW: Final = 50_000
"""How many positions one search looks at; what comes before them is asked for by the cursor it returns."""


class Noted(NamedTuple):
    """A record of a stream without what was moved and answered."""

    position: int
    number: int
    at: str
    body: Any


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


async def last_position(store: Store) -> int:
    """Return where the log ends."""
    if isinstance(store, DatabaseStore):
        return (await store._asked(head_of)).position
    return len([each async for each in store.export()])


async def seal_at(store: Store, position: int) -> str | None:
    """Return the seal of the record at that position, or ``None`` where there is none."""
    if isinstance(store, DatabaseStore):
        query = select(records.c.chain).where(records.c.position == position)
        return await store._asked(lambda now: now.execute(query).scalar())
    return next((each.chain for each in [one async for one in store.export()] if each.position == position), None)


async def read_between(store: Store, stream: str, after: int, through: int) -> list[Noted]:
    """Return the records of a stream beyond one number and up to another."""
    if isinstance(store, DatabaseStore):
        return await store._asked(partial(_between, stream=stream, after=after, through=through))
    return [_note(each) for each in await store.read(stream, after) if each.number <= through]


async def read_noted(store: Store, stream: str, after: int, marks: Sequence[str], limit: int) -> list[Noted]:
    """Return the first records of a stream beyond that number whose body holds one of the marks."""
    if isinstance(store, DatabaseStore):
        return await store._asked(partial(_noted, stream=stream, after=after, marks=tuple(marks), limit=limit))
    found = (each for each in await store.read(stream, after) if _holds(each.body, marks))
    return [_note(each) for each in islice(found, limit)]


async def search_log(store: Store, sought: Sought, *, before: int | None, limit: int) -> Found:
    """Return a page of what is sought, the newest first, from before that position or from the end."""
    if isinstance(store, DatabaseStore):
        return await store._asked(partial(_searched, sought=sought, before=before, limit=limit))
    rows = [each async for each in store.export() if before is None or each.position < before]
    fits = [each for each in reversed(rows) if _fits(each, sought)]
    page = tuple(fits[:limit])
    return Found(records=page, before=page[-1].position if len(fits) > limit else None)


# A store that is no database has everything at hand.


def _note(stored: Stored) -> Noted:
    return Noted(stored.position, stored.number, stored.at, stored.body)


def _holds(body: Any, marks: Iterable[str]) -> bool:
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


# A database is asked for no more than the page.


def _within(connection: Connection, text: str) -> ColumnElement[bool]:
    """Return whether the body holds the text, letter by letter."""
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return find(records.c.body, text) > 0


_NOTED: Final = (records.c.position, records.c.number, records.c.at, records.c.body)


def _between(connection: Connection, stream: str, after: int, through: int) -> list[Noted]:
    query = select(*_NOTED).where(records.c.stream == stream, records.c.number > after, records.c.number <= through)
    return _notes(connection, query)


def _noted(connection: Connection, stream: str, after: int, marks: tuple[str, ...], limit: int) -> list[Noted]:
    query = select(*_NOTED).where(records.c.stream == stream, records.c.number > after)
    return _notes(connection, query.where(or_(*(_within(connection, mark) for mark in marks))).limit(limit))


def _notes(connection: Connection, query: Select[Any]) -> list[Noted]:
    rows = connection.execute(query.order_by(records.c.number))
    return [Noted(row.position, row.number, row.at, json.loads(row.body)) for row in rows]


def _searched(connection: Connection, sought: Sought, before: int | None, limit: int) -> Found:
    end = head_of(connection).position + 1
    end = min(end if before is None else before, end)
    if sought.until is not None:
        end = min(end, _first_at(connection, sought.until, beyond=True))
    start = 1 if sought.since is None else _first_at(connection, sought.since)
    low = max(start, end - WINDOW)
    query = select(records).where(records.c.position >= low, records.c.position < end)
    if sought.stream is not None:
        whole = not sought.stream.endswith("/")
        length = len(sought.stream)
        named = (
            records.c.stream == sought.stream if whole else func.substr(records.c.stream, 1, length) == sought.stream
        )
        query = query.where(named)
    for says in sought.says:
        query = query.where(_within(connection, says))
    rows = list(connection.execute(query.order_by(records.c.position.desc()).limit(limit)))
    found = tuple(
        Stored(
            position=row.position,
            stream=row.stream,
            number=row.number,
            at=row.at,
            key=row.key,
            body=json.loads(row.body),
            chain=row.chain,
        )
        for row in rows
    )
    rest = found[-1].position if len(found) == limit else low
    return Found(records=found, before=rest if rest > start else None)


def _first_at(connection: Connection, at: str, *, beyond: bool = False) -> int:
    """Return the first position at or beyond that time; the log is in the order of time."""
    low, high = 1, head_of(connection).position + 1
    while low < high:
        middle = (low + high) // 2
        there = connection.execute(select(records.c.at).where(records.c.position == middle)).scalar_one()
        if there > at if beyond else there >= at:
            high = middle
        else:
            low = middle + 1
    return low
