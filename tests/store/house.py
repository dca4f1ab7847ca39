"""A location for a store of any kind, and ways to tamper with it from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from store.postgres import Server
from uth.store.database import DatabaseStore
from uth.store.entries import Store
from uth.store.memory import MemoryStore

TABLES = ("records", "transfers", "keys", "streams", "balances", "head")


@dataclass
class House:
    """A place for a store, and what can be done to it behind the store's back."""

    kind: str
    url: str = ""
    server: Server | None = None
    opened: list[Store] = field(default_factory=list)

    async def open(self, *, ticks: bool = False, clock: Callable[[], str] | None = None, wait_s: float = 10.0) -> Store:
        """Return a store here; with ticks its clock counts, so that two stores can be the same to the last byte."""
        clock = ticking() if ticks else clock
        store: Store
        if self.kind == "memory":
            store = MemoryStore(clock=clock) if clock else MemoryStore()
        elif clock:
            store = await DatabaseStore.open(self.url, clock=clock, wait_s=wait_s)
        else:
            store = await DatabaseStore.open(self.url, wait_s=wait_s)
        self.opened.append(store)
        return store

    @contextmanager
    def connected(self) -> Iterator[Any]:
        """A connection of one's own, past the store; what it did is there when it ends."""
        if self.kind == "sqlite":
            with closing(sqlite3.connect(self.path)) as file, file:
                yield file
        else:
            with psycopg.connect(self.url) as server:
                yield server

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the database as another program that writes would."""
        with self.connected() as other:
            other.execute("BEGIN IMMEDIATE" if self.kind == "sqlite" else "SELECT * FROM head FOR UPDATE")
            yield

    def execute(self, statement: str) -> int:
        """Send the statement to the database; return how many rows it changed."""
        with self.connected() as connection:
            return int(connection.execute(statement).rowcount)

    def text(self, query: str) -> str:
        """Return the one value the query asks for."""
        with self.connected() as connection:
            return str(connection.execute(query).fetchone()[0])

    def tamper(self, statement: str) -> int:
        """Change the tables as somebody with all rights would; return how many rows were."""
        with self.connected() as connection:
            self._unguard(connection)
            return int(connection.execute(statement).rowcount)

    def snapshot(self) -> dict[str, list[Any]]:
        """Return all rows of all tables."""
        with self.connected() as connection:
            return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}

    def put_back(self, rows: dict[str, list[Any]]) -> None:
        """Have the rows of that moment again."""
        with self.connected() as connection:
            self._unguard(connection)
            cursor = connection.cursor()
            for table, values in rows.items():
                cursor.execute(f"DELETE FROM {table}")
                mark = "?" if self.kind == "sqlite" else "%s"
                marks = ", ".join([mark] * len(values[0]))
                cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", values)

    def _unguard(self, connection: Any) -> None:
        if self.kind == "sqlite":
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f"DROP TRIGGER {name}")
        else:
            connection.execute("SET session_replication_role = replica")

    @property
    def path(self) -> Path:
        """Where the file of a SQLite store is."""
        return Path(self.url.removeprefix("sqlite:///"))


def ticking() -> Callable[[], str]:
    """Return a clock that counts."""
    ticks = count()
    return lambda: f"2026-07-28T20:15:00.{next(ticks):03}Z"


NewHouse = Callable[[str], House]


async def closed(house: House) -> None:
    """Close every store that was opened there."""
    for store in house.opened:
        await store.close()
