"""Bots: seats played by programs, whose player id names their strategy."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from zlib import crc32

from typing_extensions import override

from uth.errors import Malformed, Refused, Stale, quoted
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.observers import Observer
from uth.house.presence import next_step_to_leave
from uth.people.roles import BOT, is_bot
from uth.rules.values import Wager
from uth.store.entries import Unavailable
from uth.strategy.named import situation_at, strategy_named
from uth.strategy.simple import ante_of, optional_wagers
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.decide import Events
from uth.table.round.refusals import decisions, refusal_of, wager_offers
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat

ANTES_WANTED: Final = 40
"""A bot buys in again below this many minimum antes."""
ANTES_BOUGHT: Final = 200


def next_wager(table: Table, posted: Posted, seat: Seat, *, banks: bool, beside: bool) -> c.SeatCommand | None:
    """Return the bot's next command while wagers are open, or ``None`` once its wagers are placed."""
    if table.phase is not Phase.WAGERS or (table.round.banker is not None and table.round.banker.seat == seat):
        return None
    if seat not in table.round.spots and table.rail(seat) < ANTES_WANTED * posted.limits.ante.min:
        return c.BuyIn(seat=seat, cents=rack(posted))
    if posted.player_banks and table.round.banker is None:
        return _bank_decision(table, posted, seat, banks=banks)
    return _wager(table, posted, seat, beside=beside)


def rack(posted: Posted) -> int:
    """Return the amount of a buy-in; where players bank, it is enough to bank."""
    least, most = posted.limits.ante.min, posted.limits.ante.max
    deep = 40 * most if posted.player_banks else 0
    return max(ANTES_BOUGHT * least, deep)


def _bank_decision(table: Table, posted: Posted, seat: Seat, *, banks: bool) -> c.Bank | c.DeclineBank | None:
    """Return the bot's answer when offered the bank: it banks if configured to, and declines otherwise."""
    bank = c.Bank(seat=seat, cents=min(table.rail(seat), rack(posted)))
    if banks and refusal_of(table, bank, posted) is None:
        return bank
    return c.DeclineBank(seat=seat) if button(table, posted) == seat else None


def _wager(table: Table, posted: Posted, seat: Seat, *, beside: bool) -> c.PlaceWager | None:
    """Return the bot's next wager that is not placed yet."""
    offers, spot = wager_offers(table, seat, posted), table.round.spots.get(seat)
    if spot is None:
        ante = next((offer for offer in offers if offer.wager is Wager.ANTE), None)
        return c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=ante_of(seat, ante)) if ante is not None else None
    for offer in optional_wagers(seat, offers) if beside else ():
        down = c.PlaceWager(seat=seat, wager=offer.wager, cents=offer.cents_min)
        if offer.wager not in spot.wagers and refusal_of(table, down, posted) is None:
            return down
    return None


LOG: Final = logging.getLogger(__name__)
NAME: Final = re.compile(rf"{BOT}(?P<words>.+) (?P<number>\d+)(?P<banks> banks)?")
PAUSE_STEPS: Final = (3, 4, 5, 6)
"""How long a bot waits before acting, in steps of the dealer."""
RETRY_S: Final = 1.0
"""How long a bot waits after a failure of the store."""
IDLE_ROUNDS_MAX: Final = 3
"""After this many rounds in a row without a person's wager, the bots stop."""


def bot_named(strategy: str, number: int, *, banks: bool = False) -> PlayerId:
    """Return the player id of a bot, such as ``bot:Optimal 2``."""
    return PlayerId(f"{BOT}{strategy.replace('_', ' ').capitalize()} {number}{' banks' if banks else ''}")


@dataclass(slots=True, kw_only=True, eq=False)
class Bot(Observer):
    """A bot at a table, which it observes."""

    live: LiveTable
    player: PlayerId
    leaves: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def strategy(self) -> str:
        """The name of its strategy."""
        found = NAME.fullmatch(self.player)
        return found["words"].lower().replace(" ", "_") if found is not None else "simple"

    @property
    def banks(self) -> bool:
        """Whether it banks when it can."""
        return self.player.endswith(" banks")

    @property
    def seat(self) -> Seat | None:
        """Its seat; ``None`` once it has left."""
        return next((seat for seat, chair in self.live.table.chairs.items() if chair.player == self.player), None)

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Wake the bot."""
        self.news.set()

    def pause_s(self) -> float:
        """Return how long to wait before acting, varied from one action to the next."""
        steps = PAUSE_STEPS[crc32(f"{self.player} {self.live.number}".encode()) % len(PAUSE_STEPS)]
        return steps * self.live.clock.pace.step


@dataclass(slots=True, kw_only=True)
class Bots(Observer):
    """All bots of the house; each is a task that acts after every change of its table."""

    hears = frozenset({e.NoMoreBetsAnnounced, e.SeatTaken})
    house: House
    aside: Callable[[LiveTable], None] = lambda _: None
    """Called when a bot becomes ready, which is not logged."""
    _at: dict[str, dict[PlayerId, Bot]] = field(default_factory=dict)
    _tasks: dict[PlayerId, asyncio.Task[None]] = field(default_factory=dict)
    _idle: dict[str, int] = field(default_factory=dict)
    """The number of rounds in a row without a person's wager, by table."""

    async def open(self) -> None:
        """Resume every bot that sits at a table according to the log."""
        for live in self.house.tables.values():
            self.table_started(live)

    @override
    def table_started(self, live: LiveTable) -> None:
        """Resume the bots that sit at the table according to the log."""
        for chair in live.table.chairs.values():
            if is_bot(chair.player) and chair.player not in self._tasks:
                self._start(live, chair.player)

    @override
    def table_moved(self, live: LiveTable) -> None:
        """Stop the bots of the table; the program that now runs it resumes them."""
        for player in self._at.pop(live.name, {}):
            task = self._tasks.pop(player, None)
            if task is not None:
                task.cancel()
        live.observers.at.pop(live.name, None)
        self._idle.pop(live.name, None)

    async def close(self) -> None:
        """Stop every bot; they keep their seats."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._tasks.clear()
        self._at.clear()

    async def add(self, table: str, strategy: str, count: int = 1, *, banks: bool = False) -> tuple[PlayerId, ...]:
        """Seat `count` bots; raise `Malformed` and seat none if there is not room for all."""
        live = self.house.live(table)
        strategy_named(strategy).require_playable(live.posted)
        if banks and live.posted.rules.seats.banked_by.value == "house":
            raise Malformed("banks", banks, "is not for this table; the house banks it")
        free = [seat for seat in _seats(live) if seat not in live.table.chairs and seat not in live.table.round.spots]
        if not 1 <= count <= len(free):
            raise Malformed("count", count, f"is not a number of free seats at {quoted(table)}; {len(free)} are free")
        seated = []
        for seat in free[:count]:
            player = self._free_name(table, strategy, banks=banks)
            await live.ask(player, c.TakeSeat(seat=seat, player=player))
            self._start(live, player)
            seated.append(player)
        return tuple(seated)

    def remove(self, table: str, player: PlayerId) -> None:
        """Make a bot leave now, or after the hand it is playing."""
        bot = self._at.get(table, {}).get(player)
        if bot is None:
            here = ", ".join(self._at.get(table, {})) or "there are none"
            raise Malformed("player", player, f"is not a bot at {quoted(table)}; {here}")
        bot.leaves = True
        bot.news.set()

    def dismiss(self, table: str, count: int | None = None) -> None:
        """Make bots leave after their hands: all of them, or `count` including those already leaving."""
        here = self._at.get(table, {}).values()
        staying = [bot for bot in here if not bot.leaves]
        leaving = len(here) - len(staying)
        for bot in staying if count is None else staying[: max(count - leaving, 0)]:
            bot.leaves = True
            bot.news.set()

    def at(self, table: str) -> int:
        """Return how many bots sit at a table and are not leaving."""
        return sum(not bot.leaves for bot in self._at.get(table, {}).values())

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Count the rounds without a person's wager."""
        for event, state in zip(events, states, strict=True):
            if isinstance(event, e.NoMoreBetsAnnounced):
                self._idle[live.name] = 0 if person_plays(state) else self._idle.get(live.name, 0) + 1
            elif isinstance(event, e.SeatTaken) and not is_bot(event.player):
                self._idle[live.name] = 0

    def _free_name(self, table: str, strategy: str, *, banks: bool) -> PlayerId:
        """Return a player id that nobody in the house has, because the ledger keeps one account per id.

        If other programs run tables too, each table has its own hundred numbers.
        """
        taken = {chair.player for live in self.house.tables.values() for chair in live.table.chairs.values()}
        number = 1 + 100 * self.house.made_at(table) if self.house.placement.is_shared else 1
        while (player := bot_named(strategy, number, banks=banks)) in taken:
            number += 1
        return player

    def _start(self, live: LiveTable, player: PlayerId) -> None:
        bot = Bot(live=live, player=player)
        self._at.setdefault(live.name, {})[player] = bot
        live.observers.at.setdefault(live.name, []).append(bot)
        self._tasks[player] = asyncio.create_task(self._play(bot), name=f"{player} at {live.name}")

    async def _play(self, bot: Bot) -> None:
        """Act and wait for changes until the bot has left."""
        while bot.seat is not None:
            bot.news.clear()
            try:
                acted = await self._act(bot)
            except Exception as error:
                LOG.error("%s could not play at %s", bot.player, bot.live.name, exc_info=error)
                acted = False
            if not acted:
                await bot.news.wait()
        here, followers = self._at[bot.live.name], bot.live.observers.at[bot.live.name]
        here.pop(bot.player, None)
        followers.remove(bot)
        if not here:
            del self._at[bot.live.name], bot.live.observers.at[bot.live.name]
        self._tasks.pop(bot.player, None)

    async def _act(self, bot: Bot) -> bool:
        """Act once after a pause; return whether there was anything to do."""
        if self._next(bot) is None and not self._is_asked(bot) and not self._wants_ready(bot):
            return False
        await asyncio.sleep(bot.pause_s())
        command = await self._answer(bot) if self._is_asked(bot) else self._next(bot)
        if isinstance(command, c.PlaceWager):
            spot = bot.live.table.round.spots.get(command.seat)
            wagers = {**(spot.wagers if spot is not None else {}), command.wager: command.cents}
            await asyncio.to_thread(strategy_named(bot.strategy).make_ready, bot.live.posted, wagers)
        if command is not None:
            return await self._give(bot, command)
        if self._wants_ready(bot) and bot.seat is not None:
            bot.live.say_ready(bot.seat)
            self.aside(bot.live)
        return True

    async def _give(self, bot: Bot, command: c.SeatCommand) -> bool:
        """Send the command; return whether to act again now. After a refusal the bot waits for the next change."""
        try:
            await bot.live.ask(bot.player, command)
        except Unavailable:  # no event will follow
            await asyncio.sleep(RETRY_S)
        except (Refused, Stale):
            return False
        return True

    def _is_asked(self, bot: Bot) -> bool:
        return bot.seat is not None and bot.live.table.turn == bot.seat and bot.live.table.round.floor is None

    async def _answer(self, bot: Bot) -> c.SeatCommand | None:
        """Return the bot's decision; an exact strategy computes in a thread."""
        table, posted, seat = bot.live.table, bot.live.posted, bot.seat
        asked = situation_at(table, seat, posted) if seat is not None else None
        if seat is None or asked is None:
            return None
        offered = decisions(table, seat, posted)
        if not offered:
            return c.BuyIn(seat=seat, cents=posted.limits.ante.max)
        # With the meters at their seeds the game is solved once, not for every change of a meter.
        return await asyncio.to_thread(strategy_named(bot.strategy).answer, replace(asked, meters={}), offered)

    def _next(self, bot: Bot) -> c.SeatCommand | None:
        """Return the bot's next command outside its turn; ``None`` while no person is playing."""
        table, seat = bot.live.table, bot.seat
        if seat is None:
            return None
        if bot.leaves:
            return next_step_to_leave(table, bot.live.posted, seat)
        if not self._person_present(bot.live) or bot.live.off:
            return None
        # The optimal strategy makes no side wagers, because each has a house edge.
        return next_wager(table, bot.live.posted, seat, banks=bot.banks, beside=bot.strategy != "optimal")

    def _person_present(self, live: LiveTable) -> bool:
        """Whether a person at the table plays, or sat down recently enough that they might."""
        if self._idle.get(live.name, 0) >= IDLE_ROUNDS_MAX:
            return person_plays(live.table)
        return any(not is_bot(chair.player) for chair in live.table.chairs.values())

    def _wants_ready(self, bot: Bot) -> bool:
        """Whether the bot's wagers are down and a person plays too, so that no person misses the deal."""
        table, seat = bot.live.table, bot.seat
        if table.phase is not Phase.WAGERS or bot.leaves:
            return False
        if seat not in table.round.spots or seat in bot.live.clock.ready:
            return False
        return person_plays(table) and self._next(bot) is None


def person_plays(table: Table) -> bool:
    """Whether a person has a wager down or banks."""
    banker = [table.round.banker.seat] if table.round.banker is not None else []
    playing = [table.chairs.get(seat) for seat in (*table.round.spots, *banker)]  # a player who has left has no chair
    return any(chair is not None and not is_bot(chair.player) for chair in playing)


def _seats(live: LiveTable) -> list[Seat]:
    return [Seat(at) for at in range(1, live.posted.rules.seats.count.value + 1)]
