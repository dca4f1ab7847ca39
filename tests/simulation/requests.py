"""Requests to the app of a house without a network: HTTP and websockets from any address, in any loop's time."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a request was answered with."""

    status: int
    body: Any
    cookie: str | None


@dataclass(slots=True, kw_only=True)
class Browser:
    """Somebody's browser at one address, with one session."""

    app: FastAPI
    address: str
    token: str | None = None
    csrf: str = ""
    person: str = ""

    def scope(self, kind: str, path: str) -> dict[str, Any]:
        headers = [(b"host", b"localhost")]
        headers += [(b"cookie", f"uth_session={self.token}".encode())] if self.token is not None else []
        headers += [(b"x-csrf", self.csrf.encode()), (b"content-type", b"application/json")]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "client": (self.address, 1),
            "server": ("127.0.0.1", 8000),
            "root_path": "",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "extensions": {},
            "subprotocols": [],
        }

    async def ask(self, method: str, path: str, document: Any = None) -> Answer:
        """Send a request and return its answer."""
        body = json.dumps(document).encode() if document is not None else b""
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        scope = {**self.scope("http", f"/api/v1{path}"), "method": method}
        scope["headers"] += [(b"content-length", str(len(body)).encode())]
        await self.app(scope, receive, send)
        headers = dict(said[0]["headers"])
        cookie = headers.get(b"set-cookie", b"").decode().partition("uth_session=")[2].partition(";")[0]
        text = b"".join(each.get("body", b"") for each in said[1:])
        found = None
        with suppress(ValueError):
            found = json.loads(text)
        return Answer(status=said[0]["status"], body=found, cookie=cookie or None)

    async def come_in(self, name: str = "") -> Answer:
        """Be a guest."""
        answer = await self.ask("POST", "/guest", {"name": name})
        if answer.status == 200 and answer.cookie is not None:
            self.token, self.csrf, self.person = answer.cookie, answer.body["csrf"], answer.body["person"]
        return answer

    def socket(self, path: str) -> Socket:
        """Return a connection, which is not open yet."""
        return Socket(browser=self, path=path)


@dataclass(kw_only=True, eq=False)
class Socket:
    """A websocket of a browser: what was heard last, and the answers to what it asks."""

    browser: Browser
    path: str
    view: dict[str, Any] = field(default_factory=dict)
    closed: int | None = None
    _sent: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    _answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None
    _asked: int = 0

    async def open(self) -> bool:
        """Connect; return whether the house let it in and it stayed a moment."""
        self._sent.put_nowait({"type": "websocket.connect"})
        scope = self.browser.scope("websocket", self.path)
        self._task = asyncio.create_task(self.browser.app(scope, self._sent.get, self._heard))
        await asyncio.sleep(0.05)
        return self.closed is None

    async def _heard(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
            for waiting in self._answers.values():
                waiting.cancel()
        if message["type"] != "websocket.send":
            return
        frame = json.loads(message["text"])
        if "view" in frame:
            self.view = frame["view"]
        if frame.get("id") in self._answers:
            self._answers.pop(frame["id"]).set_result(frame)

    async def ask(self, **frame: Any) -> dict[str, Any]:
        """Send a frame and return its answer; nothing is answered over a connection that is closed."""
        self._asked += 1
        number = f"{id(self)}-{self._asked}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        self._sent.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": number, **frame})})
        try:
            async with asyncio.timeout(5):
                return await answer
        except (TimeoutError, asyncio.CancelledError):
            self._answers.pop(number, None)
            return {"type": "nothing"}

    async def close(self) -> None:
        """Go away."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=20)
