"""Database errors, translated into messages a person can act on."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionInTime

from uth.errors import Broken, Malformed, UthError
from uth.store.entries import Unavailable

_SQLITE: Final = {
    "SQLITE_FULL": ("store_full", "the disk is full"),
    "SQLITE_BUSY": ("store_busy", "another program holds the database"),
    "SQLITE_LOCKED": ("store_busy", "another program holds the database"),
    "SQLITE_READONLY": ("store_unwritable", "the database cannot be written to"),
    "SQLITE_CANTOPEN": ("store_unreachable", "the file of the database cannot be opened"),
    "SQLITE_IOERR": ("store_unwritable", "the disk reports an error"),
    "SQLITE_PERM": ("store_unwritable", "the database may not be written to"),
}
_POSTGRES: Final = {
    "53100": ("store_full", "the disk of the database is full"),
    "53": ("store_busy", "the database has no room for more work"),
    "55P03": ("store_busy", "another program holds the database"),
    "57P": ("store_unreachable", "the database has stopped or is starting"),
    "57014": ("store_busy", "the database took too long"),
    "25P": ("store_unreachable", "the database closed the connection"),
    "25006": ("store_unwritable", "the database cannot be written to"),
    "40": ("store_busy", "another program wrote first"),
    "58": ("store_unwritable", "the disk of the database reports an error"),
    "08": ("store_unreachable", "the connection to the database was lost"),
    "28": ("store_unreachable", "the database refused the login"),
    "3D": ("store_unreachable", "there is no such database"),
}

_IDLE_TOO_LONG: Final = "25P03"
"""The SQLSTATE with which the server ends a connection that is idle in a transaction for too long."""
_NO_CONNECTION: Final = ("too many clients", "remaining connection slots")


def fault_of(error: SQLAlchemyError, database: str) -> UthError:
    """Return the error as one of ours: `Unavailable` if it may be temporary, otherwise `Broken` or `Malformed`."""
    if isinstance(error, NoConnectionInTime):
        return Unavailable("store_busy", f"{database}: too many connections at once")
    if not isinstance(error, DBAPIError):
        return Broken(f"{database}: {error}")
    if getattr(error.orig, "sqlite_errorname", "") == "SQLITE_NOTADB":
        return Malformed("database", database, "is a file, but not a SQLite database")
    first = str(error.orig).strip().partition("\n")[0]
    known = _sqlite(error) or _postgres(error)
    if known is None:
        return Broken(f"{database}: {first}")
    code, says = known
    return Unavailable(code, f"{database}: {says} ({first})")


def _sqlite(error: DBAPIError) -> tuple[str, str] | None:
    name: str = getattr(error.orig, "sqlite_errorname", "")
    return next((known for code, known in _SQLITE.items() if name == code or name.startswith(f"{code}_")), None)


def _postgres(error: DBAPIError) -> tuple[str, str] | None:
    state: str = getattr(error.orig, "sqlstate", None) or ""
    found = next((_POSTGRES[state[:size]] for size in (5, 3, 2) if state[:size] in _POSTGRES), None)
    if not state and any(words in str(error.orig) for words in _NO_CONNECTION):  # refused before it has an SQLSTATE
        return "store_busy", "the database has no connection left; raise its max_connections"
    if found is None and not state and is_lost(error):
        return _POSTGRES["08"]
    return found


def is_lost(error: SQLAlchemyError) -> bool:
    """Whether the connection was lost, so that the work can be retried on another."""
    if not isinstance(error, DBAPIError):
        return False
    state = getattr(error.orig, "sqlstate", "")
    if error.connection_invalidated or state == _IDLE_TOO_LONG:
        return True
    return isinstance(error, OperationalError | InterfaceError) and (state is None or state.startswith(("57P", "08")))


MAGIC: Final = b"SQLite format 3\x00"
HEADER: Final = 100
"""The length of the header of a SQLite file (https://sqlite.org/fileformat2.html#the_database_header)."""
RESTORE: Final = "restore a backup"


def have_file(url: URL, name: str, make: Callable[[URL], None]) -> None:
    """Check that the SQLite file is complete, or create it."""
    path = Path(str(url.database))
    if path.exists():
        require_whole(path, name)
        return
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        says = f"is missing, and its write-ahead log is there ({log.name}); {RESTORE}, or put the file back"
        raise Malformed("database", name, says)
    _make_whole(path, url, make)


def require_whole(path: Path, name: str) -> None:
    """Refuse a file that is empty, or shorter than its own header says.

    SQLite reads missing pages as zeros and treats an empty file as a new database.
    """
    if not path.is_file() or not _is_put_together(path):
        return  # SQLite reports the fault
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(HEADER)
    except OSError:
        return
    if size == 0:
        says = f"is an empty file, not a house; {RESTORE}, or remove the file to begin a new house there"
        raise Malformed("database", name, says)
    if not header.startswith(MAGIC[: len(header)]):
        return  # not a SQLite database; SQLite reports it
    if size < HEADER:
        raise Malformed("database", name, f"is cut: {size} bytes are left of it; {RESTORE}")
    page = int.from_bytes(header[16:18], "big")
    page = 65_536 if page == 1 else page
    counted = header[24:28] == header[92:96]
    wanted = int.from_bytes(header[28:32], "big") * page if counted else -(-size // page) * page
    if size < wanted:
        raise Malformed("database", name, f"is cut: it has {size:,} of its {wanted:,} bytes; {RESTORE}")


def _is_put_together(path: Path) -> bool:
    """Whether the whole database is in the file, with nothing left in the write-ahead log.

    After a crash or on a full disk the last pages may be only in the write-ahead log. They are checkpointed into the
    file, unless another program is reading or writing.
    """
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size or not path.stat().st_size:
        return True
    try:
        with closing(sqlite3.connect(path)) as database:
            busy, pages, moved = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy and bool(pages == moved)


def _make_whole(path: Path, url: URL, make: Callable[[URL], None]) -> None:
    """Create the file under a temporary name, and link it to its own name once all its tables are on disk.

    Only the owner can read it, since it holds shuffle secrets and password hashes; SQLite gives its other files the
    same permissions. If another program creates the file in the meantime, that file is kept.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with suppress(OSError):  # SQLite reports what is wrong with the folder
            os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
        make(url.set(database=str(part)))
        _sync(part)
        with suppress(FileExistsError):
            os.link(part, path)
        _sync(path.absolute().parent)
    finally:
        for each in (part, Path(f"{part}-wal"), Path(f"{part}-shm")):
            each.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
