"""News of a house for the plain table: the clock, a pause and the connection, each reported once per change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from uth.terminal.session import HouseConnection, TableSession

if TYPE_CHECKING:
    from uth.views.table import Clock

WARNS_S: Final = (10.0, 5.0)
"""The seconds left at which the person is warned once: the first value that is at most half of the whole time."""


class HouseNews:
    """The state of the house as last reported to the person; only changes are reported."""

    def __init__(self, session: TableSession, house: HouseConnection) -> None:
        self.session = session
        self.house = house
        self.was_lost = False
        """Whether the person has been told that the house does not answer."""
        self._connections = house.connections
        self._paused = ""
        self._is_off = False
        self._away = house.away
        self._running: tuple[object, ...] = ()
        """The subject of the clock as last reported."""
        self._is_warned = False

    def news(self) -> Iterator[str]:
        """Yield the news since the last call."""
        yield from self.connection()
        house = self.house
        if house.paused != self._paused:
            self._paused = house.paused
            yield f"The house has paused: {house.paused}." if house.paused else "The house goes on."
        if house.is_off != self._is_off:
            self._is_off = house.is_off
            yield "The table takes no new wagers." if self._is_off else "The table takes wagers again."
        for seat in sorted(house.away ^ self._away):
            if seat in self.session.people.others:
                yield f"{self.session.people.name(seat)} is {'away' if seat in house.away else 'back'}."
        self._away = house.away
        if house.is_connected and not house.paused:
            yield from self._clock()

    def connection(self) -> Iterator[str]:
        """Yield that the connection was lost, or is restored."""
        house = self.house
        if not house.is_connected and not self.was_lost:
            self.was_lost = True
            yield "The house does not answer; trying again."
        elif house.is_connected and house.connections > self._connections:
            self._connections = house.connections
            yield "The house answers again." if self.was_lost else "The connection was lost and is back."
            self.was_lost = False

    def _clock(self) -> Iterator[str]:
        clock, table = self.house.clock, self.session.table
        concerned = clock is not None and _concerns(clock, self.session)
        running = (clock["what"], table.rounds, table.phase) if clock is not None and concerned else ()
        if clock is None or running != self._running:
            self._running, self._is_warned = running, False
            if clock is not None and concerned and clock["left"] >= 1:
                yield _begins(clock) + (" Type more for more time." if self.house.may_extend else "")
        elif clock["left"] > _warns_at(clock):
            self._is_warned = False
        elif concerned and not self._is_warned:
            self._is_warned = True
            yield f"{clock['left']:.0f} seconds left."


def _concerns(clock: Clock, session: TableSession) -> bool:
    """Whether the clock runs for the person."""
    return clock["what"] == "wagers" or (clock["what"] == "decision" and clock["seat"] in session.mine)


def _begins(clock: Clock) -> str:
    left = f"{clock['left']:.0f} seconds"
    if clock["what"] == "wagers":
        return f"No more bets in {left}."
    return f"You have {left}; then the house {clock['then'].rpartition(' ')[2]} for you."


def _warns_at(clock: Clock) -> float:
    return next((left for left in WARNS_S if left <= clock["of"] / 2), 0.0)
