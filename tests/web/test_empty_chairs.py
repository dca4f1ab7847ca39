"""A chair is kept for somebody who is away, and not for ever."""

from __future__ import annotations

import asyncio

from support.open_house import open_house
from uth.ledger.accounts import CAGE
from uth.web.empty_chairs import EmptyChairs


class Time:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_whoever_has_been_away_for_long_gets_up_with_their_chips_and_nobody_else_does() -> None:
    async with open_house() as at:
        await at.table("one", rules="chickasaw")
        ann, bob = await at.guest(), await at.guest()
        table, time = at.house.live("one"), Time()
        chairs = EmptyChairs(house=at.house, hub=at.hub, away_s=60, now=time)
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
            assert balances[CAGE] == -10_000_000
            assert (await ann.at.house.store.verify()).position


async def test_a_hand_that_is_played_is_played_out_first_and_who_comes_back_in_time_keeps_the_chair() -> None:
    async with open_house() as at:
        await at.table("one", rules="chickasaw")
        ann, time = await at.guest(), Time()
        table = at.house.live("one")
        chairs = EmptyChairs(house=at.house, hub=at.hub, away_s=60, now=time)
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
