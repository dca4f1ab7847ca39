"""Backup of a SQLite file while it is in use, and restoring an exported log."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path

from sqlalchemy import text

from uth.errors import Broken, Malformed, Refused
from uth.store.engine import Engines
from uth.store.entries import Head, Stored, Unavailable
from uth.store.memory import require_empty
from uth.store.queries import PAGE
from uth.store.rows import ChainVerifier, row_of
from uth.store.writing import lock_head, write_rows


def copy_file(engines: Engines, path: Path) -> None:
    """Copy a snapshot of the database to the path; the file appears under that name once it is on disk."""
    part = path.with_name(f"{path.name}.part")
    if path.exists() or part.exists():
        raise Refused("backup_exists", None, f"{path if path.exists() else part} already exists")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(part)) as copy:
            _copy(engines, copy)
        _sync(part)
        part.rename(path)
        _sync(path.absolute().parent)
    except (OSError, sqlite3.Error) as fault:
        part.unlink(missing_ok=True)
        raise Unavailable("backup_failed", f"{path} was not written: {fault}") from None


def _copy(engines: Engines, copy: sqlite3.Connection) -> None:
    source = engines.read.raw_connection()
    try:
        driver = source.driver_connection
        if driver is not None:
            driver.backup(copy)
    finally:
        source.close()


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def restore_log(engines: Engines, records: Iterable[Stored]) -> Head:
    """Write exported records into an empty store in one transaction, and return the head of the log."""
    verifier, rest = ChainVerifier(), map(row_of, records)
    with engines.write.begin() as connection:
        if not engines.is_sqlite:  # the source of the records may be slow
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        require_empty(lock_head(connection).position)
        while page := list(islice(rest, PAGE)):
            try:
                begun = {str(row.key): row.position for row in page if verifier.take(row)}
            except Broken as fault:
                raise Malformed("records", verifier.position, f"is the last that can be restored: {fault}") from None
            write_rows(connection, page, begun)
    return verifier.head
