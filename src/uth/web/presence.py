"""Idle chairs: a player who has been away for long leaves with their chips, so that others can sit there.

A guest who closes the page and loses the cookie can never come back to a chair; it would be taken for ever. Where no
chair is free and somebody looks on, whoever is there and lets the wagering go by for long is told, and then gets up,
too.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import override

from uth.bots.bots import Bots, getting_up
from uth.errors import UthError
from uth.house.guests import seated_people
from uth.house.house import House
from uth.house.live_table import HOUSE, LiveTable
from uth.house.logs import LOG
from uth.house.observers import Observer
from uth.people.log import is_bot
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.state import Table
from uth.units import PlayerId, Seat
from uth.web.hub import Hub
from uth.web.listening import frame, seats_of

LOOK_S: Final = 30.0
"""How often the house looks around."""
STEPS_MAX: Final = 20
"""How many wagers somebody who gets up may have to take back first."""
TOLD_S: Final = 300.0
"""How long beforehand somebody who lets the wagering go by is told, minute by minute."""

Place = tuple[str, PlayerId]
"""Somebody at a table, by its name."""


@dataclass(slots=True, kw_only=True)
class EmptyChairs(Observer):
    """Who sits at a table and has no connection there, or does not wager, and for how long."""

    house: House
    hub: Hub
    away_s: float
    idle_s: float
    now: Callable[[], float] = time.monotonic
    _since: dict[Place, float] = field(default_factory=dict)
    """Since when they have been away."""
    _idle: dict[Place, float] = field(default_factory=dict)
    """How much of the wagering they have let go by while no chair was free."""
    _told: dict[Place, int | None] = field(default_factory=dict)
    """How many minutes they were last told that they have left; ``None`` where nobody counts them."""
    _looked: float | None = None

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Know who has just sat down, and who is in the round whose wagers have closed."""
        for event, table in zip(events, states, strict=True):
            seats: set[Seat] = set()
            if isinstance(event, e.SeatTaken):
                seats = {event.seat}
            elif isinstance(event, e.NoMoreBetsAnnounced):
                seats = {seat for seat in table.chairs if _has_wagered(table, seat)}
            for seat in seats:
                self._idle.pop((live.name, table.chairs[seat].player), None)

    async def watch(self) -> None:
        """Look around now and then, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except Exception as error:
                LOG.error("nobody could be asked to get up", exc_info=error)

    async def look(self) -> None:
        """Free the chairs of players who have been away too long and have nothing on the table."""
        now = self.now()
        away = {(live.name, player) for live in self.house.open_tables for player in self._away_from(live)}
        self._since = {each: self._since.get(each, now) for each in sorted(away)}
        for (name, player), since in self._since.items():
            if now - since >= self.away_s and self.hub.paused is None:
                with suppress(UthError):  # the table has been closed since
                    await self._get_up(self.house.live(name), player)
        await self._look_at_idle(now)

    async def _look_at_idle(self, now: float) -> None:
        """Free the chairs of players who have not wagered for too long, and warn those who are close to it."""
        passed = min(now - self._looked, LOOK_S) if self._looked is not None else 0.0
        self._looked = now
        self._idle = {place: idle for live in self.house.open_tables for place, idle in self._counted(live, passed)}
        self._told = {place: left for place, left in self._told.items() if place in self._idle}
        for name, player in sorted(self._idle, key=self._idle.__getitem__, reverse=True):  # a chair is free after one
            live, idle = self.house.tables.get(name), self._idle.get((name, player), 0.0)
            if live is None:  # it has been closed since
                continue
            left = math.ceil((self.idle_s - idle) / 60)
            wagers = any(_has_wagered(live.table, seat) for seat in seats_of(live.table, player))
            if wagers or not (_is_wagering(live) and self._is_wanted(live)) or self.idle_s - idle > TOLD_S:
                self._tell(live, player, None)
            elif left > 0:
                self._tell(live, player, left)
            else:
                await self._get_up(live, player)
                if not live.sits(player):
                    self._tell(live, player, 0)

    def _counted(self, live: LiveTable, passed: float) -> Iterator[tuple[Place, float]]:
        """Yield who sits there, and what they have let go by while all could wager and no chair was free; the last of
        their time passes only while somebody looks on."""
        counts = _is_wagering(live) and self.hub.paused is None
        most = self.idle_s if self._is_wanted(live) else max(self.idle_s - TOLD_S, 0.0)
        for player in dict.fromkeys(chair.player for _, chair in sorted(live.table.chairs.items())):
            if is_bot(player):
                continue
            wagers = any(_has_wagered(live.table, seat) for seat in seats_of(live.table, player))
            place = live.name, player
            yield place, min(self._idle.get(place, 0.0) + (passed if counts and not wagers else 0.0), most)

    def _tell(self, live: LiveTable, player: PlayerId, left: int | None) -> None:
        """Tell the player how many minutes are left, once for each, and that nobody counts them any more; at the end
        why they sit there no more."""
        if self._told.get((live.name, player)) == left:
            return
        self._told[live.name, player] = left
        said = frame("idle", minutes=left, says=_says(left), clause="R67")
        for listener in self.hub.listeners.get(live.name, ()):
            if listener.player == player:
                listener.hear(said)

    def _is_wanted(self, live: LiveTable) -> bool:
        """Whether somebody is at the table and has no chair there."""
        return any(
            not seats_of(live.table, each.player) for each in self.hub.listeners.get(live.name, ()) if not each.staff
        )

    def _away_from(self, live: LiveTable) -> set[PlayerId]:
        here = {listener.player for listener in self.hub.listeners.get(live.name, ())}
        seated = {chair.player for chair in live.table.chairs.values()}
        return {player for player in seated - here if not is_bot(player)}

    async def _get_up(self, live: LiveTable, player: PlayerId) -> None:
        """Free every chair of the player at the table, once no hand, award or dispute is open."""
        for seat in seats_of(live.table, player):
            with suppress(UthError):
                await self._leave(live, seat)

    async def _leave(self, live: LiveTable, seat: Seat) -> None:
        for _ in range(STEPS_MAX):
            waits = live.table.owed or live.table.dispute is not None or seat not in live.table.chairs
            step = getting_up(live.table, live.posted, seat) if not waits else None
            if step is None:
                return
            await live.ask(HOUSE, step)


def _is_wagering(live: LiveTable) -> bool:
    """Whether the house deals there, wagers are taken round after round, and no chair is free."""
    table = live.table
    waits = live.off or table.owed or table.dispute is not None or table.floor is not None
    full = len(table.chairs) >= live.posted.rules.seats.count.value
    return live.clock.deals_itself and table.is_open and full and not waits


def _has_wagered(table: Table, seat: Seat) -> bool:
    return seat in table.spots or (table.banker is not None and table.banker.seat == seat)


def _says(left: int | None) -> str:
    if left is None:
        return "your chair is yours"
    if left == 0:
        return "no chair was free here, and you had not wagered for long: you got up with your chips"
    return f"no chair is free here, and you have not wagered for long: wager within {left} min, or you get up"


LEFT_LOOK_S: Final = 15.0
"""How often the house looks around."""
BOTS_STAY_S: Final = 60.0
"""How long bots wait at a table where no person sits."""


@dataclass(slots=True, kw_only=True)
class LeftTables:
    """Which tables have no person at them, and since when."""

    house: House
    hub: Hub
    bots: Bots
    empty_s: float
    now: Callable[[], float] = time.monotonic
    _unseated: dict[str, float] = field(default_factory=dict)
    """Since when no person sits at a table."""
    _left: dict[str, float] = field(default_factory=dict)
    """Since when no person sits at a guest's table or looks on."""

    async def watch(self) -> None:
        """Look around now and then, until cancelled."""
        while True:
            await asyncio.sleep(LEFT_LOOK_S)
            try:
                await self.look()
            except Exception as error:
                LOG.error("the tables people have left could not be looked at", exc_info=error)

    async def look(self) -> None:
        """Send bots away from where nobody sits, have one make room for a person, and close what guests have left."""
        now, tables = self.now(), self.house.open_tables
        unseated = [live.name for live in tables if not seated_people(live.table)]
        left = [name for name in unseated if self.house.is_left(name)]
        self._unseated = {name: self._unseated.get(name, now) for name in unseated}
        self._left = {name: self._left.get(name, now) for name in left}
        for live in tables:
            if self._is_wanted(live):
                self.bots.dismiss(live.name, 1)
            elif now - self._unseated.get(live.name, now) >= BOTS_STAY_S:
                self.bots.dismiss(live.name)
        for name, since in self._left.items():
            if now - since >= self.empty_s and self.hub.paused is None:
                with suppress(UthError):  # a round is on, or the store is away: the next look finds it again
                    await self.house.close_left(name)

    def _is_wanted(self, live: LiveTable) -> bool:
        """Whether no chair is free and a person without one looks on, while a bot sits there."""
        full = len(live.table.chairs) >= live.posted.rules.seats.count.value
        if not full or not self.bots.at(live.name):
            return False
        return any(
            each.player is not None and not each.staff and not seats_of(live.table, each.player)
            for each in self.hub.listeners.get(live.name, ())
        )
