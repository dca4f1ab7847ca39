"""A player alone may restart the clock, ten times per question; with others waiting, nobody may (R120)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from websockets.asyncio.client import ClientConnection

from support.open_house import Person, open_house
from uth.house.clock import MORE_TIMES
from uth.house.live_table import LiveTable
from uth.people.roles import Role

THINKS_S = 60.0
DEALERS = (Role.DEALER,)


async def _asked(person: Person, socket: ClientConnection, seat: int = 1) -> dict[str, Any]:
    """Wager and be ready; return the clock of the first question to that seat."""
    while person.view["turn"] != seat:
        await person.hear(socket)
    clock: dict[str, Any] = person.view["clock"]
    return clock


def _almost_out(live: LiveTable) -> None:
    """Leave two seconds of the time that runs."""
    live.clock.try_again_in(2.0)
    live.wake()


async def test_alone_the_time_starts_again_ten_times_for_each_question() -> None:
    async with open_house() as at:
        await at.table("one")
        live, ann = at.house.live("one"), await at.guest()
        live.clock.pace = replace(live.clock.pace, decision=THINKS_S, wagers=THINKS_S)
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            assert (await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
            _almost_out(live)
            assert (await ann.ask(socket, more_time=True))["type"] == "done"  # also while wagers are taken
            left, _ = live.clock.time_left(live.table)
            assert left is not None
            assert left > THINKS_S - 5
            await ann.ask(socket, ready=True)
            clock = await _asked(ann, socket)
            assert clock["more"] == MORE_TIMES == 10
            for left in reversed(range(MORE_TIMES)):
                _almost_out(live)
                assert (await ann.ask(socket, more_time=True))["type"] == "done"
                aside = next(frame for frame in reversed(ann.heard) if frame["type"] == "aside")
                assert aside["clock"]["more"] == left
                assert aside["clock"]["left"] > THINKS_S - 5
            refused = await ann.ask(socket, more_time=True)
            assert (refused["code"], refused["clause"]) == ("no_more_time", "R120")
            await ann.do(socket, "Check", seat=1)
            while ann.view["street"] != "flop" or ann.view["turn"] != 1:
                await ann.hear(socket)
            assert ann.view["clock"]["more"] == MORE_TIMES


async def test_where_another_person_waits_the_time_runs_for_everyone_alike() -> None:
    async with open_house() as at:
        await at.table("one")
        ann, bob = await at.guest(), await at.guest()
        async with ann.socket("one") as hers:
            await ann.sit(hers)
            async with bob.socket("one") as his:
                await bob.sit_only(his, seat=2)  # without a wager: he waits for the next round
                await ann.do(hers, "PlaceWager", seat=1, wager="ante", cents=1_000)
                await ann.ask(hers, ready=True)
                assert (await _asked(ann, hers))["more"] == 0
                refused = await ann.ask(hers, more_time=True)
                assert (refused["code"], refused["clause"]) == ("others_wait", "R120")
                assert (await bob.ask(his, more_time=True))["code"] == "not_asked"
            while (await ann.hear_a(hers, "aside"))["away"] != [2]:
                pass
            assert ann.heard[-1]["clock"]["more"] == MORE_TIMES  # an empty chair does not wait
            assert (await ann.ask(hers, more_time=True))["type"] == "done"


async def test_a_refusal_at_the_page_names_no_command_of_the_code() -> None:
    async with open_house() as at:
        await at.table("one", dealt_by="person")
        ann, dan = await at.guest(), await at.staff("Dan", *DEALERS)
        async with ann.socket("one") as hers, dan.socket("one") as his:
            await ann.sit_only(hers)
            await dan.hear(his)
            refusals = [
                await ann.do(hers, "Check", seat=1),
                await ann.do(hers, "PlaceWager", seat=1, wager="ante", cents=1_000),
                await dan.ask(his, step="DealNext"),
                await dan.do(his, "AnnounceNoMoreBets"),
            ]
    for each in refusals:
        assert each["type"] == "refused", each
        assert not re.search(r"[a-z][A-Z]|; due", each["says"]), each
