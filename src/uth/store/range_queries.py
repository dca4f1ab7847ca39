"""Parts of a log in a database: none of these questions reads more than it is asked for, whatever the log's length."""

from __future__ import annotations

import json
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from uth.store.entries import Found, Noted, Sought, Stored
from uth.store.reading import head_of
from uth.store.schema import records

WINDOW: Final = 50_000
"""How many positions one search looks at; what comes before them is asked for by the cursor it returns."""


def seal_of(connection: Connection, position: int) -> str | None:
    """Return the seal of the record at that position, or ``None`` where there is none."""
    return connection.execute(select(records.c.chain).where(records.c.position == position)).scalar()


def _within(connection: Connection, text: str) -> ColumnElement[bool]:
    """Return whether the body holds the text, letter by letter."""
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return find(records.c.body, text) > 0


_NOTED: Final = (records.c.position, records.c.number, records.c.at, records.c.body)


def between(connection: Connection, stream: str, after: int, through: int) -> list[Noted]:
    """Return the records of a stream beyond one number and up to another."""
    query = select(*_NOTED).where(records.c.stream == stream, records.c.number > after, records.c.number <= through)
    return _notes(connection, query)


def noted(connection: Connection, stream: str, after: int, marks: tuple[str, ...], limit: int) -> list[Noted]:
    """Return the first records of a stream beyond that number whose body holds one of the marks."""
    query = select(*_NOTED).where(records.c.stream == stream, records.c.number > after)
    return _notes(connection, query.where(or_(*(_within(connection, mark) for mark in marks))).limit(limit))


def _notes(connection: Connection, query: Select[Any]) -> list[Noted]:
    rows = connection.execute(query.order_by(records.c.number))
    return [Noted(row.position, row.number, row.at, json.loads(row.body)) for row in rows]


def searched(connection: Connection, sought: Sought, before: int | None, limit: int) -> Found:
    """Return a page of what is sought, the newest first."""
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
