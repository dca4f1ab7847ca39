"""The coach's endpoint: for one's own seat, from what it sees, where the house has not switched it off."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from support.open_house import Person, open_house
from uth.coach.coaching import coach
from uth.exact.advice import start_known
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation
from uth.units import Seat

ONE = Seat(1)


async def dealt_to(person: Person, socket: ClientConnection, **wagers: int) -> None:
    """Sit down, wager and wait for the first question."""
    await person.sit(socket)
    for wager, cents in {"ante": 1_000, **wagers}.items():
        assert (await person.do(socket, "PlaceWager", seat=1, wager=wager, cents=cents))["type"] == "done"
    await person.ask(socket, ready=True)
    while person.view["turn"] != 1:
        await person.hear(socket)


async def coached(http: httpx.AsyncClient, person: Person, table: str = "one", **params: Any) -> httpx.Response:
    return await http.get(f"/api/v1/tables/{table}/coach", headers=person.headers, params=params)


async def test_the_values_are_those_of_the_seats_own_situation_on_every_street() -> None:
    async with open_house() as at, at.http() as http:
        await at.table()
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await dealt_to(ann, socket, trips=500)
            for street in Street:
                while ann.view["street"] != street or ann.view["turn"] != 1:
                    await ann.hear(socket)
                said = (await coached(http, ann)).json()
                table = at.house.live("one").table
                situation = Situation(
                    posted=at.house.live("one").posted,
                    hole=table.round.spots[ONE].hole,
                    board=table.round.board,
                    street=street,
                    wagers={Wager.ANTE: 1_000, Wager.TRIPS: 500},
                )
                expected = coach(situation)
                assert not said["counting"]
                got = said["coaching"]
                assert (got["round"], got["seat"], got["street"]) == (1, 1, street.value)
                assert got["reason"] == expected.reason
                assert [(each["multiple"], Fraction(each["fraction"])) for each in got["choices"]] == [
                    (each.multiple, each.value) for each in expected.choices
                ]
                assert [each["grade"] for each in got["choices"]] == [each.grade for each in expected.choices]
                assert got["choices"][0]["cost_cents"] == 0
                if street is Street.RIVER:
                    await ann.do(socket, "Fold", seat=1)
                else:
                    await ann.do(socket, "Check", seat=1)


async def test_the_answer_stays_after_the_decision_until_the_next_round() -> None:
    async with open_house() as at, at.http() as http:
        await at.table(dealt_by="person")
        ann = await at.guest()
        assert (await coached(http, ann)).json()["code"] == "not_your_seat"
        live = at.house.live("one")
        async with ann.socket("one") as socket:
            await ann.sit_only(socket)
            assert (await coached(http, ann)).json() == {"coaching": None, "counting": False}
            while live.table.turn is None:
                if live.table.is_open and ONE not in live.table.round.spots:
                    await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000)
                else:
                    await live._go_on()
            before = (await coached(http, ann)).json()
            assert before["coaching"]["street"] == "preflop"
            await ann.do(socket, "MakePlay", seat=1, multiple=4)
            assert live.table.turn is None
            assert (await coached(http, ann)).json() == before
            while live.table.rounds == 0 or live.table.round.spots:
                await live._go_on()
            assert (await coached(http, ann)).json()["coaching"] is None


async def test_nobody_else_can_ask() -> None:
    async with open_house() as at, at.http() as http:
        await at.table()
        ann, bob = await at.guest(), await at.guest()
        async with ann.socket("one") as socket:
            await dealt_to(ann, socket)
            refused = await coached(http, bob, seat=1)
            assert (refused.status_code, refused.json()["code"]) == (409, "not_your_seat")
            assert refused.json()["says"] == "seat 1 is not yours"
            assert (await http.get("/api/v1/tables/one/coach")).json()["code"] == "not_signed_in"
            assert (await coached(http, ann, seat=2)).json()["code"] == "not_your_seat"
            assert (await coached(http, ann, seat=1)).json()["coaching"]["seat"] == 1


async def test_the_house_switches_the_coach_off_for_a_table() -> None:
    async with open_house() as at, at.http() as http:
        await at.table(coach=False)
        await at.table("two")
        listed = {each["name"]: each["coach"] for each in (await http.get("/api/v1/tables")).json()}
        assert listed == {"one": False, "two": True}
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await dealt_to(ann, socket)
            refused = await coached(http, ann)
            assert (refused.status_code, refused.json()["code"]) == (409, "coach_off")
        made = await http.post("/api/v1/tables", headers=ann.headers, json={"name": "x", "rules": "greece", "coach": 1})
        assert made.status_code == 422
        assert made.json()["says"] == "coach: 1 is not true or false"


async def test_a_first_decision_with_side_wagers_at_stake_is_solved_beforehand() -> None:
    async with open_house() as at, at.http() as http:
        await at.table(rules="chickasaw", dealt_by="person")
        ann = await at.guest()
        live = at.house.live("one")
        async with ann.socket("one") as socket:
            await ann.sit_only(socket)
            while not live.table.is_open:
                await live._go_on()
            for wager in ("ante", "trips"):
                await ann.do(socket, "PlaceWager", seat=1, wager=wager, cents=1_000)
            prepared = await coached(http, ann)
            assert (prepared.status_code, prepared.json()["counting"]) == (202, True)
            while live.table.turn is None:
                await live._go_on()
            answer = await coached(http, ann)
            while answer.status_code == 202:
                answer = await coached(http, ann)
            assert {each["action"] for each in answer.json()["coaching"]["choices"]} == {"4x", "3x", "check"}


async def test_the_first_decision_of_a_second_hand_is_counted_while_the_first_is_asked() -> None:
    async with open_house() as at, at.http() as http:
        await at.table(rules="chickasaw")
        ann = await at.guest()
        live = at.house.live("one")
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            assert (await ann.do(socket, "TakeSeat", seat=2, player=""))["type"] == "done"
            for seat in (1, 2):
                await ann.do(socket, "BuyIn", seat=seat, cents=100_000, tender="cash")
                await ann.do(socket, "PlaceWager", seat=seat, wager="ante", cents=1_000)
            await ann.ask(socket, ready=True)
            while ann.view["turn"] is None:
                await ann.hear(socket)
            start_known.cache_clear()
            first = ann.view["turn"]
            while (await coached(http, ann)).status_code == 202:
                pass
            while start_known.cache_info().currsize < 2:
                await asyncio.sleep(0.05)
            await ann.do(socket, "Check", seat=first)
            while ann.view["turn"] == first:
                await ann.hear(socket)
            assert live.table.turn == 3 - first
            before = start_known.cache_info()
            assert (await coached(http, ann)).status_code == 200
            assert start_known.cache_info().misses == before.misses


async def test_stakes_that_are_not_solved_say_so() -> None:
    async with open_house() as at, at.http() as http:
        await at.table()
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=49_922)
            await ann.ask(socket, ready=True)
            while ann.view["turn"] != 1:
                await ann.hear(socket)
            refused = (await coached(http, ann)).json()
            assert refused["code"] == "not_coached"
            assert "cannot value this decision" in refused["says"]
