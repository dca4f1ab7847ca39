"""Nodes that join a house: they share its key, its first invitation and its version."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

from cluster.harness import until
from cluster.nodes import open_node, two_nodes
from store.postgres import Server
from uth.bots.bots import bot_named
from uth.cli.app import app
from uth.composition import HouseSettings
from uth.errors import Malformed, Refused
from uth.house.signing_key import read_key
from uth.rules.loader import BOOKS
from uth.store.database import DatabaseStore


def uth(*words: str) -> str:
    done = CliRunner().invoke(app, ["house", *words])
    assert done.exit_code == 0, done.output
    return done.output


async def test_every_node_signs_with_the_key_of_the_first_and_its_invitation_stays_valid(
    postgres: Server, tmp_path: Path
) -> None:
    url, keys = postgres.new_url(), [tmp_path / name / "house.key" for name in ("east", "west")]
    async with (
        open_node(url, "east", settings=HouseSettings(key=keys[0])) as east,
        open_node(url, "west", settings=HouseSettings(key=keys[1])) as west,
    ):
        assert east.house.key.public == west.house.key.public
        assert oct(keys[1].stat().st_mode)[-3:] == "600"
        assert east.invitation is not None
        assert west.invitation is None
        async with west.http() as http:
            document = {"word": east.invitation, "name": "Ada", "password": "a long enough password"}
            assert (await http.post("/api/v1/accept", json=document)).status_code == 200
    async with open_node(url, "west", settings=HouseSettings(key=keys[1], new_key=True)) as west:
        assert west.house.former_keys == [east.house.key.public]
    async with open_node(url, "east", settings=HouseSettings(key=keys[0])) as east:
        assert east.house.key.public == west.house.key.public
        found = read_key(keys[0])
        assert found is not None
        assert found.public == west.house.key.public


async def test_the_command_lists_the_nodes_and_their_tables(postgres: Server) -> None:
    url = postgres.new_url()
    async with two_nodes(url) as (east, west):
        found = json.loads(await asyncio.to_thread(uth, "nodes", "--database", url, "--json"))
        assert [(each["node"], each["state"]) for each in found["nodes"]] == [("east", "alive"), ("west", "alive")]
        assert sum(each["tables"] for each in found["nodes"]) == len(BOOKS)
        held = {each["table"]: each["node"] for each in found["tables"]}
        assert held == {name: node.name for node in (east, west) for name in node.house.tables}
        assert all(each["epoch"] >= 1 for each in found["tables"])
    text = await asyncio.to_thread(uth, "nodes", "--database", url)
    assert text.splitlines()[0].split() == ["node", "state", "tables", "behind", "address"]
    assert text.splitlines()[1].split()[:3] == ["east", "gone", "0"]


async def test_a_node_name_in_use_and_a_server_without_a_node_are_refused(postgres: Server) -> None:
    url = postgres.new_url()
    async with open_node(url, "east", ttl_s=5):
        with pytest.raises(Malformed, match="is the name of a node that is running"):
            await DatabaseStore.open_node(url, "east", "http://127.0.0.1:1", ttl_s=5)
        with pytest.raises(Refused, match="is run by several servers: east"):
            await DatabaseStore.open(url, lease=True)


async def test_tables_of_an_older_version_are_not_migrated_under_running_nodes(postgres: Server) -> None:
    url = postgres.new_url()
    async with open_node(url, "east"):
        with psycopg.connect(f"{postgres.dsn} options=-csearch_path={_schema(url)}") as connection:
            (newest,) = connection.execute("SELECT version_num FROM schema_version").fetchone() or ("",)
            connection.execute("UPDATE schema_version SET version_num = '0001'")
        try:
            with pytest.raises(Malformed, match="is run by east; stop every node to upgrade"):
                await DatabaseStore.open_node(url, "west", "http://127.0.0.1:1")
        finally:
            with psycopg.connect(f"{postgres.dsn} options=-csearch_path={_schema(url)}") as connection:
                connection.execute("UPDATE schema_version SET version_num = %s", [newest])


async def test_bots_at_two_nodes_have_different_names(postgres: Server) -> None:
    async with two_nodes(postgres.new_url()) as (east, west):
        tables = [next(iter(node.house.tables)) for node in (east, west)]
        added = [
            player
            for node, table in zip((east, west), tables, strict=True)
            for player in await node.bots.add(table, "optimal", 2)
        ]
        assert len(set(added)) == 4
        assert bot_named("optimal", 1) not in added
        await until(lambda: len(east.house.tables[tables[0]].table.chairs) == 2, "the bots sit")


def _schema(url: str) -> str:
    return url.rpartition("%3D")[2]
