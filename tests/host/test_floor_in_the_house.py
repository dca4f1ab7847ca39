"""The floor in the house acts only for absent players, changes tables' settings, and bans players."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from host.test_house import ONE, SPEC, guest, opened, session, settled
from uth.errors import Malformed, Refused
from uth.history.history import History
from uth.history.round_check import check_round
from uth.history.round_document import Viewer, round_document
from uth.house.house import House
from uth.people.roles import Role, Session
from uth.rules.values import Wager
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.state import Phase
from uth.units import Seat

KIM, MIA = session(Role.SUPERVISOR), session(Role.MANAGER, person="mia")
ACT = c.ActForSeat(seat=ONE, by="-", reason="nobody has seen her for a while")


async def asked(house: House, **spec: object) -> Session:
    """Have a guest sit at felt-1 and be asked there, at a table without a clock."""
    ann = await guest(house)
    await house.make_table(MIA, {**SPEC, "dealt_by": "person", "decision_s": 0, **spec})
    live = house.live("felt-1")
    await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
    await house.command(ann, "felt-1", c.BuyIn(seat=ONE, cents=100_000), None)
    for _ in range(40):
        if live.table.phase is Phase.WAGERS and ONE not in live.table.round.spots:
            await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        if live.table.turn == ONE:
            return ann
        await house.step(MIA, "felt-1", live_due(house), None)
    raise AssertionError("the seat is never asked")


def live_due(house: House) -> str:
    from uth.table.round.due import due_words

    live = house.live("felt-1")
    return due_words(live.table, live.posted)


async def test_the_floor_acts_for_an_absent_player_of_a_table_without_a_clock_and_for_nobody_who_is_there() -> None:
    async with opened(MemoryStore()) as house:
        ann = await asked(house)
        live = house.live("felt-1")
        with pytest.raises(Refused, match="is there; the floor acts for the seat in 600 s at the earliest") as there:
            await house.command(KIM, "felt-1", ACT, None)
        assert (there.value.code, there.value.clause) == ("not_absent", "R86")
        live.clock.away = frozenset({ONE})
        with pytest.raises(Refused, match="has no connection; the floor acts for the seat in 60 s"):
            await house.command(KIM, "felt-1", ACT, None)
        live.clock._asked_at -= 61.0
        with pytest.raises(Refused, match="ActForSeat is not for player"):
            await house.command(ann, "felt-1", ACT, None)
        with pytest.raises(Refused, match="ActForSeat is not for dealer"):
            await house.command(session(Role.DEALER), "felt-1", ACT, None)
        events = await house.command(KIM, "felt-1", ACT, None)
        assert events == (e.ActedForSeat(seat=ONE, by="kim", reason=ACT.reason, clause="R86"), e.Checked(seat=ONE))


async def test_a_round_the_floor_has_acted_in_is_dealt_again_from_its_document() -> None:
    async with opened(MemoryStore()) as house:
        await asked(house)
        live = house.live("felt-1")
        while live.table.phase is not Phase.SETTLED:
            if live.table.turn == ONE:
                await asyncio.sleep(0)
                live.clock.until_absent(live.table, ONE)
                live.clock.away, live.clock._asked_at = frozenset({ONE}), -1e9
                await house.command(KIM, "felt-1", ACT, None)
            else:
                await house.step(MIA, "felt-1", live_due(house), None)
        found = await History(house=house).round("felt-1", 1)
        assert check_round(round_document(found, Viewer(player=None))).holds


async def test_what_the_floor_sets_is_posted_at_once_stamped_on_the_round_and_there_after_a_restart() -> None:
    store = MemoryStore()
    async with opened(store) as house:
        await house.make_table(MIA, {**SPEC, "rules": "chickasaw"})
        live = house.live("felt-1")
        while not live.table.is_open:
            await asyncio.sleep(0.001)
        fee = c.SetTable(by="-", reason="a tournament", entry_fee=200)
        with pytest.raises(Refused, match="SetTable is not for player"):
            await house.command(await guest(house), "felt-1", fee, None)
        await house.command(KIM, "felt-1", replace(fee, hands_per_player=1), None)
        assert (live.posted.limits.entry_fee, live.posted.hands_per_player) == (200, 1)
        ann = await guest(house)
        await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
        await house.command(ann, "felt-1", c.BuyIn(seat=ONE, cents=100_000), None)
        live.clock.pace = replace(live.clock.pace, decision=0.001, between_rounds=30.0)
        await house.command(ann, "felt-1", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1_000), None)
        live.say_ready(ONE)
        while live.table.phase is not Phase.SETTLED:
            await asyncio.sleep(0.001)
        await house.command(KIM, "felt-1", replace(fee, entry_fee=0), None)
        document = round_document(await History(house=house).round("felt-1", 1), Viewer(player=None))
        assert document["posted"]["limits"]["entry_fee"] == 200, "as it was in that round"
        assert document["stamp"]["posted_hash"] == document["rules"]["posted_hash"]
        assert check_round(document).holds
    async with opened(store) as house:
        again = house.live("felt-1").posted
        assert (again.limits.entry_fee, again.hands_per_player) == (0, 1)


@pytest.mark.clause("GR.15a")
async def test_a_player_removed_from_the_casino_gets_up_everywhere_and_stays_out_until_the_ban_is_lifted() -> None:
    store = MemoryStore()
    async with settled(store) as (house, ann):
        await house.make_table(MIA, {**SPEC, "name": "felt-2"})
        other = house.live("felt-2")
        await house.command(ann, "felt-2", c.TakeSeat(seat=Seat(2), player=ann.player), None)
        remove = c.RemovePlayer(seat=ONE, by="-", reason="told the others his cards", from_house=True)
        await house.command(KIM, "felt-1", remove, "1")
        await house.command(KIM, "felt-1", remove, "1")
        assert (house.live("felt-1").table.chairs, other.table.chairs) == ({}, {})
    async with opened(store) as house:
        with pytest.raises(Refused, match="banned from the house: told the others his cards"):
            await house.command(ann, "felt-1", c.TakeSeat(seat=ONE, player=ann.player), None)
        with pytest.raises(Refused, match="lift ban is not for supervisor"):
            await house.ban(KIM, ann.player, "a mistake", banned=False)
        with pytest.raises(Malformed, match="reason"):
            await house.ban(MIA, ann.player, " ", banned=False)
        await house.ban(MIA, ann.player, "a mistake", banned=False)
        with pytest.raises(Malformed, match="is not banned"):
            await house.ban(MIA, ann.player, "a mistake", banned=False)
        await house.command(ann, "felt-1", c.TakeSeat(seat=Seat(2), player=ann.player), None)
