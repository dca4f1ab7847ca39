"""A chair is kept for a player who is away, but not forever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from support.open_house import MAKER, OpenHouse, Person, open_house
from uth.house.live_table import HOUSE
from uth.house.presence import LOOK_S, IdleChairs
from uth.ledger.book import bankroll
from uth.table.round import commands as c
from uth.units import PlayerId, Seat


class Time:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_whoever_has_been_away_for_long_gets_up_with_their_chips_and_nobody_else_does() -> None:
    async with open_house() as at:
        await at.table("one", rules="chickasaw")
        ann, bob = await at.guest(), await at.guest()
        table, time = at.house.live("one"), Time()
        chairs = IdleChairs(house=at.house, audience=at.hub, away_s=60, idle_s=3_600, now=time)
        async with bob.socket("one") as stays:
            async with ann.socket("one") as goes:
                await bob.sit(stays, seat=2)
                await ann.sit(goes, seat=1)
                time.now += 1_000
                await chairs.look()
                assert table.table.chairs.keys() == {1, 2}
                assert (await ann.do(goes, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
            while any(each.player == ann.session.player for each in at.hub.listeners["one"]):
                await bob.ask(stays, ping=1)
            await chairs.look()
            time.now += 59
            await chairs.look()
            assert table.table.chairs.keys() == {1, 2}
            time.now += 1
            await chairs.look()
            assert table.table.chairs.keys() == {2}
            balances = await at.house.store.balances()
            assert balances[bankroll(ann.session.player)] == at.house.bankrolls.allowance
            assert balances[bankroll(bob.session.player)] == at.house.bankrolls.allowance - 10_000_000
            assert (await ann.at.house.store.verify()).position


async def test_a_hand_that_is_played_is_played_out_first_and_who_comes_back_in_time_keeps_the_chair() -> None:
    async with open_house() as at:
        await at.table("one", rules="chickasaw")
        ann, time = await at.guest(), Time()
        table = at.house.live("one")
        chairs = IdleChairs(house=at.house, audience=at.hub, away_s=60, idle_s=3_600, now=time)
        async with ann.socket("one") as goes:
            await ann.sit(goes, seat=1)
        await chairs.look()
        time.now += 59
        async with ann.socket("one") as back:
            await ann.hear(back)
            await chairs.look()
            time.now += 59
            await chairs.look()
            assert (await ann.do(back, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
            await ann.ask(back, ready=True)
            while ann.view["turn"] != 1:
                await ann.hear(back)
        while at.hub.listeners["one"]:
            await asyncio.sleep(0.01)
        await chairs.look()
        time.now += 3_600
        await chairs.look()
        assert table.table.chairs.keys() == {1}
        assert table.table.turn == 1


@dataclass
class FullTable:
    """A table whose other chairs bots have, and somebody who is there and does not wager."""

    at: OpenHouse
    chairs: IdleChairs
    time: Time
    ann: Person
    bob: Person
    """Who looks on."""
    socket: ClientConnection

    @property
    def sits(self) -> bool:
        return self.at.house.live("one").sits(self.ann.session.player)

    async def look(self, minutes: float) -> None:
        """Have the house look around for so long."""
        for _ in range(round(minutes * 60 / LOOK_S)):
            self.time.now += LOOK_S
            await self.chairs.look()

    async def told(self) -> list[int | None]:
        """Return how many minutes the page was told are left, each time it was."""
        await self.ann.ask(self.socket, ping=1)
        return [heard["minutes"] for heard in self.ann.heard if heard["type"] == "idle"]


@asynccontextmanager
async def full_table(*, free: int = 0, watched: bool = True, **spec: Any) -> AsyncIterator[FullTable]:
    async with open_house() as at:
        time = Time()
        chairs = IdleChairs(house=at.house, audience=at.hub, away_s=60, idle_s=600, now=time)
        at.house.observers.each.append(chairs)
        await at.table("one", rules="chickasaw", **spec)
        live, ann, bob = at.house.live("one"), await at.guest(), await at.guest()
        async with ann.socket("one") as socket, AsyncExitStack() as looking_on:
            await ann.sit_only(socket)
            if watched:
                await looking_on.enter_async_context(bob.socket("one"))
            for seat in range(2, live.posted.rules.seats.count.value + 1 - free):
                await live.ask(HOUSE, c.TakeSeat(seat=Seat(seat), player=PlayerId(f"bot:{seat}")))
            while not live.table.is_open and live.clock.deals_itself:
                await ann.hear(socket)
            await chairs.look()
            yield FullTable(at, chairs, time, ann, bob, socket)


async def test_who_is_there_and_never_wagers_is_told_and_then_gets_up_where_no_chair_is_free() -> None:
    async with full_table() as full:
        await full.look(4.5)
        assert await full.told() == []
        await full.look(5)
        assert await full.told() == [5, 4, 3, 2, 1]
        assert full.sits
        await full.look(0.5)
        assert not full.sits
        assert await full.told() == [5, 4, 3, 2, 1, 0]
        said = [heard for heard in full.ann.heard if heard["type"] == "idle"]
        assert "wager within 5 min, or you get up" in said[0]["says"]
        assert "you got up with your chips" in said[-1]["says"]
        assert {each["clause"] for each in said} == {"R67"}
        away = await full.at.house.bankrolls.holdings(full.ann.session.player)
        assert (away.away, away.seated) == (full.at.house.bankrolls.allowance, 0)
        assert len(full.at.house.live("one").table.chairs) == 5, "and nobody else has got up"


async def test_whoever_plays_a_round_has_the_whole_time_again_and_taking_a_wager_back_is_no_round() -> None:
    async with full_table() as full:
        await full.look(9)
        await full.ann.do(full.socket, "PlaceWager", seat=1, wager="ante", cents=1_000)
        await full.look(2)
        assert full.sits, "a wager lies on the layout"
        await full.ann.do(full.socket, "TakeBackWager", seat=1, wager="ante")
        await full.look(0.5)
        assert full.sits
        await full.ann.round(full.socket)
        await full.look(9.5)
        assert full.sits
        await full.look(0.5)
        assert not full.sits


async def test_to_place_a_wager_and_take_it_back_gains_nothing() -> None:
    async with full_table() as full:
        await full.look(9.5)
        await full.ann.do(full.socket, "PlaceWager", seat=1, wager="ante", cents=1_000)
        await full.ann.do(full.socket, "TakeBackWager", seat=1, wager="ante")
        await full.look(0.5)
        assert not full.sits


async def test_who_is_told_to_wager_hears_as_well_that_a_chair_is_free_again() -> None:
    async with full_table() as full:
        live = full.at.house.live("one")
        await full.look(8)
        await live.ask(HOUSE, c.LeaveSeat(seat=Seat(2)))
        await full.look(8)
        assert full.sits
        assert await full.told() == [5, 4, 3, 2, None]
        await live.ask(HOUSE, c.TakeSeat(seat=Seat(2), player=PlayerId("bot:2")))
        await full.look(1.5)
        assert await full.told() == [5, 4, 3, 2, None, 2, 1]
        assert full.sits
        await full.look(0.5)
        assert not full.sits


async def test_where_nobody_looks_on_nobody_is_asked_to_get_up_and_whoever_comes_waits_for_the_last_of_it() -> None:
    async with full_table(watched=False) as full:
        await full.look(60)
        assert full.sits
        assert await full.told() == []
        async with full.bob.socket("one"):
            await full.look(4.5)
            assert await full.told() == [5, 4, 3, 2, 1]
            assert full.sits
        while len(full.at.hub.listeners["one"]) > 1:
            await asyncio.sleep(0.01)
        await full.look(4.5)
        assert await full.told() == [5, 4, 3, 2, 1, None]
        async with full.bob.socket("one"):
            await full.look(5)
            assert not full.sits


@pytest.mark.parametrize("why", ["a chair is free", "a person deals", "no wagers are taken", "the store is away"])
async def test_nobody_has_to_get_up_while(why: str) -> None:
    spec: dict[str, Any] = {"dealt_by": "person"} if why == "a person deals" else {}
    async with full_table(free=1 if why == "a chair is free" else 0, **spec) as full:
        if why == "no wagers are taken":
            await full.at.house.switch(MAKER, "table", "one", off=True)
        if why == "the store is away":
            full.at.hub.pause("store_full", "the disk is full")
        await full.look(30)
        assert full.sits
        assert await full.told() == []


async def test_time_in_which_the_house_could_not_look_takes_nobodys_chair_unwarned() -> None:
    async with full_table() as full:
        full.time.now += 3_600
        await full.chairs.look()
        assert full.sits
        assert await full.told() == []
