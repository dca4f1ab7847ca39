"""The wire: uvicorn's protocols, with a way to send at once or to cut off, and no patience for half a request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

HEADERS_S: Final = 10.0
"""How long the headers of a request may take to come."""
HEADERS_MAX: Final = 64 * 1024
SILENT, TOO_LARGE, UNREAD = "silent", "too_large", "other"
"""Why the wire itself ends a websocket, as it is counted."""
WIRE: Final = "uth.wire"
"""Where the scope of a connection has what its wire can do beside ASGI."""


class SocketWire(WebSocketsSansIOProtocol):
    """A websocket that can be sent to without waiting, and cut off though bytes still wait for its other end."""

    def handle_connect(self, event: Any) -> None:
        """Begin, and let the app know how to cut it, and how to send at once."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][WIRE] = {"cut": self.transport.abort, "send": self.send_at_once}

    def send_at_once(self, framed: bytes) -> bool:
        """Send one frame now; whether this is a connection that is open, and whose other end reads."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing() or self.conn.extensions:
            return False
        if not self.handshake_complete or self.conn.state is not State.OPEN:
            return False
        self.transport.write(framed)
        return True

    def keepalive_timeout(self) -> None:
        """Let an other end go that does not answer a ping: it will not read what waits for it either."""
        self._ended(SILENT)
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Let an other end go whose frames cannot be read: one is too large, or is no frame."""
        sent = self.conn.close_sent
        self._ended(TOO_LARGE if sent is not None and sent.code == 1009 else UNREAD)
        super().handle_parser_exception()

    def _ended(self, why: str) -> None:
        """Let the app know why the wire has ended the connection."""
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][WIRE]["ended"] = why


class RequestWire(HttpToolsProtocol):
    """A connection whose requests come in time."""

    _deadline: asyncio.TimerHandle | None = None
    _header_bytes = 0

    def connection_made(self, transport: Any) -> None:
        """Expect the first request."""
        super().connection_made(transport)
        self._expect()

    def on_message_begin(self) -> None:
        """Expect the headers of this one."""
        super().on_message_begin()
        self._expect()
        self._header_bytes = 0
        scope: Any = self.scope
        scope["extensions"] = {WIRE: {"cut": self.transport.abort}}

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address, if it is not too much."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, if it is not too much."""
        self._count(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Have them."""
        self._expected()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._expected()
        super().connection_lost(exc)

    def _count(self, part: bytes) -> None:
        self._header_bytes += len(part)
        if self._header_bytes > HEADERS_MAX:
            self.transport.abort()

    def _expect(self) -> None:
        self._expected()
        self._deadline = self.loop.call_later(HEADERS_S, self.transport.abort)

    def _expected(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def cut(scope: Scope) -> None:
    """Cut the connection off, whatever still waits in it; where the wire cannot, it is left to close by itself."""
    way = scope.get("extensions", {}).get(WIRE)
    if way is not None:
        way["cut"]()


def way_to_send(scope: Scope) -> Callable[[bytes], bool] | None:
    """Return how a frame is sent at once over this connection, or ``None`` where the wire cannot."""
    way = scope.get("extensions", {}).get(WIRE, {})
    send: Callable[[bytes], bool] | None = way.get("send")
    return send


def ended_by_wire(scope: Scope) -> str | None:
    """Return why the wire has ended this connection, or ``None`` where it has not."""
    why: str | None = scope.get("extensions", {}).get(WIRE, {}).get("ended")
    return why
