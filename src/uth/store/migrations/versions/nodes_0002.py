"""The nodes that run one house together, and the tables leased to each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables; they stay empty if one program runs the house."""
    op.create_table(
        "nodes",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("incarnation", _NUMBER, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("expires", _NUMBER, nullable=False),
        sa.Column("draining", sa.Integer(), nullable=False),
        sa.Column("house", _NUMBER, nullable=False),
        sa.Column("people", _NUMBER, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("stream", sa.Text(), primary_key=True),
        sa.Column("node", sa.Text(), nullable=False),
        sa.Column("incarnation", _NUMBER, nullable=False),
        sa.Column("epoch", _NUMBER, nullable=False),
    )
    op.create_table(
        "cluster",
        sa.Column("one", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("signing_key", sa.Text()),
    )
