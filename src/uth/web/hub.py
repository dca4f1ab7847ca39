"""The hub: who listens at which table, and what each of them is told; a listener who stops reading is cut off."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.host.live_link import LiveLink
from uth.host.live_table import LiveTable
from uth.host.seen import Told, told
from uth.progressive.decide import Events as LinkEvents
from uth.protocol.documents import TableDocument
from uth.table import events as e
from uth.table.decide import Events
from uth.table.state import Table
from uth.units import PlayerId, Seat
from uth.web.frames import Frame, frame
from uth.web.link_document import link_document, news
from uth.web.table_document import clock, own_document, table_document, watched_document

QUEUE_MAX: Final = 512
"""How many frames wait for a listener before it is given up; all that can be resumed fits in twice."""
KEPT: Final = 256
"""How many records of a table are kept to resume from; whoever was away longer gets the whole view."""

ASIDE_S: Final = 0.3
"""How long whoever comes or goes is gathered before the others hear of it."""


@dataclass(slots=True, kw_only=True, eq=False)
class Listener:
    """One connection at one table: who it is for, and the frames that wait for it."""

    player: PlayerId | None
    staff: bool = False
    frames: asyncio.Queue[Frame] = field(default_factory=lambda: asyncio.Queue(maxsize=QUEUE_MAX))
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the listener is to hear no more than what waits."""
    behind: bool = False
    """Whether it has stopped reading."""

    def hear(self, said: Mapping[str, Any]) -> None:
        """Have the frame wait to be sent, or give the listener up."""
        try:
            self.frames.put_nowait(said if isinstance(said, Frame) else Frame(said))
        except asyncio.QueueFull:
            self.behind = True
            self.over.set()


@dataclass(slots=True, kw_only=True)
class Hub:
    """Every listener of the house."""

    listeners: dict[str, set[Listener]] = field(default_factory=dict)
    kept: dict[str, deque[Telling]] = field(default_factory=dict)
    closing: bool = False
    """Whether the house closes: nobody comes in any more."""
    paused: Frame | None = None
    """What everyone hears while the house cannot store anything."""
    _soon: set[str] = field(default_factory=set)
    """The tables whose listeners are about to hear who is there."""

    def publish(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Tell everyone at the table what is stored, each what they may know."""
        telling = Telling(live=live, after=live.told, number=live.number, events=events, states=states)
        self.kept.setdefault(live.name, deque(maxlen=KEPT)).append(replace(telling))
        for listener in self.listeners.get(live.name, ()):
            listener.hear(telling.to(chair_of(live.table, listener.player), staff=listener.staff))

    def show_anew(self, live: LiveTable) -> None:
        """Show everyone at the table the whole of it, where something beside its log has changed what they may do."""
        for listener in self.listeners.get(live.name, ()):
            listener.hear(view_frame(live, listener))

    def pause(self, code: str, says: str) -> None:
        """Tell everyone that the house cannot store anything now, and takes nothing until it can."""
        self.paused = frame("paused", code=code, says=says)
        self._tell_all(self.paused)

    def go_on(self) -> None:
        """Tell everyone that the house goes on."""
        if self.paused is not None:
            self.paused = None
            self._tell_all(frame("going_on"))

    def close(self) -> None:
        """Tell everyone that the house closes, and have them hear no more."""
        self.closing = True
        self._tell_all(frame("closing"))
        for listener in self.everyone():
            listener.over.set()

    def _tell_all(self, said: Frame) -> None:
        for listener in self.everyone():
            listener.hear(said)

    def everyone(self) -> list[Listener]:
        """Return every listener of the house."""
        return [listener for here in self.listeners.values() for listener in here]

    def join(self, live: LiveTable, listener: Listener, after: int | None) -> None:
        """Have the listener hear everything from here on, and what it missed since `after`."""
        self.listeners.setdefault(live.name, set()).add(listener)
        if self.paused is not None:
            listener.hear(self.paused)
        missed = [each for each in self.kept.get(live.name, ()) if after is not None and each.number > after]
        if after != (missed[0].after if missed else live.number):
            listener.hear(view_frame(live, listener))
            return
        listener.hear(frame("resumed", n=after))
        for each in missed:
            chair = chair_of(each.states[-1] if each.states else live.table, listener.player)
            listener.hear(replace(each).to(chair, staff=listener.staff))

    def aside_soon(self, live: LiveTable) -> None:
        """Tell everyone at the table in a moment that somebody came or went; many who come at once are told once."""
        if live.name not in self._soon:
            self._soon.add(live.name)
            asyncio.get_running_loop().call_later(ASIDE_S, self.aside, live)

    def aside(self, live: LiveTable) -> None:
        """Tell everyone at the table what changed beside the log: who is ready, the clock, how many watch."""
        self._soon.discard(live.name)
        here = self.listeners.get(live.name, ())
        seated = {chair.player for chair in live.table.chairs.values()}
        said = frame(
            "aside",
            ready=sorted(live.clock.ready),
            watching=sum(listener.player not in seated for listener in here),
            clock=clock(live),
        )
        for listener in here:
            listener.hear(said)

    def publish_link(self, link: LiveLink, events: LinkEvents) -> None:
        """Tell every table of the link and its signs how the meters stand, and what was won."""
        said = frame("link", **link_document(link), news=news(link, events))
        for name in (*link.link.stations, sign_of(link.name)):
            for listener in self.listeners.get(name, ()):
                listener.hear(said)

    def watch(self, link: LiveLink, listener: Listener) -> None:
        """Have a sign hear everything of a link from here on."""
        self.listeners.setdefault(sign_of(link.name), set()).add(listener)
        listener.hear(frame("link", **link_document(link), news=[]))

    def unwatch(self, link: LiveLink, listener: Listener) -> None:
        """Have the sign hear no more."""
        self.listeners.get(sign_of(link.name), set()).discard(listener)

    def say(self, live: LiveTable, seat: Seat, name: str, phrase: str) -> None:
        """Have everyone at the table hear a phrase."""
        said = frame("said", seat=seat, name=name, phrase=phrase)
        for listener in self.listeners.get(live.name, ()):
            listener.hear(said)

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Have the listener hear no more."""
        self.listeners.get(live.name, set()).discard(listener)

    @property
    def count(self) -> int:
        """How many listen."""
        return sum(map(len, self.listeners.values()))


def sign_of(link: str) -> str:
    """Return the name under which the signs of a link listen; no table has it."""
    return f"link/{link}"


def chair_of(table: Table, player: PlayerId | None) -> Seat | None:
    """Return the person's first seat at the table, or ``None`` for whoever only watches."""
    seats = (seat for seat, chair in sorted(table.chairs.items()) if player is not None and chair.player == player)
    return next(seats, None)


def seats_of(table: Table, player: PlayerId | None) -> tuple[Seat, ...]:
    """Return every seat of the person at the table."""
    return tuple(seat for seat, chair in sorted(table.chairs.items()) if player is not None and chair.player == player)


def view_frame(live: LiveTable, listener: Listener) -> Frame:
    """Return the whole table as the listener may see it."""
    chair = chair_of(live.table, listener.player)
    return frame("view", n=live.number, view=table_document(live, live.table, chair))


@dataclass(slots=True, kw_only=True, eq=False)
class Telling:
    """One record, or several stored at once, as each chair may hear of it; made once for everyone on that chair."""

    live: LiveTable
    after: int
    """The record before it."""
    number: int
    """Its last record."""
    events: Events
    states: Sequence[Table]
    _watched: TableDocument | None = field(default=None, init=False)
    _heard: dict[bool, list[Told]] = field(default_factory=dict, init=False)
    """What whoever only watches hears, by whether they are of the staff."""
    _made: dict[tuple[Seat | None, bool], Frame] = field(default_factory=dict, init=False)

    def to(self, chair: Seat | None, *, staff: bool) -> Frame:
        """Return the frame for that chair."""
        if (chair, staff) not in self._made:
            self._made[chair, staff] = self._frame(chair, staff=staff)
        return self._made[chair, staff]

    def _frame(self, chair: Seat | None, *, staff: bool) -> Frame:
        now = self.states[-1] if self.states else self.live.table
        if self._watched is None:
            self._watched = watched_document(self.live, now)
        if staff not in self._heard:
            self._heard[staff] = [self._told(at, None, staff=staff) for at in range(len(self.events))]
        heard = self._heard[staff]
        if chair is not None:
            own = {at: self._told(at, chair, staff=staff) for at in self._of_a_chair()}
            heard = [own.get(at, each) for at, each in enumerate(heard)]
        return frame("events", n=self.number, events=heard, view=own_document(self._watched, self.live, now, chair))

    def _told(self, at: int, chair: Seat | None, *, staff: bool) -> Told:
        return told(self.events[at], self.states[at], chair, staff=staff)

    def _of_a_chair(self) -> list[int]:
        """Return which events a chair hears more of than whoever only watches: its own cards."""
        return [at for at, event in enumerate(self.events) if isinstance(event, e.HoleDealt)]
