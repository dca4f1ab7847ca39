"""A player leaves in the middle of a round: the house waits for them once, not on every street (R69)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from support.open_house import Person, open_house
from uth.house.clock import GONE_S
from uth.house.live_table import LiveTable

THINKS_S = 60.0


async def until_asked(bob: Person, socket: ClientConnection, seat: int, street: str) -> dict[str, Any]:
    """Have Bob answer whatever he is asked, until the seat is asked on that street; return its clock."""
    while (bob.view["turn"], bob.view["street"]) != (seat, street):
        if bob.view["turn"] == 2 and bob.view["seats"]["2"]["offers"]["check"]:
            await bob.do(socket, "Check", seat=2)
        else:
            await bob.hear(socket)
    clock: dict[str, Any] = bob.view["clock"]
    return clock


def run_out(live: LiveTable) -> None:
    """Have the time be up for whoever is asked now."""
    live.clock.try_again_in(0.0)
    live.wake()


@pytest.mark.parametrize("comes_back", [False, True])
async def test_who_is_gone_is_waited_for_once_and_has_the_whole_time_again_when_back(comes_back: bool) -> None:
    async with open_house() as at:
        await at.table("one")
        live, ann, bob = at.house.live("one"), await at.guest(), await at.guest()
        live.clock.pace = replace(live.clock.pace, decision=THINKS_S)
        async with bob.socket("one") as socket:
            async with ann.socket("one") as hers:
                await ann.sit(hers)
                await bob.sit(socket, seat=2)
                await ann.do(hers, "PlaceWager", seat=1, wager="ante", cents=1_000)
                await bob.do(socket, "PlaceWager", seat=2, wager="ante", cents=1_000)
                await ann.ask(hers, ready=True)
                await bob.ask(socket, ready=True)
                assert (await until_asked(bob, socket, 1, "preflop"))["of"] == THINKS_S
            while (await bob.hear_a(socket, "aside"))["away"] != [1]:
                pass
            assert bob.heard[-1]["clock"]["of"] == THINKS_S, "the first time she is waited for"
            run_out(live)
            while bob.heard[-1].get("late") != [1]:
                await bob.hear(socket)
            assert (await until_asked(bob, socket, 1, "flop"))["of"] == GONE_S
            if comes_back:
                async with ann.socket("one"):
                    while (await bob.hear_a(socket, "aside"))["away"] != []:
                        pass
                    assert bob.heard[-1]["clock"]["of"] == THINKS_S
                    assert bob.heard[-1]["clock"]["left"] > THINKS_S / 2
            else:
                run_out(live)
                await bob.hear(socket)
                while bob.heard[-1].get("late") != [1]:
                    await bob.hear(socket)
