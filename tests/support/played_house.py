"""A house in memory whose tables are played hand by hand, through the writer of a live table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from uth.cards import Card
from uth.composition import HouseSettings, compose
from uth.errors import Refused
from uth.history.history import History
from uth.house.live_table import LiveTable
from uth.house.round_secret import RoundSecret
from uth.house.specs import spec_of
from uth.rules.values import Wager
from uth.store.entries import Store
from uth.store.memory import MemoryStore
from uth.table.dealer import next_step
from uth.table.round import commands as c
from uth.table.round.refusals import decisions, wager_offers
from uth.table.round.state import Phase
from uth.units import Cents, PlayerId, Seat

PLAYERS = ("ann~1", "bob~2", "cat~3", "dan~4")


@dataclass(slots=True, kw_only=True)
class StackedSecret(RoundSecret):
    """A secret that gives a fixed order, if there is one."""

    stacked: tuple[Card, ...] | None = None

    def order(self) -> tuple[Card, ...]:
        return self.stacked if self.stacked is not None else RoundSecret.order(self)


class Ticks:
    """A clock for a log: each record is one second later."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> str:
        self.now += 1
        minutes, seconds = divmod(self.now, 60)
        hours, minutes = divmod(minutes, 60)
        return f"2026-07-28T{hours:02d}:{minutes:02d}:{seconds:02d}.000Z"


def memory() -> MemoryStore:
    return MemoryStore(clock=Ticks())


@dataclass
class PlayedHouse:
    """A house with tables that are played by a test."""

    store: Store = field(default_factory=memory)
    random: Random = field(default_factory=lambda: Random(7))

    def __post_init__(self) -> None:
        self.house = compose(
            self.store, settings=HouseSettings(allowance=Cents(1_000_000_000)), clock=lambda: 1_000.0
        ).house
        self.history = History(house=self.house)

    def table(self, name: str = "one", **document: Any) -> LiveTable:
        """Add a table to the house, dealt only by the test."""
        spec = spec_of({"rules": "massachusetts", **document, "name": name})
        live = LiveTable(name=name, posted=spec.posted(), store=self.store, spec=spec)
        self.house.specs[name], self.house.tables[name] = spec, live
        return live

    async def sit(self, live: LiveTable, players: tuple[str, ...] = PLAYERS[:3]) -> None:
        """Seat everyone with chips, and open the table."""
        for at, player in enumerate(players, 1):
            await live._done(player, c.TakeSeat(seat=Seat(at), player=PlayerId(player)), None)
            await live._done(player, c.BuyIn(seat=Seat(at), cents=10_000_000), None)
        while not live.table.is_open:
            await live._go_on()

    async def wager(self, live: LiveTable, *, every: bool = True) -> None:
        """Place every seat's ante, and every other offered wager if `every`; a player banks if the book says so."""
        seats = sorted(live.table.chairs)
        if live.posted.rules.seats.player_banks:
            await self._bank(live, seats)
        for seat in seats:
            if live.table.round.banker is None or live.table.round.banker.seat != seat:
                ante = live.posted.limits.ante.min
                await live._done(self.who(live, seat), c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=ante), None)
            for offer in wager_offers(live.table, seat, live.posted) if every else ():
                if offer.wager is not Wager.ANTE and offer.wager not in live.table.round.spots[seat].wagers:
                    cents = max(offer.unit, offer.cents_min)
                    command = c.PlaceWager(seat=seat, wager=offer.wager, cents=cents)
                    await live._done(self.who(live, seat), command, None)

    async def _bank(self, live: LiveTable, seats: list[Seat]) -> None:
        for seat in seats:
            try:
                await live._done(self.who(live, seat), c.Bank(seat=seat, cents=500_000), None)
            except Refused:
                continue
            return

    def who(self, live: LiveTable, seat: Seat) -> str:
        return live.table.chairs[seat].player

    async def deal(self, live: LiveTable, until: Callable[[LiveTable], bool], answers: tuple[int, ...] = ()) -> None:
        """Let the house deal and the seats answer, by index among the offers or at random."""
        given = iter(answers)
        while not until(live):
            turn = live.table.turn
            if live.table.round.replacing is not None:
                step = next_step(live.table, live.posted, live.secret.order)
                assert step is not None
                await live._done("house", step, None)
                continue
            if turn is None:
                await live._go_on()
                continue
            offered = decisions(live.table, turn, live.posted)
            at = next(given, None)
            choice = self.random.choice(offered) if at is None else offered[at % len(offered)]
            await live._done(self.who(live, turn), choice, None)

    async def round(self, live: LiveTable, answers: tuple[int, ...] = (), *, every: bool = True) -> None:
        """Play a whole round, from the wagers to the collected cards."""
        await self.wager(live, every=every)
        await self.deal(live, lambda each: each.table.phase is Phase.SETTLED, answers)
        await live._go_on()
