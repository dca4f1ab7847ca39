"""The hub: every listener of every table, and the frames broadcast to them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from typing_extensions import override

from uth.house.guests import seated_people
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable, TableSnapshot
from uth.house.observers import Observer
from uth.house.presence import chair_of, players_away
from uth.progressive.decide import Events as LinkEvents
from uth.table.round.decide import Events
from uth.table.round.state import Table
from uth.units import PlayerId, Seat
from uth.views import PROTOCOL
from uth.views.events import OWN_EVENTS, EventView, Reader, event_fields, own_seats, with_sentence
from uth.views.link import changed_awards, link_document
from uth.views.seat import PART_BUILDER, CachedPartBuilder, PartBuilder
from uth.views.table import TableDocument, clock, table_document, watcher_document
from uth.web.listeners import Frame, Listener, frame


class WatcherEvents(NamedTuple):
    """The events as a watcher sees them."""

    events: list[EventView]
    views: list[tuple[EventView, frozenset[Seat]] | None]
    """Every event, ``None`` if hidden, with the seats its sentence names."""
    seats: frozenset[Seat]
    """The seats that see more, or another sentence: those that a sentence names and those dealt cards."""


@dataclass(slots=True, kw_only=True, eq=False)
class Broadcast:
    """The frames of one append, one for each chair, built when first needed and shared by its listeners."""

    snapshot: TableSnapshot
    """The table after the last record."""
    after: int
    """The number of the record before the first."""
    number: int
    """The number of the last record."""
    events: Events
    states: Sequence[Table]
    builder: PartBuilder = PART_BUILDER
    _watched: TableDocument | None = field(default=None, init=False)
    _seats: dict[PlayerId, list[Seat]] = field(default_factory=dict, init=False)
    """The seats of each player."""
    _late: list[Seat] = field(default_factory=list, init=False)
    """The seats whose clock ran out, so that the house acted for them."""
    _watcher_events: dict[bool, WatcherEvents] = field(default_factory=dict, init=False)
    """What watchers see, by whether they are staff."""
    _frames: dict[tuple[Seat | None, Seat | None, bool], Frame] = field(default_factory=dict, init=False)

    def frame_for(self, player: PlayerId | None, *, staff: bool) -> Frame:
        """Return the frame for a player by their current or just vacated chair; `player` is ``None`` for a watcher."""
        watched = self._watched if self._watched is not None else self._prepare()
        own = self._seats.get(player) if player is not None else None
        chair = own[0] if own is not None else None
        left = chair_of(self.states[0], player) if own is None and self.states else None
        made = self._frames.get((chair, left, staff))
        if made is None:
            mine = frozenset(own) if own is not None else own_seats(self.states[0], left) if self.states else _NO_SEATS
            seats = self.builder.own_seats(self.snapshot, watched["seats"], own or ())
            view: TableDocument = {**watched, "chair": chair, "seats": seats}
            seen = self._watcher_events.get(staff) or self._events_for_watchers(staff=staff)
            events = seen.events if mine.isdisjoint(seen.seats) else self._own_events(seen, chair, mine, staff=staff)
            made = Frame(v=PROTOCOL, type="events", n=self.number, events=events, late=self._late, view=view)
            self._frames[chair, left, staff] = made
        return made

    def _prepare(self) -> TableDocument:
        """Build the parts that are the same for every reader."""
        notes = self.snapshot.notes
        self._late = notes.late_among(self.events) if notes.late else []
        for seat, chair in sorted(self.snapshot.table.chairs.items()):
            self._seats.setdefault(chair.player, []).append(seat)
        self._watched = watcher_document(self.snapshot, self.builder)
        return self._watched

    def _events_for_watchers(self, *, staff: bool) -> WatcherEvents:
        """Return the events as watchers see them, built once for all listeners."""
        reader = Reader.STAFF if staff else Reader.EVERYONE
        shown: list[EventView] = []
        views: list[tuple[EventView, frozenset[Seat]] | None] = []
        seats: set[Seat] = set()
        for event, table in zip(self.events, self.states, strict=True):
            view = event_fields(event, table, None, reader)
            each = (
                with_sentence(_NO_SEATS, view, event, table, self.snapshot.posted, reader) if view is not None else None
            )
            views.append(each)
            if each is not None:
                shown.append(each[0])
                seats |= each[1]
            if isinstance(event, OWN_EVENTS):
                seats.add(event.seat)
        self._watcher_events[staff] = made = WatcherEvents(shown, views, frozenset(seats))
        return made

    def _own_events(
        self, watched: WatcherEvents, chair: Seat | None, mine: frozenset[Seat], *, staff: bool
    ) -> list[EventView]:
        """Return the events as the owner of those seats sees them; events about others are as watchers see them."""
        posted, reader = self.snapshot.posted, Reader.STAFF if staff else Reader.EVERYONE
        shown: list[EventView] = []
        for event, table, seen in zip(self.events, self.states, watched.views, strict=True):
            if seen is None:
                continue
            view: EventView | None = seen[0]
            own = isinstance(event, OWN_EVENTS) and event.seat in mine
            if own:
                view = event_fields(event, table, chair, reader)
            if view is not None and (own or not mine.isdisjoint(seen[1])):
                view = with_sentence(mine, view, event, table, posted, reader)[0]
            if view is not None:
                shown.append(view)
        return shown


_NO_SEATS: Final[frozenset[Seat]] = frozenset()

KEPT: Final = 256
"""How many broadcasts of a table are kept for resuming; a listener further behind gets the whole view."""

PEOPLE_KEPT: Final = 10_000
"""How many people's addresses are kept."""
ASIDE_S: Final = 0.3
"""How long arrivals and departures are collected into one `aside` frame."""
READY_S: Final = 0.03
"""The same for players who become ready, shorter because the deal waits for the last of them."""


@dataclass(slots=True, kw_only=True)
class Hub(Observer):
    """All listeners of a house."""

    listeners: dict[str, set[Listener]] = field(default_factory=dict)
    kept: dict[str, deque[Broadcast]] = field(default_factory=dict)
    closing: bool = False
    """Set once the house is closing; new connections are refused."""
    paused: Frame | None = None
    """The `paused` frame while nothing can be stored."""
    _builders: dict[str, CachedPartBuilder] = field(default_factory=dict)
    """The cached views of each table."""
    _sent_whole: dict[str, int] = field(default_factory=dict)
    """The record at which each table was last sent whole; a client that resumes from before it gets the whole view."""
    _addresses: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """The latest address of each person."""
    _scheduled: set[str] = field(default_factory=set)
    """The tables with an `aside` frame scheduled."""

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Broadcast stored events to the table, to each listener in their own view."""
        snapshot = live.snapshot()
        broadcast = Broadcast(snapshot=snapshot, after=live.told, number=live.number, events=events, states=states)
        self.kept.setdefault(live.name, deque(maxlen=KEPT)).append(broadcast)
        broadcast = replace(broadcast, builder=self._builders.setdefault(live.name, CachedPartBuilder()))
        for listener in self.listeners.get(live.name, ()):
            listener.send(broadcast.frame_for(listener.player, staff=listener.staff))

    @override
    def table_switched(self, live: LiveTable) -> None:
        """Send everyone the whole table, because a switch changed their offers."""
        self._sent_whole[live.name] = live.number
        for listener in self.listeners.get(live.name, ()):
            listener.send(view_frame(live, listener))

    @override
    def table_closed(self, live: LiveTable) -> None:
        """Forget a table that is closed for good; a client that reconnects gets the whole view."""
        self._forget(live)
        if live.link is not None and live.link.guest:
            for sign in self.listeners.get(sign_of(live.link.name), ()):
                sign.end("the table of this link is closed for good")

    @override
    def table_moved(self, live: LiveTable) -> None:
        """End the connections to a table that another server now runs; clients reconnect automatically."""
        self._forget(live)
        for listener in list(self.listeners.get(live.name, ())):
            listener.end("the table has moved to another server; connect again")

    def end_all(self, why: str) -> None:
        """End every connection with this reason; clients reconnect automatically."""
        for listener in self.everyone():
            listener.end(why)

    def _forget(self, live: LiveTable) -> None:
        self.kept.pop(live.name, None)
        self._builders.pop(live.name, None)
        self._sent_whole.pop(live.name, None)

    def pause(self, code: str, says: str) -> None:
        """Broadcast that the house cannot store anything and accepts no commands for now."""
        self.paused = frame("paused", code=code, says=says)
        self._send_all(self.paused)

    def resume(self) -> None:
        """Broadcast that the house accepts commands again."""
        if self.paused is not None:
            self.paused = None
            self._send_all(frame("going_on"))

    def close(self) -> None:
        """Broadcast that the house is closing, and end every connection."""
        self.closing = True
        self._send_all(frame("closing"))
        for listener in self.everyone():
            listener.closing.set()

    def _send_all(self, message: Frame) -> None:
        for listener in self.everyone():
            listener.send(message)

    @property
    def is_paused(self) -> bool:
        """Whether the house is paused because nothing can be stored."""
        return self.paused is not None

    def connected_to(self, live: LiveTable) -> Collection[Listener]:
        """Return every listener of the table."""
        return self.listeners.get(live.name, ())

    def warn_idle(self, live: LiveTable, player: PlayerId, *, minutes: int | None, says: str, clause: str) -> None:
        """Warn a player how many minutes they have left to wager; ``None`` withdraws the warning."""
        message = frame("idle", minutes=minutes, says=says, clause=clause)
        for listener in self.connected_to(live):
            if listener.player == player:
                listener.send(message)

    def people_at(self, live: LiveTable) -> dict[str, str]:
        """Return the people at the table, seated or watching, with their latest address; strangers are left out."""
        found = {player: self._addresses.get(player, player) for player in seated_people(live.table)}
        for listener in self.listeners.get(live.name, ()):
            if listener.player is not None:
                found[listener.player] = listener.address or listener.player
        return found

    def everyone(self) -> list[Listener]:
        """Return every listener of the house."""
        return [listener for here in self.listeners.values() for listener in here]

    def join(self, live: LiveTable, listener: Listener, after: int | None) -> None:
        """Add a listener and send what it has missed since `after`, or the whole view."""
        self.listeners.setdefault(live.name, set()).add(listener)
        if listener.player is not None and listener.address:
            self._addresses[listener.player] = listener.address
            self._addresses.move_to_end(listener.player)
            while len(self._addresses) > PEOPLE_KEPT:
                self._addresses.popitem(last=False)
        if self.paused is not None:
            listener.send(self.paused)
        missed = [each for each in self.kept.get(live.name, ()) if after is not None and each.number > after]
        sent_whole_since = after is not None and after <= self._sent_whole.get(live.name, -1)
        if sent_whole_since or after != (missed[0].after if missed else live.number):
            listener.send(view_frame(live, listener))
            return
        listener.send(frame("resumed", n=after))
        for each in missed:
            listener.send(replace(each).frame_for(listener.player, staff=listener.staff))
        if live.link is not None:
            listener.send(frame("link", **link_document(live.link), news=[]))

    def aside_soon(self, live: LiveTable, within_s: float = ASIDE_S) -> None:
        """Send an `aside` frame after a short delay, one for all changes in that time."""
        if live.name not in self._scheduled:
            self._scheduled.add(live.name)
            asyncio.get_running_loop().call_later(within_s, self.aside, live)

    def aside(self, live: LiveTable) -> None:
        """Send what is not in the log: who is ready or away, how many watch, the clock."""
        self._scheduled.discard(live.name)
        if self.closing:
            return  # the `closing` frame must stay the last one
        here = self.listeners.get(live.name, ())
        gone = players_away(live.table, here)
        seated = {chair.player for chair in live.table.chairs.values()}
        away = frozenset(seat for seat, chair in live.table.chairs.items() if chair.player in gone)
        if away != live.clock.away:
            live.clock.away = away
            live.wake()
        message = frame(
            "aside",
            ready=sorted(live.clock.ready),
            away=sorted(away),
            watching=sum(listener.player not in seated for listener in here),
            clock=clock(live.snapshot()),
        )
        for listener in here:
            listener.send(message)

    @override
    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
        """Send the meters and awards of a link to its tables and signs."""
        message = frame("link", **link_document(link), news=changed_awards(link, events))
        for name in (*link.link.stations, sign_of(link.name)):
            for listener in self.listeners.get(name, ()):
                listener.send(message)

    def watch(self, link: LiveLink, listener: Listener) -> None:
        """Add a sign to a link."""
        self.listeners.setdefault(sign_of(link.name), set()).add(listener)
        listener.send(frame("link", **link_document(link), news=[]))

    def unwatch(self, link: LiveLink, listener: Listener) -> None:
        """Remove a sign."""
        self.listeners.get(sign_of(link.name), set()).discard(listener)

    def say(self, live: LiveTable, seat: Seat, name: str, phrase: str) -> None:
        """Send a phrase to everyone at the table."""
        message = frame("said", seat=seat, name=name, phrase=phrase)
        for listener in self.listeners.get(live.name, ()):
            listener.send(message)

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Remove a listener."""
        self.listeners.get(live.name, set()).discard(listener)

    @property
    def count(self) -> int:
        """The number of listeners."""
        return sum(map(len, self.listeners.values()))


def sign_of(link: str) -> str:
    """Return the key under which the signs of a link listen; no table has this name."""
    return f"link/{link}"


def view_frame(live: LiveTable, listener: Listener) -> Frame:
    """Return a `view` frame: the whole table as the listener may see it."""
    chair = chair_of(live.table, listener.player)
    return frame("view", n=live.number, view=table_document(live.snapshot(), chair))
