"""Bankrolls: chips move to a table and back, the daily allowance is the only source, and nothing moves twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from uth.composition import ComposedHouse, HouseSettings, compose
from uth.errors import Refused
from uth.ledger.book import ALLOWANCE, CAGE, Account, AccountKind, Transfer
from uth.people.roles import Role, Session
from uth.rules import loader
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.store.entries import Entry, Store
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.table.round.state import on_rail
from uth.units import Cents, Seat

MAKER = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="", ends=10.0**12)
ANN = Session(person="ann~1", roles=frozenset({Role.PLAYER}), csrf="", ends=10.0**12)
RULES = Path(loader.__file__).parent / "books"
ONE, TWO = Seat(1), Seat(2)
DAY = 86_400.0


@dataclass
class Evening:
    """A house whose clock the test moves."""

    allowance: int = 100_000
    store: Store = field(default_factory=MemoryStore)
    now: float = 1_000.0

    async def open(self) -> ComposedHouse:
        settings = HouseSettings(allowance=Cents(self.allowance))
        self.composed = compose(self.store, settings=settings, clock=lambda: self.now)
        self.house = self.composed.house
        await self.composed.open()
        return self.composed

    async def table(self, name: str, by: Session = MAKER, rules: str = "massachusetts") -> str:
        await self.house.make_table(by, {"name": name, "rules": rules, "speed": "instant"})
        return name

    async def sits(self, table: str, cents: int, key: str | None = None, seat: Seat = ONE) -> None:
        await self.house.command(ANN, table, c.TakeSeat(seat=seat, player=ANN.player), None)
        await self.buys(table, cents, key, seat)

    async def buys(self, table: str, cents: int, key: str | None = None, seat: Seat = ONE) -> None:
        await self.house.command(ANN, table, c.BuyIn(seat=seat, cents=cents), key)

    async def gets_up(self, table: str, seat: Seat = ONE) -> None:
        await self.house.command(ANN, table, c.LeaveSeat(seat=seat), None)

    async def chips(self) -> tuple[int, int]:
        """Return Ann's chips away from the tables and at them."""
        held = await self.house.bankrolls.holdings(ANN.player)
        return int(held.away), int(held.seated)

    async def given(self) -> int:
        return int(-(await self.store.balances()).get(ALLOWANCE, Fraction(0)))


async def test_chips_come_from_the_bankroll_and_return_to_it_across_tables_and_days() -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("one")
        await evening.table("two", rules="greece")
        await evening.sits("one", 60_000)
        assert await evening.chips() == (40_000, 60_000)
        await evening.sits("two", 30_000)
        assert await evening.chips() == (10_000, 90_000)
        await evening.gets_up("one")
        assert await evening.chips() == (70_000, 30_000)
        await evening.gets_up("two")
        evening.now += DAY
        assert await evening.chips() == (100_000, 0)
        assert await evening.given() == 100_000
        assert CAGE not in await evening.store.balances()


async def test_nobody_takes_more_to_a_table_than_the_bankroll_holds() -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("one")
        await evening.sits("one", 60_000)
        with pytest.raises(Refused, match=r"your bankroll holds \$400: buy in for at most that") as refused:
            await evening.buys("one", 40_001)
        assert refused.value.code == "bankroll_short"
        await evening.buys("one", 40_000)
        with pytest.raises(Refused, match="your bankroll is empty"):
            await evening.buys("one", 1)
        assert await evening.chips() == (0, 100_000)


async def test_the_allowance_tops_a_broke_player_up_once_a_day_and_nobody_else() -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("one")
        await evening.sits("one", 100_000)
        await lose(evening, 70_000)
        await evening.gets_up("one")
        with pytest.raises(Refused):  # today's allowance was the first
            await evening.sits("one", 40_000)
        assert await evening.given() == 100_000
        evening.now += DAY
        await evening.buys("one", 30_000)  # the bankroll holds that, so the day's allowance is kept for later
        assert await evening.given() == 100_000
        await evening.buys("one", 70_000)
        assert await evening.given() == 170_000
        assert await evening.chips() == (0, 100_000)
        evening.now += DAY
        with pytest.raises(Refused):  # whoever holds the allowance is not broke
            await evening.buys("one", 1)
        assert await evening.given() == 170_000


async def test_chips_in_play_are_not_lost_chips() -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("one")
        await evening.sits("one", 100_000)
        evening.now += DAY
        live = evening.house.live("one")
        while not live.table.is_open:
            await asyncio.sleep(0)
        most = live.posted.limits.ante.max
        await evening.house.command(ANN, "one", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=min(most, 50_000)), None)
        with pytest.raises(Refused, match="in play"):
            await evening.buys("one", 5_000)
        assert await evening.given() == 100_000


async def test_a_house_without_an_allowance_gives_nothing() -> None:
    evening = Evening(allowance=0)
    async with opened(evening):
        await evening.table("one")
        with pytest.raises(Refused, match="your bankroll is empty"):
            await evening.sits("one", 1)
        assert ALLOWANCE not in await evening.store.balances()


@pytest.mark.parametrize("book", BOOKS)
async def test_both_hands_of_a_player_use_the_same_chips(book: str) -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("one", rules=book)
        await evening.sits("one", 50_000)
        live = evening.house.live("one")
        if live.posted.hands_per_player < 2:
            return
        await evening.house.command(ANN, "one", c.TakeSeat(seat=TWO, player=ANN.player), None)
        assert live.table.rail(ONE) == live.table.rail(TWO) == 50_000
        await evening.gets_up("one", TWO)
        assert await evening.chips() == (50_000, 50_000)
        await evening.gets_up("one", ONE)
        assert await evening.chips() == (100_000, 0)


async def test_a_guests_own_rules_pay_no_chips_that_are_worth_anything_elsewhere() -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("mine", by=ANN, rules=(RULES / "massachusetts.toml").read_text())
        await evening.sits("mine", 5_000_000)
        assert await evening.chips() == (0, 5_000_000)
        await evening.gets_up("mine")
        assert await evening.chips() == (0, 0)
        assert await evening.given() == 0
        await evening.table("ours", by=ANN)
        await evening.sits("ours", 100_000)
        assert await evening.given() == 100_000


async def test_a_repeated_buy_in_and_an_allowance_asked_for_twice_at_once_count_once() -> None:
    evening = Evening()
    async with opened(evening):
        await evening.table("one")
        await evening.table("two")
        await evening.sits("one", 100_000, "k1")
        await evening.buys("one", 100_000, "k1")
        assert await evening.chips() == (0, 100_000)
        evening.now += DAY
        await lose(evening, 100_000)
        bankrolls = evening.house.bankrolls
        given = await asyncio.gather(*(bankrolls.top_up(ANN.player, 1) for _ in range(20)))
        assert sorted(given)[-2:] == [0, 100_000]
        assert await evening.chips() == (100_000, 0)


async def lose(evening: Evening, cents: int, table: str = "one") -> None:
    """Move chips of Ann's from the table's rail to its tray, as a lost round does."""
    live = evening.house.live(table)
    lost = Transfer(
        source=Account(AccountKind.PLAYER, ANN.person), target=Account(AccountKind.TRAY, table), cents=Fraction(cents)
    )
    number = (await evening.store.streams("lost")).get("lost", 0)
    await evening.store.append([Entry(stream="lost", after=number, body={}, transfers=(lost,))])
    live.table = on_rail(live.table, ONE, -cents)


@asynccontextmanager
async def opened(evening: Evening) -> AsyncIterator[None]:
    await evening.open()
    try:
        yield
    finally:
        await evening.composed.close()
        await evening.store.trial_balance()
