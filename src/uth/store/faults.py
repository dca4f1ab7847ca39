"""What went wrong in a database, in words a person can act on."""

from __future__ import annotations

from typing import Final

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
    "SQLITE_IOERR": ("store_unwritable", "the disk does not do what it is asked"),
    "SQLITE_PERM": ("store_unwritable", "the database may not be written to"),
}
_POSTGRES: Final = {
    "53100": ("store_full", "the disk of the database is full"),
    "53": ("store_busy", "the database has no room for more work"),
    "55P03": ("store_busy", "another program holds the database"),
    "57P": ("store_unreachable", "the database has stopped or is starting"),
    "57014": ("store_busy", "the database took too long"),
    "25P": ("store_unreachable", "the database has let us go"),
    "25006": ("store_unwritable", "the database cannot be written to"),
    "40": ("store_busy", "another program was faster"),
    "58": ("store_unwritable", "the disk of the database does not do what it is asked"),
    "08": ("store_unreachable", "the connection to the database was lost"),
    "28": ("store_unreachable", "the database does not let us in"),
    "3D": ("store_unreachable", "there is no such database"),
}


def fault_of(error: SQLAlchemyError, database: str) -> UthError:
    """Return the error as an answer of this library: `Unavailable` for what may pass, `Broken` for the rest."""
    if isinstance(error, NoConnectionInTime):
        return Unavailable("store_busy", f"{database}: too many are asking at once")
    if not isinstance(error, DBAPIError):
        return Broken(f"{database}: {error}")
    if getattr(error.orig, "sqlite_errorname", "") == "SQLITE_NOTADB":
        return Malformed("database", database, "is a file, but no SQLite database")
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
    if found is None and not state and is_lost(error):
        return _POSTGRES["08"]
    return found


def is_lost(error: SQLAlchemyError) -> bool:
    """Return whether the connection itself is gone, so that another may do what this one could not."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.orig, "sqlstate", "")
    return state is None or state.startswith(("57P", "08"))
