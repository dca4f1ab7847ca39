"""Bots fill seats, play their named strategy, wait for a person, and return after a restart."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from uth.bots import bots as playing
from uth.bots.bots import IDLE_ROUNDS_MAX, Bots, bot_named, next_wager
from uth.cards import Card, parse_cards
from uth.composition import compose
from uth.errors import Malformed
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.turn import Asked
from uth.people.people import People
from uth.people.roles import BOT, Session, is_bot
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Street, Wager
from uth.store.database import DatabaseStore
from uth.store.entries import Store
from uth.store.memory import MemoryStore
from uth.strategy.named import Decision, Situation, strategy_named
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round.banking import button
from uth.table.round.state import Chair, Phase, Table, new_table
from uth.units import PlayerId, Seat

ONE = Seat(1)
TABLE = "felt"


class Evening:
    """A house with one table, its bots, and whoever else comes."""

    def __init__(self, house: House, bots: Bots) -> None:
        self.house = house
        self.bots = bots
        self.readied = 0

    @property
    def live(self) -> LiveTable:
        return self.house.live(TABLE)

    async def until(self, holds: Callable[[Table], bool]) -> None:
        async with asyncio.timeout(30):
            while not holds(self.live.table):
                await asyncio.sleep(0.001)

    async def still(self) -> None:
        """Let everyone do what they want to do by themselves."""
        number = -1
        while number != self.live.number:
            number = self.live.number
            for _ in range(200):
                await asyncio.sleep(0)

    async def sit(self, seat: Seat = ONE, cents: int = 100_000) -> Session:
        person = self.house.people.session(await self.house.people.welcome("Ann"))
        assert person is not None
        await self.give(person, c.TakeSeat(seat=seat, player=person.player))
        await self.give(person, c.BuyIn(seat=seat, cents=cents))
        return person

    async def give(self, person: Session, command: c.Command) -> None:
        await self.house.command(person, TABLE, command, None)

    async def play_round(self, person: Session) -> None:
        """Play one round at the person's seat, folding as soon as that may be."""
        await self.until(lambda table: table.phase is Phase.WAGERS)
        await self.still()
        if self.live.table.round.banker is None and button(self.live.table, self.live.posted) == ONE:
            await self.give(person, c.DeclineBank(seat=ONE))
            await self.still()
        rounds = self.live.table.rounds
        least = self.live.posted.limits.ante.min
        await self.give(person, c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=2 * least))
        await self.still()
        self.live.say_ready(ONE)
        while self.live.table.rounds == rounds:
            await self.until(lambda table: table.turn == ONE or table.rounds > rounds)
            if self.live.table.turn == ONE:
                street = self.live.table.street
                await self.give(person, c.Fold(seat=ONE) if street is Street.RIVER else c.Check(seat=ONE))


@asynccontextmanager
async def evening(store: Store, rules: str = "massachusetts") -> AsyncIterator[Evening]:
    composed = compose(store, clock=lambda: 1_000.0)
    house, bots = composed.house, composed.bots
    await composed.open()
    if TABLE not in house.specs:
        maker = house.people.session(await house.people.welcome())
        assert maker is not None
        await house.make_table(maker, {"name": TABLE, "rules": rules, "speed": "instant"})
    try:
        yield Evening(house, bots)
    finally:
        await composed.close()


@pytest.mark.parametrize("rules", BOOKS)
async def test_bots_play_round_after_round_with_a_person_and_nobody_waits_for_the_clock(rules: str) -> None:
    async with evening(MemoryStore(), rules) as now:
        ann = await now.sit()
        banks = rules == "california"
        await now.bots.add(TABLE, "simple", 2)
        await now.bots.add(TABLE, "raise_everything", 2, banks=banks)
        for _ in range(4):
            await now.play_round(ann)
        assert now.live.table.rounds == 4
        ends = " banks" if banks else ""
        assert {chair.player for seat, chair in now.live.table.chairs.items() if seat != ONE} == {
            "bot:Simple 1",
            "bot:Simple 2",
            f"bot:Raise everything 1{ends}",
            f"bot:Raise everything 2{ends}",
        }


async def test_without_a_person_at_the_table_bots_do_nothing_at_all() -> None:
    async with evening(MemoryStore()) as now:
        await now.bots.add(TABLE, "simple", 3)
        await now.still()
        before = now.live.number
        await now.still()
        assert now.live.number == before
        assert not now.live.table.round.spots
        assert not any(now.live.table.rails.values())


async def test_bots_put_their_wagers_down_and_wait_until_the_person_plays_too() -> None:
    async with evening(MemoryStore()) as now:
        await now.bots.add(TABLE, "simple", 2)
        ann = await now.sit(Seat(5))
        await now.until(lambda table: set(table.round.spots) == {1, 2})
        await now.still()
        assert now.live.clock.ready == set()
        await now.give(ann, c.PlaceWager(seat=Seat(5), wager=Wager.ANTE, cents=1000))
        await now.until(lambda _: now.live.clock.ready == {1, 2})
        await now.still()
        assert now.live.table.phase is Phase.WAGERS


async def test_bots_stop_playing_to_somebody_who_lets_round_after_round_go_by() -> None:
    async with evening(MemoryStore()) as now:
        await now.bots.add(TABLE, "raise_everything", 1)
        ann = await now.sit(Seat(5))
        for _ in range(IDLE_ROUNDS_MAX):
            await now.until(lambda table: table.phase is Phase.WAGERS and bool(table.round.spots))
            await now.still()
            number = now.live.table.rounds
            now.live.say_ready(ONE)
            await now.until(lambda table, number=number: table.rounds > number)  # type: ignore[misc]
        await now.still()
        assert (now.live.table.phase, dict(now.live.table.round.spots)) == (Phase.WAGERS, {})
        await now.give(ann, c.PlaceWager(seat=Seat(5), wager=Wager.ANTE, cents=1000))
        await now.until(lambda table: ONE in table.round.spots)


async def test_a_bot_is_not_confused_by_somebody_who_gets_up_before_the_cards_are_collected(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with evening(MemoryStore()) as now:
        await now.bots.add(TABLE, "raise_everything", 2)
        await now.sit(Seat(5))
        for number in range(IDLE_ROUNDS_MAX):
            await now.until(lambda table: table.phase is Phase.WAGERS and set(table.round.spots) == {1, 2})
            now.live.clock.pace = replace(now.live.clock.pace, between_rounds=30.0 * (number == IDLE_ROUNDS_MAX - 1))
            await now.still()
            for seat in (1, 2):
                now.live.say_ready(Seat(seat))
            await now.until(lambda table: table.phase is not Phase.WAGERS)
        await now.until(lambda table: table.phase is Phase.SETTLED)
        now.bots.dismiss(TABLE, 1)
        await now.until(lambda table: len(table.chairs) == 2)
        await now.still()
        assert len(now.live.table.round.spots) == 2
        assert caplog.messages == []


async def test_a_bot_goes_on_after_a_restart_of_the_house_with_the_strategy_of_its_name() -> None:
    store = MemoryStore()
    async with evening(store) as now:
        ann = await now.sit()
        (player,) = await now.bots.add(TABLE, "hidden_pair", 1)
        await now.play_round(ann)
    async with evening(store) as now:
        assert now.live.table.chairs[Seat(2)].player == player
        await now.until(lambda table: Seat(2) in table.round.spots)
        await now.play_round(ann)
        assert now.live.table.rounds == 2
        (other,) = await now.bots.add(TABLE, "hidden_pair", 1)
        assert (player, other) == ("bot:Hidden pair 1", "bot:Hidden pair 2")


async def test_a_bot_gets_up_when_asked_and_leaves_nothing_behind() -> None:
    async with evening(MemoryStore()) as now:
        await now.sit()
        (player,) = await now.bots.add(TABLE, "simple", 1)
        await now.until(lambda table: Seat(2) in table.round.spots)
        now.bots.remove(TABLE, player)
        await now.until(lambda table: Seat(2) not in table.chairs)
        assert not now.live.table.round.spots
        with pytest.raises(Malformed, match="is not a bot at"):
            now.bots.remove(TABLE, player)
        assert (now.bots._at, now.live.observers.at) == ({}, {})


async def test_a_bot_in_the_middle_of_a_hand_gets_up_after_it() -> None:
    async with evening(MemoryStore()) as now:
        ann = await now.sit()
        (player,) = await now.bots.add(TABLE, "raise_everything", 1)
        await now.until(lambda table: Seat(2) in table.round.spots)
        await now.give(ann, c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))
        await now.still()
        now.live.say_ready(ONE)
        await now.until(lambda table: table.turn == ONE)
        now.bots.remove(TABLE, player)
        await now.still()
        assert Seat(2) in now.live.table.chairs
        await now.give(ann, c.MakePlay(seat=ONE, multiple=4))
        await now.until(lambda table: Seat(2) not in table.chairs)
        assert now.live.table.rounds == 1


@pytest.mark.parametrize(("rail", "buys"), [(0, True), (39, True), (40, False)])
def test_a_bot_buys_in_again_when_it_is_short_of_antes(rail: int, buys: bool) -> None:
    posted = post(load_book("massachusetts"))
    bot = bot_named("simple", 1)
    rails = {bot: rail * posted.limits.ante.min}
    table = replace(new_table(posted), phase=Phase.WAGERS, chairs={ONE: Chair(player=bot)}, rails=rails)
    assert isinstance(next_wager(table, posted, ONE, banks=False, beside=True), c.BuyIn) == buys


async def test_what_cannot_be_seated_is_refused_and_seats_nobody() -> None:
    async with evening(MemoryStore()) as now:
        seats = now.live.posted.rules.seats.count.value
        for strategy, count, banks, names in (
            ("lucky", 1, False, "strategy"),
            ("simple", 0, False, "count"),
            ("simple", seats + 1, False, "count"),
            ("simple", 1, True, "banks"),
        ):
            with pytest.raises(Malformed) as fault:
                await now.bots.add(TABLE, strategy, count, banks=banks)
            assert fault.value.field == names
        assert not now.live.table.chairs


async def test_bots_take_no_part_while_the_house_is_switched_off() -> None:
    async with evening(MemoryStore()) as now:
        now.house.switches.house = True
        await now.bots.add(TABLE, "simple", 2)
        await now.sit(Seat(5))
        await now.still()
        assert not now.live.table.round.spots


async def test_in_a_game_that_players_bank_a_bot_lets_the_button_go_by_unless_it_was_told_to_bank() -> None:
    async with evening(MemoryStore(), "california") as now:
        await now.sit()
        await now.bots.add(TABLE, "simple", 2)
        await now.still()
        assert (now.live.table.round.banker, dict(now.live.table.round.spots)) == (None, {})
        await now.bots.add(TABLE, "simple", 1, banks=True)
        await now.still()
        banker = now.live.table.round.banker
        assert banker is not None
        assert banker.seat == 4
        assert set(now.live.table.round.spots) == {2, 3}


def test_a_guest_cannot_be_called_like_a_bot() -> None:
    async def come() -> None:
        house = People(store=MemoryStore(), clock=lambda: 0.0)
        with pytest.raises(Malformed, match="is not a name"):
            await house.welcome("bot:Optimal 2")

    asyncio.run(come())
    assert is_bot(bot_named("optimal", 2))
    assert not is_bot(PlayerId("Ann~1234"))
    assert bot_named("simple_exact_river", 1) == f"{BOT}Simple exact river 1"


def _offers(street: Street) -> tuple[Decision, ...]:
    plays = {Street.PREFLOP: (4, 3), Street.FLOP: (2,), Street.RIVER: (1,)}[street]
    wait: Decision = c.Fold(seat=ONE) if street is Street.RIVER else c.Check(seat=ONE)
    return (*(c.MakePlay(seat=ONE, multiple=multiple) for multiple in plays), wait)


ANSWERS = """
    strategy            hole   board            answer
    optimal             AhKd   -                4
    optimal             7h2d   -                wait
    optimal             7h2d   AcKdQs9c8h       wait
    simple              3h3d   -                4
    simple              2h2d   -                wait
    simple_exact_river  9h4d   Tc2d5s           wait
    hidden_pair         AhQd   Kc9d7s4c2h       wait
    hidden_pair         AhQd   Ac9d7s4c2h       1
    never_fold          7h2d   AcKdQs9c8h       1
    raise_everything    7h2d   -                4
"""


@pytest.mark.parametrize("line", ANSWERS.strip().splitlines()[1:])
def test_each_strategy_answers_as_its_name_says(line: str) -> None:
    name, held, shared, says = line.split()
    hole, board = parse_cards(held), _board(shared)
    street = {0: Street.PREFLOP, 3: Street.FLOP, 5: Street.RIVER}[len(board)]
    posted = post(load_book("massachusetts"))
    asked = Situation(posted=posted, hole=hole, board=board, street=street, wagers={Wager.ANTE: 1000})
    answer = strategy_named(name).answer(asked, _offers(street))
    assert (str(answer.multiple) if isinstance(answer, c.MakePlay) else "wait") == says


def _board(text: str) -> tuple[Card, ...]:
    return () if text == "-" else parse_cards(text)


async def test_a_bot_that_the_store_could_not_answer_tries_again_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "RETRY_S", 0.05)
    path = tmp_path / "house.sqlite"
    store, refuse = await DatabaseStore.open(f"sqlite:///{path}", wait_s=0.05), Asked.refuse
    try:
        async with evening(store) as at:
            await at.sit()
            await at.until(lambda table: table.phase is Phase.WAGERS)
            refused: list[str] = []

            def noted(asked: Asked, why: Exception) -> None:
                refused.append(asked.by)
                refuse(asked, why)

            monkeypatch.setattr(Asked, "refuse", noted)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                (bot,) = await at.bots.add(TABLE, "simple")
                other.execute("BEGIN IMMEDIATE")
                while not refused:
                    await asyncio.sleep(0.01)
                other.execute("ROLLBACK")
            await at.until(lambda table: any(table.chairs[seat].player == bot for seat in table.round.spots))
    finally:
        await store.close()
