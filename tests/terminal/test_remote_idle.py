"""An idle player of `uth join` is warned on the screen when no chair is free, someone watches and nobody wagers."""

from __future__ import annotations

import asyncio

from support.open_house import open_house
from uth.client import Visitor
from uth.house.live_table import HOUSE
from uth.house.presence import LOOK_S, IdleChairs
from uth.table.round import commands as c
from uth.terminal.remote import opening_at, remote_session
from uth.units import PlayerId, Seat


async def test_the_screen_says_how_many_minutes_are_left() -> None:
    async with open_house() as at, Visitor(at.address, name="Ann") as ann, Visitor(at.address, name="Bob") as bob:
        now = [0.0]
        chairs = IdleChairs(house=at.house, audience=at.hub, away_s=60, idle_s=120, now=lambda: now[0])
        live = at.house.live(await at.table("one"))
        async with ann.place("one") as place, bob.place("one"):
            await place.sit(buy_in=100_000)
            session = remote_session(ann, place, await opening_at(ann, "one", bankroll=100_000, ante=None))
            for seat in range(1, live.posted.rules.seats.count.value + 1):
                if seat not in live.table.chairs:
                    await live.ask(HOUSE, c.TakeSeat(seat=Seat(seat), player=PlayerId(f"bot:{seat}")))
            await place.until(lambda view: view["phase"] == "wagers")
            heard: list[str] = []
            place.listen(lambda frame: heard.append(frame["type"]))
            await chairs.look()
            now[0] += LOOK_S
            await chairs.look()
            async with asyncio.timeout(20):
                while "idle" not in heard:
                    await asyncio.sleep(0.01)
            assert any("wager within 2 min, or you get up (R67)." in said for said in session.spoken)
