"""The network between a client and the house: frames and their answers may be dropped, doubled, late or out of order.

A client sends a command under one key until it is answered. When the house dies, everything in transit is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from uth.errors import Stale, UthError
from uth.house.house import House
from uth.store.entries import Unavailable

Send = Callable[[House], Awaitable[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """How often the way does what, of a hundred messages."""

    lost: int = 0
    doubled: int = 0
    late: int = 0


@dataclass(kw_only=True)
class Wire:
    """Every connection to one life of the house after the other."""

    random: Random
    weather: Weather
    met: Callable[[str], None]
    house: House | None = None
    """Who answers now; nobody while the house is down."""
    _under_way: dict[asyncio.Task[None], None] = field(default_factory=dict)
    """In the order they were sent: a set of tasks has another order every time."""

    async def ask(self, send: Send) -> Any:
        """Return the answer, however many times it takes to send it; raise what the house refuses it with."""
        loop = asyncio.get_running_loop()
        while True:
            answer: asyncio.Future[Any] = loop.create_future()
            try:
                return await self._until_answered(send, answer)
            except (Unavailable, Stale):
                await asyncio.sleep(self.random.uniform(0.1, 1.0))

    async def _until_answered(self, send: Send, answer: asyncio.Future[Any]) -> Any:
        while not answer.done():
            self._send(send, answer)
            if self._happens(self.weather.doubled, "a message doubled"):
                self._send(send, answer)
            await asyncio.wait([answer], timeout=self.random.uniform(1.0, 6.0))
            if not answer.done():
                self.met("a message sent again")
        return answer.result()

    def cut(self) -> None:
        """Lose everything that is on its way."""
        self.house = None
        for task in tuple(self._under_way):
            task.cancel()

    def _send(self, send: Send, answer: asyncio.Future[Any]) -> None:
        task = asyncio.create_task(self._delivered(send, answer))
        self._under_way[task] = None
        task.add_done_callback(self._under_way.pop)

    async def _delivered(self, send: Send, answer: asyncio.Future[Any]) -> None:
        if await self._travels() or self.house is None:
            return
        try:
            result: Any = await send(self.house)
        except UthError as error:
            result = error
        if await self._travels() or answer.done():
            return
        if isinstance(result, UthError):
            answer.set_exception(result)
            answer.exception()  # somebody may have stopped waiting
        else:
            answer.set_result(result)

    async def _travels(self) -> bool:
        """Take the time it takes; return whether it is lost."""
        late = self._happens(self.weather.late, "a message late")
        await asyncio.sleep(self.random.uniform(3.0, 9.0) if late else self.random.uniform(0.0, 0.2))
        return self._happens(self.weather.lost, "a message lost")

    def _happens(self, often: int, what: str) -> bool:
        if self.random.randrange(100) >= often:
            return False
        self.met(what)
        return True
