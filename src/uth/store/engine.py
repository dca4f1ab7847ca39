"""Database engines for SQLite and PostgreSQL, configured so that committed data is on disk."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from uth.errors import Malformed

READERS: Final = 4
WAL_PAGES: Final = 8_000
"""How many pages SQLite's write-ahead log holds before a checkpoint.

The append that triggers a checkpoint waits for it. An append changes about ten pages, so with the default of 1,000
pages one append in a hundred would wait.
"""
IDLE_NODE_MS: Final = 2_000
"""How long a node of a cluster may be idle inside a transaction before the server ends it."""
_DRIVERS: Final = {
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


class Engines(NamedTuple):
    """One pool of connections, with one engine for write transactions and one for reads."""

    write: Engine
    read: Engine
    name: str
    """The URL without its password."""

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file."""
        return self.write.dialect.name == "sqlite"

    def dispose(self) -> None:
        """Close every connection."""
        self.write.dispose()


def engines_of(url: str | URL, wait_s: float, *, node: str | None = None) -> Engines:
    """Return the engines of that database; `node` names a node of a cluster. Nothing is opened yet."""
    says = "is not sqlite:///PATH or postgresql://USER@HOST/NAME"
    try:
        address = make_url(url)
    except ArgumentError:
        raise Malformed("database", str(url).rpartition("@")[2], says) from None
    name = address.render_as_string(hide_password=True)
    driver = _DRIVERS.get(address.drivername)
    if driver is None or (driver.startswith("sqlite") and address.database in (None, "", ":memory:")):
        raise Malformed("database", name, says)
    address = address.set(drivername=driver)
    if address.get_backend_name() == "sqlite":
        file = _sqlite(address, wait_s)
        return Engines(file.execution_options(begin="BEGIN IMMEDIATE"), file.execution_options(begin="BEGIN"), name)
    server = _postgres(address, wait_s, node)
    return Engines(
        server.execution_options(isolation_level="READ COMMITTED"),
        server.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        name,
    )


def _sqlite(address: URL, wait_s: float) -> Engine:
    engine = create_engine(
        address, connect_args={"timeout": wait_s}, pool_size=READERS + 1, max_overflow=READERS, pool_timeout=wait_s
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for setting in ("synchronous=FULL", "foreign_keys=ON", f"wal_autocheckpoint={WAL_PAGES}"):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        begin = connection.get_execution_options()["begin"]
        if begin is not None:
            connection.exec_driver_sql(begin)

    return engine


def _patience(wait_s: float) -> dict[str, int]:
    """Return the client's time limits for a server that disappears without closing the connection."""
    seconds = max(2, round(wait_s))
    probes = {"keepalives_idle": seconds, "keepalives_interval": max(1, seconds // 3), "keepalives_count": 3}
    return {"connect_timeout": seconds, "tcp_user_timeout": 1000 * seconds, **probes}


def node_engine(url: URL, node: str, ttl_s: float) -> Engine:
    """Return the engine for a node's leases: few connections, with time limits well below the life of a lease."""
    return _postgres(url, max(1.0, ttl_s / 2), f"{node} leases", pool_size=1)


def _bounds(wait_s: float, *, shared: bool) -> dict[str, int]:
    """Return the server's time limits, so that a client that disappears does not keep the head of the log locked.

    If several nodes share the database, a node that hangs inside a transaction blocks all others, so its transaction
    ends sooner.
    """
    seconds = max(1, round(wait_s))
    return {
        "lock_timeout": round(1000 * wait_s),
        "idle_in_transaction_session_timeout": IDLE_NODE_MS if shared else 3000 * seconds,
        "tcp_keepalives_idle": seconds,
        "tcp_keepalives_interval": seconds,
        "tcp_user_timeout": 3000 * seconds,
    }


def _postgres(address: URL, wait_s: float, node: str | None = None, *, pool_size: int = READERS + 1) -> Engine:
    engine = create_engine(
        address,
        connect_args={"application_name": "uth" if node is None else f"uth {node}", **_patience(wait_s)},
        pool_size=pool_size,
        max_overflow=READERS,
        pool_timeout=wait_s,
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            for name, value in _bounds(wait_s, shared=node is not None).items():
                cursor.execute(f"SET {name} = {value}")
            cursor.execute("SELECT current_setting('synchronous_commit')")
            if cursor.fetchone()[0] in ("off", "local"):
                cursor.execute("SET synchronous_commit = on")
        connection.commit()

    return engine
