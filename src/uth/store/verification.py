"""Verification of the whole log, and of everything derived from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, func, inspect, select, text

from uth.errors import Broken, Malformed
from uth.store.entries import Head
from uth.store.queries import head_of, kept_balances, numbers, pages, rows_after
from uth.store.round_index import settles_round
from uth.store.round_table import IndexVerifier, require_indexed
from uth.store.rows import ChainVerifier, Row, fraction_text, line_of, move, seal_of, stored_of
from uth.store.upgrade import keys, metadata, records, transfers


def verify_log(connection: Connection) -> Head:
    """Verify the whole log and return its head; raise `Broken` at the first thing that was altered."""
    verifier, balances, keys_begun = ChainVerifier(), dict[str, Fraction](), 0
    index = IndexVerifier(connection)
    with _any_text(connection):
        for page in pages(connection):
            begun = {row.position: row.key for row in page if verifier.take(row)}
            _require_keys(connection, page[0].position, page[-1].position, begun)
            keys_begun += len(begun)
            for row in page:
                move(balances, row.moved)
            index.take(page)
        _require_lines(connection)
        _require(
            connection.execute(select(func.count()).select_from(keys)).scalar() == keys_begun, "a key has no record"
        )
        _require(head_of(connection) == verifier.head, f"the log ends at {verifier.position}, not where its head says")
        _require(numbers(connection, "") == dict(sorted(verifier.numbers.items())), "the streams end elsewhere")
        _require(sum(balances.values(), Fraction(0)) == 0, "the accounts do not sum to zero")
        _require(kept_balances(connection) == balances, "the balances differ from the transfers")
        index.finish()
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("PRAGMA integrity_check")).scalar()
        _require(found == "ok", f"the file is damaged: {found}")
    return verifier.head


def _require(holds: bool, says: str) -> None:
    if not holds:
        raise Broken(says)


def _require_keys(connection: Connection, first: int, last: int, begun: dict[int, str | None]) -> None:
    """Raise unless the keys stored for a page of the log are those of its records."""
    found = connection.execute(select(keys.c.position, keys.c.key).where(keys.c.position.between(first, last)))
    kept = {row.position: row.key for row in found}
    for position in sorted(kept.keys() | begun.keys()):
        if kept.get(position) != begun.get(position):
            raise Broken(f"position {position} is not kept by its key")


def _require_lines(connection: Connection) -> None:
    """Raise `Broken` at a transfer that has no record or is out of order within it."""
    line, position = transfers.c.line, transfers.c.position
    gap = (func.min(line) != 0) | (func.max(line) != func.count() - 1)
    lost = select(func.min(position)).where(position.not_in(select(records.c.position)))
    moved = select(position).group_by(position).having(gap).order_by(position).limit(1)
    for query in (lost, moved):
        found = connection.execute(query).scalar()
        if found is not None:
            raise Broken(f"position {found} has transfers that are not as they were written")


@contextmanager
def _any_text(connection: Connection) -> Iterator[None]:
    """Let SQLite return text that is not UTF-8, so that its record can be named."""
    driver = connection.connection.driver_connection
    if connection.dialect.name != "sqlite" or driver is None:
        yield
        return
    driver.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = str


STREAM: Final = "balances"
EVERY: Final = 10_000
"""How many records are written between two statements of the balances; a start verifies at most these."""
VERIFY: Final = "`uth house verify` verifies the whole log; restore a backup if it is damaged"


def digest_of(balances: Mapping[str, Fraction]) -> str:
    """Return a hash of all nonzero balances by account."""
    lines = (f"{account}={fraction_text(cents)}\n" for account, cents in sorted(balances.items()) if cents)
    return sha256("".join(lines).encode()).hexdigest()


def statement_of(balances: Mapping[str, Fraction], position: int) -> dict[str, Any]:
    """Return the body of a statement of the balances after that position."""
    return {"is": "balances", "position": position, "digest": digest_of(balances)}


def require_shape(connection: Connection, name: str) -> None:
    """Refuse a database that lacks a table or a column."""
    found = inspect(connection)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in found.get_columns(table.name)} if found.has_table(table.name) else set()
        missing = [column.name for column in table.columns if column.name not in there]
        if missing:
            what = f"table {table.name}" if not there else f"column {missing[0]} of table {table.name}"
            raise Malformed("database", name, f"is damaged: it has no {what}; restore a backup")


def check_balances(connection: Connection, name: str) -> None:
    """Raise `Broken` unless the stored balances follow from the log since the last statement.

    A log without a statement is verified from its beginning.
    """
    try:
        stated = last_statement(connection)
        if stated == 0:
            verify_log(connection)
        else:
            _check_since(connection, stated)
    except (Broken, Malformed) as fault:
        raise Broken(f"{name} is damaged: {fault}; {VERIFY}") from None


def last_statement(connection: Connection) -> int:
    """Return the position of the last statement of the balances, or 0 if there is none."""
    query = select(records.c.position).where(records.c.stream == STREAM).order_by(records.c.number.desc()).limit(1)
    return connection.execute(query).scalar() or 0


def _check_since(connection: Connection, stated: int) -> None:
    """Verify the log from the statement at that position to its end."""
    balances, ends, settled = TakenBack(connection, stated), dict[str, int](), list[Row]()
    for row in walk_after(connection, stated - 1):
        ends[row.stream] = row.number
        balances.take(row)
        if settles_round(row.stream, row.body):
            settled.append(row)
    kept = numbers(connection, "")
    for stream, number in ends.items():
        if kept.get(stream) != number:
            raise Broken(f"stream {stream} ends at {number}, and {kept.get(stream)} is kept")
    balances.require_stated()
    require_indexed(connection, settled)


def walk_after(connection: Connection, position: int) -> Iterator[Row]:
    """Yield every record after that position; raise `Broken` at one that was altered."""
    chain = _seal_at(connection, position)
    with _any_text(connection):
        while page := rows_after(connection, position):
            for row in page:
                _require_next(row, position, chain)
                position, chain = row.position, row.chain
                yield row
    head = head_of(connection)
    if (head.position, head.chain) != (position, chain):
        raise Broken(f"the log ends at {position}, and its head says {head.position}")


class TakenBack:
    """The stored balances, rolled back to the last statement."""

    def __init__(self, connection: Connection, stated: int) -> None:
        self._balances = kept_balances(connection)
        self._stated = stated
        self._statement: dict[str, Any] = {"position": -1, "digest": digest_of({})}
        """The body of the statement; before the first one, all balances are zero."""

    def take(self, row: Row) -> None:
        """Roll back a record that was written since the statement."""
        if row.position == self._stated:
            self._statement = stored_of(row).body
        if row.position >= self._stated:
            move(self._balances, (each._replace(source=each.target, target=each.source) for each in row.moved))

    def require_stated(self) -> None:
        """Raise `Broken` unless the rolled back balances are those of the statement."""
        stated = self._statement
        if stated.get("position") != self._stated - 1 or digest_of(self._balances) != stated.get("digest"):
            raise Broken("the balances are not those that the transfers of the log lead to")


def _seal_at(connection: Connection, position: int) -> str:
    seal = connection.execute(select(records.c.chain).where(records.c.position == position)).scalar()
    if seal is None and position > 0:
        raise Broken(f"position {position} is not in the log")
    return seal or ""


def _require_next(row: Row, position: int, chain: str) -> None:
    if row.position != position + 1:
        raise Broken(f"position {position + 1} is not in the log; {row.position} comes next")
    try:
        same = seal_of(line_of(row), chain) == row.chain
    except (TypeError, ValueError):
        same = False
    if not same:
        raise Broken(f"position {row.position} is not as it was written: its hash is another")
