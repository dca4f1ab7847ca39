"""The whole log walked, and all that is kept beside it compared with what the walk finds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial

from sqlalchemy import Connection, func, select, text

from uth.errors import Broken
from uth.store.chain import Walk
from uth.store.entries import Head
from uth.store.reading import head_of, kept_balances, numbers, pages
from uth.store.rows import move
from uth.store.schema import keys, records, transfers


def verify_log(connection: Connection) -> Head:
    """Return the end of the log; stop with `Broken` at the first thing that is not as it was written."""
    walk, balances, keys_begun = Walk(), dict[str, Fraction](), 0
    with _any_text(connection):
        for page in pages(connection):
            begun = {row.position: row.key for row in page if walk.take(row)}
            _require_keys(connection, page[0].position, page[-1].position, begun)
            keys_begun += len(begun)
            for row in page:
                move(balances, row.moved)
        _require_lines(connection)
        _require(
            connection.execute(select(func.count()).select_from(keys)).scalar() == keys_begun, "a key has no record"
        )
        _require(head_of(connection) == walk.head, f"the log ends at {walk.position}, not where its head says")
        _require(numbers(connection, "") == dict(sorted(walk.numbers.items())), "the streams end elsewhere")
        _require(sum(balances.values(), Fraction(0)) == 0, "the accounts do not sum to zero")
        _require(kept_balances(connection) == balances, "the balances differ from the transfers")
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("PRAGMA integrity_check")).scalar()
        _require(found == "ok", f"the file is damaged: {found}")
    return walk.head


def _require(holds: bool, says: str) -> None:
    if not holds:
        raise Broken(says)


def _require_keys(connection: Connection, first: int, last: int, begun: dict[int, str | None]) -> None:
    """Stop unless the keys kept for a page of the log are those that begin there."""
    found = connection.execute(select(keys.c.position, keys.c.key).where(keys.c.position.between(first, last)))
    kept = {row.position: row.key for row in found}
    for position in sorted(kept.keys() | begun.keys()):
        if kept.get(position) != begun.get(position):
            raise Broken(f"position {position} is not kept by its key")


def _require_lines(connection: Connection) -> None:
    """Stop at a transfer that belongs to no record, or is not in its place among those of its record."""
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
    """Have SQLite give text that is no UTF-8 as well, so that the record it stands in can be named."""
    driver = connection.connection.driver_connection
    if connection.dialect.name != "sqlite" or driver is None:
        yield
        return
    driver.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = str
