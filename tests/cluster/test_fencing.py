"""The writes of a node: none at another node's table, and none once its own lease has expired."""

from __future__ import annotations

from collections.abc import AsyncIterator

import psycopg
import pytest
import pytest_asyncio

from store.entering import entry
from store.postgres import Server
from uth.store.database import DatabaseStore
from uth.store.entries import Unavailable
from uth.store.lease import MOVED
from uth.store.nodes import Membership

TABLE = "table/one"


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.new_url()


@pytest_asyncio.fixture
async def stores(url: str) -> AsyncIterator[tuple[DatabaseStore, DatabaseStore]]:
    """The house as two nodes, the first of which runs the table."""
    east = await DatabaseStore.open_node(url, "east", "http://127.0.0.1:1", ttl_s=3_600)
    west = await DatabaseStore.open_node(url, "west", "http://127.0.0.1:2", ttl_s=3_600)
    try:
        assert await node_of(east).claim([TABLE]) == {TABLE: 1}
        yield east, west
    finally:
        await east.close()
        await west.close()


def node_of(store: DatabaseStore) -> Membership:
    assert store.node is not None
    return store.node


async def refused(store: DatabaseStore, after: int) -> None:
    with pytest.raises(Unavailable) as error:
        await store.append([entry(TABLE, after)])
    assert error.value.code == MOVED


def execute(server: Server, url: str, statement: str) -> None:
    with psycopg.connect(f"{server.dsn} options=-csearch_path={url.rpartition('%3D')[2]}") as connection:
        connection.execute(statement.encode())


async def test_a_table_is_written_by_the_node_that_has_it_and_by_no_other(
    stores: tuple[DatabaseStore, DatabaseStore],
) -> None:
    east, west = stores
    await east.append([entry(TABLE, 0)])
    assert await node_of(west).claim([TABLE]) == {}
    await refused(west, 1)
    await node_of(east).release([TABLE])
    await refused(east, 1)
    assert await node_of(west).claim([TABLE]) == {TABLE: 3}
    await west.append([entry(TABLE, 1)])
    await west.append([entry("house", 0)])
    await east.append([entry("house", 1)])


async def test_a_node_that_has_expired_writes_nothing_though_nobody_has_its_table(
    stores: tuple[DatabaseStore, DatabaseStore], postgres: Server, url: str
) -> None:
    east, _ = stores
    execute(postgres, url, "UPDATE nodes SET expires = 0 WHERE name = 'east'")
    await refused(east, 0)
    with pytest.raises(Unavailable):
        await east.append([entry("house", 0)])


async def test_a_node_that_expires_within_a_transaction_does_not_commit_it(
    stores: tuple[DatabaseStore, DatabaseStore], postgres: Server, url: str
) -> None:
    east, west = stores
    schema = url.rpartition("%3D")[2]
    expire = f"BEGIN UPDATE {schema}.nodes SET expires = 0 WHERE name = 'east'; RETURN NULL; END"
    execute(postgres, url, f"CREATE FUNCTION expire() RETURNS trigger LANGUAGE plpgsql AS $${expire}$$")
    execute(postgres, url, "CREATE TRIGGER expire AFTER INSERT ON records EXECUTE FUNCTION expire()")
    await refused(east, 0)
    assert await west.read(TABLE) == []
    execute(postgres, url, "DROP TRIGGER expire ON records")
    await east.append([entry(TABLE, 0)])
    await east.verify()


async def test_an_append_is_no_pipeline_in_which_the_server_would_wait_without_a_limit(
    stores: tuple[DatabaseStore, DatabaseStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(psycopg.Cursor, "executemany")
    east, west = stores
    moves = [f"cage > player:p{at} {at}/3" for at in range(1, 9)]
    await east.append([entry(TABLE, 0, None, *moves), entry("house", 0, None, *moves)], key="k", answer=[None, "x"])
    await west.append([entry("house", 1, None, *moves), entry("people", 0)])
    records = await west.read(TABLE) + await west.read("house") + await west.read("people")
    assert [len(record.transfers) for record in records] == [8, 8, 8, 0]
    assert not sum((await west.balances()).values())
    await west.verify()
