"""A place at a table: its newest view, incoming frames, and commands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

from uth.client.connection import Connection, FrameListener
from uth.errors import Refused, UthError

if TYPE_CHECKING:
    from uth.views.frames import AsideFrame, Frame
    from uth.views.seat import SeatDocument
    from uth.views.table import Clock, TableDocument

SEATS_MAX = 10


class Place:
    """A visitor at a table, entered with ``async with``; it holds the newest view and reconnects after a failure."""

    def __init__(self, address: str, table: str, *, cookie: str | None = None, patience_s: float | None = None) -> None:
        self.table = table
        self.watching = 0
        """The number of watchers."""
        self.away: frozenset[int] = frozenset()
        """The seats whose players have no connection to the house."""
        self.paused = ""
        """Why the house accepts no commands now; empty while it does."""
        url = f"{address}/ws/v1/tables/{quote(table, safe='')}"
        self._connection = Connection(url, cookie=cookie, patience_s=patience_s, listener=self._on_frame)
        self._view: TableDocument | None = None
        self._clock_at = 0.0
        self._pause_known_on = 0
        """The connection on which `paused` was last updated."""
        self._listeners: list[FrameListener] = []

    async def __aenter__(self) -> Self:
        """Connect and wait for the first view; raise if the house or the table does not exist."""
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
        """Close the connection; the seat stays taken."""
        await self._connection.close()

    @property
    def view(self) -> TableDocument:
        """The newest view of the table."""
        if self._view is None:
            raise Refused("not_there", None, "no view received yet; enter the place first")
        return self._view

    @property
    def n(self) -> int:
        """The number of the last record received."""
        return self._connection.n

    @property
    def is_connected(self) -> bool:
        """Whether the connection is open."""
        return self._connection.is_open

    @property
    def connections(self) -> int:
        """The number of connections so far."""
        return self._connection.opened

    @property
    def over(self) -> UthError | None:
        """Why the connection has ended for good, or ``None``."""
        return self._connection.over

    @property
    def seat(self) -> int | None:
        """The visitor's seat, or ``None`` for a watcher."""
        return self.view["chair"]

    @property
    def mine(self) -> SeatDocument | None:
        """The visitor's own seat document."""
        return self.view["seats"].get(str(self.seat))

    @property
    def clock(self) -> Clock | None:
        """The clock, with the seconds left now."""
        clock = self.view["clock"]
        if clock is None:
            return None
        return {**clock, "left": max(clock["left"] - (time.monotonic() - self._clock_at), 0.0)}

    async def until(self, holds: Callable[[TableDocument], bool]) -> TableDocument:
        """Return the first view from now on that satisfies the condition."""
        if not holds(self.view):
            async with aclosing(self.frames()) as frames:
                async for _ in frames:
                    if holds(self.view):
                        break
        return self.view

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield every incoming frame except the answers to the visitor's own."""
        waiting: asyncio.Queue[Frame] = asyncio.Queue()
        stop = self.listen(waiting.put_nowait)
        try:
            while True:
                yield await self._connection.wait_for(waiting.get())
        finally:
            stop()

    def listen(self, listener: FrameListener) -> Callable[[], None]:
        """Call the listener with every frame from now on; return a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _on_frame(self, frame: Frame) -> None:
        match frame["type"]:
            case "view" | "events":
                self._view = frame["view"]
                self._clock_at = time.monotonic()
            case "aside":
                self._apply_aside(frame)
            case "link" if self._view is not None:
                self._view["meters"] = frame["meters"]
        self._update_paused(dict(frame))
        for listener in tuple(self._listeners):
            listener(frame)

    def _update_paused(self, frame: dict[str, Any]) -> None:
        """Update `paused`; the house sends it again on every new connection."""
        if frame["type"] in ("paused", "going_on") or self._pause_known_on != self._connection.opened:
            self.paused = str(frame["says"]) if frame["type"] == "paused" else ""
            self._pause_known_on = self._connection.opened

    def _apply_aside(self, frame: AsideFrame) -> None:
        """Apply changes that are not in the log."""
        self.watching, self._clock_at = frame["watching"], time.monotonic()
        self.away = frozenset(frame["away"])
        if self._view is not None:
            for seat, each in self._view["seats"].items():
                each["ready"] = int(seat) in frame["ready"]
            self._view["clock"] = frame["clock"]

    # Each of these returns the record number once it is done, and raises `Refused` if it is refused.

    async def send(self, **frame: Any) -> int:
        """Send a frame of the protocol."""
        return await self._connection.send(frame)

    async def do(self, command: str, **fields: Any) -> int:
        """Give a command by name: ``do("PlaceWager", seat=1, wager="ante", cents=1000)``."""
        return await self.send(do={"is": command, **fields})

    async def sit(self, seat: int | None = None, *, buy_in: int = 0) -> int:
        """Sit down at the given or first free seat, unless already seated, and buy in; return the seat.

        The visitor gets up again if the buy-in is refused.
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
        """Take that seat, or try the free ones in turn, since somebody else may be quicker."""
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
        """Place a wager, or change it to this amount."""
        return await self.do("PlaceWager", seat=self._own(), wager=wager, cents=cents)

    async def take_back(self, wager: str) -> int:
        """Take a wager back."""
        return await self.do("TakeBackWager", seat=self._own(), wager=wager)

    async def ready(self) -> int:
        """Mark the visitor as ready; the wagers close once everyone with a wager is."""
        return await self.send(ready=True)

    async def more_time(self) -> int:
        """Restart the clock; refused if somebody else is waiting, and after ten times."""
        return await self.send(more_time=True)

    async def check(self) -> int:
        """Check."""
        return await self.do("Check", seat=self._own())

    async def play(self, multiple: int) -> int:
        """Make the Play wager at a multiple of the ante."""
        return await self.do("MakePlay", seat=self._own(), multiple=multiple)

    async def fold(self) -> int:
        """Fold."""
        return await self.do("Fold", seat=self._own())

    async def word(self, word: str) -> int:
        """Add a word to the next shuffle."""
        return await self.send(word=word)

    async def say(self, phrase: str) -> int:
        """Say a phrase to the table."""
        return await self.send(say=phrase)

    async def get_up(self) -> int:
        """Leave the seat with the chips."""
        return await self.do("LeaveSeat", seat=self._own())

    def _own(self) -> int:
        if self.seat is None:
            raise Refused("not_your_seat", None, "you have no seat at this table; sit down first")
        return self.seat
