"""Observers follow the house. Each is called, in order, once something is stored."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from uth.progressive.decide import Events as LinkEvents
from uth.table.round.decide import Events
from uth.table.round.state import Table

if TYPE_CHECKING:
    from uth.house.live_link import LiveLink
    from uth.house.live_table import LiveTable

LOG: Final = logging.getLogger(__name__)


class Observer:
    """Follows the house; every method does nothing unless a subclass says otherwise."""

    __slots__ = ()

    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Events of the table are stored; with them comes the table as each event left it."""

    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
        """Events of the link are stored."""

    def table_switched(self, live: LiveTable) -> None:
        """A switch has changed what people may do at the table; nothing of it is in the table's log."""

    def table_closed(self, live: LiveTable) -> None:
        """The table is closed for good."""


@dataclass(slots=True)
class Observers(Observer):
    """All who follow a house, in the order they are called. One that fails is logged and keeps nobody else from it."""

    each: list[Observer] = field(default_factory=list)
    all_heard: bool = True
    """Whether no observer has failed at the last call."""

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_changed(live, events, states))

    @override
    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
        self._call(f"link {link.name}", lambda observer: observer.link_changed(link, events))

    @override
    def table_switched(self, live: LiveTable) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_switched(live))

    @override
    def table_closed(self, live: LiveTable) -> None:
        self._call(f"table {live.name}", lambda observer: observer.table_closed(live))

    def _call(self, about: str, call: Callable[[Observer], None]) -> None:
        self.all_heard = True
        for observer in self.each:
            try:
                call(observer)
            except Exception as error:
                self.all_heard = False
                LOG.error("%s: %s has failed", about, type(observer).__name__, exc_info=error)
