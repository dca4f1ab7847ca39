"""A telling: what is stored at a table, as each chair may hear of it, now and when somebody comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from uth.host.round_notes import ANSWERS
from uth.host.seen import Told, told
from uth.protocol.table import TableDocument
from uth.table import events as e
from uth.table.decide import Events
from uth.table.state import Table
from uth.units import Seat
from uth.web.frames import Frame, frame
from uth.web.seat_document import ANEW, SeatDrawer
from uth.web.table_document import own_document, watched_document
from uth.web.table_snapshot import TableSnapshot


@dataclass(slots=True, kw_only=True, eq=False)
class Telling:
    """One record, or several stored at once, as each chair may hear of it; made once for everyone on that chair."""

    shown: TableSnapshot
    """The table as the last record left it."""
    after: int
    """The record before it."""
    number: int
    """Its last record."""
    events: Events
    states: Sequence[Table]
    seats: SeatDrawer = ANEW
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
        if self._watched is None:
            self._watched = watched_document(self.shown, self.seats)
        if staff not in self._heard:
            self._heard[staff] = [self._told(at, None, staff=staff) for at in range(len(self.events))]
        heard = self._heard[staff]
        if chair is not None:
            own = {at: self._told(at, chair, staff=staff) for at in self._of_a_chair()}
            heard = [own.get(at, each) for at, each in enumerate(heard)]
        view = own_document(self._watched, self.shown, chair, self.seats)
        late = [event.seat for event in self.events if isinstance(event, ANSWERS) and self.shown.notes.is_late(event)]
        return frame("events", n=self.number, events=heard, late=late, view=view)

    def _told(self, at: int, chair: Seat | None, *, staff: bool) -> Told:
        return told(self.events[at], self.states[at], chair, staff=staff)

    def _of_a_chair(self) -> list[int]:
        """Return which events a chair hears more of than whoever only watches: its own cards."""
        return [at for at, event in enumerate(self.events) if isinstance(event, e.HoleDealt)]
