"""Only people keep a table open: bots leave without people, and a guest's table is closed when empty."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from websockets.asyncio.client import connect

from support.open_house import OpenHouse, Person, open_house
from uth.bots.bots import Bots
from uth.house.presence import BOTS_STAY_S, EmptyTables
from uth.people.roles import is_bot

EMPTY_S = 600.0


@dataclass
class Evening:
    """An open house with bots, whose time a test lets pass."""

    at: OpenHouse
    bots: Bots
    left: EmptyTables
    now: float = 100.0

    async def passes(self, seconds: float) -> None:
        await self.left.look()
        self.now += seconds
        await self.left.look()

    def bots_at(self, table: str) -> int:
        return sum(is_bot(chair.player) for chair in self.at.house.live(table).table.chairs.values())

    async def until_bots(self, table: str, count: int) -> None:
        async with asyncio.timeout(20):
            while self.bots_at(table) != count:
                await asyncio.sleep(0.005)

    async def gone(self, table: str) -> None:
        """Wait until nobody is connected to the table."""
        async with asyncio.timeout(20):
            while self.at.hub.listeners.get(table):
                await asyncio.sleep(0.005)


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    async with open_house() as at:
        left = at.site.composed.empty_tables
        found = Evening(at, at.bots, left)
        left.now = lambda: found.now
        yield found


async def made(at: OpenHouse, person: Person, name: str) -> None:
    async with at.http(headers=person.headers) as http:
        answer = await http.post("/api/v1/tables", json={"name": name, "rules": "nevada", "speed": "instant"})
        assert answer.status_code == 201, answer.text


async def test_bots_get_up_when_the_last_person_has_and_stay_while_one_sits() -> None:
    async with evening() as now:
        await now.at.table("one", rules="nevada")
        ann = await now.at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await now.bots.add("one", "simple", 3)
            await now.passes(10 * BOTS_STAY_S)
            assert now.bots_at("one") == 3
            await ann.do(socket, "LeaveSeat", seat=1)
            await now.passes(BOTS_STAY_S - 1)
            assert now.bots_at("one") == 3
            await now.passes(2)
            await now.until_bots("one", 0)  # though ann still looks on
            assert [live.name for live in now.at.house.open_tables] == ["one"]


async def test_a_bot_makes_room_for_a_person_who_finds_no_chair() -> None:
    async with evening() as now:
        await now.at.table("one", rules="nevada")
        ann, bob = await now.at.guest(), await now.at.guest()
        async with ann.socket("one") as socket, bob.socket("one") as other:
            await ann.sit(socket)
            await now.bots.add("one", "simple", 5)
            await bob.hear(other)
            await now.left.look()
            await now.left.look()
            await now.until_bots("one", 4)
            await now.left.look()
            assert now.bots.at("one") == 4
            free = next(seat for seat in range(1, 7) if seat not in now.at.house.live("one").table.chairs)
            assert (await bob.do(other, "TakeSeat", seat=free, player=""))["type"] == "done"


async def test_a_guests_table_is_closed_once_nobody_has_been_there_for_long_whatever_bots_sit_there() -> None:
    async with evening() as now:
        ann = await now.at.guest()
        await made(now.at, ann, "mine")
        async with ann.socket("mine") as socket:
            await ann.sit(socket)
            await now.bots.add("mine", "simple", 2)
            await ann.do(socket, "LeaveSeat", seat=1)
            await now.passes(10 * EMPTY_S)  # she still looks on
            assert [live.name for live in now.at.house.open_tables] == ["mine"]
        await now.gone("mine")
        await now.passes(EMPTY_S - 1)
        assert [live.name for live in now.at.house.open_tables] == ["mine"]
        await now.until_bots("mine", 0)
        await now.passes(2)
        assert now.at.house.open_tables == []
        assert now.at.house.links.live == {}


async def test_a_stranger_without_a_session_keeps_no_table_and_a_table_of_the_house_is_never_closed_so() -> None:
    async with evening() as now:
        ann = await now.at.guest()
        await now.at.table("theirs", rules="nevada")
        await made(now.at, ann, "mine")
        stranger = Person(now.at, "nobody's")
        async with stranger.socket("mine") as socket:
            await stranger.hear(socket)
            await now.passes(EMPTY_S)
            assert [live.name for live in now.at.house.open_tables] == ["theirs"]


async def test_lobby_view_links_and_sign_say_that_a_guest_made_the_table() -> None:
    async with evening() as now:
        ann = await now.at.guest()
        await now.at.table("theirs", rules="nevada")
        await made(now.at, ann, "mine")
        async with now.at.http() as http:
            lobby = {each["name"]: each["guest"] for each in (await http.get("/api/v1/tables")).json()}
            links = {each["name"]: each["guest"] for each in (await http.get("/api/v1/links")).json()}
        assert lobby == {"theirs": False, "mine": True}
        assert [links.pop("own-mine"), *links.values()] == [True, False]
        async with ann.socket("mine") as socket:
            await ann.hear(socket)
        assert ann.view["link"]["guest"]


async def test_the_sign_of_a_guests_link_is_told_when_it_ends() -> None:
    async with evening() as now:
        ann, sign = await now.at.guest(), Person(now.at, "nobody's")
        await made(now.at, ann, "mine")
        async with connect(now.at.url("/ws/v1/links/own-mine")) as socket, asyncio.timeout(20):
            await sign.hear(socket)
            await now.passes(EMPTY_S)
            await socket.wait_closed()
            assert (socket.close_code, socket.close_reason) == (1012, "the table of this link is closed for good")
