"""The hub: who listens at which table, and what each of them is told; a listener who stops reading is cut off."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from typing_extensions import override

from uth.house.guests import seated_people
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.house.observers import Observer
from uth.house.presence import chair_of, players_away
from uth.progressive.decide import Events as LinkEvents
from uth.table.round.decide import Events
from uth.table.round.state import Table
from uth.units import PlayerId, Seat
from uth.views.events import OWN_EVENTS, EventView, Reader, event_fields, own_seats, told_to
from uth.views.link import link_document, news
from uth.views.seat import DRAWER, CachedDrawer, Drawer
from uth.views.snapshot import TableSnapshot, snapshot_of
from uth.views.table import TableDocument, clock, own_document, table_document, watched_document
from uth.web.listening import Frame, Listener, frame


class Heard(NamedTuple):
    """What whoever only watches hears."""

    events: list[EventView]
    told: list[tuple[EventView, frozenset[Seat]] | None]
    """Every event, those that nobody hears of too, with the seats that its sentence names."""
    seats: frozenset[Seat]
    """The seats that may hear more, or in other words: those that are named, or dealt cards."""


@dataclass(slots=True, kw_only=True, eq=False)
class Broadcast:
    """One record, or several stored at once, as each chair may hear of it; made once for everyone on that chair."""

    shown: TableSnapshot
    """The table as the last record left it."""
    after: int
    """The record before it."""
    number: int
    """Its last record."""
    events: Events
    states: Sequence[Table]
    drawer: Drawer = DRAWER
    _watched: TableDocument | None = field(default=None, init=False)
    _seats: dict[PlayerId, list[Seat]] = field(default_factory=dict, init=False)
    """The seats of each player."""
    _late: list[Seat] = field(default_factory=list, init=False)
    """The seats whose answers the house gave."""
    _heard: dict[bool, Heard] = field(default_factory=dict, init=False)
    """What whoever only watches hears, by whether they are of the staff."""
    _made: dict[tuple[Seat | None, Seat | None, bool], Frame] = field(default_factory=dict, init=False)

    def to(self, player: PlayerId | None, *, staff: bool) -> Frame:
        """Return the frame for that player, on their chair or on the one they have just left; ``None`` watches."""
        watched = self._watched if self._watched is not None else self._draw()
        own = self._seats.get(player) if player is not None else None
        chair = own[0] if own is not None else None
        left = chair_of(self.states[0], player) if own is None and self.states else None
        made = self._made.get((chair, left, staff))
        if made is None:
            mine = frozenset(own) if own is not None else own_seats(self.states[0], left) if self.states else _NO_SEAT
            view = own_document(watched, self.shown, chair, own or (), self.drawer)
            events = self._events(chair, mine, staff=staff)
            made = frame("events", n=self.number, events=events, late=self._late, view=view)
            self._made[chair, left, staff] = made
        return made

    def _draw(self) -> TableDocument:
        """Draw what is the same for everyone."""
        self._late = self.shown.notes.late_among(self.events)
        for seat, chair in sorted(self.shown.table.chairs.items()):
            self._seats.setdefault(chair.player, []).append(seat)
        self._watched = watched_document(self.shown, self.drawer)
        return self._watched

    def _events(self, chair: Seat | None, mine: frozenset[Seat], *, staff: bool) -> list[EventView]:
        """Return what whoever has those seats hears."""
        heard = self._heard.get(staff)
        if heard is None:
            heard = self._heard[staff] = self._everyones(staff=staff)
        if mine.isdisjoint(heard.seats):
            return heard.events
        own = [self._own(at, each, chair, mine, staff=staff) for at, each in enumerate(heard.told)]
        return [each for each in own if each is not None]

    def _everyones(self, *, staff: bool) -> Heard:
        reader = Reader.STAFF if staff else Reader.EVERYONE
        told: list[tuple[EventView, frozenset[Seat]] | None] = []
        seats: set[Seat] = set()
        for event, table in zip(self.events, self.states, strict=True):
            view = event_fields(event, table, None, reader)
            each = told_to(_NO_SEAT, view, event, table, self.shown.posted, reader) if view is not None else None
            told.append(each)
            if each is not None:
                seats |= each[1]
            if isinstance(event, OWN_EVENTS):
                seats.add(event.seat)
        return Heard([each[0] for each in told if each is not None], told, frozenset(seats))

    def _own(
        self,
        at: int,
        watched: tuple[EventView, frozenset[Seat]] | None,
        chair: Seat | None,
        mine: frozenset[Seat],
        *,
        staff: bool,
    ) -> EventView | None:
        """Return what the chair hears; what names none of its seats and has none of its cards is everyone's."""
        event, table, reader = self.events[at], self.states[at], Reader.STAFF if staff else Reader.EVERYONE
        own = isinstance(event, OWN_EVENTS) and event.seat in mine
        if watched is None or (mine.isdisjoint(watched[1]) and not own):
            return watched[0] if watched is not None else None
        view = event_fields(event, table, chair, reader) if own else watched[0]
        return told_to(mine, view, event, table, self.shown.posted, reader)[0] if view is not None else None


_NO_SEAT: Final[frozenset[Seat]] = frozenset()

KEPT: Final = 256
"""How many records of a table are kept to resume from; whoever was away longer gets the whole view."""

PEOPLE_KEPT: Final = 10_000
"""Of how many people it is known where they came from."""
ASIDE_S: Final = 0.3
"""How long whoever comes or goes is gathered before the others hear of it."""
READY_S: Final = 0.03
"""How long whoever is ready is: six who all wait for the last wager say so at once."""


@dataclass(slots=True, kw_only=True)
class Hub(Observer):
    """Every listener of the house."""

    listeners: dict[str, set[Listener]] = field(default_factory=dict)
    kept: dict[str, deque[Broadcast]] = field(default_factory=dict)
    closing: bool = False
    """Whether the house closes: nobody comes in any more."""
    paused: Frame | None = None
    """What everyone hears while the house cannot store anything."""
    _drawers: dict[str, CachedDrawer] = field(default_factory=dict)
    """What draws each table, with what it drew last."""
    _anew: dict[str, int] = field(default_factory=dict)
    """The record at which each table was last shown anew: whoever comes back from before it gets the whole view."""
    _from: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """From which address each person came last."""
    _soon: set[str] = field(default_factory=set)
    """The tables whose listeners are about to hear who is there."""

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Tell everyone at the table what is stored, each what they may know."""
        shown = snapshot_of(live)
        news = Broadcast(shown=shown, after=live.told, number=live.number, events=events, states=states)
        self.kept.setdefault(live.name, deque(maxlen=KEPT)).append(news)
        news = replace(news, drawer=self._drawers.setdefault(live.name, CachedDrawer()))
        for listener in self.listeners.get(live.name, ()):
            listener.hear(news.to(listener.player, staff=listener.staff))

    @override
    def table_switched(self, live: LiveTable) -> None:
        """Show everyone at the table the whole of it, where something beside its log has changed what they may do."""
        self._anew[live.name] = live.number
        for listener in self.listeners.get(live.name, ()):
            listener.hear(view_frame(live, listener))

    @override
    def table_closed(self, live: LiveTable) -> None:
        """Keep nothing of a table that is closed for good: whoever comes back to it gets the whole view."""
        self.kept.pop(live.name, None)
        self._drawers.pop(live.name, None)
        self._anew.pop(live.name, None)
        if live.link is not None and live.link.guest:
            for sign in self.listeners.get(sign_of(live.link.name), ()):
                sign.end("the table of this link is closed for good")

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

    @property
    def is_paused(self) -> bool:
        """Whether everyone waits because nothing can be stored."""
        return self.paused is not None

    def connected_to(self, table: str) -> Collection[Listener]:
        """Return every listener of the table."""
        return self.listeners.get(table, ())

    def warn_idle(self, table: str, player: PlayerId, *, minutes: int | None, says: str, clause: str) -> None:
        """Tell a player how many minutes they have left to wager; ``None`` when they no longer have to."""
        said = frame("idle", minutes=minutes, says=says, clause=clause)
        for listener in self.connected_to(table):
            if listener.player == player:
                listener.hear(said)

    def people_at(self, live: LiveTable) -> dict[str, str]:
        """Return who is at the table, seated or looking on, each with the address they came from last; a stranger
        without a session is nobody."""
        found = {player: self._from.get(player, player) for player in seated_people(live.table)}
        for listener in self.listeners.get(live.name, ()):
            if listener.player is not None:
                found[listener.player] = listener.address or listener.player
        return found

    def everyone(self) -> list[Listener]:
        """Return every listener of the house."""
        return [listener for here in self.listeners.values() for listener in here]

    def join(self, live: LiveTable, listener: Listener, after: int | None) -> None:
        """Have the listener hear everything from here on, and what it missed since `after`."""
        self.listeners.setdefault(live.name, set()).add(listener)
        if listener.player is not None and listener.address:
            self._from[listener.player] = listener.address
            self._from.move_to_end(listener.player)
            while len(self._from) > PEOPLE_KEPT:
                self._from.popitem(last=False)
        if self.paused is not None:
            listener.hear(self.paused)
        missed = [each for each in self.kept.get(live.name, ()) if after is not None and each.number > after]
        shown_since = after is not None and after <= self._anew.get(live.name, -1)
        if shown_since or after != (missed[0].after if missed else live.number):
            listener.hear(view_frame(live, listener))
            return
        listener.hear(frame("resumed", n=after))
        for each in missed:
            listener.hear(replace(each).to(listener.player, staff=listener.staff))
        if live.link is not None:
            listener.hear(frame("link", **link_document(live.link), news=[]))

    def aside_soon(self, live: LiveTable, within_s: float = ASIDE_S) -> None:
        """Tell everyone at the table in a moment who is there or ready; many who come at once are told once."""
        if live.name not in self._soon:
            self._soon.add(live.name)
            asyncio.get_running_loop().call_later(within_s, self.aside, live)

    def aside(self, live: LiveTable) -> None:
        """Tell everyone at the table what changed beside the log: who is ready or away, how many watch, the clock."""
        self._soon.discard(live.name)
        if self.closing:
            return  # That it closes is the last thing of this kind that is said.
        here = self.listeners.get(live.name, ())
        gone = players_away(live.table, here)
        seated = {chair.player for chair in live.table.chairs.values()}
        away = frozenset(seat for seat, chair in live.table.chairs.items() if chair.player in gone)
        if away != live.clock.away:
            live.clock.away = away
            live.wake()
        said = frame(
            "aside",
            ready=sorted(live.clock.ready),
            away=sorted(away),
            watching=sum(listener.player not in seated for listener in here),
            clock=clock(snapshot_of(live)),
        )
        for listener in here:
            listener.hear(said)

    @override
    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
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


def view_frame(live: LiveTable, listener: Listener) -> Frame:
    """Return the whole table as the listener may see it."""
    chair = chair_of(live.table, listener.player)
    return frame("view", n=live.number, view=table_document(snapshot_of(live), chair))
