"""The websocket of a sign: it is told, and asks for nothing; one whose other end is gone is let go."""

from __future__ import annotations

from fastapi import WebSocket

from uth.host.live_link import LiveLink
from uth.host.people import People
from uth.web.hub import Hub
from uth.web.listener import Listener
from uth.web.listening import ListeningSocket


class SignSocket(ListeningSocket):
    """One sign at one link; whatever it says is not heard."""

    def __init__(self, socket: WebSocket, people: People, hub: Hub, link: LiveLink) -> None:
        super().__init__(socket, people, None, Listener(player=None))
        self.hub = hub
        self.link = link

    async def serve(self) -> None:
        """Tell until the other end is gone."""
        await self.socket.accept()
        self.hub.watch(self.link, self.listener)
        try:
            await self.speak()
        finally:
            self.hub.unwatch(self.link, self.listener)
