"""An idempotency key belongs to its first command; with another command it is refused, and nothing is done."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from uth.errors import Refused
from uth.house.house import House
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.rules.values import Wager
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.table.round.due import due_words
from uth.units import Seat

ONE = Seat(1)


def session(*roles: Role, person: str) -> Session:
    return Session(person=person, roles=frozenset(roles), csrf="x", ends=10**12)


ANN = session(Role.PLAYER, person="ann~1")
MAX = session(Role.MANAGER, person="max")
BOB = session(Role.PLAYER, person="bob~1")


@asynccontextmanager
async def opened() -> AsyncIterator[House]:
    store = MemoryStore()
    house = House(store=store, people=People(store=store, clock=lambda: 0.0))
    await house.open()
    try:
        for name in ("felt", "baize"):
            await house.make_table(MAX, {"name": name, "rules": "chickasaw", "speed": "instant"})
            await house.command(ANN, name, c.TakeSeat(seat=ONE, player=ANN.player), f"sit {name}")
        yield house
    finally:
        await house.close()


async def test_a_key_sent_with_another_command_is_refused_and_nothing_is_done() -> None:
    async with opened() as house:
        live = house.live("felt")
        await house.command(ANN, "felt", c.BuyIn(seat=ONE, cents=1_000), "a1")
        for other in (c.BuyIn(seat=ONE, cents=2_000), c.LeaveSeat(seat=ONE)):
            with pytest.raises(Refused, match='"a1" was sent with another command: table/felt') as refused:
                await house.command(ANN, "felt", other, "a1")
            assert refused.value.code == "key_used"
        assert live.table.rail(ONE) == 1_000
        first = await house.command(ANN, "felt", c.BuyIn(seat=ONE, cents=1_000), "a1")
        assert len(first) == 1
        assert live.table.rail(ONE) == 1_000


async def test_a_key_of_one_table_is_no_answer_at_another() -> None:
    async with opened() as house:
        await house.command(ANN, "felt", c.BuyIn(seat=ONE, cents=1_000), "a1")
        with pytest.raises(Refused) as refused:
            await house.command(ANN, "baize", c.BuyIn(seat=ONE, cents=1_000), "a1")
        assert refused.value.code == "key_used"
        assert house.live("baize").table.rail(ONE) == 0


async def test_a_key_that_was_done_is_no_answer_to_a_command_that_would_be_refused() -> None:
    async with opened() as house:
        await house.command(ANN, "felt", c.BuyIn(seat=ONE, cents=1_000), "a1")
        with pytest.raises(Refused) as refused:
            await house.command(ANN, "felt", c.PlaceWager(seat=Seat(5), wager=Wager.ANTE, cents=1_000), "a1")
        assert refused.value.code == "key_used"


async def test_the_key_of_one_person_says_nothing_for_another() -> None:
    async with opened() as house:
        await house.command(ANN, "felt", c.BuyIn(seat=ONE, cents=1_000), "a1")
        with pytest.raises(Refused) as refused:
            await house.command(BOB, "felt", c.BuyIn(seat=ONE, cents=1_000), "a1")
        assert refused.value.code == "not_your_seat"
        await house.command(BOB, "felt", c.TakeSeat(seat=Seat(2), player=BOB.player), "a2")
        await house.command(BOB, "felt", c.BuyIn(seat=Seat(2), cents=1_000), "a3")
        assert house.live("felt").table.rail(Seat(2)) == 1_000


async def test_a_step_sent_twice_is_taken_once_and_its_key_takes_no_other() -> None:
    dan = session(Role.DEALER, Role.SUPERVISOR, person="dan")
    async with opened() as house:
        await house.make_table(MAX, {"name": "by-hand", "rules": "chickasaw", "dealt_by": "person"})
        live = house.live("by-hand")
        step = due_words(live.table, live.posted)
        first = await house.step(dan, "by-hand", step, "s1")
        assert await house.step(dan, "by-hand", step, "s1") == first
        then = due_words(live.table, live.posted)
        assert then != step
        with pytest.raises(Refused) as refused:
            await house.step(dan, "by-hand", then, "s1")
        assert refused.value.code == "key_used"


async def test_what_waits_for_two_people_has_a_key_of_its_own() -> None:
    mia = session(Role.MANAGER, Role.PLAYER, person="mia")
    async with opened() as house:
        (link,) = house.links.live
        meter = next(iter(house.links.link(link).link.meters))
        await house.command(mia, "felt", c.TakeSeat(seat=Seat(3), player=mia.player), "m1")
        ask = k.AdjustMeter(meter=meter, cents=5_000, by="mia", second="-", reason="a test")
        with pytest.raises(Refused) as refused:
            await house.work_link(mia, link, ask, "m1")
        assert refused.value.code == "key_used"
        number = await house.work_link(mia, link, ask, "m2")
        assert await house.work_link(mia, link, ask, "m2") == number
        with pytest.raises(Refused) as refused:
            await house.work_link(mia, link, k.StopLink(reason="a test"), "m2")
        assert refused.value.code == "key_used"
