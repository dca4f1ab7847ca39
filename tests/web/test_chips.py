"""A person's chips over HTTP: the bankroll, what it reaches for, and where the person sits, today and tomorrow."""

from __future__ import annotations

import time

from support.open_house import Person, open_house
from uth.ledger.book import bankroll
from uth.units import Cents, Seat

DAY = 86_400.0


async def test_a_guest_finds_the_bankroll_again_tomorrow_with_the_same_cookie() -> None:
    async with open_house() as at:
        at.house.bankrolls.allowance = Cents(300_000)
        await at.table("one")
        async with at.http() as http:
            made = await http.post("/api/v1/guest", json={"name": "Ann"})
            assert "max-age=7776000" in made.headers["set-cookie"].lower()
            new = (await http.get("/api/v1/chips")).json()
            expected = {"bankroll": 0, "seated": 0, "reach": 300_000, "allowance": 300_000, "due": True, "tables": []}
            assert new == expected
            ann = Person(at, made.cookies["uth_session"])
            async with ann.socket("one") as socket:
                await ann.hear(socket)
                await ann.do(socket, "TakeSeat", seat=1, player="")
                bought = await ann.do(socket, "BuyIn", seat=1, cents=100_000, tender="cash")
                assert bought["type"] == "done"
                seated = (await http.get("/api/v1/chips")).json()
                assert (seated["bankroll"], seated["seated"], seated["tables"]) == (200_000, 100_000, ["one"])
                assert not seated["due"]
                assert (await ann.do(socket, "LeaveSeat", seat=1))["type"] == "done"
            tomorrow = time.time() + DAY
            at.house.people.clock = at.house.bankrolls.clock = lambda: tomorrow
            back = (await http.get("/api/v1/chips")).json()
            assert (back["bankroll"], back["seated"], back["due"], back["tables"]) == (300_000, 0, True, [])
            assert (await http.get("/api/v1/me")).json()["name"] == "Ann"


async def test_a_buy_in_above_the_bankroll_is_refused_and_moves_nothing() -> None:
    async with open_house() as at:
        at.house.bankrolls.allowance = Cents(50_000)
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.hear(socket)
            await ann.do(socket, "TakeSeat", seat=1, player="")
            refused = await ann.do(socket, "BuyIn", seat=1, cents=50_001, tender="cash")
            assert (refused["code"], refused["says"]) == (
                "bankroll_short",
                "your bankroll holds $500: buy in for at most that",
            )
            held = await at.house.store.held([bankroll(ann.session.player)])
            assert list(held.values()) == [50_000]
            assert at.house.live("one").table.rail(Seat(1)) == 0


async def test_a_stranger_has_no_chips_and_sees_what_the_house_gives() -> None:
    async with open_house() as at, at.http() as http:
        chips = (await http.get("/api/v1/chips")).json()
        assert (chips["bankroll"], chips["tables"]) == (0, [])
        assert chips["reach"] == chips["allowance"] == at.house.bankrolls.allowance
