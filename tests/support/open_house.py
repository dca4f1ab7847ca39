"""An open house: its own server on a real port, in the event loop of the test."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from uth.composition import OPENER, opened
from uth.people.roles import Role, Session
from uth.store.entries import Store
from uth.store.memory import MemoryStore
from uth.units import Cents
from uth.web.hub import Hub
from uth.web.limits import Bounds
from uth.web.metrics import Metrics
from uth.web.server import WebHouse, WebSettings, bind_socket, web_house

MAKER = OPENER


@dataclass(repr=False)
class OpenHouse:
    """A house, and how to reach it; an event loop asks for its ``repr`` whenever it ends, which must be short."""

    site: WebHouse

    def __post_init__(self) -> None:
        self.house, self.bots, self.hub = self.site.composed.house, self.site.composed.bots, self.site.hub
        self.server, self.metrics, self.app = self.site.server, self.site.metrics, self.site.app
        self.address = self.site.address
        self.house.bankrolls.allowance = Cents(1_000_000_000)  # chips are no matter of most tests

    async def table(self, name: str = "one", **document: Any) -> str:
        """Create a table that deals without pauses, and return its name."""
        await self.house.make_table(MAKER, {"rules": "massachusetts", "speed": "instant", **document, "name": name})
        return name

    async def guest(self) -> Person:
        """Return a new guest."""
        token = await self.house.people.welcome()
        return Person(self, token)

    async def staff(self, name: str, *roles: Role) -> Person:
        """Return a staff member who is signed in."""
        return Person(self, await self.house.people._open_session(name, frozenset(roles)))

    def http(self, **options: Any) -> httpx.AsyncClient:
        """Return an HTTP client."""
        return httpx.AsyncClient(base_url=self.address, timeout=20, verify=False, **options)

    def url(self, path: str) -> str:
        return f"{self.address.replace('http', 'ws')}{path}"


@dataclass
class Person:
    """A person known to the house."""

    at: OpenHouse
    token: str
    view: dict[str, Any] = field(default_factory=dict)
    heard: list[dict[str, Any]] = field(default_factory=list)

    @property
    def session(self) -> Session:
        found = self.at.house.people.session(self.token)
        assert found is not None
        return found

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"uth_session={self.token}", "x-csrf": self.session.csrf}

    def socket(self, table: str, **options: Any) -> connect:
        """Return a websocket to the table; it closes at once even if nobody has read what came."""
        cookie = {"Cookie": f"uth_session={self.token}"}
        url = self.at.url(f"/ws/v1/tables/{table}")
        options = {"max_queue": None, "open_timeout": 30, **options}
        return connect(url, additional_headers=cookie, compression=None, **options)

    async def ask(self, socket: ClientConnection, **frame: Any) -> dict[str, Any]:
        """Send a frame and return its answer; other frames received meanwhile are kept."""
        number = frame.pop("id", uuid.uuid4().hex)
        await socket.send(json.dumps({"id": number, **frame}))
        while True:
            answer = await self.hear(socket)
            if answer.get("id") == number:
                return answer

    async def do(self, socket: ClientConnection, is_: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        return await self.ask(socket, do={"is": is_, **fields})

    async def hear(self, socket: ClientConnection) -> dict[str, Any]:
        """Return the next frame."""
        async with asyncio.timeout(30):
            frame: dict[str, Any] = json.loads(await socket.recv())
        self.heard.append(frame)
        if "view" in frame:
            self.view = frame["view"]
        return frame

    async def hear_a(self, socket: ClientConnection, kind: str) -> dict[str, Any]:
        """Return the next frame of that type."""
        while (frame := await self.hear(socket))["type"] != kind:
            pass
        return frame

    async def sit_only(self, socket: ClientConnection, seat: int = 1) -> None:
        """Sit down with chips, whether the table is open or not."""
        await self.hear(socket)
        assert (await self.do(socket, "TakeSeat", seat=seat, player=""))["type"] == "done"
        assert (await self.do(socket, "BuyIn", seat=seat, cents=10_000_000, tender="cash"))["type"] == "done"

    async def sit(self, socket: ClientConnection, seat: int = 1) -> None:
        """Sit down with chips at an open table."""
        await self.sit_only(socket, seat)
        while self.view["phase"] != "wagers":
            await self.hear(socket)

    async def round(self, socket: ClientConnection, seat: int = 1) -> None:
        """Play a round alone: check while possible, then play."""
        begun = self.view["rounds"]
        assert (await self.do(socket, "PlaceWager", seat=seat, wager="ante", cents=1_000))["type"] == "done"
        await self.ask(socket, ready=True)
        answered: set[str] = set()
        while self.view["rounds"] == begun or self.view["phase"] != "wagers":
            street = self.view["street"]
            if self.view["turn"] != seat or street in answered:
                await self.hear(socket)
                continue
            answered.add(street)
            offers = self.view["seats"][str(seat)]["offers"]
            if offers["check"]:
                answer = await self.do(socket, "Check", seat=seat)
            else:
                answer = await self.do(socket, "MakePlay", seat=seat, multiple=offers["plays"][0])
            assert answer["type"] == "done", answer


@asynccontextmanager
async def open_house(
    store: Store | None = None,
    *,
    bounds: Bounds | None = None,
    behind_proxy: str | None = None,
    hub: Hub | None = None,
    metrics: Metrics | None = None,
    **settings: Any,
) -> AsyncIterator[OpenHouse]:
    """Run a house while the block runs; `settings` change the server's settings."""
    web = WebSettings(behind_proxy=behind_proxy, bounds=bounds or Bounds())
    with closing(bind_socket("127.0.0.1", 0)) as port:
        site = web_house(store or MemoryStore(), port, None, web, hub=hub, metrics=metrics)
        for name, value in settings.items():
            setattr(site.server.config, name, value)
        async with opened(site.composed):
            serving = await site.start(signals=False)
            try:
                yield OpenHouse(site)
            finally:
                await site.server.close()
                await serving
