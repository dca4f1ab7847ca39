"""The lease of a store: one house holds it, and a second one is refused."""

from __future__ import annotations

import fcntl
import os
import pwd
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Malformed, Refused
from uth.store.engine import Engines
from uth.store.entries import Entry, Unavailable
from uth.store.rows import Draft, draft_of
from uth.store.verification import EVERY

LEASE_WAIT_S: Final = 6.0
"""How long to wait for a house that is closing or was just killed; nodes of a cluster expire within it."""
RETRY_S: Final = 0.1
KIND: Final = 0x757468
"""The first number of the advisory lock in PostgreSQL; the second is a hash of the schema."""


_TRY: Final = text(f"SELECT pg_try_advisory_lock({KIND}, hashtext(current_schema()))")
_SELF: Final = text("SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END: Final = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid AND backend_start::text = :since"
)

_ARE_THERE_NODES: Final = text("SELECT to_regclass('nodes') IS NOT NULL")
_LIVE_NODES: Final = text(
    "SELECT name FROM nodes WHERE expires > extract(epoch FROM clock_timestamp()) * 1000 ORDER BY name"
)


class Lease:
    """The right to run a house on the store; it is released when the process ends in any way."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._taking = Lock()
        """Keeps two threads that both find the lease lost from competing for it."""
        self._file: int | None = None
        self._session: Connection | None = None
        self._was: tuple[int, str] | None = None
        """The server process that last held the lock, and its start time."""

    def take(self) -> None:
        """Acquire the lease; raise `Refused` if another process still holds it after `LEASE_WAIT_S`."""
        with self._taking:
            until = time.monotonic() + LEASE_WAIT_S
            while not (self._take_file() if self._engines.is_sqlite else self._take_lock()):
                if time.monotonic() >= until:
                    raise self._is_open()
                time.sleep(RETRY_S)

    def _is_open(self) -> Refused:
        nodes = self._nodes()
        if nodes:
            says = f"{self._engines.name} is run by several servers: {', '.join(nodes)}; stop them, or give a --node"
            return Refused("house_is_open", None, says)
        says = f"{self._engines.name} is open in another uth serve{self._holder()}; one house is one program: "
        return Refused("house_is_open", None, f"{says}stop that one, or give another --data or --database")

    def let_go(self) -> None:
        """Release the lease."""
        self._close_file()
        self._hang_up()

    # SQLite: a lock on a separate file, since closing the database file ourselves would drop SQLite's locks on it.

    @property
    def _path(self) -> Path:
        return Path(f"{self._engines.write.url.database}.lock")

    def _take_file(self) -> bool:
        if self._file is not None and self._is_there(self._file):
            return True
        self._close_file()
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            says = f"cannot be held: {self._path}: {fault.strerror}; give a folder that {_user()} may write to"
            raise Malformed("database", self._engines.name, says) from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        with suppress(OSError):  # on a full disk a house can still be read
            os.truncate(file, 0)
            os.write(file, str(os.getpid()).encode())
        self._file = file
        return True

    def _is_there(self, file: int) -> bool:
        """Whether the locked file is still the one at that path; it may have been deleted."""
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except OSError:
            return False

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _holder(self) -> str:
        if not self._engines.is_sqlite:
            return ""
        process = self._path.read_text(encoding="utf-8", errors="replace").strip()
        return f" (process {process})" if process.isdigit() else ""

    def _nodes(self) -> list[str]:
        """Return the live nodes of the cluster that runs the house, if one does."""
        if self._engines.is_sqlite:
            return []
        with self._engines.write.connect() as connection:
            return live_nodes(connection)

    # PostgreSQL: an advisory lock on a dedicated connection.

    def _take_lock(self) -> bool:
        if self._session is not None and self._holds(self._session):
            return True
        self._hang_up()
        session = self._engines.write.connect()
        session.detach()
        try:
            taken = self._locks(session)
        except BaseException:
            session.close()
            raise
        if not taken:
            session.close()
            return False
        self._session = session
        return True

    def _locks(self, session: Connection) -> bool:
        """Try to lock on this connection, after ending our own previous session if the server still has it."""
        if self._was is not None:
            session.execute(_END, {"pid": self._was[0], "since": self._was[1]})
            session.commit()
        taken = not live_nodes(session) and bool(session.execute(_TRY).scalar())
        if taken:
            pid, since = session.execute(_SELF).one()
            self._was = pid, since
        session.commit()
        return taken

    @staticmethod
    def _holds(session: Connection) -> bool:
        """Whether the connection, and with it the lock, still exists."""
        try:
            session.execute(text("SELECT 1"))
            session.commit()
        except SQLAlchemyError:
            return False
        return True

    def _hang_up(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(SQLAlchemyError):
                session.close()


def live_nodes(connection: Connection) -> list[str]:
    """Return the names of the live nodes."""
    if not connection.execute(_ARE_THERE_NODES).scalar():
        return []
    return [str(name) for name in connection.execute(_LIVE_NODES).scalars()]


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return f"user {os.geteuid()}"


CHANNEL: Final = "uth"
"""The channel on which nodes are notified of appends; the payload is the name of the stream."""
LIMITS: Final = "uth_limits"
"""The channel on which nodes tell each other what they have counted of addresses and people."""
TABLE: Final = "table/"
"""The prefix of streams that are leased to one node; every node may write to the others."""
MOVED: Final = "table_moved"


@dataclass(slots=True, kw_only=True)
class Fence:
    """This node and the epochs of its tables; the writer compares them with the leases in every transaction.

    An expired node writes nothing at all, even if no other node has taken its tables yet.
    """

    node: str = ""
    incarnation: int = 0
    epochs: dict[str, int] = field(default_factory=dict)

    def lost(self, streams: Collection[str], held: Mapping[str, int]) -> list[str]:
        """Return the leased streams whose current epoch differs from the one this node was given."""
        return [each for each in streams if each.startswith(TABLE) and held.get(each) != self.epochs.get(each, -1)]


def expired(node: str) -> Unavailable:
    """Return the error for an append by a node that did not renew its row in time."""
    return Unavailable(MOVED, f"node {node} was out of reach for too long, and others run its tables; connect again")


def moved(streams: Iterable[str]) -> Unavailable:
    """Return the error for an append to tables that another node runs."""
    names = ", ".join(sorted(stream.removeprefix(TABLE) for stream in streams))
    return Unavailable(MOVED, f"table {names} is run by another node now; connect again")


STREAM: Final = "opened"
"""The stream with one record for each house that has started to write."""
TAKEN_OVER: Final = "house_taken_over"


@dataclass(slots=True, kw_only=True)
class Epoch:
    """The period in which one house writes, from its first record on."""

    number: int | None = None
    """The number of the record that started it; ``None`` before it is written."""
    stated: int | None = None
    """The position at which its last statement of the balances was written."""
    fence: Fence | None = None
    """The tables of this node, if several nodes write; such an epoch has no opening record."""

    def states(self, position: int) -> bool:
        """Whether a statement of the balances is due, if the log ends at that position."""
        return self.stated is None or position >= self.stated + EVERY

    def beginning(self, last: int) -> Draft | None:
        """Return the record that starts the epoch, or ``None`` if none is needed; raise if another house has started.

        An epoch that has started needs no record, nor does that of a node.
        """
        if self.fence is not None:
            return None
        if self.number is None:
            return draft_of([Entry(stream=STREAM, after=last, body={"is": "opened"})], None, None)
        if last != self.number:
            raise taken_over()
        return None


def taken_over() -> Unavailable:
    """Return the error for a house whose lease was taken over."""
    says = "another uth serve has opened this house since; this one has stopped, and everything it stored is kept"
    return Unavailable(TAKEN_OVER, says)
