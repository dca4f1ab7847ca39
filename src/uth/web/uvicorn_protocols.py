"""Uvicorn protocols that can send without queueing, abort a connection, and time out slow requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

HEADERS_S: Final = 10.0
"""How long the headers of a request may take to arrive."""
HEADERS_MAX: Final = 64 * 1024
SILENT, TOO_LARGE, INVALID = "silent", "too_large", "other"
"""Why the protocol closes a websocket, as metric labels."""
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
        """Write one frame now if the connection is open and the client is reading; whether it was written."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing() or self.conn.extensions:
            return False
        if not self.handshake_complete or self.conn.state is not State.OPEN:
            return False
        self.transport.write(framed)
        return True

    def keepalive_timeout(self) -> None:
        """Drop a client that does not answer a ping; it would not read a close frame either."""
        self._note_end(SILENT)
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Drop a client that sends an oversized or invalid frame."""
        sent = self.conn.close_sent
        self._note_end(TOO_LARGE if sent is not None and sent.code == 1009 else INVALID)
        super().handle_parser_exception()

    def _note_end(self, why: str) -> None:
        """Note in the scope why the protocol closed the connection."""
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
