"""Observers of the house, called in order once a change is stored."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final

from typing_extensions import override

from uth.progressive.decide import Events as LinkEvents
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.state import Table

if TYPE_CHECKING:
    from uth.house.live_link import LiveLink
    from uth.house.live_table import LiveTable

LOG: Final = logging.getLogger(__name__)


class Observer:
    """Follows the house; every method does nothing unless a subclass overrides it."""

    __slots__ = ()
    hears: ClassVar[frozenset[type[e.Event]] | None] = None
    """The event types of a table for which it is called; ``None`` means every record."""

    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Events of the table are stored; `states` holds the table after each event."""

    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
        """Events of the link are stored."""

    def table_switched(self, live: LiveTable) -> None:
        """A switch has changed what people may do at the table; the table's log has no record of it."""

    def table_closed(self, live: LiveTable) -> None:
        """The table is closed for good."""

    def table_started(self, live: LiveTable) -> None:
        """This program now runs the table."""

    def table_moved(self, live: LiveTable) -> None:
        """Another program now runs the table."""


@dataclass(slots=True)
class Observers(Observer):
    """All observers of a house, in the order they are called. A failure is logged and does not affect the others."""

    each: list[Observer] = field(default_factory=list)
    at: dict[str, list[Observer]] = field(default_factory=dict)
    """The observers of one table's events, by its name; called after the others."""
    all_heard: bool = True
    """Whether every observer succeeded at the last call."""

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        self.all_heard, kinds = True, set(map(type, events))
        for observer in (*self.each, *self.at.get(live.name, ())):
            if observer.hears is not None and observer.hears.isdisjoint(kinds):
                continue
            try:
                observer.table_changed(live, events, states)
            except Exception as error:
                self._failed(f"table {live.name}", observer, error)

    @override
    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
        self._call(f"link {link.name}", lambda observer: observer.link_changed(link, events))

    @override
    def table_switched(self, live: LiveTable) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_switched(live))

    @override
    def table_closed(self, live: LiveTable) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_closed(live))

    @override
    def table_started(self, live: LiveTable) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_started(live))

    @override
    def table_moved(self, live: LiveTable) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_moved(live))

    def _call(self, about: str, call: Callable[[Observer], None]) -> None:
        self.all_heard = True
        for observer in self.each:
            try:
                call(observer)
            except Exception as error:
                self._failed(about, observer, error)

    def _failed(self, about: str, observer: Observer, error: Exception) -> None:
        self.all_heard = False
        LOG.error("%s: %s has failed", about, type(observer).__name__, exc_info=error)
