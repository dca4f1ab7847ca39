"""The server: uvicorn for one house, which stops in good order when it is asked to."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from uth.errors import Refused
from uth.house.logs import LOG
from uth.web.hub import Hub
from uth.web.uvicorn_protocols import RequestWire, SocketWire

FRAME_MAX: Final = 64 * 1024
"""The most the wire takes of a frame; the table takes less, and says so."""
CLOSING_S: Final = 8.0
"""How long everyone at a table may take to hear that the house closes: a command that was taken is answered."""
GRACE_S: Final = 3
"""How long requests that were begun may take after that."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; say in one line why it cannot."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        door = socket.socket(family, kind, protocol)  # with its protocol: what it accepts is then sent without delay
        try:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(address)
            door.listen(2048)
        except OSError:
            door.close()
            raise
        return door
    except OSError as fault:
        says = f"nobody can listen at {host}:{port}: {fault.strerror or fault}; give another --host or --port"
        raise Refused("cannot_listen", None, says) from None


class HouseServer(uvicorn.Server):
    """A server whose signals belong to the house: the first closes it in good order, the second at once."""

    def __init__(self, app: ASGIApp, hub: Hub, *, behind_proxy: str | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=RequestWire,
                ws=SocketWire,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                ws_max_size=FRAME_MAX,
                ws_ping_interval=20.0,
                ws_ping_timeout=20.0,
                ws_per_message_deflate=False,
                proxy_headers=behind_proxy is not None,
                forwarded_allow_ips=behind_proxy or "",
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.hub = hub
        self._closing: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Take the signals, in the loop: what they end is not in the middle of anything."""
        loop = asyncio.get_running_loop()
        for each in SIGNALS:
            loop.add_signal_handler(each, self._asked_to_stop, each)
        try:
            yield
        finally:
            for each in SIGNALS:
                loop.remove_signal_handler(each)

    def _asked_to_stop(self, by: signal.Signals) -> None:
        if self._closing is not None:
            LOG.warning("stopped at once", signal=by.name)
            os._exit(1)
        LOG.info("the house closes", signal=by.name, sockets=self.hub.count)
        self._closing = asyncio.create_task(self._close(), name="the house closes")

    async def _close(self) -> None:
        """Let nobody in, tell everyone, have what was taken answered, and then stop."""
        for each in getattr(self, "servers", ()):
            each.close()
        self.hub.close()
        until = time.monotonic() + CLOSING_S
        while self.hub.count and time.monotonic() < until:
            await asyncio.sleep(0.02)
        self.should_exit = True
