"""Bounds by address are counted for all nodes together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio

from cluster.harness import until
from cluster.nodes import OpenNode, open_node
from store.postgres import Server
from uth.people.lock_outs import FAILURES_MAX
from uth.web.limits import Bounds, ConnectionLimits, TooFast
from uth.web.shared_limits import SharedLimits

HERE = "127.0.0.1"
Nodes = tuple[OpenNode, OpenNode]


@pytest_asyncio.fixture
async def nodes(postgres: Server) -> AsyncIterator[Nodes]:
    url = postgres.new_url()
    async with open_node(url, "east") as east, open_node(url, "west") as west:
        await until(lambda: not (east.cluster.is_alone or west.cluster.is_alone), "the nodes know of each other")
        yield east, west


def limits(node: OpenNode) -> ConnectionLimits:
    found: ConnectionLimits = node.site.app.state.limits
    return found


async def guest(node: OpenNode) -> int:
    async with node.http() as http:
        return (await http.post("/api/v1/guest", json={})).status_code


async def test_guests_made_at_one_node_count_at_the_other(nodes: Nodes) -> None:
    east, west = nodes
    rate = limits(west).guests
    rate.per_s = 1e-9
    for _ in range(int(limits(east).guests.burst)):
        assert await guest(east) == 200
    await until(lambda: rate._bucket(HERE).left < 1, "west has heard of them")
    assert await guest(west) == 429


async def test_connections_at_one_node_count_at_the_other_until_they_close_or_the_node_has_gone(nodes: Nodes) -> None:
    east, west = nodes
    bounds = limits(west).bounds = replace(Bounds(), sockets_per_address=2, sockets_per_person=2)
    ann, address = await east.guest(), "203.0.113.7"
    for _ in range(2):
        limits(east).connect(ann.session.person, address)
    await until(lambda: limits(west)._open("person", ann.session.person) == 2, "west has heard of them")
    for person, where in ((ann.session.person, "203.0.113.8"), (None, address)):
        with pytest.raises(TooFast):
            limits(west).connect(person, where)
    limits(east).disconnect(ann.session.person, address)
    await until(lambda: limits(west)._open("address", address) == 1, "west has heard that one has closed")
    limits(west).connect(None, address)
    assert bounds.sockets_per_address == 2
    limits(west).forget_nodes(["west"])
    limits(west).connect(None, address)


async def test_wrong_passwords_at_both_nodes_lock_an_address_out_together(nodes: Nodes) -> None:
    east, west = nodes
    wrong = {"name": "Ada", "password": "not her password"}

    async def sign_in(node: OpenNode) -> httpx.Response:
        async with node.http() as http:
            return await http.post("/api/v1/sign-in", json=wrong)

    for _ in range(FAILURES_MAX - 1):
        assert (await sign_in(east)).json()["code"] == "wrong_name_or_password"
    tries = west.house.people.lock_outs._of
    await until(lambda: any(each.failures == FAILURES_MAX - 1 for each in tries.values()), "west has heard of them")
    await sign_in(west)
    assert (await sign_in(west)).json()["code"] == "locked"


async def test_a_guests_table_counts_for_its_address_at_both_nodes(nodes: Nodes) -> None:
    east, west = nodes
    ann = await east.guest()
    async with east.http() as http:
        document = {"name": "anns", "rules": "nevada"}
        assert (await http.post("/api/v1/tables", json=document, headers=ann.headers)).status_code == 201
    await until(lambda: west.house.guests.addresses == {"anns": HERE}, "west knows where it was made from")


async def test_what_another_house_in_the_same_database_tells_is_not_heard(nodes: Nodes, postgres: Server) -> None:
    east, _ = nodes
    async with open_node(postgres.new_url(), "east2") as other:
        heard: list[str] = []
        was = east.cluster.on_told
        assert was is not None

        def hear(text: str) -> None:
            was(text)
            heard.append(text)

        east.cluster.on_told = hear
        shared = other.site.shared_limits
        assert isinstance(shared, SharedLimits)
        await shared._tell([("address", "198.51.100.1", 7)])
        await until(lambda: any("198.51.100.1" in each for each in heard), "the notification has arrived")
        assert not limits(east)._open("address", "198.51.100.1")
