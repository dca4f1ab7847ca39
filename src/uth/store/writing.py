"""Writing a group of appends in one transaction; each is written, stale or a duplicate."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    Column,
    Connection,
    Insert,
    Select,
    Table,
    Text,
    Update,
    any_,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError, StatementError

from uth.errors import Stale
from uth.store import upgrade as schema
from uth.store import verification as statements
from uth.store.entries import Appended, Entry, Head, Overdrawn, Unavailable
from uth.store.lease import CHANNEL, STREAM, TABLE, Epoch, Fence, expired, moved
from uth.store.round_index import is_marked
from uth.store.round_table import write_rounds
from uth.store.rows import Draft, LogClock, Moved, Row, draft_of, fraction_of, fraction_text, json_text, move

Statement = Select[Any] | Insert | Update


class Compiled(NamedTuple):
    """A compiled statement and the order of its parameters; ``None`` if they are passed by name."""

    sql: str
    order: tuple[str, ...] | None


_COMPILED: Final[dict[tuple[Statement, str], Compiled]] = {}
AT_ONCE: Final = "postgresql, many rows"
"""The dialect of an insert whose parameters are arrays."""


class Executor:
    """Executes statements on the driver's cursor, in the current transaction of a connection.

    Each statement is compiled once, because SQLAlchemy's work per statement was nine tenths of the cost of an append.
    This only works for text and integers.
    """

    def __init__(self, connection: Connection) -> None:
        dialect: Any = connection.dialect
        self._connection = connection
        self._cursor: Any = connection.connection.cursor()
        self._error: type[Exception] = dialect.loaded_dbapi.Error
        self.dialect: str = dialect.name

    def rows(self, statement: Statement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        compiled = _COMPILED.get((statement, self.dialect)) or self._compile(statement)
        given = values if compiled.order is None else tuple(map(values.__getitem__, compiled.order))
        try:
            self._cursor.execute(compiled.sql, given)
            found: list[tuple[Any, ...]] = self._cursor.fetchall()
        except self._error as error:
            raise self._fault(error, compiled) from error
        return found

    def put(self, statement: Statement, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        """Execute the statement once for each tuple of values, given in the order of the names."""
        if len(values) > 1 and isinstance(statement, Insert) and self.dialect == "postgresql":
            self._put_at_once(statement, names, values)
            return
        compiled = _COMPILED.get((statement, self.dialect)) or self._compile(statement)
        given: Sequence[Any] = values
        if compiled.order is None:
            given = [dict(zip(names, each, strict=True)) for each in values]
        elif compiled.order != names:
            places = [names.index(name) for name in compiled.order]
            given = [tuple([each[place] for place in places]) for each in values]
        try:
            if len(given) == 1:
                self._cursor.execute(compiled.sql, given[0])
            elif given:
                self._cursor.executemany(compiled.sql, given)
        except self._error as error:
            raise self._fault(error, compiled) from error

    def _put_at_once(self, statement: Insert, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        """Insert all rows with one statement whose parameters are arrays.

        psycopg would send a pipeline. If this program or the network hangs in the middle of it, PostgreSQL waits with
        the head of the log locked, and none of its time limits applies there.
        """
        compiled = _COMPILED.get((statement, AT_ONCE)) or self._compile_at_once(statement, names)
        try:
            self._cursor.execute(compiled.sql, dict(zip(names, map(list, zip(*values, strict=True)), strict=True)))
        except self._error as error:
            raise self._fault(error, compiled) from error

    def _compile_at_once(self, statement: Insert, names: tuple[str, ...]) -> Compiled:
        dialect, table = self._connection.dialect, statement.table
        one, quote = self._compile(statement).sql, dialect.identifier_preparer.quote
        into = f"INSERT INTO {quote(str(table.name))} ({', '.join(map(quote, names))})"
        arrays = ", ".join(f"%({name})s::{table.columns[name].type.compile(dialect)}[]" for name in names)
        _, conflict, rest = one.partition(" ON CONFLICT ")
        made = Compiled(f"{into} SELECT * FROM unnest({arrays}){conflict}{rest}", None)
        _COMPILED[statement, AT_ONCE] = made
        return made

    def _compile(self, statement: Statement) -> Compiled:
        made: Any = statement.compile(dialect=self._connection.dialect)
        order = tuple(made.positiontup) if made.positional else None
        compiled = _COMPILED[statement, self.dialect] = Compiled(str(made), order)
        return compiled

    def _fault(self, error: Exception, compiled: Compiled) -> StatementError:
        """Return the driver's error as SQLAlchemy's; if the connection is lost, dispose of the pool too."""
        dialect: Any = self._connection.dialect
        lost = bool(dialect.is_disconnect(error, self._connection.connection.dbapi_connection, self._cursor))
        if lost:
            self._connection.invalidate(error)
            self._connection.engine.dispose()
        return DBAPIError.instance(compiled.sql, None, error, self._error, connection_invalidated=lost, dialect=dialect)


Outcome = Appended | Stale | Unavailable | Overdrawn


class Wrote(NamedTuple):
    """The result of a transaction, valid once it is committed."""

    outcomes: list[Outcome]
    head: Head | None
    """The new head of the log, if anything was written."""
    epoch: int | None
    """The number of the record that started the epoch of the house, if there is one."""
    stated: int | None
    """The position of the last statement of the balances in that epoch."""


@dataclass(slots=True, kw_only=True)
class Group:
    """The appends of one transaction, decided one by one before anything is written."""

    head: Head
    numbers: dict[str, int]
    answers: dict[str, str]
    rows: list[Row] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)
    held: dict[str, Fraction] = field(default_factory=dict)
    """The balances of the bankrolls that the group takes from."""
    fence: Fence | None = None
    epochs: dict[str, int] = field(default_factory=dict)
    """The epochs of the leased streams, if several nodes write."""
    is_expired: bool = False
    """Whether this node did not renew its lease in time."""

    def decide(self, draft: Draft, clock: LogClock) -> Outcome:
        """Return the result of the append, following those already decided."""
        if draft.key is not None and draft.key in self.answers:
            return Appended(answer=json.loads(self.answers[draft.key]), duplicate=True)
        if self.fence is not None:
            if self.is_expired:
                return expired(self.fence.node)
            lost = self.fence.lost([entry.stream for entry in draft.entries], self.epochs)
            if lost:
                return moved(lost)
        numbers = self.numbers_after(draft)
        if isinstance(numbers, Stale):
            return numbers
        short = draft.overdraws(self.held) if self.held else None
        if short is not None:
            return short
        if self.held:
            move(self.held, chain.from_iterable(draft.moved))
        rows = list(draft.rows(self.head.position, self.head.chain, clock.now()))
        if draft.key is not None:
            self.keys[draft.key] = rows[0].position
            self.answers[draft.key] = draft.answer_text
        self.rows += rows
        self.numbers |= numbers
        self.head = Head(position=rows[-1].position, chain=rows[-1].chain)
        return draft.appended(rows)

    def numbers_after(self, draft: Draft) -> dict[str, int] | Stale:
        """Return the last numbers of the streams after the append, or why it is stale."""
        numbers: dict[str, int] = {}
        for entry in draft.entries:
            last = numbers.get(entry.stream, self.numbers.get(entry.stream, 0))
            if last != entry.after:
                return Stale(f"{entry.stream} is at {last}, not at {entry.after}")
            numbers[entry.stream] = last + 1
        return numbers


class OtherLogs:
    """The logs in other schemas that the appends of a transaction also write to, locked after the house's own."""

    def __init__(self, executor: Executor, drafts: Sequence[Draft], clock: LogClock) -> None:
        self._executor, self._now = executor, clock.now
        self._groups: dict[str, tuple[Group, LogClock]] = {}
        for log in sorted({each for draft in drafts for each in draft.logs}):
            with self._inside(log):
                names = {entry.stream for draft in drafts for entry in draft.entries if entry.log == log}
                group = Group(head=_head(executor), numbers=_found(executor, _NUMBERS, names), answers={})
                at = LogClock(self._now)
                for (last,) in executor.rows(_AT, {"at_position": group.head.position}):
                    at.after(last)
                self._groups[log] = group, at

    @contextmanager
    def _inside(self, log: str) -> Iterator[None]:
        """Run statements in the schema of that log."""
        ((before,),) = self._executor.rows(_PATH, {})
        self._executor.rows(_SET_PATH, {"path": f'"{log}"'})
        yield
        self._executor.rows(_SET_PATH, {"path": before})

    def decide(self, group: Group, draft: Draft, clock: LogClock) -> Outcome:
        """Return the result of the append: it is done in all its logs, or in none."""
        if not draft.logs or (draft.key is not None and draft.key in group.answers):
            return group.decide(draft, clock)
        for log in draft.logs:
            numbers = self._groups[log][0].numbers_after(draft.part(log))
            if isinstance(numbers, Stale):
                return numbers
        outcome = group.decide(draft.part(None), clock)
        if isinstance(outcome, Appended):
            for log in draft.logs:
                there, at = self._groups[log]
                there.decide(draft.part(log), at)
        return outcome

    def write(self) -> None:
        """Write what was decided."""
        for log, (group, _) in self._groups.items():
            if group.rows:
                with self._inside(log):
                    _write(self._executor, group.rows, {})


def write_group(connection: Connection, drafts: Sequence[Draft], clock: LogClock, epoch: Epoch | None = None) -> Wrote:
    """Write the appends and return their results; the caller commits. Raise if the epoch of the house is over."""
    executor = Executor(connection)
    of_the_house = {STREAM, statements.STREAM} if epoch is not None else set()
    named = {each.stream for draft in drafts for each in draft.entries if each.log is None} | of_the_house
    group = Group(
        head=_head(executor),
        numbers=_found(executor, _NUMBERS, named),
        answers=_found(executor, _ANSWERS, {draft.key for draft in drafts if draft.key is not None}),
    )
    drawn = {account for draft in drafts for account in draft.drawn()}
    if drawn:
        kept = {name: fraction_of(text) for name, text in _found(executor, _CENTS, drawn).items()}
        group.held = {name: kept.get(name, Fraction(0)) for name in drawn}
    if epoch is not None and epoch.fence is not None:
        group.fence = epoch.fence
        group.epochs = _found(executor, _EPOCHS, {each for each in named if each.startswith(TABLE)})
        asked = {"at_position": group.head.position, "node": epoch.fence.node, "incarnation": epoch.fence.incarnation}
        ((now, last, is_alive),) = executor.rows(_SERVER_AT, asked)
        clock.follow_server(now, last)
        group.is_expired = not is_alive
    elif clock.last is None:
        for (at,) in executor.rows(_AT, {"at_position": group.head.position}):
            clock.after(at)
    stated = epoch.stated if epoch is not None else None
    if epoch is not None and epoch.states(group.head.position) and not group.is_expired:
        stated = group.head.position
        group.decide(_statement(executor, group), clock)
    first = epoch.beginning(group.numbers.get(STREAM, 0)) if epoch is not None else None
    if first is not None:
        group.decide(first, clock)
    others = OtherLogs(executor, drafts, clock)
    outcomes = [others.decide(group, draft, clock) for draft in drafts]
    others.write()
    if group.rows:
        _write(executor, group.rows, group.keys, group.fence)
    if group.rows and group.fence is not None:
        changed = {row.stream for row in group.rows if not row.stream.startswith(TABLE)} - of_the_house
        for stream in sorted(changed):
            executor.rows(_NOTIFY, {"channel": CHANNEL, "payload": stream})
    head = group.head if group.rows else None
    return Wrote(outcomes, head, group.numbers.get(STREAM) if epoch is not None else None, stated)


def _statement(executor: Executor, group: Group) -> Draft:
    """Return a statement of all balances before the group."""
    balances = {account: fraction_of(cents) for account, cents in executor.rows(_ALL_BALANCES, {})}
    body = statements.statement_of(balances, group.head.position)
    entry = Entry(stream=statements.STREAM, after=group.numbers.get(statements.STREAM, 0), body=body)
    return draft_of([entry], None, None)


def write_statement(connection: Connection, end: Head, at: str) -> Head:
    """Write a statement of the balances after that head, and return the new head."""
    executor = Executor(connection)
    group = Group(head=end, numbers=_found(executor, _NUMBERS, {statements.STREAM}), answers={})
    group.rows += _statement(executor, group).rows(end.position, end.chain, at)
    _write(executor, group.rows, {})
    return Head(position=group.rows[-1].position, chain=group.rows[-1].chain)


def lock_head(connection: Connection) -> Head:
    """Return the head of the log, locked until the transaction ends."""
    return _head(Executor(connection))


def write_rows(connection: Connection, rows: Sequence[Row], keys: Mapping[str, int]) -> None:
    """Add the rows to the log and to everything derived from it."""
    _write(Executor(connection), rows, keys)


def _write(executor: Executor, rows: Sequence[Row], keys: Mapping[str, int], fence: Fence | None = None) -> None:
    executor.put(_RECORD, _NAMES["records"], [_RECORD_FIELDS(row) for row in rows])
    moved = [(row.position, at, *each) for row in rows for at, each in enumerate(row.moved)]
    executor.put(_TRANSFER, _NAMES["transfers"], moved)
    executor.put(_KEY, _NAMES["keys"], list(keys.items()))
    executor.put(_STREAM, _NAMES["streams"], sorted({row.stream: row.number for row in rows}.items()))
    executor.put(_BALANCE, _NAMES["balances"], sorted(_balances(executor, rows).items()))
    marked = [row for row in rows if row.stream.startswith(TABLE) and is_marked(row.body)]
    if marked:
        write_rounds(executor, marked)
    if fence is None:
        executor.put(_MOVED_HEAD, ("new_position", "new_chain"), [(rows[-1].position, rows[-1].chain)])
        return
    end = {"new_position": rows[-1].position, "new_chain": rows[-1].chain}
    if not executor.rows(_MOVED_HEAD_ALIVE, {**end, "node": fence.node, "incarnation": fence.incarnation}):
        raise expired(fence.node)  # this program may have been suspended since the transaction began


def _head(executor: Executor) -> Head:
    ((position, chained),) = executor.rows(_LOCKED_HEAD, {})
    return Head(position=position, chain=chained)


def _found(executor: Executor, question: Mapping[str, Select[Any]], names: Collection[str]) -> dict[str, Any]:
    """Return the stored value of each name that has one."""
    if not names:
        return {}
    sqlite = executor.dialect == "sqlite"
    return dict(
        executor.rows(question[executor.dialect], {"names": json_text(sorted(names)) if sqlite else sorted(names)})
    )


def _balances(executor: Executor, rows: Sequence[Row]) -> dict[str, str]:
    counted = Counter(chain.from_iterable([row.moved for row in rows]))  # a feed moves the same amounts many times
    names = {name for source, target, _ in counted for name in (source, target)}
    balances = {name: fraction_of(text) for name, text in _found(executor, _CENTS, names).items()}
    move(balances, [each if times == 1 else _times(each, times) for each, times in counted.items()])
    return {name: fraction_text(cents) for name, cents in balances.items()}


def _times(moved: Moved, times: int) -> Moved:
    return moved._replace(cents=fraction_text(times * fraction_of(moved.cents)))


def _among(query: Select[Any], column: Column[Any]) -> dict[str, Select[Any]]:
    """Return the query restricted to given names, for each database."""
    listed = select(func.json_each(bindparam("names", type_=Text)).table_valued("value").c.value)
    given: BindParameter[Any] = bindparam("names", type_=postgresql.ARRAY(Text))
    return {"sqlite": query.where(column.in_(listed)), "postgresql": query.where(column == any_(given))}


def _replaced(table: Table) -> Insert:
    """Return an upsert of a name and its value; both databases have the same syntax."""
    name, value = table.columns
    into = postgresql.insert(table)
    return into.on_conflict_do_update(index_elements=[name], set_={value.name: into.excluded[value.name]})


_NAMES: Final = {name: tuple(table.columns.keys()) for name, table in schema.metadata.tables.items()}
"""The columns of each table, in order."""
_RECORD_FIELDS: Final = attrgetter(*_NAMES["records"])
_AT: Final = select(schema.records.c.at).where(schema.records.c.position == bindparam("at_position"))
_ALIVE: Final = (
    select(schema.nodes.c.name)
    .where(
        schema.nodes.c.name == bindparam("node"),
        schema.nodes.c.incarnation == bindparam("incarnation"),
        schema.nodes.c.expires > literal_column("extract(epoch FROM clock_timestamp()) * 1000"),
    )
    .exists()
)
_SERVER_AT: Final = select(
    literal_column("""to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""),
    select(schema.records.c.at).where(schema.records.c.position == bindparam("at_position")).scalar_subquery(),
    _ALIVE,
)
"""The server's time, that of the last record, and whether this node is alive.

Nodes with different clocks write one log, so the server's clock decides.
"""
_PATH: Final[Select[Any]] = select(literal_column("current_setting('search_path')"))
_SET_PATH: Final[Select[Any]] = select(
    func.set_config(literal_column("'search_path'"), bindparam("path", type_=Text), literal_column("true"))
)
_NOTIFY: Final = select(func.pg_notify(bindparam("channel", type_=Text), bindparam("payload", type_=Text)))
_LOCKED_HEAD: Final = select(schema.head.c.position, schema.head.c.chain).with_for_update()
_MOVED_HEAD: Final = update(schema.head).values(position=bindparam("new_position"), chain=bindparam("new_chain"))
_MOVED_HEAD_ALIVE: Final = _MOVED_HEAD.where(_ALIVE).returning(schema.head.c.position)
_RECORD: Final = insert(schema.records)
_TRANSFER: Final = insert(schema.transfers)
_KEY: Final = insert(schema.keys)
_NUMBERS: Final = _among(select(schema.streams), schema.streams.c.stream)
_CENTS: Final = _among(select(schema.balances), schema.balances.c.account)
_ANSWERS: Final = _among(
    select(schema.keys.c.key, schema.records.c.answer).join(
        schema.records, schema.records.c.position == schema.keys.c.position
    ),
    schema.keys.c.key,
)
_ALL_BALANCES: Final = select(schema.balances.c.account, schema.balances.c.cents)
_EPOCHS: Final = _among(select(schema.leases.c.stream, schema.leases.c.epoch), schema.leases.c.stream)
_STREAM: Final = _replaced(schema.streams)
_BALANCE: Final = _replaced(schema.balances)
