"""The log, its transfers and keys, and the tables derived from it: the streams, the balances and the head."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, with triggers that refuse to change what was logged."""
    op.create_table(
        "records",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("number", _NUMBER, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("key", sa.Text()),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.UniqueConstraint("stream", "number", name="records_stream_number"),
    )
    op.create_table(
        "transfers",
        sa.Column("position", _NUMBER, sa.ForeignKey("records.position"), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("cents", sa.Text(), nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("position", _NUMBER, sa.ForeignKey("records.position"), nullable=False, unique=True),
    )
    op.create_table(
        "streams",
        sa.Column("stream", sa.Text(), primary_key=True),
        sa.Column("number", _NUMBER, nullable=False),
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("cents", sa.Text(), nullable=False),
    )
    head = op.create_table(
        "head",
        sa.Column("one", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("position", _NUMBER, nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
    )
    op.bulk_insert(head, [{"one": 1, "position": 0, "chain": ""}])
    _refuse_changes()


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in ("records", "transfers", "keys"):
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    "BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION log_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is only added to'; END $$"
    )
    for table in ("records", "transfers", "keys"):
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION log_is_only_added_to()"
        )
