"""An exported log put into an empty database: all of it in one transaction, every seal checked on the way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from sqlalchemy import text

from uth.errors import Broken, Malformed
from uth.store.chain import Walk
from uth.store.engine import Engines
from uth.store.entries import Head, Stored
from uth.store.memory import require_empty
from uth.store.reading import PAGE
from uth.store.rows import row_of
from uth.store.writing import lock_head, write_rows


def restore_log(engines: Engines, records: Iterable[Stored]) -> Head:
    """Return the end of the log that was restored."""
    walk, rest = Walk(), map(row_of, records)
    with engines.write.begin() as connection:
        if not engines.is_sqlite:  # whoever sends the lines may be slow
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        require_empty(lock_head(connection).position)
        while page := list(islice(rest, PAGE)):
            try:
                begun = {str(row.key): row.position for row in page if walk.take(row)}
            except Broken as fault:
                raise Malformed("records", walk.position, f"is the last that can be restored: {fault}") from None
            write_rows(connection, page, begun)
    return walk.head
