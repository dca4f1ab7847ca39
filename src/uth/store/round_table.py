"""The index of rounds in the database: written with the log, queried page by page, and verified against the log."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, Connection, Executable, Insert, Select, Table, bindparam, func, select
from sqlalchemy.dialects import postgresql

from uth.errors import Broken
from uth.store import upgrade as schema
from uth.store.entries import Noted
from uth.store.queries import first_at, head_of, within
from uth.store.round_index import TABLE, changes_index, table_of, take_record
from uth.store.rounds import RoundEntry, RoundFilter, RoundPage, RoundProgress, SeatResult
from uth.store.rows import Row, json_text

LOG: Final = logging.getLogger(__name__)
SCAN_MAX: Final = 20_000
"""How many rounds one query searches; its cursor continues from there."""
PAGE: Final = 1_000
SAY_S: Final = 3.0
"""How often the progress of filling the index is logged."""

rounds, seats, progresses = schema.rounds, schema.round_seats, schema.round_progress
_ROUND: Final = tuple(rounds.columns.keys())
_SEAT: Final = tuple(seats.columns.keys())
_Key = tuple[str, int]
"""A stream and the number of a round in it."""


# Entries as rows.


def _round_row(entry: RoundEntry) -> tuple[Any, ...]:
    return (
        entry.position,
        f"{TABLE}{entry.table}",
        entry.number,
        entry.after,
        entry.settled,
        entry.through,
        entry.checkpoint,
        entry.at,
        json_text(entry.later),
        json_text(entry.folded),
    )


def _seat_rows(entry: RoundEntry) -> list[tuple[Any, ...]]:
    return [
        (entry.position, each.seat, each.player, each.net, each.hand, _spaced(each.wagers), json_text(each.lines))
        for each in entry.seats
    ]


def _spaced(wagers: Iterable[str]) -> str:
    """Return the names of wagers with a space around each, so that one can be searched for."""
    return f" {' '.join(wagers)} "


def _entry(row: Sequence[Any], of_seats: Iterable[Sequence[Any]]) -> RoundEntry:
    position, stream, number, after, settled, through, checkpoint, at, later, folded = row
    return RoundEntry(
        table=table_of(stream),
        number=number,
        after=after,
        settled=settled,
        through=through,
        position=position,
        at=at,
        seats=tuple(
            SeatResult(seat, player, net, tuple(wagers.split()), hand, tuple(json.loads(lines)))
            for _, seat, player, net, hand, wagers, lines in of_seats
        ),
        checkpoint=checkpoint,
        later=tuple(json.loads(later)),
        folded=tuple((seat, cards) for seat, cards in json.loads(folded)),
    )


# Writing.


class Executes(Protocol):
    """The methods of an executor that the index needs."""

    def rows(self, statement: Any, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        ...

    def put(self, statement: Any, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        """Execute the statement once for each tuple of values."""
        ...


def write_rounds(executor: Executes, marked: Iterable[Row]) -> None:
    """Write the changes that these records make to the index."""
    writer = IndexWriter(executor)
    for row in marked:
        writer.take(row.stream, Noted(row.position, row.number, row.at, json.loads(row.body)))
    writer.write()


class IndexWriter:
    """Collects changes of the index record by record, then writes them."""

    def __init__(self, executor: Executes) -> None:
        self._executor = executor
        self._progress: dict[str, RoundProgress] = {}
        self._taken: set[str] = set()
        """The streams of the records since the last write."""
        self._stored: dict[_Key, RoundEntry] = {}
        self._changed: dict[_Key, RoundEntry] = {}

    def take(self, stream: str, record: Noted) -> None:
        """Apply the next record of the log."""
        if stream not in self._progress:
            self._progress[stream] = self._load_progress(stream)
        self._taken.add(stream)
        entry = take_record(self._progress[stream], record, lambda number: self._entry((stream, number)))
        if entry is not None:
            self._changed[stream, entry.number] = entry

    def write(self) -> None:
        """Write everything that has changed."""
        before = self._stored
        self._executor.put(_PUT_ROUND, _ROUND, [_round_row(each) for each in self._changed.values()])
        changed = [
            row
            for key, entry in self._changed.items()
            if key not in before or before[key].seats != entry.seats
            for row in _seat_rows(entry)
        ]
        self._executor.put(_PUT_SEAT, _SEAT, changed)
        kept = [(stream, json_text(self._progress[stream].document())) for stream in sorted(self._taken)]
        self._executor.put(_PUT_PROGRESS, tuple(progresses.columns.keys()), kept)
        self._changed, self._stored, self._taken = {}, {}, set()

    def _load_progress(self, stream: str) -> RoundProgress:
        table = table_of(stream)
        for (text,) in self._executor.rows(_PROGRESS, {"of": stream}):
            return RoundProgress.of(table, json.loads(text))
        return RoundProgress(table=table)

    def _entry(self, key: _Key) -> RoundEntry:
        if key in self._changed:
            return self._changed[key]
        (row,) = self._executor.rows(_ONE, {"of": key[0], "nth": key[1]})
        entry = self._stored[key] = _entry(row, self._executor.rows(_SEATS_OF_ONE, {"at_position": row[0]}))
        return entry


def _upsert(table: Table, *changing: str) -> Insert:
    """Return an upsert that changes those columns; both databases have the same syntax."""
    into = postgresql.insert(table)
    return into.on_conflict_do_update(
        index_elements=list(table.primary_key.columns), set_={name: into.excluded[name] for name in changing}
    )


_PUT_ROUND: Final = _upsert(rounds, "through", "later", "folded")
_PUT_SEAT: Final = _upsert(seats, "net", "lines")
_PUT_PROGRESS: Final = _upsert(progresses, "progress")
_PROGRESS: Final = select(progresses.c.progress).where(progresses.c.stream == bindparam("of"))
_ONE: Final = select(rounds).where(rounds.c.stream == bindparam("of"), rounds.c.number == bindparam("nth"))
_SEATS_OF_ONE: Final = select(seats).where(seats.c.position == bindparam("at_position")).order_by(seats.c.seat)


# Reading.


def page_of(connection: Connection, wanted: RoundFilter, before: int | None, limit: int) -> RoundPage:
    """Return a page of matching rounds, newest first, after searching at most `SCAN_MAX` rounds."""
    end = head_of(connection).position + 1
    end = end if before is None else min(before, end)
    if wanted.until is not None:
        end = min(end, first_at(connection, wanted.until, beyond=True))
    start = 1 if wanted.since is None else first_at(connection, wanted.since)
    low = start
    if _is_searched(wanted):
        scanned = _listed(wanted, start, end).offset(SCAN_MAX - 1).limit(1)
        low = connection.execute(scanned).scalar() or start
    found = list(connection.execute(_matching(connection, wanted, low, end).limit(limit + 1)).scalars())
    if len(found) > limit:
        found, rest = found[:limit], found[limit - 1]
    else:
        rest = low if low > start else None
    entries = {entry.position: entry for entry in _entries(connection, found)}
    return RoundPage(entries=tuple(entries[position] for position in found), before=rest)


def _is_searched(wanted: RoundFilter) -> bool:
    """Whether rounds must be searched one by one, because not every round in the list matches."""
    of_seat = (wanted.result, wanted.hand, wanted.win_min, *wanted.wagers)
    return any(each is not None for each in of_seat) or None not in (wanted.table, wanted.player)


def _between(column: ColumnElement[int], low: int, end: int) -> ColumnElement[bool]:
    return (column >= low) & (column < end)


def _listed(wanted: RoundFilter, start: int, end: int) -> Select[Any]:
    """Return a query for the positions of the rounds of the player, of the table or of all tables, newest first."""
    if wanted.player is not None:
        at = seats.c.position
        query = select(at).distinct().where(seats.c.player == wanted.player)
    else:
        at = rounds.c.position
        query = select(at)
        if wanted.table is not None:
            query = query.where(rounds.c.stream == f"{TABLE}{wanted.table}")
    return query.where(_between(at, start, end)).order_by(at.desc())


def _matching(connection: Connection, wanted: RoundFilter, low: int, end: int) -> Select[Any]:
    """Return a query for the positions of the matching rounds, newest first."""
    of_seat, stream = _seat_conditions(connection, wanted), f"{TABLE}{wanted.table}"
    if wanted.table is not None and wanted.player is None:
        query = select(rounds.c.position).where(rounds.c.stream == stream, _between(rounds.c.position, low, end))
        if of_seat:
            query = query.where(select(1).where(seats.c.position == rounds.c.position, *of_seat).exists())
        return query.order_by(rounds.c.position.desc())
    if not of_seat:
        return _listed(wanted, low, end)
    query = select(seats.c.position).distinct().where(_between(seats.c.position, low, end), *of_seat)
    if wanted.table is not None:
        of_table = (rounds.c.position == seats.c.position) & (rounds.c.stream == stream)
        query = query.where(select(1).where(of_table).exists())
    return query.order_by(seats.c.position.desc())


def _seat_conditions(connection: Connection, wanted: RoundFilter) -> list[ColumnElement[bool]]:
    """Return the conditions that one seat must satisfy."""
    found: list[ColumnElement[bool]] = []
    if wanted.player is not None:
        found.append(seats.c.player == wanted.player)
    if wanted.result is not None:
        found.append({"won": seats.c.net > 0, "lost": seats.c.net < 0, "even": seats.c.net == 0}[wanted.result])
    if wanted.hand is not None:
        found.append(seats.c.hand == wanted.hand)
    if wanted.win_min is not None:
        found.append(seats.c.net >= wanted.win_min)
    found += [within(connection, seats.c.wagers, _spaced([wager])) for wager in sorted(wanted.wagers)]
    return found


def entry_of(connection: Connection, table: str, number: int) -> RoundEntry | None:
    """Return a settled round of a table, or ``None`` if there is none with that number."""
    found = connection.execute(_ONE, {"of": f"{TABLE}{table}", "nth": number}).first()
    if found is None:
        return None
    return _entry(found, connection.execute(_SEATS_OF_ONE, {"at_position": found.position}).all())


def progress_of(connection: Connection, tables: Collection[str]) -> dict[str, RoundProgress]:
    """Return the round progress of each of these tables."""
    kept = dict[str, str]()
    names = [f"{TABLE}{table}" for table in tables]
    for start in range(0, len(names), PAGE):
        query = select(progresses).where(progresses.c.stream.in_(names[start : start + PAGE]))
        kept |= {row.stream: row.progress for row in connection.execute(query)}
    return {
        table: RoundProgress.of(table, json.loads(kept[stream])) if stream in kept else RoundProgress(table=table)
        for table, stream in zip(tables, names, strict=True)
    }


def _entries(connection: Connection, positions: Collection[int]) -> Iterator[RoundEntry]:
    for row, of_seats in _rows_at(connection, positions):
        yield _entry(row, of_seats)


_Rows = tuple[tuple[Any, ...], list[tuple[Any, ...]]]
"""The row of a round, and those of its seats in order."""


def _rows_at(connection: Connection, positions: Collection[int]) -> Iterator[_Rows]:
    """Yield the rows of the rounds at these positions."""
    of_seats: dict[int, list[tuple[Any, ...]]] = {}
    for seat in connection.execute(
        select(seats).where(seats.c.position.in_(positions)).order_by(seats.c.position, seats.c.seat)
    ):
        of_seats.setdefault(seat.position, []).append(tuple(seat))
    for row in connection.execute(select(rounds).where(rounds.c.position.in_(positions))):
        yield tuple(row), of_seats.get(row.position, [])


# Filling the index from a log written without it.


class PlainExecutor:
    """Executes statements on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: Executable, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return [tuple(row) for row in self._connection.execute(statement, values)]

    def put(self, statement: Executable, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        """Execute the statement once for each tuple of values."""
        if values:
            self._connection.execute(statement, [dict(zip(names, each, strict=True)) for each in values])


def fill(connection: Connection) -> None:
    """Index every round of the log; the progress is logged if it takes long."""
    last, said = head_of(connection).position, time.monotonic()
    writer, position = IndexWriter(PlainExecutor(connection)), 0
    columns = (each for each in schema.records.columns if each.name in ("position", "stream", "number", "at", "body"))
    page = select(*columns).order_by(schema.records.c.position).limit(PAGE)
    while rows := connection.execute(page.where(schema.records.c.position > position)).all():
        for row in rows:
            if changes_index(row.stream, row.body):
                writer.take(row.stream, Noted(row.position, row.number, row.at, json.loads(row.body)))
        writer.write()
        position = rows[-1].position
        if time.monotonic() - said > SAY_S:
            said = time.monotonic()
            LOG.warning("indexing past rounds, once: %d%% of %s records", 100 * position // last, f"{last:,}")


# Verification.


class IndexVerifier:
    """Recomputes the index from the log and compares it with what is stored.

    An entry is compared once the next round of its table is settled. One that differs is remembered, because a later
    record may still change it to what is stored.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._progress: dict[str, RoundProgress] = {}
        self._last: dict[str, RoundEntry] = {}
        """The last round of each table."""
        self._due: dict[_Key, RoundEntry] = {}
        """Earlier rounds still to be compared."""
        self._differing: dict[_Key, RoundEntry] = {}
        self._rounds = self._seats = 0

    def take(self, page: Iterable[Row]) -> None:
        """Apply the next page of the log; raise `Broken` if one of its rounds is missing from the index."""
        for row in page:
            if changes_index(row.stream, row.body):
                self._take(row.stream, Noted(row.position, row.number, row.at, json.loads(row.body)))
        self._compare()

    def _take(self, stream: str, record: Noted) -> None:
        progress = self._progress.setdefault(stream, RoundProgress(table=table_of(stream)))
        entry = take_record(progress, record, lambda number: self._entry((stream, number)))
        if entry is None:
            return
        last = self._last.get(stream)
        if last is None or entry.number > last.number:
            self._rounds += 1
            self._seats += len(entry.seats)
            if last is not None:
                self._due[stream, last.number] = last
        if entry.number == progress.rounds:
            self._last[stream] = entry
        else:
            self._due[stream, entry.number] = entry

    def _entry(self, key: _Key) -> RoundEntry:
        """Return an entry as computed from the log so far; one that is not remembered equals the stored one."""
        last = self._last[key[0]]
        if last.number == key[1]:
            return last
        known = self._due.get(key) or self._differing.get(key)
        found = known or entry_of(self._connection, table_of(key[0]), key[1])
        if found is None:
            raise _not_as_written(key)
        return found

    def _compare(self) -> None:
        due, self._due = self._due, {}
        if not due:
            return
        stored = {rows[0][0]: rows for rows in _rows_at(self._connection, [each.position for each in due.values()])}
        for key, entry in due.items():
            rows = stored.get(entry.position)
            if rows is None:
                raise _not_as_written(key)
            self._differing.pop(key, None)
            if rows != (_round_row(entry), _seat_rows(entry)):
                self._differing[key] = entry

    def finish(self) -> None:
        """Compare the rest; raise `Broken` if anything differs from the log or is not in it."""
        self._due |= {(stream, entry.number): entry for stream, entry in self._last.items()}
        self._compare()
        for key in sorted(self._differing):
            raise _not_as_written(key)
        for table, count in ((rounds, self._rounds), (seats, self._seats)):
            if self._connection.execute(select(func.count()).select_from(table)).scalar() != count:
                raise Broken(f"the index of rounds has rows in {table.name} that the log does not lead to")
        kept = {row.stream: row.progress for row in self._connection.execute(select(progresses))}
        computed = {stream: json_text(each.document()) for stream, each in self._progress.items()}
        for stream in sorted(kept.keys() | computed.keys()):
            if kept.get(stream) != computed.get(stream):
                raise Broken(f"the progress of {stream} in the index of rounds is not what the log leads to")


def _not_as_written(key: _Key) -> Broken:
    return Broken(f"round {key[1]} of table {table_of(key[0])} is not in the index as the log has it")


def require_indexed(connection: Connection, settled: Sequence[Row]) -> None:
    """Raise `Broken` unless the rounds settled by these records are in the index, and no table has lost any."""
    for start in range(0, len(settled), PAGE):
        part = settled[start : start + PAGE]
        query = select(rounds.c.position, rounds.c.stream, rounds.c.settled)
        found = connection.execute(query.where(rounds.c.position.in_([row.position for row in part])))
        kept = {row.position: (row.stream, row.settled) for row in found}
        for row in part:
            if kept.get(row.position) != (row.stream, row.number):
                raise Broken(f"the round that position {row.position} settled is not in the index")
    last = select(func.max(rounds.c.number)).where(rounds.c.stream == progresses.c.stream).scalar_subquery()
    for stream, text, number in connection.execute(select(progresses.c.stream, progresses.c.progress, last)):
        if RoundProgress.of(table_of(stream), json.loads(text)).rounds != (number or 0):
            raise Broken(f"the last round of {stream} in the index is {number or 0}, and its progress says otherwise")
