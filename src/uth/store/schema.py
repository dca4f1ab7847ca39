"""The tables of a store, the same on SQLite and PostgreSQL; ``migrations`` makes them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text, UniqueConstraint

REVISIONS: Final = ("0001",)
"""Every shape the tables ever had, the newest last; one that is not here was made by a newer version."""

VERSION_TABLE: Final = "schema_version"

metadata = MetaData()

_Number = BigInteger().with_variant(Integer, "sqlite")
"""On SQLite a whole number has eight bytes anyway, and only ``INTEGER`` makes the position the row's own id."""

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
"""Where the append of each key begins; its first record has the answer."""

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

head = Table(
    "head",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("position", _Number, nullable=False),
    Column("chain", Text, nullable=False),
)
"""One row, the end of the log; on PostgreSQL whoever writes holds it."""
