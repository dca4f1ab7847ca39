"""Empty chairs: whoever has been away from a table for long gets up with their chips, so that others can sit there.

A guest who closes the page and loses the cookie can never come back to a chair; it would be taken for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from uth.errors import UthError
from uth.host.bot_seat import getting_up
from uth.host.bots import is_bot
from uth.host.house import House
from uth.host.live_table import HOUSE, LiveTable
from uth.units import PlayerId, Seat
from uth.web.hub import Hub
from uth.web.listener import seats_of
from uth.web.logs import LOG

LOOK_S: Final = 30.0
"""How often the house looks around."""
STEPS_MAX: Final = 20
"""How many wagers somebody who gets up may have to take back first."""


@dataclass(slots=True, kw_only=True)
class EmptyChairs:
    """Who sits at a table and has no connection there, and since when."""

    house: House
    hub: Hub
    away_s: float
    now: Callable[[], float] = time.monotonic
    _since: dict[tuple[str, PlayerId], float] = field(default_factory=dict)

    async def watch(self) -> None:
        """Look around now and then, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except Exception as error:
                LOG.error("nobody could be asked to get up", exc_info=error)

    async def look(self) -> None:
        """Have everyone get up who has been away for too long and has nothing on the table."""
        now = self.now()
        away = {(live.name, player) for live in self.house.open_tables for player in self._away_from(live)}
        self._since = {each: self._since.get(each, now) for each in sorted(away)}
        for (name, player), since in self._since.items():
            if now - since >= self.away_s and self.hub.paused is None:
                with suppress(UthError):  # the table has been closed since
                    await self._get_up(self.house.live(name), player)

    def _away_from(self, live: LiveTable) -> set[PlayerId]:
        here = {listener.player for listener in self.hub.listeners.get(live.name, ())}
        seated = {chair.player for chair in live.table.chairs.values()}
        return {player for player in seated - here if not is_bot(player)}

    async def _get_up(self, live: LiveTable, player: PlayerId) -> None:
        """Have the player get up from every chair at the table; a hand, an award or a dispute is waited for."""
        for seat in seats_of(live.table, player):
            with suppress(UthError):
                await self._leave(live, seat)

    async def _leave(self, live: LiveTable, seat: Seat) -> None:
        for _ in range(STEPS_MAX):
            waits = live.table.owed or live.table.dispute is not None or seat not in live.table.chairs
            step = getting_up(live.table, live.posted, seat) if not waits else None
            if step is None:
                return
            await live.ask(HOUSE, step)
