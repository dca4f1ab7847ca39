"""A listener: whoever hears what happens at a table; one who stops reading is given up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from uth.table.state import Table
from uth.units import PlayerId, Seat
from uth.web.frames import Frame

WAITING_MAX: Final = 512
"""How many frames wait for a listener before it is given up; all that can be resumed fits in twice."""


@dataclass(slots=True, kw_only=True, eq=False)
class Listener:
    """One connection at one table: who it is for, and the frames that wait for it."""

    player: PlayerId | None
    staff: bool = False
    address: str = ""
    """Where it comes from."""
    at_once: Callable[[Frame], bool] | None = None
    """Sends a frame now where the other end reads; whether it did."""
    waiting: deque[Frame] = field(default_factory=deque)
    """What the other end has not taken yet, the first of it perhaps on its way."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something waits."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the listener is to hear no more than what waits."""
    behind: bool = False
    """Whether it has stopped reading."""
    why: str = "the house closes; come back when it is open"
    """Why it is to hear no more."""

    def end(self, why: str) -> None:
        """Have the listener hear what waits and no more, and be told why."""
        self.why = why
        self.over.set()

    def hear(self, said: Mapping[str, Any]) -> None:
        """Have the frame sent, after those that wait, or give the listener up."""
        frame = said if isinstance(said, Frame) else Frame(said)
        if not self.waiting and self.at_once is not None and self.at_once(frame):
            return
        if len(self.waiting) == WAITING_MAX:
            self.behind = True
            self.over.set()
            return
        self.waiting.append(frame)
        self.news.set()


def chair_of(table: Table, player: PlayerId | None) -> Seat | None:
    """Return the person's first seat at the table, or ``None`` for whoever only watches."""
    seats = (seat for seat, chair in sorted(table.chairs.items()) if player is not None and chair.player == player)
    return next(seats, None)


def seats_of(table: Table, player: PlayerId | None) -> tuple[Seat, ...]:
    """Return every seat of the person at the table."""
    return tuple(seat for seat, chair in sorted(table.chairs.items()) if player is not None and chair.player == player)
