"""The index of rounds, filled from the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from uth.store.round_table import fill

revision = "0003"
down_revision = "0002"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, and index the rounds already in the log."""
    op.create_table(
        "rounds",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("number", _NUMBER, nullable=False),
        sa.Column("after", _NUMBER, nullable=False),
        sa.Column("settled", _NUMBER, nullable=False),
        sa.Column("through", _NUMBER, nullable=False),
        sa.Column("checkpoint", _NUMBER, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("later", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.UniqueConstraint("stream", "number", name="rounds_stream_number"),
    )
    op.create_table(
        "round_seats",
        sa.Column("position", _NUMBER, sa.ForeignKey("rounds.position"), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("net", _NUMBER, nullable=False),
        sa.Column("hand", sa.Text()),
        sa.Column("wagers", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_progress",
        sa.Column("stream", sa.Text(), primary_key=True),
        sa.Column("progress", sa.Text(), nullable=False),
    )
    op.create_index("rounds_stream_position", "rounds", ["stream", "position"])
    op.create_index("round_seats_player_position", "round_seats", ["player", "position"])
    fill(op.get_bind())
