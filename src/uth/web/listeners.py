"""Listeners and their websockets: queued frames, heartbeats, closing with a reason, and the protocols below them."""

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
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from uth.house.logs import LOG
from uth.people.people import People
from uth.people.roles import Session
from uth.units import PlayerId
from uth.views import PROTOCOL
from uth.web.metrics import Metrics

TEXT_FRAME: Final = 0x81
"""FIN and the text opcode."""


class Frame(dict[str, Any]):
    """A JSON frame; its websocket encoding is computed once and shared by all listeners."""

    __slots__ = ("_encoded",)
    _encoded: bytes

    @property
    def text(self) -> str:
        """The frame as JSON."""
        try:
            return orjson.dumps(self).decode()
        except TypeError:
            return _plain_json(self).decode()

    @property
    def encoded(self) -> bytes:
        """The frame as bytes of the websocket protocol: one unfragmented, unmasked text frame (RFC 6455, 5.2)."""
        encoded: bytes | None = getattr(self, "_encoded", None)
        if encoded is None:
            try:
                text = orjson.dumps(self)
            except TypeError:
                text = _plain_json(self)
            encoded = self._encoded = websocket_frame(text)
        return encoded


def frame(kind: str, **fields: Any) -> Frame:
    """Return a frame of that type."""
    return Frame(v=PROTOCOL, type=kind, **fields)


def _plain_json(document: Frame) -> bytes:
    """Return as JSON a frame that `orjson` refuses: lone surrogates, or integers beyond 64 bits."""
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

    def __init__(
        self, socket: WebSocket, people: People, session: Session | None, key: str | None, listener: Listener
    ) -> None:
        self.socket = socket
        self.people = people
        self.session = session
        self.key = key
        """The session's key, with which it is looked up while it lasts."""
        self.listener = listener
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
        """Send the frame without queueing if the connection allows it; return whether it was sent."""
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


# Uvicorn protocols that can send without queueing, abort a connection, and time out slow requests.

HEADERS_S: Final = 10.0
"""How long the headers of a request may take to arrive."""
HEADERS_MAX: Final = 64 * 1024
EXTENSION: Final = "uth.protocol"
"""The ASGI scope extension for what these protocols can do."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket protocol that sends without waiting, and aborts even with unsent bytes."""

    def handle_connect(self, event: Any) -> None:
        """Connect, and add `abort` and `send` to the scope."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = {"abort": self.transport.abort, "send": self.send_now}

    def send_now(self, framed: bytes) -> bool:
        """Write one frame now if the connection is open and the client is reading; return whether it was written."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing() or self.conn.extensions:
            return False
        if not self.handshake_complete or self.conn.state is not State.OPEN:
            return False
        self.transport.write(framed)
        return True

    def keepalive_timeout(self) -> None:
        """Drop a client that does not answer a ping; it would not read a close frame either."""
        self._note_end("silent")
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Drop a client that sends an oversized or invalid frame."""
        sent = self.conn.close_sent
        self._note_end(_LABELS[TOO_LARGE] if sent is not None and sent.code == TOO_LARGE else "other")
        super().handle_parser_exception()

    def _note_end(self, why: str) -> None:
        """Note in the scope why the protocol closed the connection, as a metric label."""
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION]["ended"] = why


class HttpProtocol(HttpToolsProtocol):
    """An HTTP protocol with a time and size limit on headers."""

    _deadline: asyncio.TimerHandle | None = None
    _header_bytes = 0

    def connection_made(self, transport: Any) -> None:
        """Connect, and start the timer of the first request."""
        super().connection_made(transport)
        self._start_timer()

    def on_message_begin(self) -> None:
        """Start the timer of this request."""
        super().on_message_begin()
        self._start_timer()
        self._header_bytes = 0
        scope: Any = self.scope
        scope["extensions"] = {EXTENSION: {"abort": self.transport.abort}}

    def on_url(self, url: bytes) -> None:
        """Count the bytes of the URL."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the bytes of a header."""
        self._count(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _count(self, part: bytes) -> None:
        self._header_bytes += len(part)
        if self._header_bytes > HEADERS_MAX:
            self.transport.abort()

    def _start_timer(self) -> None:
        self._stop_timer()
        self._deadline = self.loop.call_later(HEADERS_S, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def abort(scope: Scope) -> None:
    """Abort the connection without sending what is queued; does nothing under another server."""
    extension = scope.get("extensions", {}).get(EXTENSION)
    if extension is not None:
        extension["abort"]()


def send_now_of(scope: Scope) -> Callable[[bytes], bool] | None:
    """Return the function that sends a frame without queueing, or ``None`` under another server."""
    extension = scope.get("extensions", {}).get(EXTENSION, {})
    send: Callable[[bytes], bool] | None = extension.get("send")
    return send


def protocol_end_of(scope: Scope) -> str | None:
    """Return why the protocol closed this connection, or ``None`` if it did not."""
    why: str | None = scope.get("extensions", {}).get(EXTENSION, {}).get("ended")
    return why
