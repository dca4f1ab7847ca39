"""The tables of the store, and their migration when it is opened."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    column,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.exc import OperationalError

from uth.errors import Malformed
from uth.store.engine import Engines, engines_of
from uth.store.faults import have_file

REVISIONS: Final = ("0001", "0002", "0003", "0004")
"""Every revision of the tables, newest last; any other revision is from a newer version."""

VERSION_TABLE: Final = "schema_version"

metadata = MetaData()

_Number = BigInteger().with_variant(Integer, "sqlite")
"""SQLite integers have eight bytes anyway, and only ``INTEGER`` makes the position the row id."""

records = Table(
    "records",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("number", _Number, nullable=False),
    Column("at", Text, nullable=False),
    Column("key", Text),
    Column("body", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("chain", Text, nullable=False),
    UniqueConstraint("stream", "number", name="records_stream_number"),
)

transfers = Table(
    "transfers",
    metadata,
    Column("position", _Number, ForeignKey("records.position"), primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cents", Text, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("key", Text, primary_key=True),
    Column("position", _Number, ForeignKey("records.position"), nullable=False, unique=True),
)
"""The first record of the append with each key, which holds the answer."""

streams = Table(
    "streams",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("number", _Number, nullable=False),
)

balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", Text, nullable=False),
)

rounds = Table(
    "rounds",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("number", _Number, nullable=False),
    Column("after", _Number, nullable=False),
    Column("settled", _Number, nullable=False),
    Column("through", _Number, nullable=False),
    Column("checkpoint", _Number, nullable=False),
    Column("at", Text, nullable=False),
    Column("later", Text, nullable=False),
    Column("folded", Text, nullable=False),
    UniqueConstraint("stream", "number", name="rounds_stream_number"),
    Index("rounds_stream_position", "stream", "position"),
)
"""Every settled round, by the position of the record that settled it; `later` and `folded` are JSON."""

round_seats = Table(
    "round_seats",
    metadata,
    Column("position", _Number, ForeignKey("rounds.position"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False),
    Column("net", _Number, nullable=False),
    Column("hand", Text),
    Column("wagers", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Index("round_seats_player_position", "player", "position"),
    sqlite_with_rowid=False,
)
"""The result of each seat; `wagers` are names with spaces around them, `lines` are JSON."""

round_reviews = Table(
    "round_reviews",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("review", Text, nullable=False),
)
"""The reviews of seats of settled rounds, as JSON: a cache, computed again where a row is missing."""

round_progress = Table(
    "round_progress",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("progress", Text, nullable=False),
)
"""The round progress of each table, as JSON."""

head = Table(
    "head",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("position", _Number, nullable=False),
    Column("chain", Text, nullable=False),
)
"""One row with the end of the log; on PostgreSQL the writer locks it."""

nodes = Table(
    "nodes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("incarnation", _Number, nullable=False),
    Column("address", Text, nullable=False),
    Column("expires", _Number, nullable=False),
    Column("draining", Integer, nullable=False),
    Column("house", _Number, nullable=False),
    Column("people", _Number, nullable=False),
)
"""The programs that run the house together, each alive until `expires`, in milliseconds of the database's clock."""

leases = Table(
    "leases",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("node", Text, nullable=False),
    Column("incarnation", _Number, nullable=False),
    Column("epoch", _Number, nullable=False),
)
"""The node that runs each table; the epoch grows whenever the table changes hands."""

cluster = Table(
    "cluster",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),
    Column("signing_key", Text),
)
"""One row with the secret by which nodes authenticate each other's requests, and the signing key they share."""


_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x757468
"""The PostgreSQL advisory lock under which one program at a time migrates."""
WAIT_S: Final = 10.0
"""How long to wait for a file that is being created."""
_ALEMBIC: Final = Lock()
"""Alembic keeps its state in globals."""


def upgrade(engines: Engines, wait_s: float, alone: AbstractContextManager[None] | None = None) -> None:
    """Migrate the tables to this version; refuse a database that is damaged or newer.

    Tables in use by an earlier version are migrated within `alone`, which keeps that version from writing; it would not
    fill the new tables.
    """
    if engines.is_sqlite:
        have_file(engines.write.url, engines.name, _made)
    with engines.read.begin() as connection:
        is_older = revision_of(connection) in REVISIONS[:-1]
        if is_older:
            _require_no_nodes(connection, engines)
    with alone if is_older and alone is not None else nullcontext():
        _bring_up_to_date(engines, wait_s)


def _made(url: URL) -> None:
    """Create a new file with all its tables."""
    engines = engines_of(url, WAIT_S)
    try:
        _bring_up_to_date(engines, WAIT_S)
    finally:
        engines.dispose()


def _bring_up_to_date(engines: Engines, wait_s: float) -> None:
    _prepare(engines, wait_s)
    with engines.write.begin() as connection:
        if not engines.is_sqlite:
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # a migration takes a while
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        found = revision_of(connection)
        if found is not None and found not in REVISIONS:
            says = f"was made by a newer version of uth: its tables are {found}, this version knows {REVISIONS[-1]}"
            raise Malformed("database", engines.name, says)
        if found is None:
            _require_room(connection, engines.name)
        if found != REVISIONS[-1]:
            _require_no_nodes(connection, engines)
            _migrate(connection)


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the tables, or ``None`` if there are none yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(select(table(VERSION_TABLE, column("version_num")))).scalar()


def _require_room(connection: Connection, name: str) -> None:
    taken = sorted(metadata.tables.keys() & set(inspect(connection).get_table_names()))
    if taken:
        raise Malformed("database", name, f"belongs to another program: it has a table {taken[0]} already")


def _require_no_nodes(connection: Connection, engines: Engines) -> None:
    """Refuse to migrate while nodes of a cluster are alive, since they would write as the older version does."""
    from uth.store.lease import live_nodes

    nodes = [] if engines.is_sqlite else live_nodes(connection)
    if nodes:
        says = f"has tables of an older version, and is run by {', '.join(nodes)}; stop every node to upgrade"
        raise Malformed("database", engines.name, says)


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ALEMBIC:
        command.upgrade(config, "head")


def _prepare(engines: Engines, wait_s: float) -> None:
    """Refuse a database that may lose committed data."""
    if not engines.is_sqlite:
        with engines.read.connect() as connection:
            if connection.execute(text("SHOW fsync")).scalar() != "on":
                says = "runs with fsync off: what it says is stored could be lost"
                raise Malformed("database", engines.name, says)
        return
    mode = _write_ahead(engines, wait_s)
    if mode != "wal":
        raise Malformed("database", engines.name, f"cannot keep a write-ahead log here; its journal is {mode}")


def _write_ahead(engines: Engines, wait_s: float) -> str:
    """Switch to WAL and return the journal mode; retry while another program does the same, which SQLite refuses."""
    until = time.monotonic() + wait_s
    while True:
        try:
            with engines.write.execution_options(begin=None).connect() as connection:
                return str(connection.exec_driver_sql("PRAGMA journal_mode=WAL").scalar())
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_BUSY" or time.monotonic() > until:
                raise
            time.sleep(0.02)
