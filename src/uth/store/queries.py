"""Queries on the tables of a store; each function works on the snapshot of one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from uth.errors import require
from uth.ledger.book import Account
from uth.store.entries import Appended, Found, Head, Noted, Sought, Stored
from uth.store.memory import require_position
from uth.store.rows import Moved, Row, fraction_of, move
from uth.store.upgrade import balances, head, keys, records, streams, transfers

PAGE: Final = 1_000


def head_of(connection: Connection) -> Head:
    """Return the end of the log."""
    row = connection.execute(select(head.c.position, head.c.chain)).one()
    return Head(position=row.position, chain=row.chain)


def rows_of_stream(connection: Connection, stream: str, after: int, through: int | None = None) -> list[Row]:
    """Return the rows of a stream after that number, and up to another if one is given."""
    of_stream = (records.c.stream == stream) & (records.c.number > after)
    if through is not None:
        of_stream &= records.c.number <= through
    lines = select(transfers).join(records, records.c.position == transfers.c.position).where(of_stream)
    return list(_rows(connection, select(records).where(of_stream), lines))


def number_at(connection: Connection, stream: str, position: int) -> int:
    """Return the last number a stream had at that position of the log."""
    query = select(func.max(records.c.number)).where(records.c.stream == stream, records.c.position <= position)
    return connection.execute(query).scalar() or 0


def rows_after(connection: Connection, position: int) -> list[Row]:
    """Return the page of the log after that position."""
    page = select(records).where(records.c.position > position).order_by(records.c.position).limit(PAGE)
    found = connection.execute(page).all()
    if not found:
        return []
    lines = select(transfers).where(transfers.c.position > position, transfers.c.position <= found[-1].position)
    return list(_with_lines(found, connection.execute(_in_order(lines))))


def pages(connection: Connection) -> Iterator[list[Row]]:
    """Yield the whole log, page by page."""
    position = 0
    while page := rows_after(connection, position):
        yield page
        position = page[-1].position


def numbers(connection: Connection, prefix: str) -> dict[str, int]:
    """Return the last number of every stream with that prefix."""
    query = select(streams.c.stream, streams.c.number)
    if prefix:
        query = query.where(func.substr(streams.c.stream, 1, len(prefix)) == prefix)
    return dict(sorted((row.stream, row.number) for row in connection.execute(query)))


def answer_to(connection: Connection, key: str) -> Appended | None:
    """Return the answer to the key, or ``None`` if it was not used."""
    query = select(records.c.answer).join(keys, keys.c.position == records.c.position).where(keys.c.key == key)
    text = connection.execute(query).scalar()
    return Appended(answer=json.loads(text), duplicate=True) if text is not None else None


def row_under(connection: Connection, key: str) -> Row | None:
    """Return the first row of the append with this key, or ``None`` if it was not used."""
    position = connection.execute(select(keys.c.position).where(keys.c.key == key)).scalar()
    if position is None:
        return None
    lines = select(transfers).where(transfers.c.position == position)
    return next(_rows(connection, select(records).where(records.c.position == position), lines))


def rows_under(connection: Connection, sought: Sequence[str]) -> dict[str, Row]:
    """Return the first row of the append with each of these keys that was used, without its transfers."""
    query = select(records).join(keys, keys.c.position == records.c.position)
    found: dict[str, Row] = {}
    for start in range(0, len(sought), PAGE):
        rows = connection.execute(query.where(keys.c.key.in_(sought[start : start + PAGE]))).all()
        found |= {row.key: row for row in _with_lines(rows, ()) if row.key is not None}
    return found


def kept_balances(connection: Connection) -> dict[str, Fraction]:
    """Return the balance of each account."""
    found = connection.execute(select(balances.c.account, balances.c.cents))
    return {account: fraction_of(cents) for account, cents in found}


def held(connection: Connection, accounts: Sequence[Account]) -> dict[Account, Fraction]:
    """Return the balances of these accounts."""
    query = select(balances.c.account, balances.c.cents).where(balances.c.account.in_(list(map(str, accounts))))
    found = {account: fraction_of(cents) for account, cents in connection.execute(query)}
    return {account: found.get(str(account), Fraction(0)) for account in accounts}


def balances_at(connection: Connection, position: int | None) -> dict[str, Fraction]:
    """Return the balance of each account at that position, computed from the transfers."""
    require_position(position, head_of(connection).position)
    query = select(transfers.c.source, transfers.c.target, transfers.c.cents)
    if position is not None:
        query = query.where(transfers.c.position <= position)
    found: dict[str, Fraction] = {}
    moved = connection.execution_options(yield_per=PAGE).execute(query)
    move(found, (Moved(*row) for row in moved))
    require(sum(found.values(), Fraction(0)) == 0, "the accounts do not sum to zero")
    require(position is not None or found == kept_balances(connection), "the balances differ from the transfers")
    return found


def _in_order(lines: Select[Any]) -> Select[Any]:
    return lines.order_by(transfers.c.position, transfers.c.line)


def _rows(connection: Connection, query: Select[Any], lines: Select[Any]) -> Iterator[Row]:
    found = connection.execute(query.order_by(records.c.position)).all()
    return _with_lines(found, connection.execute(_in_order(lines)))


def _with_lines(found: Sequence[Any], lines: Iterable[Any]) -> Iterator[Row]:
    """Yield the rows, each with its transfers, which come in the same order."""
    moved: dict[int, list[Moved]] = {}
    for line in lines:
        moved.setdefault(line.position, []).append(Moved(line.source, line.target, line.cents))
    for row in found:
        yield Row(
            position=row.position,
            stream=row.stream,
            number=row.number,
            at=row.at,
            key=row.key,
            body=row.body,
            answer=row.answer,
            moved=tuple(moved.get(row.position, ())),
            chain=row.chain,
        )


WINDOW: Final = 50_000
"""How many positions one search covers; its cursor continues before them."""


def seal_of(connection: Connection, position: int) -> str | None:
    """Return the seal of the record at that position, or ``None`` if there is none."""
    return connection.execute(select(records.c.chain).where(records.c.position == position)).scalar()


def within(connection: Connection, column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Return the condition that the column contains the text exactly."""
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return find(column, text) > 0


_NOTED: Final = (records.c.position, records.c.number, records.c.at, records.c.body)


def between(connection: Connection, stream: str, after: int, through: int) -> list[Noted]:
    """Return the records of a stream after one number and up to another."""
    query = select(*_NOTED).where(records.c.stream == stream, records.c.number > after, records.c.number <= through)
    return _notes(connection, query)


def noted(connection: Connection, stream: str, after: int, marks: tuple[str, ...], limit: int) -> list[Noted]:
    """Return the first records of a stream after that number whose body contains one of the marks."""
    query = select(*_NOTED).where(records.c.stream == stream, records.c.number > after)
    return _notes(
        connection, query.where(or_(*(within(connection, records.c.body, mark) for mark in marks))).limit(limit)
    )


def _notes(connection: Connection, query: Select[Any]) -> list[Noted]:
    rows = connection.execute(query.order_by(records.c.number))
    return [Noted(row.position, row.number, row.at, json.loads(row.body)) for row in rows]


def searched(connection: Connection, sought: Sought, before: int | None, limit: int) -> Found:
    """Return a page of matching records, newest first."""
    end = head_of(connection).position + 1
    end = min(end if before is None else before, end)
    if sought.until is not None:
        end = min(end, first_at(connection, sought.until, beyond=True))
    start = 1 if sought.since is None else first_at(connection, sought.since)
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
        query = query.where(within(connection, records.c.body, says))
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


def first_at(connection: Connection, at: str, *, beyond: bool = False) -> int:
    """Return the first position at or after that time; the log is ordered by time."""
    low, high = 1, head_of(connection).position + 1
    while low < high:
        middle = (low + high) // 2
        there = connection.execute(select(records.c.at).where(records.c.position == middle)).scalar_one()
        if there > at if beyond else there >= at:
            high = middle
        else:
            low = middle + 1
    return low
