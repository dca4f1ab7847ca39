"""A group of appends written in one transaction: each of them whole, stale, or answered already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, Insert, Table, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from uth.errors import Stale
from uth.store import schema
from uth.store.clock import Clock
from uth.store.drafts import Draft
from uth.store.entries import Appended, Head
from uth.store.rows import Row, fraction_of, fraction_text, move

Outcome = Appended | Stale


@dataclass(slots=True, kw_only=True)
class Group:
    """What the appends of one transaction come to, decided one after the other before anything is written."""

    head: Head
    numbers: dict[str, int]
    answers: dict[str, str]
    rows: list[Row] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)

    def decide(self, draft: Draft, clock: Clock) -> Outcome:
        """Return what becomes of the append after those before it."""
        if draft.key is not None and draft.key in self.answers:
            return Appended(answer=json.loads(self.answers[draft.key]), duplicate=True)
        numbers: dict[str, int] = {}
        for entry in draft.entries:
            last = numbers.get(entry.stream, self.numbers.get(entry.stream, 0))
            if last != entry.after:
                return Stale(f"{entry.stream} is at {last}, not at {entry.after}")
            numbers[entry.stream] = last + 1
        rows = list(draft.rows(self.head.position, self.head.chain, clock()))
        if draft.key is not None:
            self.keys[draft.key] = rows[0].position
            self.answers[draft.key] = draft.answer_text
        self.rows += rows
        self.numbers |= numbers
        self.head = Head(position=rows[-1].position, chain=rows[-1].chain)
        return draft.appended(rows)


def write_group(connection: Connection, drafts: Sequence[Draft], clock: Clock) -> tuple[list[Outcome], Head | None]:
    """Return what became of each append, and the new end of the log if it has one; the caller commits."""
    group = Group(
        head=lock_head(connection),
        numbers=_found(connection, _NUMBERS, {each.stream for draft in drafts for each in draft.entries}),
        answers=_found(connection, _ANSWERS, {draft.key for draft in drafts if draft.key is not None}),
    )
    outcomes = [group.decide(draft, clock) for draft in drafts]
    if not group.rows:
        return outcomes, None
    write_rows(connection, group.rows, group.keys)
    return outcomes, group.head


def lock_head(connection: Connection) -> Head:
    """Return the end of the log, which nobody else can move until the transaction ends."""
    row = connection.execute(_LOCKED_HEAD).one()
    return Head(position=row.position, chain=row.chain)


def write_rows(connection: Connection, rows: Sequence[Row], keys: Mapping[str, int]) -> None:
    """Add the rows, which continue the log, to it and to all that is kept beside it."""
    _insert(connection, schema.records, ({name: getattr(row, name) for name in _FIELDS} for row in rows))
    _insert(connection, schema.transfers, _lines(rows))
    _insert(connection, schema.keys, ({"key": key, "position": position} for key, position in keys.items()))
    _put(connection, schema.streams, {row.stream: row.number for row in rows})
    _put(connection, schema.balances, _balances(connection, rows))
    connection.execute(_MOVED_HEAD, {"new_position": rows[-1].position, "new_chain": rows[-1].chain})


_FIELDS: Final = schema.records.columns.keys()
_LOCKED_HEAD: Final = select(schema.head.c.position, schema.head.c.chain).with_for_update()
_MOVED_HEAD: Final = update(schema.head).values(position=bindparam("new_position"), chain=bindparam("new_chain"))
_NAMES: Final[BindParameter[Any]] = bindparam("names", expanding=True)
_NAMES_MAX: Final = 5_000
"""As many as SQLite and PostgreSQL both take in one question."""
_NUMBERS: Final = select(schema.streams).where(schema.streams.c.stream.in_(_NAMES))
_CENTS: Final = select(schema.balances).where(schema.balances.c.account.in_(_NAMES))
_ANSWERS: Final = (
    select(schema.keys.c.key, schema.records.c.answer)
    .join(schema.records, schema.records.c.position == schema.keys.c.position)
    .where(schema.keys.c.key.in_(_NAMES))
)


def _found(connection: Connection, query: Any, names: Iterable[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    rest = list(names)
    while rest:
        some, rest = rest[:_NAMES_MAX], rest[_NAMES_MAX:]
        found.update((name, value) for name, value in connection.execute(query, {"names": some}))
    return found


def _insert(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    if values := list(rows):
        connection.execute(_insertion(table), values)


@cache
def _insertion(table: Table) -> Insert:
    return insert(table)


def _put(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Have the values in a table of a name and a value."""
    if values:
        name, value = table.columns.keys()
        put = _replacement(table, connection.dialect.name)
        connection.execute(put, [{name: each, value: values[each]} for each in sorted(values)])


@cache
def _replacement(table: Table, dialect: str) -> Insert:
    name, value = table.columns
    into = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return into.on_conflict_do_update(index_elements=[name], set_={value.name: into.excluded[value.name]})


def _lines(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    for row in rows:
        for line, moved in enumerate(row.moved):
            yield {"position": row.position, "line": line, **moved._asdict()}


def _balances(connection: Connection, rows: Sequence[Row]) -> dict[str, str]:
    moved = list(chain.from_iterable(row.moved for row in rows))
    names = {each.source for each in moved} | {each.target for each in moved}
    balances = {name: fraction_of(text) for name, text in _found(connection, _CENTS, names).items()}
    move(balances, moved)
    return {name: fraction_text(cents) for name, cents in balances.items()}
