"""The tables match the code, however old the database is, and nothing loads a database before it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from store.house import House
from uth.store.database import DatabaseStore
from uth.store.upgrade import _MIGRATIONS, REVISIONS, VERSION_TABLE, metadata


async def test_the_migrations_make_the_tables_the_code_knows(database: House) -> None:
    store = await database.open()
    assert isinstance(store, DatabaseStore)
    with store._engines.read.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True, "target_metadata": metadata}
        )
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISIONS[-1]


def test_every_migration_is_known_in_its_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert tuple(each.revision for each in reversed(list(scripts.walk_revisions()))) == REVISIONS
    assert scripts.get_heads() == [REVISIONS[-1]]


async def test_a_file_is_kept_as_it_must_be(sqlite_house: House) -> None:
    store = await sqlite_house.open()
    assert isinstance(store, DatabaseStore)
    for engine in (store._engines.write, store._engines.read):
        with engine.connect() as connection:
            found = {
                name: connection.execute(text(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
            assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_a_server_keeps_what_it_says_it_has(postgres_house: House) -> None:
    postgres_house.url += "%20-csynchronous_commit%3Doff"
    store = await postgres_house.open()
    assert isinstance(store, DatabaseStore)
    for engine in (store._engines.write, store._engines.read):
        with engine.connect() as connection:
            assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"


@pytest.mark.parametrize("module", ["uth.cli.app", "uth.store.entries", "uth.store.memory", "uth.store.export"])
def test_nothing_loads_a_database_or_an_event_loop_before_it_is_needed(module: str) -> None:
    slow = ("sqlalchemy", "alembic", "psycopg", *(["asyncio"] if module == "uth.cli.app" else []))
    code = f"import sys, {module}; print([each for each in {slow} if each in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
