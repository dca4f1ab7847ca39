"""The house: tables survive a restart, people have roles, and switches really stop wagers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, get_args

import pytest

from support.quick_passwords import STRONG, STRONG_DECOY
from uth.errors import Malformed, Refused
from uth.house.house import House
from uth.people.lock_outs import FAILURES_MAX, LOCKED_S
from uth.people.people import People
from uth.people.roles import MAY, HouseAction, Role, Session, may, refused_role
from uth.progressive import commands as link
from uth.rules.values import Street, Wager
from uth.store.memory import MemoryStore
from uth.table.floor.disputed import Correction, Finding
from uth.table.round import commands as c
from uth.table.round.due import due_words
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat

ONE = Seat(1)
SPEC = {"name": "felt-1", "rules": "massachusetts", "speed": "instant"}


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def opened(store: MemoryStore, clock: Clock | None = None) -> AsyncIterator[House]:
    house = House(store=store, people=People(store=store, clock=clock or Clock()))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def session(*roles: Role, person: str = "kim") -> Session:
    return Session(person=person, roles=frozenset(roles), csrf="x", ends=10**12)


async def guest(house: House) -> Session:
    found = house.people.session(await house.people.welcome())
    assert found is not None
    return found


def test_the_table_of_roles_is_complete() -> None:
    every = {*get_args(c.Command), *get_args(link.Command), *HouseAction}
    assert set(MAY) == every
    assert not may(frozenset(Role), "something else")


def test_a_refused_role_names_the_roles_it_is_for_and_tells_an_admin_where_they_are_given() -> None:
    plain = refused_role(frozenset({Role.AUDITOR}), HouseAction.DEAL)
    assert plain.says == "deal is not for auditor; it is for dealer, supervisor or manager"
    admin = refused_role(frozenset({Role.ADMIN}), c.CollectCards())
    assert "it is for dealer, supervisor or manager. An admin can give an account that role under People" in admin.says
    assert refused_role(frozenset({Role.ADMIN}), c.ReplaceCards(cards=())).says.endswith("it is for the house itself")


@pytest.mark.parametrize("what", sorted(MAY, key=str), ids=str)
def test_an_auditor_and_a_sign_change_nothing(what: Any) -> None:
    reads = {
        HouseAction.WATCH_TABLE,
        HouseAction.WATCH_METERS,
        HouseAction.READ_OWN_HISTORY,
        HouseAction.READ_LOG,
        HouseAction.EXPORT_LOG,
    }
    assert Role.AUDITOR not in MAY[what] or what in reads
    assert Role.DISPLAY not in MAY[what] or what in (HouseAction.WATCH_METERS, HouseAction.WATCH_TABLE)


@pytest.mark.parametrize("kind", [c.ShuffleDeck, c.ReplaceCards, c.ReadMeters])
def test_no_person_brings_the_order_of_the_cards_or_the_meters(kind: type) -> None:
    assert MAY[kind] == frozenset()


def test_a_guest_sits_down_at_once_and_moves_no_seat_but_their_own() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            ann, bob = await guest(house), await guest(house)
            await house.make_table(ann, dict(SPEC))
            await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=PlayerId("somebody else")), "1")
            assert house.live("felt-1").table.chairs[ONE].player == ann.player
            with pytest.raises(Refused, match="not yours"):
                await house.command(bob, "felt-1", c.BuyIn(seat=ONE, cents=500), "2")
            with pytest.raises(Refused, match="not for player"):
                await house.command(bob, "felt-1", c.CollectCards(), "3")
            with pytest.raises(Refused, match="switch off is not for player"):
                await house.switch(bob, "house", "", off=True)

    asyncio.run(evening())


@pytest.mark.parametrize(("what", "name"), [("house", ""), ("table", "felt-1"), ("player", "ann")])
async def test_a_switch_stops_a_bank(what: str, name: str) -> None:
    async with opened(MemoryStore()) as house:
        ann, manager = session(Role.PLAYER, person="ann"), session(Role.MANAGER)
        await house.make_table(ann, {**SPEC, "rules": "california"})
        for command in (c.TakeSeat(seat=ONE, player=ann.player), c.BuyIn(seat=ONE, cents=100_000)):
            await house.command(ann, "felt-1", command, None)
        live = house.live("felt-1")
        while not live.table.is_open:
            await asyncio.sleep(0.001)
        await house.switch(manager, what, name, off=True)
        with pytest.raises(Refused, match="no new wagers"):
            await house.command(ann, "felt-1", c.Bank(seat=ONE, cents=50_000), None)
        assert live.table.round.banker is None
        await house.switch(manager, what, name, off=False)
        await house.command(ann, "felt-1", c.Bank(seat=ONE, cents=50_000), None)
        assert live.table.round.banker is not None


@pytest.mark.parametrize(("what", "name"), [("house", ""), ("table", "felt-1"), ("player", "ann")])
def test_a_switch_stops_new_wagers_and_only_a_manager_lets_them_in_again(what: str, name: str) -> None:
    async def evening() -> None:
        store = MemoryStore()
        async with opened(store) as house:
            ann = session(Role.PLAYER, person="ann")
            await house.make_table(ann, dict(SPEC))
            for command in (c.TakeSeat(seat=ONE, player=ann.player), c.BuyIn(seat=ONE, cents=10_000)):
                await house.command(ann, "felt-1", command, None)
            while not house.live("felt-1").table.is_open:
                await asyncio.sleep(0.001)
            await house.switch(session(Role.SUPERVISOR), what, name, off=True)
            wager = c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000)
            with pytest.raises(Refused, match="no new wagers"):
                await house.command(ann, "felt-1", wager, None)
            with pytest.raises(Refused, match="switch on is not for supervisor"):
                await house.switch(session(Role.SUPERVISOR), what, name, off=False)
        async with opened(store) as house:
            with pytest.raises(Refused, match="no new wagers"):
                await house.command(ann, "felt-1", wager, None)
            await house.switch(session(Role.MANAGER), what, name, off=False)
            await house.command(ann, "felt-1", wager, None)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name": "A"}, "is not a name"),
        ({"name": None}, "is not a name"),
        ({"rules": "nowhere"}, "is not one of massachusetts"),
        ({"rules": 5}, "is not the text of a rule set"),
        ({"speed": "warp"}, "is not one of slow"),
        ({"dealing": "by post"}, "is not a way of dealing"),
        ({"ante": [10]}, "two amounts"),
        ({"ante": [1000, 500]}, "above max"),
        ({"decision_s": 2}, "from 5 to 600, or 0"),
        ({"decision_s": 0}, "dealt_by is person then"),
        ({"decision_s": True}, "from 5 to 600, or 0"),
        ({"colour": "red"}, "is not part of a table"),
        ({"progressive_wager": 3}, "exactly 500"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_what_could(changed: dict[str, Any], says: str) -> None:
    async def refused() -> None:
        async with opened(MemoryStore()) as house:
            with pytest.raises((Malformed, Exception), match=says):
                await house.make_table(session(Role.MANAGER), {**SPEC, **changed})
            assert not house.tables

    asyncio.run(refused())


def test_a_name_nobody_has_is_refused_by_as_much_work_as_a_wrong_password() -> None:
    assert not STRONG.check_needs_rehash(STRONG_DECOY)


def test_staff_sign_in_by_an_invitation_that_works_once() -> None:
    async def people() -> None:
        clock = Clock()
        known = People(store=MemoryStore(), clock=clock)
        word = await known.invite(frozenset({Role.ADMIN}))
        await known.accept(word, "Kim", "correct horse battery")
        with pytest.raises(Refused, match="has been used"):
            await known.accept(word, "Lee", "correct horse battery")
        token = await known.sign_in("Kim", "correct horse battery")
        found = known.session(token)
        assert found is not None
        assert found.roles == {Role.ADMIN}
        again = People(store=known.store, clock=clock)
        await again.recover()
        assert again.session(token) == found
        await again.disable("Kim")
        assert again.session(token) is None
        with pytest.raises(Refused, match="wrong"):
            await again.sign_in("Kim", "correct horse battery")

    asyncio.run(people())


def test_wrong_passwords_lock_an_account_for_a_while_and_a_wrong_name_says_no_more() -> None:
    async def people() -> None:
        clock = Clock()
        known = People(store=MemoryStore(), clock=clock)
        await known.make("Kim", frozenset({Role.DEALER}), "correct horse battery")
        for _ in range(FAILURES_MAX):
            with pytest.raises(Refused, match="name or the password"):
                await known.sign_in("Kim", "wrong")
        with pytest.raises(Refused, match="too many"):
            await known.sign_in("Kim", "correct horse battery")
        with pytest.raises(Refused, match="name or the password"):
            await known.sign_in("Nobody", "wrong")
        clock.now += LOCKED_S + 1
        assert await known.sign_in("Kim", "correct horse battery")

    asyncio.run(people())


def test_no_password_and_no_token_is_in_the_log() -> None:
    async def people() -> None:
        store = MemoryStore()
        known = People(store=store, clock=Clock())
        await known.make("Kim", frozenset({Role.DEALER}), "correct horse battery")
        token = await known.sign_in("Kim", "correct horse battery")
        written = str([record.body for record in await store.read("people")])
        assert token not in written
        assert "correct horse" not in written
        assert "$argon2id$" in written

    asyncio.run(people())


async def test_at_a_table_a_person_deals_a_silent_player_is_answered_for_as_elsewhere() -> None:
    async with opened(MemoryStore()) as house:
        ann, dan = await guest(house), session(Role.DEALER, Role.SUPERVISOR, person="dan")
        await house.make_table(session(Role.MANAGER), {**SPEC, "dealt_by": "person", "decision_s": 5})
        live = house.live("felt-1")
        assert live.clock.pace.decision == 5.0
        live.clock.pace = replace(live.clock.pace, decision=0.01)
        await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
        await house.command(ann, "felt-1", c.BuyIn(seat=ONE, cents=10_000), None)
        while not live.table.is_open:
            await house.step(dan, "felt-1", due_words(live.table, live.posted), None)
        await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        asked: set[object] = set()
        while live.table.phase is not Phase.SETTLED:
            if live.table.turn is None:
                await house.step(dan, "felt-1", due_words(live.table, live.posted), None)
            else:
                asked.add(live.table.street)
                await asyncio.sleep(0.005)
        assert len(asked) == 3
        assert live.table.phase is Phase.SETTLED
        await asyncio.sleep(0.05)
        assert live.table.phase is Phase.SETTLED, "the cards are the dealer's to collect"


@asynccontextmanager
async def settled(store: MemoryStore) -> AsyncIterator[tuple[House, Session]]:
    """Open a house where a guest has just folded a hand at felt-1."""
    async with opened(store) as house:
        ann = await guest(house)
        await house.make_table(ann, {**SPEC, "speed": "slow"})
        live = house.live("felt-1")
        live.clock.pace = replace(live.clock.pace, step=0.0, between_rounds=30.0)
        await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
        await house.command(ann, "felt-1", c.BuyIn(seat=ONE, cents=10_000), None)
        while not live.table.is_open:
            await asyncio.sleep(0.001)
        await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        live.say_ready(ONE)
        while live.table.phase is not Phase.SETTLED:
            await asyncio.sleep(0.001)
            if live.table.turn == ONE:
                last = live.table.street is Street.RIVER
                await house.command(ann, "felt-1", c.Fold(seat=ONE) if last else c.Check(seat=ONE), None)
        yield house, ann


DISPUTE = c.DisputeRound(seat=ONE, says="I had a straight")


async def test_a_dispute_is_recorded_though_nobody_of_the_floor_is_in_the_house() -> None:
    async with settled(MemoryStore()) as (house, ann):
        live = house.live("felt-1")
        await house.command(ann, "felt-1", DISPUTE, "once")
        (waiting,) = live.table.disputes
        assert (waiting.freezes, live.table.dispute) == (False, None)
        await house.people.make("sue", frozenset({Role.SUPERVISOR}), "a password of hers")
        await house.people.sign_in("sue", "a password of hers")
        await house.command(ann, "felt-1", DISPUTE, "once")
        assert len(live.table.disputes) == 1, "the same id is done once, whoever came in meanwhile"


async def test_a_dispute_freezes_the_table_where_somebody_of_the_floor_is_in_the_house() -> None:
    async with settled(MemoryStore()) as (house, ann):
        await house.people.make("sue", frozenset({Role.SUPERVISOR}), "a password of hers")
        await house.people.sign_in("sue", "a password of hers")
        await house.command(ann, "felt-1", DISPUTE, None)
        assert house.live("felt-1").table.dispute is not None
        bob = await guest(house)
        with pytest.raises(Refused, match="was not this player's"):
            await house.command(bob, "felt-1", DISPUTE, None)


def correction(house: House, won: int, *, returned: int = 1_000) -> c.ResolveDispute:
    (dispute,) = house.live("felt-1").table.disputes
    line = Correction(seat=ONE, wager=Wager.ANTE, returned=returned, won=won)
    return c.ResolveDispute(
        dispute=dispute.number, finding=Finding.CORRECTED, by="-", second="lee", reason="the tape", corrections=(line,)
    )


async def test_a_correction_waits_for_a_second_person_who_is_another_one() -> None:
    kim, lee = session(Role.SUPERVISOR), session(Role.MANAGER, person="lee")
    store = MemoryStore()
    async with settled(store) as (house, ann):
        live = house.live("felt-1")
        await house.command(ann, "felt-1", DISPUTE, None)
        rail = live.table.rail(ONE)
        with pytest.raises(Refused) as above:
            await house.command(kim, "felt-1", correction(house, 50_000), None)
        assert above.value.code == "beyond_the_pay_table"
        await house.command(kim, "felt-1", correction(house, 1_000), "1")
        await house.command(kim, "felt-1", correction(house, 1_000), "1")
        (number,) = house.approvals.open
        assert live.table.rail(ONE) == rail, "nothing is paid yet"
        with pytest.raises(Refused, match="asked for it; another confirms it"):
            await house.confirm(kim, number, agreed=True)
        with pytest.raises(Refused, match="waits for a second person already"):
            await house.command(kim, "felt-1", correction(house, 500), "2")
        await house.confirm(lee, number, agreed=True)
        assert live.table.rail(ONE) == rail + 2_000
        (resolved,) = (each for each in await events_of(store) if each["is"] == "DisputeResolved")
        assert (resolved["by"], resolved["second"], resolved["reason"]) == ("kim", "lee", "the tape")
    async with opened(store) as house:
        assert not house.approvals.open


async def test_a_correction_that_is_taken_back_moves_nothing_and_another_one_can_be_asked_for() -> None:
    kim, lee = session(Role.SUPERVISOR), session(Role.MANAGER, person="lee")
    store = MemoryStore()
    async with settled(store) as (house, ann):
        live = house.live("felt-1")
        await house.command(ann, "felt-1", DISPUTE, None)
        rail = live.table.rail(ONE)
        await house.command(kim, "felt-1", correction(house, 1_000), None)
        await house.confirm(kim, 1, agreed=False)
        assert (live.table.rail(ONE), dict(house.approvals.open)) == (rail, {})
        await house.command(kim, "felt-1", correction(house, 500), None)
    async with opened(store) as house:
        await house.confirm(lee, 2, agreed=True)
        assert house.live("felt-1").table.rail(ONE) == rail + 1_500


async def events_of(store: MemoryStore) -> list[dict[str, Any]]:
    return [event for record in await store.read("table/felt-1", 0) for event in record.body["events"]]


async def test_who_may_not_confirm_does_not_learn_what_waits() -> None:
    async with opened(MemoryStore()) as house:
        with pytest.raises(Refused, match="confirm is not for player"):
            await house.confirm(await guest(house), 7, agreed=True)


@pytest.mark.parametrize(
    ("what", "name", "says"),
    [
        ("tabel", "felt-1", "what: .* is not one of house, table, player"),
        ("table", "felt-2", "name: .* is not the name of a table"),
        ("player", "Guest", "name: .* is not a player of this house"),
        ("player", "", "name: .* is not a player of this house"),
    ],
)
async def test_a_switch_of_nothing_is_refused_and_not_taken_for_one_that_was_thrown(
    what: str, name: str, says: str
) -> None:
    async with opened(MemoryStore()) as house:
        ann = await guest(house)
        await house.make_table(ann, SPEC)
        with pytest.raises(Malformed, match=says):
            await house.switch(session(Role.SUPERVISOR), what, name, off=True)
        await house.switch(session(Role.SUPERVISOR), "player", ann.person, off=True)
        assert house.switches.is_off("player", ann.person)
