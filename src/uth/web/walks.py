"""The walk along the whole log: one at a time, shared by whoever asks while it is under way."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from uth.errors import Broken
from uth.store.entries import Store
from uth.web.who import house_of

PATIENCE_S: Final = 10.0
"""How long a request waits for a walk before it is told to come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """What a walk came to: the position it reached, or what it stopped at."""

    position: int | None
    says: str

    @property
    def holds(self) -> bool:
        """Whether every record is as it was written."""
        return self.position is not None


@dataclass(slots=True, kw_only=True, eq=False)
class Walks:
    """The walk that is under way, or whose end nobody has heard yet."""

    store: Store
    walk: asyncio.Task[Walked] | None = None

    async def ask(self) -> Walked | None:
        """Return what the walk that is on, or a new one, came to; ``None`` where it takes longer than anyone waits."""
        if self.walk is None:
            self.walk = asyncio.create_task(self._walked(), name="walk along the log")
        walk = self.walk
        done, _ = await asyncio.wait({walk}, timeout=PATIENCE_S)
        if not done:
            return None
        if self.walk is walk:
            self.walk = None
        return walk.result()

    async def _walked(self) -> Walked:
        try:
            head = await self.store.verify()
        except Broken as fault:
            return Walked(position=None, says=str(fault))
        return Walked(position=head.position, says="every record is as it was written")


def walks_of(connection: HTTPConnection) -> Walks:
    """Return the walks of the house that is asked."""
    state = connection.app.state
    if not hasattr(state, "walks"):
        state.walks = Walks(store=house_of(connection).store)
    walks: Walks = state.walks
    return walks


TheWalks = Annotated[Walks, Depends(walks_of)]
