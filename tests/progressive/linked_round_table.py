"""A `RoundTable` on a link: its dealer and supervisor operate the Game Manager; the money may be booked.

shared = shared_link("chickasaw")
one, two = LinkedRoundTable("chickasaw", "one", shared), LinkedRoundTable("chickasaw", "two", shared)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from progressive.game_room import terms_by
from support.round_table import RoundTable
from uth.house.linked_table import Linked, SharedLink
from uth.progressive import commands as k
from uth.progressive.state import new_link
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import act
from uth.table.settle.settled import SettledWager


def shared_link(book: str, wrote: Callable[[k.Command], None] = lambda _: None) -> SharedLink:
    return SharedLink(link=new_link(terms_by(book)), wrote=wrote)


class LinkedRoundTable(RoundTable):
    def __init__(self, book: str, name: str = "one", shared: SharedLink | None = None, **posting: Any) -> None:
        super().__init__(book, **posting)
        self.place = Linked(name=name, posted=self.posted, shared=shared or shared_link(book)).joined()

    def send(self, command: c.Command) -> tuple[e.Event, ...]:
        """Send one command to the table, with what the link asks before and after it."""
        if isinstance(command, c.AnnounceNoMoreBets) and self.state.round.spots:
            self.make_ready()
        for asked in self.place.before(self.state, command):
            self.take(asked)
        return self.followed(command)

    def followed(self, command: c.Command) -> tuple[e.Event, ...]:
        """Have the table take a command, and the link follow it."""
        events = self.take(command)
        for asked in self.place.after(self.state, events):
            self.followed(asked)
        return events

    def stop_link(self) -> None:
        """Stop the link, and have the table hear of it."""
        self.place.shared.send(k.StopLink(reason="no power"))
        self.followed(self.place.state)

    def work(self, command: k.Command) -> None:
        """Have a person work the Game Manager, and the table hear of it."""
        before = self.shared.link
        for heard in self.place.after_link(before, self.shared.send(command)):
            self.take(heard)

    def take(self, command: c.Command) -> tuple[e.Event, ...]:
        """Have the table itself take a command."""
        self.state, events = act(self.state, command, self.posted)
        self.events += events
        return events

    def line(self, seat: int, wager: Wager) -> SettledWager:
        """Return how the seat's wager stands settled now."""
        (found,) = (each for at, each in self.state.settled if (at, each.wager) == (seat, wager))
        return found

    @property
    def shared(self) -> SharedLink:
        return self.place.shared
