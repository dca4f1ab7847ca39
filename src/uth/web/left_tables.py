"""Tables that people have left: their bots get up, and a guest's table is closed.

Only people keep a table alive. Bots do not play without a person, and one guest could otherwise fill the house with
tables that nobody is at.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from uth.errors import UthError
from uth.host.bots import Bots
from uth.host.guest_tables import seated_people
from uth.host.house import House
from uth.host.live_table import LiveTable
from uth.web.hub import Hub
from uth.web.listener import seats_of
from uth.web.logs import LOG

LOOK_S: Final = 15.0
"""How often the house looks around."""
BOTS_STAY_S: Final = 60.0
"""How long bots wait at a table where no person sits."""


@dataclass(slots=True, kw_only=True)
class LeftTables:
    """Which tables have no person at them, and since when."""

    house: House
    hub: Hub
    bots: Bots
    empty_s: float
    now: Callable[[], float] = time.monotonic
    _unseated: dict[str, float] = field(default_factory=dict)
    """Since when no person sits at a table."""
    _left: dict[str, float] = field(default_factory=dict)
    """Since when no person sits at a guest's table or looks on."""

    async def watch(self) -> None:
        """Look around now and then, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except Exception as error:
                LOG.error("the tables people have left could not be looked at", exc_info=error)

    async def look(self) -> None:
        """Send bots away from where nobody sits, have one make room for a person, and close what guests have left."""
        now, tables = self.now(), self.house.open_tables
        unseated = [live.name for live in tables if not seated_people(live.table)]
        left = [name for name in unseated if self.house.is_left(name)]
        self._unseated = {name: self._unseated.get(name, now) for name in unseated}
        self._left = {name: self._left.get(name, now) for name in left}
        for live in tables:
            if self._is_wanted(live):
                self.bots.dismiss(live.name, 1)
            elif now - self._unseated.get(live.name, now) >= BOTS_STAY_S:
                self.bots.dismiss(live.name)
        for name, since in self._left.items():
            if now - since >= self.empty_s and self.hub.paused is None:
                with suppress(UthError):  # a round is on, or the store is away: the next look finds it again
                    await self.house.close_left(name)

    def _is_wanted(self, live: LiveTable) -> bool:
        """Whether no chair is free and a person without one looks on, while a bot sits there."""
        full = len(live.table.chairs) >= live.posted.rules.seats.count.value
        if not full or not self.bots.at(live.name):
            return False
        return any(
            each.player is not None and not each.staff and not seats_of(live.table, each.player)
            for each in self.hub.listeners.get(live.name, ())
        )
