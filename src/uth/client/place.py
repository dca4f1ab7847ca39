"""A place at a table: its newest view, the frames that come, and what one may do there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from uth.client.connection import Connection, Heard
from uth.errors import Refused, UthError
from uth.views.frames import AsideFrame, Frame
from uth.views.seat import SeatDocument
from uth.views.table import Clock, TableDocument

SEATS_MAX = 10


class Place:
    """One visitor at one table, entered with ``async with``; it holds the newest view, and goes on after a break."""

    def __init__(self, address: str, table: str, *, cookie: str | None = None, patience_s: float | None = None) -> None:
        self.table = table
        self.watching = 0
        """How many only watch."""
        self.paused = ""
        """Why the house takes nothing now, in words; nothing while it does."""
        url = f"{address}/ws/v1/tables/{quote(table, safe='')}"
        self._connection = Connection(url, cookie=cookie, patience_s=patience_s, heard=self._hear)
        self._view: TableDocument | None = None
        self._clock_at = 0.0
        self._heard_over = 0
        """The connection that was last heard over, counted."""
        self._hears: list[Heard] = []

    async def __aenter__(self) -> Self:
        """Connect and wait for the first view; raise at once if the house or the table is not there."""
        async with aclosing(self.frames()) as frames:
            await self._connection.open()
            try:
                while self._view is None:
                    await anext(frames)
            except BaseException:
                await self._connection.close()
                raise
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Close the connection; a seat that was taken is still taken."""
        await self._connection.close()

    # What is heard.

    @property
    def view(self) -> TableDocument:
        """The table as last heard."""
        if self._view is None:
            raise Refused("not_there", None, "nothing was heard from the table yet; enter the place first")
        return self._view

    @property
    def n(self) -> int:
        """The number of the last record heard of."""
        return self._connection.n

    @property
    def is_connected(self) -> bool:
        """Whether the house is heard now."""
        return self._connection.is_open

    @property
    def connections(self) -> int:
        """How many connections it took so far; one more is one that broke."""
        return self._connection.opened

    @property
    def over(self) -> UthError | None:
        """Why the place has ended for good, or ``None`` as long as it has not."""
        return self._connection.over

    @property
    def seat(self) -> int | None:
        """One's own seat, or ``None`` for a watcher."""
        return self.view["chair"]

    @property
    def mine(self) -> SeatDocument | None:
        """What is at one's own seat."""
        return self.view["seats"].get(str(self.seat))

    @property
    def clock(self) -> Clock | None:
        """What the house waits for, with the seconds that are left now."""
        clock = self.view["clock"]
        if clock is None:
            return None
        return {**clock, "left": max(clock["left"] - (time.monotonic() - self._clock_at), 0.0)}

    async def until(self, holds: Callable[[TableDocument], bool]) -> TableDocument:
        """Return the first view from now on for which it holds."""
        if not holds(self.view):
            async with aclosing(self.frames()) as frames:
                async for _ in frames:
                    if holds(self.view):
                        break
        return self.view

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield every frame that comes while it is asked for, but for the answers to one's own."""
        waiting: asyncio.Queue[Frame] = asyncio.Queue()
        stop = self.hears(waiting.put_nowait)
        try:
            while True:
                yield await self._connection.lasting(waiting.get())
        finally:
            stop()

    def hears(self, heard: Heard) -> Callable[[], None]:
        """Call the listener with every frame from now on; return a function that stops it."""
        self._hears.append(heard)
        return lambda: self._hears.remove(heard)

    def _hear(self, frame: Frame) -> None:
        match frame["type"]:
            case "view" | "events":
                self._view = frame["view"]
                self._clock_at = time.monotonic()
            case "aside":
                self._beside(frame)
            case "link" if self._view is not None:
                self._view["meters"] = frame["meters"]
        self._follow(dict(frame))
        for heard in tuple(self._hears):
            heard(frame)

    def _follow(self, frame: dict[str, Any]) -> None:
        """Know whether the house waits, and why; it says so again over each new connection."""
        if frame["type"] in ("paused", "going_on") or self._heard_over != self._connection.opened:
            self.paused = str(frame["says"]) if frame["type"] == "paused" else ""
            self._heard_over = self._connection.opened

    def _beside(self, frame: AsideFrame) -> None:
        """Take over what changed outside the log."""
        self.watching, self._clock_at = frame["watching"], time.monotonic()
        if self._view is not None:
            for seat, each in self._view["seats"].items():
                each["ready"] = int(seat) in frame["ready"]
            self._view["clock"] = frame["clock"]

    # What is sent; each returns the number of the log once it is done, and raises `Refused` where it is not.

    async def send(self, **frame: Any) -> int:
        """Send a frame of the protocol."""
        return await self._connection.send(frame)

    async def do(self, command: str, **fields: Any) -> int:
        """Give a command of the table by its name: ``do("PlaceWager", seat=1, wager="ante", cents=1000)``."""
        return await self.send(do={"is": command, **fields})

    async def sit(self, seat: int | None = None, *, buy_in: int = 0) -> int:
        """Return one's seat: the one there is, the one asked for, or the first that is free; with chips on the rail.

        Who sat down and gets no chips gets up again.
        """
        sat = self.seat is not None
        if not sat:
            await self._take(seat)
        try:
            if buy_in:
                await self.do("BuyIn", seat=self._own(), cents=buy_in, tender="cash")
        except Refused:
            if not sat:
                await self.get_up()
            raise
        return self._own()

    async def _take(self, seat: int | None) -> None:
        """Take that seat, or try the free ones one after the other: somebody may be quicker."""
        free = [each for each in range(1, SEATS_MAX) if str(each) not in self.view["seats"]]
        wanted = [seat] if seat is not None else free
        for each in wanted:
            try:
                await self.do("TakeSeat", seat=each, player="")
                break
            except Refused as refused:
                if refused.code != "seat_taken" or each == wanted[-1]:
                    raise

    async def wager(self, wager: str, cents: int) -> int:
        """Make a wager, or change it to this amount."""
        return await self.do("PlaceWager", seat=self._own(), wager=wager, cents=cents)

    async def take_back(self, wager: str) -> int:
        """Take a wager back."""
        return await self.do("TakeBackWager", seat=self._own(), wager=wager)

    async def ready(self) -> int:
        """Close the wagers once everyone with a wager is ready."""
        return await self.send(ready=True)

    async def check(self) -> int:
        """Wait."""
        return await self.do("Check", seat=self._own())

    async def play(self, multiple: int) -> int:
        """Make the play wager: a multiple of the ante."""
        return await self.do("MakePlay", seat=self._own(), multiple=multiple)

    async def fold(self) -> int:
        """Give the hand up."""
        return await self.do("Fold", seat=self._own())

    async def word(self, word: str) -> int:
        """Add a word of one's own to the next shuffle."""
        return await self.send(word=word)

    async def say(self, phrase: str) -> int:
        """Say one of the house's phrases to the table."""
        return await self.send(say=phrase)

    async def get_up(self) -> int:
        """Leave the seat and take the chips along."""
        return await self.do("LeaveSeat", seat=self._own())

    def _own(self) -> int:
        if self.seat is None:
            raise Refused("not_your_seat", None, "you have no seat at this table; sit down first")
        return self.seat
