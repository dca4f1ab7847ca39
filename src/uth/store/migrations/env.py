"""Alembic environment: migrations run on the given connection, inside the caller's transaction."""

from __future__ import annotations

from alembic import context

from uth.store.upgrade import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, version_table=VERSION_TABLE
)
context.run_migrations()
