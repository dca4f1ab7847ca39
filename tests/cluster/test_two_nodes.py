"""Two nodes run one house: either serves any player, and what one acknowledges holds at the other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from cluster.harness import until
from cluster.nodes import OpenNode, closed_with, two_nodes
from store.postgres import Server
from uth.people.roles import Role
from uth.rules.loader import BOOKS

Nodes = tuple[OpenNode, OpenNode]

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nodes(postgres: Server) -> AsyncIterator[Nodes]:
    async with two_nodes(postgres.new_url()) as both:
        yield both


async def test_tables_are_shared_and_each_node_lists_them_all(nodes: Nodes) -> None:
    east, west = nodes
    await until(lambda: len(east.house.tables) + len(west.house.tables) == len(east.house.specs), "every table runs")
    assert not east.house.tables.keys() & west.house.tables.keys()
    assert set(BOOKS) <= east.house.specs.keys()
    for node in nodes:
        async with node.http() as http:
            assert [each["name"] for each in (await http.get("/api/v1/tables")).json()] == list(east.house.specs)


async def test_a_player_at_one_node_plays_a_table_of_the_other(nodes: Nodes) -> None:
    east, west = nodes
    await east.table("far")
    await east.runs("far")
    ann = await west.guest()
    async with ann.socket("far") as socket:
        await ann.sit(socket)
        await ann.round(socket)
        await ann.round(socket)
    assert east.house.tables["far"].table.rounds == 2
    async with west.http() as http:
        assert len((await http.get("/api/v1/tables/far/rounds", headers=ann.headers)).json()["rounds"]) == 2


async def test_a_table_made_at_one_node_is_known_at_the_other_at_once(nodes: Nodes) -> None:
    east, west = nodes
    manager = await east.staff("Mia", Role.MANAGER)
    async with west.http() as http:
        await east.table("new")
        assert (await http.get("/api/v1/tables/new/spec", headers=manager.headers)).status_code == 200
        taken = await http.post("/api/v1/tables", json={"name": "new", "rules": "nevada"}, headers=manager.headers)
        assert taken.json()["code"] == "name_taken"


async def test_a_session_that_ends_at_one_node_has_ended_at_the_other_when_that_is_acknowledged(nodes: Nodes) -> None:
    east, west = nodes
    ann = await east.guest()
    table = next(iter(west.house.tables))
    async with west.http() as there, east.http() as here, west.also(ann).socket(table) as socket:
        headers = ann.headers
        assert (await there.get("/api/v1/me", headers=headers)).json()["person"] == ann.session.person
        assert (await here.post("/api/v1/sign-out", headers=headers)).status_code == 200
        assert (await there.get("/api/v1/me", headers=headers)).json()["person"] is None
        assert await closed_with(ann, socket) is not None


async def test_a_switch_at_one_node_is_in_force_at_the_other_when_it_is_acknowledged(nodes: Nodes) -> None:
    east, west = nodes
    await west.table("switched")
    await west.runs("switched")
    manager, ann = await east.staff("Mia", Role.MANAGER), await west.guest()
    async with east.http() as http, ann.socket("switched") as socket:
        await ann.sit(socket)
        for off, says in ((True, "refused"), (False, "done")):
            document = {"what": "house", "name": "", "off": off}
            assert (await http.post("/api/v1/switch", json=document, headers=manager.headers)).status_code == 200
            answer = await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000)
            assert answer["type"] == says, answer


async def test_an_approval_for_a_table_of_the_other_node_is_done_there(nodes: Nodes) -> None:
    east, west = nodes
    manager, second = await east.staff("Mia", Role.MANAGER), await west.staff("Noa", Role.MANAGER)
    link = next(iter(east.house.links.live.values()))
    meter = next(iter(link.link.meters))
    amount = link.link.meters[meter].amount + 12_345
    command = {"is": "AdjustMeter", "meter": meter, "cents": 12_345, "by": "", "second": "", "reason": "a test"}
    async with east.http() as here, west.http() as there:
        asked = await here.post(
            f"/api/v1/links/{link.name}/do", json={"id": "adjust-1", "do": command}, headers=manager.headers
        )
        assert asked.status_code == 200, asked.text
        number = asked.json()["waits"]
        agreed = await there.post(f"/api/v1/approvals/{number}", json={"agreed": True}, headers=second.headers)
        assert agreed.status_code == 200, agreed.text
        for http, person in ((here, manager), (there, second)):
            waiting = (await http.get("/api/v1/approvals", headers=person.headers)).json()
            assert not waiting, waiting
    await until(lambda: link.link.meters[meter].amount == amount, "the meter shows it at the first node")
    assert west.house.links.live[link.name].link.meters[meter].amount == amount


async def test_staff_at_one_node_work_the_tables_of_the_other(nodes: Nodes) -> None:
    east, west = nodes
    await east.table("worked")
    await east.runs("worked")
    manager = await west.staff("Mia", Role.MANAGER)
    async with west.http() as http:
        seated = await http.post("/api/v1/tables/worked/bots", json={"strategy": "simple"}, headers=manager.headers)
        assert seated.status_code == 201, seated.text
        assert len(east.house.tables["worked"].table.chairs) == 1
        floor = (await http.get("/api/v1/floor", headers=manager.headers)).json()
        assert [each["name"] for each in floor["tables"]] == list(west.house.specs)
        closed = await http.delete("/api/v1/tables/worked", headers=manager.headers)
        assert closed.status_code == 200, closed.text
        await until(lambda: "worked" not in west.house.specs, "the table is closed at the other node too")
        assert (await http.get("/api/v1/tables/worked/spec", headers=manager.headers)).status_code == 200
    assert "worked" in west.house.closed
    assert "worked" not in east.house.tables


async def test_a_link_that_is_stopped_at_one_node_takes_no_coin_at_the_other(nodes: Nodes) -> None:
    east, west = nodes
    await east.table("stopped", rules="nevada", awards="house")
    await east.runs("stopped")
    link = east.house.tables["stopped"].link
    assert link is not None
    manager, ann = await west.staff("Mia", Role.MANAGER), await west.guest()
    async with west.http() as http, ann.socket("stopped") as socket:
        await ann.sit(socket)
        work = {"id": "stop-1", "do": {"is": "StopLink", "reason": "a test"}}
        done = await http.post(f"/api/v1/links/{link.name}/do", json=work, headers=manager.headers)
        assert done.status_code == 200, done.text
        await until(lambda: link.link.down, "the node of the table has heard of it")
        ante = await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000)
        assert ante["type"] == "done", ante
        coin = await ann.do(socket, "PlaceWager", seat=1, wager="progressive", cents=100)
        assert coin["type"] == "refused", coin
