"""The clock of a live table: how long it waits for a person, and for the next step of the house."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from uth.errors import Refused
from uth.people.roles import is_bot
from uth.table.dealer import next_step, opening_due
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Table
from uth.units import Seat

OPENING_STEP_S: Final = 0.1
"""The longest an opening step takes. The first player to sit down waits for these steps."""
IDLE_S: Final = 600.0
"""How long a table with players stays open without a wager before its cards are spread (R77)."""
ABSENT_S: Final = 60.0
"""How long a seat without a connection is on turn before the floor may act for it (R86)."""
SILENT: Final = 10
"""A connected seat counts as absent after this many times `absent_s`."""
MORE_TIMES: Final = 10
"""How many times a player may restart the clock for one decision (R120)."""
GONE_S: Final = 3.0
"""The time for a disconnected player whom the house has already acted for in the same round (R69)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The waiting times of a table, in seconds."""

    step: float = 0.0
    decision: float | None = 30.0
    """How long a seat has to decide; ``None`` means without limit."""
    wagers: float = 15.0
    """How long wagers stay open after the first one. They close earlier if every seat with a wager is ready."""
    bank: float = 15.0
    """How long the button waits for a player to take the bank before it moves on."""
    between_rounds: float = 0.0


@dataclass(slots=True, kw_only=True)
class TableClock:
    """The clock of one table: what it is waiting for, and until when."""

    posted: Posted
    pace: Pace = Pace()
    deals_itself: bool = True
    """Whether the house deals. If a person deals, only the players' decisions are timed."""
    ready: set[Seat] = field(default_factory=set)
    """The seats that are ready for 'No more bets'."""
    away: frozenset[Seat] = frozenset()
    """The seats whose players have no connection to the table."""
    late: frozenset[Seat] = frozenset()
    """The seats that the house has acted for in this round."""
    closing: bool = False
    """Whether the time for wagers is over and the deck is being prepared."""
    held: bool = False
    """Whether the clock is stopped because nothing can be stored, so that nobody can answer."""
    absent_s: float = ABSENT_S
    """How long an absent player is on turn before the floor may act for them."""
    _asked: tuple[object, ...] = ()
    _asked_at: float = 0.0
    """When the table began to wait for `_asked`."""
    _more: int = 0
    """How many times the clock was restarted for the current decision."""
    _due_at: float | None = None
    _waits: tuple[object, ...] = ()
    """What `_due_at` was computed for."""

    def patience(self, table: Table) -> float | None:
        """Return how long the writer waits for a command before the house acts; ``None`` means without limit."""
        self._note_asked(table)
        delay = self.delay(table)
        if delay is None:
            return None
        now, waits = asyncio.get_running_loop().time(), _waiting(table, delay)
        if self._due_at is None or self._waits != waits:  # other players' commands do not restart the clock
            self._due_at, self._waits = now + delay, waits
        return max(self._due_at - now, 0.0)

    def _note_asked(self, table: Table) -> None:
        asked = (table.rounds, table.phase, table.turn)
        if asked != self._asked:
            self._asked, self._asked_at, self._more = asked, asyncio.get_running_loop().time(), 0

    def until_absent(self, table: Table, seat: Seat) -> float | None:
        """Return the seconds until the floor may act for the seat, or ``None`` if it is not on turn."""
        if not is_asking(table) or table.turn != seat:
            return None
        self._note_asked(table)
        asked = asyncio.get_running_loop().time() - self._asked_at
        return max((self.absent_s if seat in self.away else SILENT * self.absent_s) - asked, 0.0)

    def more_left(self, table: Table) -> int:
        """Return how many times the running clock may still be restarted; 0 if anyone else is waiting (R120)."""
        timed = table.turn is not None or (table.phase is Phase.WAGERS and not self.closing)
        if not timed or self.others_wait(table):
            return 0
        return MORE_TIMES - (self._more if self._asked == (table.rounds, table.phase, table.turn) else 0)

    def others_wait(self, table: Table) -> bool:
        """Whether more than one person is at the table. A dealer counts; bots and disconnected players do not."""
        if not self.deals_itself:
            return True
        first = None
        for seat, chair in table.chairs.items():
            if seat in self.away or chair.player == first or is_bot(chair.player):
                continue
            if first is not None:
                return True
            first = chair.player
        return False

    def give_more_time(self, table: Table, seat: Seat) -> None:
        """Restart the clock of the seat; raise `Refused` if somebody else is waiting (R120)."""
        asked = table.turn == seat if is_asking(table) else table.phase is Phase.WAGERS and seat in table.round.spots
        self._note_asked(table)
        if not asked or not self.delay(table):
            raise Refused("not_asked", "R120", f"seat {seat} is not on the clock now")
        if self.others_wait(table):
            raise Refused("others_wait", "R120", "somebody else is waiting at the table, so the clock keeps running")
        if not self.more_left(table):
            raise Refused("no_more_time", "R120", f"the time starts again at most {MORE_TIMES} times for one decision")
        self._more += 1
        self.run_anew()

    def time_left(self, table: Table) -> tuple[float | None, float | None]:
        """Return the seconds left until the house acts, and the full wait; two ``None`` if there is no limit."""
        delay = self.delay(table)
        if delay is None:
            return None, None
        due = self._due_at if self._waits == _waiting(table, delay) else None
        left = delay if due is None else max(due - asyncio.get_running_loop().time(), 0.0)
        return round(left, 2), delay

    def delay(self, table: Table) -> float | None:
        """Return the full wait before the next step of the house, in seconds, or ``None`` if it never acts."""
        if self.held or table.round.floor is not None or table.dispute is not None:
            return None
        if is_asking(table):
            return self._until_answered_for(table)
        if not self.deals_itself:
            return None
        if table.phase is Phase.WAGERS:
            between = self.between_rounds(table)
            return between[0] if between is not None else self._until_no_more_bets(table)
        if table.phase is Phase.SETTLED:
            return self.pace.between_rounds
        if next_step(table, self.posted, tuple) is None:
            return None
        return min(self.pace.step, OPENING_STEP_S) if not table.is_open else self.pace.step

    def _until_answered_for(self, table: Table) -> float | None:
        gone = table.turn in self.away & self.late
        return min(self.pace.decision, GONE_S) if gone and self.pace.decision is not None else self.pace.decision

    def between_rounds(self, table: Table) -> tuple[float, c.Command] | None:
        """Return the next step of the house while wagers are open, other than closing them, and the wait before it.

        The house takes the opening steps of a deck that is new or lies spread, moves the button past a player who does
        not answer, and spreads the cards of a table where nobody plays.
        """
        if table.phase is not Phase.WAGERS or self.closing or not self.deals_itself:
            return None
        if not table.unattended and (step := opening_due(table, self.posted)) is not None:
            return min(self.pace.step, OPENING_STEP_S), step
        if not is_banked(table, self.posted):
            holder = button(table, self.posted)
            if holder is not None and len(table.chairs) > 1:
                return self.pace.bank, c.DeclineBank(seat=holder)
        if refusal_of(table, c.GoIdle(), self.posted) is None and not table.unattended:
            return (IDLE_S if table.chairs else self.pace.step), c.GoIdle()
        return None

    def _until_no_more_bets(self, table: Table) -> float | None:
        if not table.round.spots or not is_banked(table, self.posted):
            return None
        if self.closing:
            return self.pace.step
        return 0.0 if self.ready >= set(table.round.spots) else self.pace.wagers

    def run_anew(self) -> None:
        """Restart the clock for the next wait."""
        self._due_at = None

    def hold(self, *, held: bool) -> None:
        """Stop the clock, or restart it from the beginning."""
        self.held = held
        self.run_anew()

    def try_again_in(self, seconds: float) -> None:
        """Retry the failed step after this many seconds."""
        self._due_at = asyncio.get_running_loop().time() + seconds

    def is_ready(self, table: Table, seat: Seat) -> None:
        """Mark the seat as ready; the wagers close once every seat with a wager is ready."""
        self.ready.add(seat)
        if table.phase is Phase.WAGERS:
            self.run_anew()

    def follow(self, events: Iterable[e.Event], late: frozenset[Seat]) -> None:
        """Update the late seats, and reset what belonged to the finished round."""
        self.late = late
        for event in events:
            match event:
                case e.CardsCollected():
                    self.ready.clear()
                case e.NoMoreBetsAnnounced():
                    self.closing = False
                case e.WagerPlaced(seat=seat):
                    self.ready.discard(seat)


def is_asking(table: Table) -> bool:
    """Whether the table waits for a seat's decision; replacing cards comes first."""
    return table.turn is not None and table.round.replacing is None


def is_banked(table: Table, posted: Posted) -> bool:
    """Whether the round has a bank, that of the house or of a player."""
    return table.round.banker is not None or not posted.player_banks


def _waiting(table: Table, delay: float) -> tuple[object, ...]:
    return (table.phase, table.turn, table.rounds, table.round.dealt, table.shuffles, table.round.declined, delay)
