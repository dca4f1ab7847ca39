"""The websocket of a sign: it is told, and asks for nothing; one whose other end is gone is let go."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from uth.host.live_link import LiveLink
from uth.web.frames import frame
from uth.web.hub import Hub, Listener

BEAT_S = 20.0
"""How often a sign hears that the house is there, though nothing has happened."""


class SignSocket:
    """One sign at one link."""

    def __init__(self, socket: WebSocket, hub: Hub, link: LiveLink) -> None:
        self.socket = socket
        self.hub = hub
        self.link = link
        self.listener = Listener(player=None)

    async def serve(self) -> None:
        """Tell until the other end is gone."""
        await self.socket.accept()
        self.hub.watch(self.link, self.listener)
        parts = {asyncio.create_task(part) for part in (self._write(), self._read(), self.listener.over.wait())}
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.unwatch(self.link, self.listener)
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(1013 if self.listener.behind else 1000)

    async def _write(self) -> None:
        while True:
            try:
                said = await asyncio.wait_for(self.listener.frames.get(), BEAT_S)
            except TimeoutError:
                said = frame("beat")
            await self.socket.send_text(said.text)

    async def _read(self) -> None:
        while True:  # whatever a sign says is not heard; that it is gone is
            await self.socket.receive_text()
