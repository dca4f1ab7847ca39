"""Nodes and a failing database: each reports it in one line, and continues without help when it is over."""

from __future__ import annotations

import signal
import time
from contextlib import ExitStack, suppress
from functools import partial

import psycopg
import pytest

from cluster.harness import until
from cluster.nodes import OpenNode, open_node
from store.postgres import Server
from support.open_house import Person
from uth.errors import UthError
from uth.store.database import DatabaseStore
from uth.store.entries import Unavailable

JUMP = "the clock of this machine was set"
RENEWAL = "the node could not renew its lease"


def lines(caplog: pytest.LogCaptureFixture, words: str) -> list[str]:
    return [record.getMessage() for record in caplog.records if words in record.getMessage()]


async def is_playing(node: OpenNode, person: Person) -> bool:
    """Whether the person can play a round."""
    with suppress(UthError, OSError, AssertionError):
        async with person.socket("one") as socket:
            await person.hear(socket)
            await person.round(socket)
            return True
    return False


async def test_a_node_plays_on_after_its_database_was_restarted(
    postgres: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_node(postgres.new_url(), "east") as east:
        await east.table("one")
        ann = await east.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
        caplog.clear()
        postgres.stop(signal.SIGQUIT)
        try:
            await until(lambda: bool(lines(caplog, RENEWAL)), "the node notices")
        finally:
            postgres.start()
        await until(lambda: is_playing(east, ann), "the node plays on")
        (says,) = lines(caplog, RENEWAL)
        assert "the database has stopped or is starting" in says or "the connection to the database was lost" in says
        await until(lambda: not east.cluster.behind and east.cluster.is_current, "the node follows the others again")
        async with east.http() as http:
            assert (await http.get("/readyz")).status_code == 200


async def test_a_database_without_a_connection_left_is_named_and_what_is_open_goes_on(
    postgres: Server, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres.new_url()
    async with open_node(url, "east") as east:
        await east.table("one")
        ann = await east.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await ann.round(socket)
            with ExitStack() as taken:
                with suppress(psycopg.OperationalError):
                    while True:
                        taken.enter_context(psycopg.connect(postgres.dsn))
                with pytest.raises(Unavailable, match="no connection left; raise its max_connections") as refused:
                    await DatabaseStore.open_node(url, "west", "http://127.0.0.1:1")
                assert refused.value.code == "store_busy"
                await ann.round(socket)
            await ann.round(socket)
        async with open_node(url, "west") as west:
            assert (await west.also(ann).at.house.store.last_position()) > 0
    assert not lines(caplog, RENEWAL)


async def test_a_clock_that_jumps_is_said_once_and_ends_no_session(
    postgres: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_node(postgres.new_url(), "east") as east:
        ann = await east.guest()
        caplog.clear()
        for times, ahead_s in enumerate((30 * 86_400.0, 0.0), start=1):
            east.cluster.wall = partial(_ahead, ahead_s)
            async with east.http() as http:
                assert (await http.get("/api/v1/me", headers=ann.headers)).json()["person"] == ann.session.person
            await until(partial(_said, caplog, times), "the node says so")
            assert abs(east.house.people.clock() - time.time()) < 60


def _ahead(seconds: float) -> float:
    return time.time() + seconds


def _said(caplog: pytest.LogCaptureFixture, times: int) -> bool:
    return len(lines(caplog, JUMP)) == times
