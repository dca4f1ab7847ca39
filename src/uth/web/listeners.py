"""Listeners and their websockets: queued frames, heartbeats, and closing with a reason."""

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
from uth.views.frames import PROTOCOL
from uth.web.metrics import Metrics
from uth.web.security import COOKIE
from uth.web.uvicorn_protocols import abort, protocol_end_of, send_now_of

TEXT_FRAME: Final = 0x81
"""FIN and the text opcode."""


class Frame(dict[str, Any]):
    """A JSON frame; its websocket encoding is computed once and shared by all listeners."""

    __slots__ = ("_encoded",)
    _encoded: bytes

    @property
    def text(self) -> str:
        """The frame as JSON."""
        return to_json(self).decode()

    @property
    def encoded(self) -> bytes:
        """The frame as bytes of the websocket protocol: one unfragmented, unmasked text frame (RFC 6455, 5.2)."""
        encoded: bytes | None = getattr(self, "_encoded", None)
        if encoded is None:
            encoded = self._encoded = websocket_frame(to_json(self))
        return encoded


def frame(kind: str, **fields: Any) -> Frame:
    """Return a frame of that type."""
    return Frame(v=PROTOCOL, type=kind, **fields)


def to_json(document: Any) -> bytes:
    """Return the document as JSON; falls back to `json` for lone surrogates and integers beyond 64 bits."""
    try:
        return orjson.dumps(document)
    except TypeError:
        return json.dumps(document, separators=(",", ":")).encode()


def websocket_frame(text: bytes) -> bytes:
    """Return the text as one unmasked websocket frame."""
    length = len(text)
    if length < 126:
        return bytes((TEXT_FRAME, length)) + text
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, 126, length) + text
    return struct.pack("!BBQ", TEXT_FRAME, 127, length) + text


QUEUE_MAX: Final = 512
"""How many frames are queued before the connection is dropped; twice what can be resumed."""


@dataclass(slots=True, kw_only=True, eq=False)
class Listener:
    """One connection to a table or a sign, and the frames queued for it."""

    player: PlayerId | None
    staff: bool = False
    address: str = ""
    """The client's address."""
    send_now: Callable[[Frame], bool] | None = None
    """Sends a frame without queueing; returns whether it did."""
    queue: deque[Frame] = field(default_factory=deque)
    """Frames not sent yet; the first may be in progress."""
    queued: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a frame is queued."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the connection is to close after its queue."""
    behind: bool = False
    """Whether the client has stopped reading."""
    why: str = "the house is closing; come back when it is open"
    """The reason given when closing."""

    def end(self, why: str) -> None:
        """Close the connection with this reason once the queue is sent."""
        self.why = why
        self.closing.set()

    def send(self, document: Mapping[str, Any]) -> None:
        """Send the frame, or queue it behind others; a full queue closes the connection."""
        frame = document if isinstance(document, Frame) else Frame(document)
        if not self.queue and self.send_now is not None and self.send_now(frame):
            return
        if len(self.queue) == QUEUE_MAX:
            self.behind = True
            self.closing.set()
            return
        self.queue.append(frame)
        self.queued.set()


BEAT_S: Final = 20.0
"""The interval of heartbeats."""
FLUSH_S: Final = 2.0
"""How long sending the queue may take when closing."""
BEHIND_S: Final = 0.05
"""The same for a client that has stopped reading."""
CLOSE_S: Final = 10.0
"""How long the client may take to answer the close frame."""
ANSWER_S: Final = 5.0
"""How long a command in progress may take when closing."""
FAILED: Final = 1011
TRY_AGAIN: Final = 1013
TOO_LARGE: Final = 1009
GOING_AWAY: Final = 1012
POLICY: Final = 1008
NORMAL: Final = 1000


class CloseConnection(Exception):
    """Raised to close a connection with this code and reason."""

    def __init__(self, code: int, says: str) -> None:
        super().__init__(says)
        self.code, self.says = code, says


class ListenerSocket:
    """A websocket that sends its listener's frames."""

    def __init__(self, socket: WebSocket, people: People, session: Session | None, listener: Listener) -> None:
        self.socket = socket
        self.people = people
        self.session = session
        self.listener = listener
        self.key = session_key(socket.cookies.get(COOKIE))
        self.answering = asyncio.Lock()
        """Held while a command is being answered."""
        self._send_direct = send_now_of(socket.scope)
        self.metrics: Metrics = socket.app.state.metrics

    async def run(self) -> None:
        """Run until either side closes."""
        self.listener.send_now = self._send_now
        reading, writing = self._task(self.read()), self._task(self._write())
        ending = self._task(self.listener.closing.wait())
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
        """Read and ignore frames until the client disconnects."""
        while True:
            await self.received()

    async def received(self) -> str:
        """Return the next text frame."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        text = message.get("text")
        if text is None:
            raise CloseConnection(1003, "frames are text, not bytes")
        return str(text)

    def _send_now(self, frame: Frame) -> bool:
        """Send the frame without queueing if the connection allows it; whether it was sent."""
        if self._send_direct is None or not (self.session is None or self.people.lasts(self.key)):
            return False
        return self._send_direct(frame.encoded)

    async def _write(self) -> None:
        """Send queued frames, and a heartbeat when idle."""
        queue, queued = self.listener.queue, self.listener.queued
        while True:
            while queue:
                self._require_session()
                await self.socket.send_text(queue[0].text)
                queue.popleft()
            queued.clear()
            try:
                async with asyncio.timeout(BEAT_S):
                    await queued.wait()
            except TimeoutError:
                self.listener.send(frame("beat"))

    def _require_session(self) -> None:
        """Close the connection if the session has ended, so that it receives nothing more as that person."""
        if self.session is not None and not self.people.lasts(self.key):
            raise CloseConnection(POLICY, "your session has ended; reconnect")

    async def _finish(self, reading: asyncio.Task[Any]) -> None:
        """Let the current command finish, then send the queue."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                async with self.answering:
                    reading.cancel()
        until = time.monotonic() + FLUSH_S
        while self.listener.queue and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def _why(self, ended: Sequence[object]) -> CloseConnection:
        for each in ended:
            if isinstance(each, CloseConnection):
                return each
            if isinstance(each, Exception) and not isinstance(each, WebSocketDisconnect):
                LOG.error("a connection has failed", exc_info=each)
                return CloseConnection(FAILED, "internal error; reconnect")
        if self.listener.behind:
            return CloseConnection(TRY_AGAIN, "you have stopped reading; reconnect when you can")
        if self.listener.closing.is_set():
            return CloseConnection(GOING_AWAY, self.listener.why)
        return CloseConnection(NORMAL, "")

    async def _close(self, why: CloseConnection) -> None:
        """Close with the reason, and abort the connection if the client does not read it."""
        self._count(why)
        try:
            async with asyncio.timeout(FLUSH_S if not self.listener.behind else BEHIND_S):
                await self.socket.close(why.code, why.says)
        except TimeoutError:
            abort(self.socket.scope)
        except (RuntimeError, WebSocketDisconnect):
            return
        asyncio.get_running_loop().call_later(CLOSE_S, abort, self.socket.scope)

    def _count(self, why: CloseConnection) -> None:
        """Count a connection that the house or the protocol closed."""
        by_protocol = protocol_end_of(self.socket.scope)
        if why.says:
            self.metrics.cut_off.labels(_LABELS.get(why.code, "other")).inc()
        elif by_protocol is not None:
            self.metrics.cut_off.labels(by_protocol).inc()

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
"""The metric label of each close code; each is in `metrics.CUT_OFF`."""
