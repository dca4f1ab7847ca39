"""Presence: who is away from their chair, how long an idle chair is kept, and when a table without people ends.

A player who has been away too long gets up with their chips; otherwise a guest who closes the page and loses the cookie
would hold a chair for ever. If no chair is free and somebody is watching, a connected player who does not wager is
warned every minute and then gets up too. Bots leave a table without people, and a guest's empty table is closed.

This module is only the policy. Connections come from an `Audience`, such as the hub of the websockets.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

from typing_extensions import override

from uth.errors import UthError
from uth.house.guests import seated_people
from uth.house.house import House
from uth.house.live_table import HOUSE, LiveTable
from uth.house.logs import LOG
from uth.house.observers import Observer
from uth.people.roles import is_bot
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat


class Connected(Protocol):
    """One connection to a table."""

    @property
    def player(self) -> PlayerId | None:
        """The player, or ``None`` for a connection without a session."""

    @property
    def staff(self) -> bool:
        """Whether the player is staff."""


class Audience(Protocol):
    """The connections to the tables of a house."""

    @property
    def is_paused(self) -> bool:
        """Whether the house is paused because nothing can be stored."""

    def connected_to(self, live: LiveTable) -> Collection[Connected]:
        """Return every connection to the table."""

    def people_at(self, live: LiveTable) -> dict[str, str]:
        """Return the people at the table, seated or watching, each with their address."""

    def aside(self, live: LiveTable) -> None:
        """Broadcast what is not in the log, such as who is ready or away."""

    def warn_idle(self, live: LiveTable, player: PlayerId, *, minutes: int | None, says: str, clause: str) -> None:
        """Warn a player how many minutes they have left to wager; ``None`` withdraws the warning."""


@dataclass(frozen=True, slots=True)
class Present:
    """A player who counts as present without a connection."""

    player: PlayerId | None
    staff: bool = False


class NoAudience(Audience):
    """The audience of a house without connections: every seated player counts as present."""

    @property
    @override
    def is_paused(self) -> bool:
        """Whether the house is paused; never."""
        return False

    @override
    def connected_to(self, live: LiveTable) -> Collection[Connected]:
        """Return one connection for each player at the table."""
        return [Present(chair.player) for chair in live.table.chairs.values()]

    @override
    def people_at(self, live: LiveTable) -> dict[str, str]:
        """Return the people seated at the table."""
        return seated_people(live.table)

    @override
    def aside(self, live: LiveTable) -> None:
        """Do nothing."""

    @override
    def warn_idle(self, live: LiveTable, player: PlayerId, *, minutes: int | None, says: str, clause: str) -> None:
        """Do nothing."""


class BotSeats(Protocol):
    """The seats played by bots."""

    def at(self, table: str) -> int:
        """Return how many bots at the table have not been dismissed."""

    def dismiss(self, table: str, count: int | None = None) -> None:
        """Make this many bots leave the table after their hands; all of them by default."""


def chair_of(table: Table, player: PlayerId | None) -> Seat | None:
    """Return the player's first seat at the table, or ``None`` if they have none."""
    return next(iter(seats_of(table, player)), None)


def seats_of(table: Table, player: PlayerId | None) -> tuple[Seat, ...]:
    """Return every seat of the player at the table."""
    return tuple(seat for seat, chair in sorted(table.chairs.items()) if player is not None and chair.player == player)


def players_away(table: Table, connected: Collection[Connected]) -> set[PlayerId]:
    """Return the people who are seated at the table without a connection to it."""
    here = {each.player for each in connected}
    return {chair.player for chair in table.chairs.values() if chair.player not in here and not is_bot(chair.player)}


def next_step_to_leave(table: Table, posted: Posted, seat: Seat) -> c.SeatCommand | None:
    """Return the seat's next command in order to leave, or ``None`` while its hand is in play."""
    if table.phase is Phase.WAGERS and table.round.banker is not None and table.round.banker.seat == seat:
        return c.GiveUpBank(seat=seat)
    spot = table.round.spots.get(seat)
    if table.phase is Phase.WAGERS and spot is not None:
        backs = (c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(list(spot.wagers)))
        return next((back for back in backs if refusal_of(table, back, posted) is None), None)
    leave = c.LeaveSeat(seat=seat)
    return leave if refusal_of(table, leave, posted) is None else None


LOOK_S: Final = 30.0
"""How often chairs are checked."""
STEPS_MAX: Final = 20
"""The most commands a player's leaving may take; wagers are taken back first."""
TOLD_S: Final = 300.0
"""How long before the end of the idle time a player is warned, every minute."""
CLAUSE: Final = "R67"

Place = tuple[str, PlayerId]
"""The name of a table, and a player at it."""


@dataclass(slots=True, kw_only=True)
class IdleChairs(Observer):
    """Frees the chairs of players who have been away, or have not wagered, for too long."""

    hears = frozenset({e.SeatTaken, e.NoMoreBetsAnnounced})
    house: House
    audience: Audience
    away_s: float
    idle_s: float
    now: Callable[[], float] = time.monotonic
    _since: dict[Place, float] = field(default_factory=dict)
    """Since when each player has been away."""
    _idle: dict[Place, float] = field(default_factory=dict)
    """How long each player could have wagered and did not, while no chair was free."""
    _told: dict[Place, int | None] = field(default_factory=dict)
    """The minutes left in each player's last warning; ``None`` if it was withdrawn."""
    _looked: float | None = None

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Reset the idle time of a player who sits down, and of those who have wagered when the wagers close."""
        for event, table in zip(events, states, strict=True):
            seats: set[Seat] = set()
            if isinstance(event, e.SeatTaken):
                seats = {event.seat}
            elif isinstance(event, e.NoMoreBetsAnnounced):
                seats = {seat for seat in table.chairs if _has_wagered(table, seat)}
            for seat in seats:
                self._idle.pop((live.name, table.chairs[seat].player), None)

    async def watch(self) -> None:
        """Check all chairs regularly, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except Exception as error:
                LOG.error("idle chairs could not be checked", exc_info=error)

    async def look(self) -> None:
        """Free the chairs of players who have been away or idle for too long, once their hands are over."""
        now = self.now()
        away = {(live.name, player) for live in self.house.open_tables for player in self._away(live)}
        self._since = {each: self._since.get(each, now) for each in sorted(away)}
        for (name, player), since in self._since.items():
            if now - since >= self.away_s and not self.audience.is_paused:
                with suppress(UthError):  # the table has been closed in the meantime
                    await self._get_up(self.house.live(name), player)
        await self._look_at_idle(now)

    async def _look_at_idle(self, now: float) -> None:
        """Free the chairs of players who have not wagered for too long, and warn those who are close to it."""
        passed = min(now - self._looked, LOOK_S) if self._looked is not None else 0.0
        self._looked = now
        self._idle = {place: idle for live in self.house.open_tables for place, idle in self._counted(live, passed)}
        self._told = {place: left for place, left in self._told.items() if place in self._idle}
        # The longest idle first: once one gets up, a chair is free and the others may stay.
        for name, player in sorted(self._idle, key=self._idle.__getitem__, reverse=True):
            live, idle = self.house.tables.get(name), self._idle.get((name, player), 0.0)
            if live is None:  # it has been closed in the meantime
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
        """Yield each player at the table with their idle time, counted while all could wager and no chair was free.

        The last minutes, in which the player is warned, count only while somebody without a chair is watching.
        """
        counts = _is_wagering(live) and not self.audience.is_paused
        most = self.idle_s if self._is_wanted(live) else max(self.idle_s - TOLD_S, 0.0)
        for player in dict.fromkeys(chair.player for _, chair in sorted(live.table.chairs.items())):
            if is_bot(player):
                continue
            wagers = any(_has_wagered(live.table, seat) for seat in seats_of(live.table, player))
            place = live.name, player
            yield place, min(self._idle.get(place, 0.0) + (passed if counts and not wagers else 0.0), most)

    def _tell(self, live: LiveTable, player: PlayerId, left: int | None) -> None:
        """Warn the player of the minutes left, once per minute, or withdraw the warning, or say why they got up."""
        if self._told.get((live.name, player)) == left:
            return
        self._told[live.name, player] = left
        self.audience.warn_idle(live, player, minutes=left, says=_says(left), clause=CLAUSE)

    def _is_wanted(self, live: LiveTable) -> bool:
        """Whether somebody without a chair is watching the table."""
        here = self.audience.connected_to(live)
        return any(not seats_of(live.table, each.player) for each in here if not each.staff)

    def _away(self, live: LiveTable) -> set[PlayerId]:
        return players_away(live.table, self.audience.connected_to(live))

    async def _get_up(self, live: LiveTable, player: PlayerId) -> None:
        """Free every chair of the player at the table, unless a hand, award or dispute is open."""
        for seat in seats_of(live.table, player):
            with suppress(UthError):
                await self._leave(live, seat)

    async def _leave(self, live: LiveTable, seat: Seat) -> None:
        for _ in range(STEPS_MAX):
            waits = live.table.owed or live.table.dispute is not None or seat not in live.table.chairs
            step = next_step_to_leave(live.table, live.posted, seat) if not waits else None
            if step is None:
                return
            await live.ask(HOUSE, step)


def _is_wagering(live: LiveTable) -> bool:
    """Whether the house deals at the table, takes wagers round after round, and no chair is free."""
    table = live.table
    waits = live.off or table.owed or table.dispute is not None or table.round.floor is not None
    full = len(table.chairs) >= live.posted.rules.seats.count.value
    return live.clock.deals_itself and table.is_open and full and not waits


def _has_wagered(table: Table, seat: Seat) -> bool:
    return seat in table.round.spots or (table.round.banker is not None and table.round.banker.seat == seat)


def _says(left: int | None) -> str:
    if left is None:
        return "you keep your seat"
    if left == 0:
        return "somebody was waiting for a seat and you had not wagered for a while: you got up with your chips"
    return (
        f"somebody is waiting for a seat and you have not wagered for a while: wager within {left} min, or you get up"
    )


LEFT_LOOK_S: Final = 15.0
"""How often tables without people are searched for."""
BOTS_STAY_S: Final = 60.0
"""How long bots stay at a table without seated people."""


@dataclass(slots=True, kw_only=True)
class EmptyTables:
    """Dismisses bots from tables without people, and closes empty tables of guests."""

    house: House
    audience: Audience
    bots: BotSeats
    empty_s: float
    now: Callable[[], float] = time.monotonic
    _unseated: dict[str, float] = field(default_factory=dict)
    """Since when each table has had no person seated."""
    _left: dict[str, float] = field(default_factory=dict)
    """Since when each guest's table has had no person, seated or watching."""

    async def watch(self) -> None:
        """Check all tables regularly, until cancelled."""
        while True:
            await asyncio.sleep(LEFT_LOOK_S)
            try:
                await self.look()
            except Exception as error:
                LOG.error("tables without people could not be checked", exc_info=error)

    async def look(self) -> None:
        """Dismiss bots where no person is seated or a person needs a chair, and close tables that guests have left."""
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
            if now - since >= self.empty_s and not self.audience.is_paused:
                with suppress(UthError):  # a round is in progress or the store is down; retried at the next check
                    await self.house.close_left(name)

    def _is_wanted(self, live: LiveTable) -> bool:
        """Whether the table is full, a bot sits at it, and a person without a chair is watching."""
        full = len(live.table.chairs) >= live.posted.rules.seats.count.value
        if not full or not self.bots.at(live.name):
            return False
        return any(
            each.player is not None and not each.staff and not seats_of(live.table, each.player)
            for each in self.audience.connected_to(live)
        )
