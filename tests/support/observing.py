"""An observer of a house that calls functions, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.house.observers import Observer, Observers
from uth.progressive.decide import Events as LinkEvents
from uth.table.round.decide import Events
from uth.table.round.state import Table

TableHeard = Callable[[LiveTable, Events, Sequence[Table]], object]
LinkHeard = Callable[[LiveLink, LinkEvents], object]


class Hears(Observer):
    """Calls these functions once something is stored."""

    def __init__(
        self,
        table: TableHeard = lambda *_: None,
        link: LinkHeard = lambda *_: None,
        switched: Callable[[LiveTable], object] = lambda _: None,
    ) -> None:
        self._table, self._link, self._switched = table, link, switched

    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        self._table(live, events, states)

    def link_changed(self, link: LiveLink, events: LinkEvents) -> None:
        self._link(link, events)

    def table_switched(self, live: LiveTable) -> None:
        self._switched(live)


def heard_by(table: TableHeard) -> Observers:
    """Return observers with this function as the only one."""
    return Observers([Hears(table)])
