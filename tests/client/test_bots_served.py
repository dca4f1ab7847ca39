"""Bots at a house in its own process: seated over HTTP, and seated again after the house was killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.serving import served
from uth.client import Place, Refused, Visitor


async def round_with(place: Place, seat: int) -> None:
    """Play one round, the bots with it."""
    rounds = (await place.until(lambda view: view["phase"] == "wagers"))["rounds"]
    await place.until(lambda view: all(each["wagers"] for each in view["seats"].values() if each["bot"]))
    await place.wager("ante", 1_000)
    await place.ready()
    while (await place.until(lambda view: view["turn"] == seat or view["rounds"] > rounds))["turn"] == seat:
        await (place.play(1) if place.view["street"] == "river" else place.check())


@pytest.mark.slow
async def test_bots_are_seated_play_along_and_are_there_again_after_the_plug_was_pulled(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        async with asyncio.timeout(90), Visitor(house.address, name="Ann") as ann:
            await ann.make_table({"name": "felt", "rules": "massachusetts", "speed": "instant"})
            wanted = {"strategy": "optimal", "count": 2}
            with pytest.raises(Refused, match="only players at the table and staff can seat bots"):
                await ann.ask("POST", "/api/v1/tables/felt/bots", wanted)
            async with ann.place("felt") as place:
                seat = await place.sit(buy_in=100_000)
                made = await ann.ask("POST", "/api/v1/tables/felt/bots", wanted)
                assert made == {"bots": ["bot:Optimal 1", "bot:Optimal 2"]}
                await round_with(place, seat)
                await asyncio.to_thread(house.kill)
                await asyncio.to_thread(house.start)
                await round_with(place, seat)
                assert place.view["rounds"] >= 2
                await ann.ask("DELETE", "/api/v1/tables/felt/bots/2")
                await place.until(lambda view: "2" not in view["seats"])
                with pytest.raises(Refused, match="no bot sits at seat 1"):
                    await ann.ask("DELETE", "/api/v1/tables/felt/bots/1")
