"""A websocket that is told: frames out as they come, an end that is said, and a cut where nobody reads."""

from __future__ import annotations

import asyncio
import json
import struct
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from fastapi import WebSocket, WebSocketDisconnect

from uth.house.logs import LOG
from uth.people.log import Session
from uth.people.people import People, session_key
from uth.units import PlayerId
from uth.web.metrics import Measures
from uth.web.security import COOKIE
from uth.web.uvicorn_protocols import cut, ended_by_wire, way_to_send

PROTOCOL: Final = 1
WHOLE_TEXT: Final = 0x81
"""The first byte of a text that comes in one frame."""


class Frame(dict[str, Any]):
    """One frame; what goes over the wire is made when it is first sent, and shared."""

    __slots__ = ("_wire",)
    _wire: bytes

    @property
    def text(self) -> str:
        """The frame as JSON."""
        return written(self).decode()

    @property
    def wire(self) -> bytes:
        """The frame as a websocket's server sends it: one whole text, without a mask (RFC 6455, 5.2)."""
        try:
            return self._wire
        except AttributeError:
            self._wire = framed(written(self))
            return self._wire


def frame(kind: str, **fields: Any) -> Frame:
    """Return a frame of that type."""
    return Frame(v=PROTOCOL, type=kind, **fields)


def written(document: Any) -> bytes:
    """Return the document as JSON; a text that is no Unicode, or a number beyond 64 bits, is written all the same."""
    try:
        return orjson.dumps(document)
    except TypeError:
        return json.dumps(document, separators=(",", ":")).encode()


def framed(text: bytes) -> bytes:
    """Return a text as one frame of a websocket's server."""
    length = len(text)
    if length < 126:
        return bytes((WHOLE_TEXT, length)) + text
    if length < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, 126, length) + text
    return struct.pack("!BBQ", WHOLE_TEXT, 127, length) + text


WAITING_MAX: Final = 512
"""How many frames wait for a listener before it is given up; all that can be resumed fits in twice."""


@dataclass(slots=True, kw_only=True, eq=False)
class Listener:
    """One connection at one table: who it is for, and the frames that wait for it."""

    player: PlayerId | None
    staff: bool = False
    address: str = ""
    """Where it comes from."""
    at_once: Callable[[Frame], bool] | None = None
    """Sends a frame now where the other end reads; whether it did."""
    waiting: deque[Frame] = field(default_factory=deque)
    """What the other end has not taken yet, the first of it perhaps on its way."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something waits."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the listener is to hear no more than what waits."""
    behind: bool = False
    """Whether it has stopped reading."""
    why: str = "the house closes; come back when it is open"
    """Why it is to hear no more."""

    def end(self, why: str) -> None:
        """Have the listener hear what waits and no more, and be told why."""
        self.why = why
        self.over.set()

    def hear(self, said: Mapping[str, Any]) -> None:
        """Have the frame sent, after those that wait, or give the listener up."""
        frame = said if isinstance(said, Frame) else Frame(said)
        if not self.waiting and self.at_once is not None and self.at_once(frame):
            return
        if len(self.waiting) == WAITING_MAX:
            self.behind = True
            self.over.set()
            return
        self.waiting.append(frame)
        self.news.set()


BEAT_S: Final = 20.0
"""How often somebody hears that the house is there."""
FLUSH_S: Final = 2.0
"""How long what still waits may take to be sent at the end."""
BEHIND_S: Final = 0.05
"""And where the other end has stopped reading."""
CLOSE_S: Final = 10.0
"""How long the other end may take to close too."""
ANSWER_S: Final = 5.0
"""How long a command that was taken may take to be answered at the end."""
FAILED: Final = 1011
TRY_AGAIN: Final = 1013
TOO_LARGE: Final = 1009
GOING_AWAY: Final = 1012
POLICY: Final = 1008
NORMAL: Final = 1000


class Ended(Exception):
    """The house ends a connection: with which code, and why in words."""

    def __init__(self, code: int, says: str) -> None:
        super().__init__(says)
        self.code, self.says = code, says


class ListeningSocket:
    """One connection: whoever is at its other end hears what its listener hears."""

    def __init__(self, socket: WebSocket, people: People, session: Session | None, listener: Listener) -> None:
        self.socket = socket
        self.people = people
        self.session = session
        self.listener = listener
        self.key = session_key(socket.cookies.get(COOKIE))
        self.answering = asyncio.Lock()
        """Held while a command is on its way."""
        self._send = way_to_send(socket.scope)
        self.measures: Measures = socket.app.state.measures

    async def speak(self) -> None:
        """Speak until either side has had enough, and say why."""
        self.listener.at_once = self._at_once
        reading, writing = self._task(self.read()), self._task(self._write())
        ending = self._task(self.listener.over.wait())
        try:
            await asyncio.wait({reading, writing, ending}, return_when=asyncio.FIRST_COMPLETED)
            if ending.done() and not self.listener.behind:
                await self._finish(reading)
        finally:
            for part in (reading, writing, ending):
                part.cancel()
            ended = await asyncio.gather(reading, writing, ending, return_exceptions=True)
            await self._close(self._why(ended))

    async def read(self) -> None:
        """Hear what the other end says; that it is gone ends this."""
        while True:
            await self.received()

    async def received(self) -> str:
        """Return the next text of the other end."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        text = message.get("text")
        if text is None:
            raise Ended(1003, "frames are text, not bytes")
        return str(text)

    def _at_once(self, said: Frame) -> bool:
        """Send the frame now where nothing stands in its way; whether it did."""
        if self._send is None or not (self.session is None or self.people.lasts(self.key)):
            return False
        return self._send(said.wire)

    async def _write(self) -> None:
        """Send what had to wait, and a beat now and then."""
        waiting, news = self.listener.waiting, self.listener.news
        while True:
            while waiting:
                self._require_session()
                await self.socket.send_text(waiting[0].text)
                waiting.popleft()
            news.clear()
            try:
                async with asyncio.timeout(BEAT_S):
                    await news.wait()
            except TimeoutError:
                self.listener.hear(frame("beat"))

    def _require_session(self) -> None:
        """End the connection of a person whose session has ended: nobody hears more than a stranger by a lost key."""
        if self.session is not None and not self.people.lasts(self.key):
            raise Ended(POLICY, "your session has ended; come in again")

    async def _finish(self, reading: asyncio.Task[Any]) -> None:
        """Have the command that was taken answered, and what waits sent."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                async with self.answering:
                    reading.cancel()
        until = time.monotonic() + FLUSH_S
        while self.listener.waiting and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def _why(self, ended: Sequence[object]) -> Ended:
        for each in ended:
            if isinstance(each, Ended):
                return each
            if isinstance(each, Exception) and not isinstance(each, WebSocketDisconnect):
                LOG.error("a connection has failed", exc_info=each)
                return Ended(FAILED, "something went wrong here; come in again")
        if self.listener.behind:
            return Ended(TRY_AGAIN, "you have stopped reading; come back when you can")
        if self.listener.over.is_set():
            return Ended(GOING_AWAY, self.listener.why)
        return Ended(NORMAL, "")

    async def _close(self, why: Ended) -> None:
        """Say why, and cut the connection off where nobody reads that either."""
        self._count(why)
        try:
            async with asyncio.timeout(FLUSH_S if not self.listener.behind else BEHIND_S):
                await self.socket.close(why.code, why.says)
        except TimeoutError:
            cut(self.socket.scope)
        except (RuntimeError, WebSocketDisconnect):
            return
        asyncio.get_running_loop().call_later(CLOSE_S, cut, self.socket.scope)

    def _count(self, why: Ended) -> None:
        """Count the connection if the house has ended it: by a word of its own, or because its wire has."""
        by_wire = ended_by_wire(self.socket.scope)
        if why.says:
            self.measures.cut_off.labels(_LABELS.get(why.code, "other")).inc()
        elif by_wire is not None:
            self.measures.cut_off.labels(by_wire).inc()

    @staticmethod
    def _task(part: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.create_task(part)


_LABELS: Final = {
    TRY_AGAIN: "slow",
    TOO_LARGE: "too_large",
    GOING_AWAY: "closing",
    POLICY: "session",
    FAILED: "failed",
    NORMAL: "idle",
}
"""Why a connection was ended, as it is counted; each is in `measures.CUT_OFF`."""
