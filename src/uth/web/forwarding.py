"""Forwarding in a cluster: any node accepts any request, and forwards it if another node has to answer.

A request about one table goes to the node that runs it. The lobby and the floor are gathered from all nodes. A
forwarded request carries the secret of the cluster and the client's address, and is never forwarded again.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx
import websockets
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from uth.errors import Refused, UthError
from uth.house.cluster import Cluster
from uth.house.house import House
from uth.house.logs import LOG
from uth.house.placement import elsewhere
from uth.house.turn import Wanted
from uth.people.people import equal_secrets
from uth.progressive import commands as k
from uth.store.codec import decoded, encoded
from uth.store.entries import Unavailable
from uth.store.lease import MOVED
from uth.store.nodes import Node
from uth.table.round import commands as c
from uth.web.error_responses import error_response
from uth.web.listeners import GOING_AWAY, POLICY, abort
from uth.web.security import COOKIE

T = TypeVar("T")

NODE: Final = "x-uth-node"
"""The header with the secret of the cluster."""
CLIENT: Final = "x-uth-client"
"""The header with the client's address."""
ASK: Final = "/cluster/v1/ask"
"""The path to which a node sends a command for a table that another node runs."""
PARTS: Final = {"/api/v1/tables": None, "/api/v1/floor": "tables"}
"""The documents gathered from all nodes, each with the name of its list; ``None`` if the document is a list."""
TRIES: Final = 20
PAUSE_S: Final = 0.25
"""The delay before a node that did not answer, or the new node of its table, is tried."""
ANSWER_S: Final = 15.0
PART_S: Final = 2.0
"""How long a node may take to answer with its part of a gathered document."""
STARTS_S: Final = 10.0
"""How long a request waits for a table that this node has taken but not started yet."""
_TABLE: Final = re.compile(r"/(?:api|ws)/v1/tables/([^/]+)")
_CARRIED: Final = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "content-length"}
)
"""Headers that apply to a single connection and are not forwarded."""
_HEALTH: Final = frozenset({"/healthz", "/readyz", "/metrics"})


@dataclass(slots=True, kw_only=True)
class NodeClient:
    """Sends requests to other nodes."""

    cluster: Cluster
    http: httpx.AsyncClient = field(default_factory=lambda: httpx.AsyncClient(timeout=ANSWER_S, trust_env=False))

    async def ask(self, node: Node, table: str, by: str, command: Wanted, key: str | None) -> None:
        """Send a command to a table at that node; raise what the table raises."""
        body = {"table": table, "by": by, "command": encoded(command), "key": key}
        try:
            answer = await self.http.post(node.address + ASK, json=body, headers={NODE: self.cluster.node.token})
            said = answer.json()
        except (httpx.HTTPError, ValueError):
            says = f"node {node.name} has not answered; send it again"
            raise Unavailable("node_silent", says, unknown=True) from None
        if "unavailable" in said:
            raise Unavailable(said["unavailable"], said["says"], unknown=said["unknown"])
        if "refused" in said:
            raise Refused(said["refused"], said["clause"], said["says"])

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()


class ClusterMiddleware:
    """ASGI middleware that forwards requests which another node has to answer."""

    def __init__(self, app: ASGIApp, house: House, cluster: Cluster, client: NodeClient) -> None:
        self.app, self.house, self.cluster, self.client = app, house, cluster, client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request here, or forward it."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in _HEALTH:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        forwarded = equal_secrets(headers.get(NODE, ""), self.cluster.node.token)
        if scope["path"] == ASK:
            await (self._asked(receive, send) if forwarded else self.app(scope, receive, send))
        elif not self.cluster.is_current:
            await _refuse(scope, receive, send, "this server has lost its connection to the others; connect again")
        else:
            await self._know(scope, headers)
            if forwarded:
                scope["client"] = (headers.get(CLIENT, ""), 0)
                await self._answer(scope, receive, send)
            else:
                await self._route(scope, receive, send)

    async def _know(self, scope: Scope, headers: Headers) -> None:
        """Follow the log if the request names a session or a table that this node does not know yet."""
        token = next((each[1] for each in _cookies(headers) if each[0] == COOKIE), None)
        with suppress(UthError):
            if token is not None and self.house.people.session(token) is None:
                await self.house.people.follow()
            name = _table_of(scope)
            if name is not None and name not in self.house.specs and name not in self.house.closed:
                await self.house.follow()

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = _table_of(scope)
        if name is not None and name in self.house.specs and not self.cluster.is_here(name):
            await self._forward(name, scope, receive, send)
        elif scope["type"] == "http" and scope["method"] == "GET" and scope["path"] in PARTS and name is None:
            await self._gather(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a forwarded request, unless the table has moved in the meantime."""
        name = _table_of(scope)
        if name is None or name not in self.house.specs or await self.cluster.until_here(name, STARTS_S):
            await self.app(scope, receive, send)
        else:
            await _refuse(scope, receive, send, elsewhere(name).says or "")

    # One table.

    async def _forward(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        for _ in range(TRIES):
            node = await self.cluster.where(name)
            if node is None:
                break
            if node.name == self.cluster.node.name:
                await self.app(scope, receive, send)
                return
            moved = asyncio.create_task(self.cluster.until_moved(name, node))
            try:
                if scope["type"] == "websocket":
                    done = await self._forward_socket(node, moved, scope, receive, send)
                else:
                    done = await self._forward_request(node, moved, scope, receive, send)
            finally:
                moved.cancel()
            if done:
                return
            await asyncio.sleep(PAUSE_S)
        await _refuse(scope, receive, send, elsewhere(name).says or "")

    async def _forward_request(
        self, node: Node, moved: asyncio.Task[None], scope: Scope, receive: Receive, send: Send
    ) -> bool:
        """Forward the request and relay its response; return whether it was answered or must not be sent again."""
        headers = Headers(scope=scope)
        has_body = "content-length" in headers or "transfer-encoding" in headers
        request = self.client.http.build_request(
            scope["method"],
            _url(node, scope),
            headers=[*_passed_on(headers), *self._signed(scope)],
            content=_body_of(receive) if has_body else None,
        )
        try:
            answer = await _unless(moved, self.client.http.send(request, stream=True))
        except (httpx.ConnectError, httpx.ConnectTimeout):  # nothing was sent
            return False
        except httpx.HTTPError as fault:
            LOG.warning("a node has not answered", node=node.name, says=repr(fault))
            answer = None
        if answer is None:
            if moved.done() and not has_body:
                return False
            says = f"node {node.name} has not answered, and it is not known whether this was done; look, and try again"
            await _refuse(scope, receive, send, says)
            return True
        try:
            kept = [(name, value) for name, value in answer.headers.raw if name.lower().decode() not in _CARRIED]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
            async for chunk in answer.aiter_raw():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except httpx.HTTPError as fault:
            LOG.warning("a node has not finished its answer", node=node.name, says=repr(fault))
            abort(scope)
        finally:
            await answer.aclose()
        return True

    async def _forward_socket(
        self, node: Node, moved: asyncio.Task[None], scope: Scope, receive: Receive, send: Send
    ) -> bool:
        """Connect to the node and relay frames; return whether that was possible."""
        headers, there = Headers(scope=scope), urlsplit(node.address)
        scheme = "wss" if there.scheme == "https" else "ws"
        passed = [*self._signed(scope), *((name, value) for name, value in headers.items() if name == "cookie")]
        try:
            connecting = websockets.connect(
                f"{scheme}://{headers['host']}{_path(scope)}",
                host=there.hostname,
                port=there.port or (443 if scheme == "wss" else 80),
                origin=headers.get("origin"),  # type: ignore[arg-type]
                additional_headers=passed,
                compression=None,
                max_size=None,
                proxy=None,
                open_timeout=ANSWER_S,
            )
            upstream = await _unless(moved, _opened(connecting))
        except websockets.InvalidStatus:
            await receive()
            await send({"type": "websocket.close", "code": POLICY})
            return True
        except (websockets.InvalidHandshake, OSError, TimeoutError):
            return False
        if upstream is None:
            return False
        await receive()
        try:
            await send({"type": "websocket.accept"})
            await _Relay(upstream, receive, send).run(moved)
        except (OSError, RuntimeError):  # the client has gone
            await upstream.close()
        return True

    def _signed(self, scope: Scope) -> list[tuple[str, str]]:
        client = scope.get("client")
        return [(NODE, self.cluster.node.token), (CLIENT, str(client[0]) if client else "")]

    # All tables.

    async def _gather(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the tables of all nodes, in order of creation; a node that does not answer is left out."""
        others = [each for each in self.cluster.state.alive if each.name != self.cluster.node.name]
        if not others:
            await self.app(scope, receive, send)
            return
        plain: Scope = {**scope, "headers": [each for each in scope["headers"] if each[0] != b"accept-encoding"]}
        own, *found = await asyncio.gather(_captured(self.app, plain, receive), *(self._part(n, plain) for n in others))
        if own.status != 200:
            await own.replay(send)
            return
        place, document = PARTS[scope["path"]], json.loads(own.body)
        tables = list(document if place is None else document[place])
        for part in found:
            tables += (part if place is None else part[place]) if part is not None else []
        order = {name: at for at, name in enumerate(self.house.specs)}
        unique = {each["name"]: each for each in reversed(tables)}
        merged = sorted(unique.values(), key=lambda each: order.get(each["name"], len(order)))
        own.body = json.dumps(merged if place is None else {**document, place: merged}, ensure_ascii=False).encode()
        await own.replay(send)

    async def _part(self, node: Node, scope: Scope) -> Any:
        headers = [*_passed_on(Headers(scope=scope)), *self._signed(scope)]
        try:
            answer = await self.client.http.get(_url(node, scope), headers=headers, timeout=PART_S)
            return answer.json() if answer.status_code == 200 else None
        except (httpx.HTTPError, ValueError) as fault:
            LOG.warning("a node has not answered", node=node.name, says=repr(fault))
            return None

    # Commands from other nodes.

    async def _asked(self, receive: Receive, send: Send) -> None:
        asked = json.loads(b"".join([chunk async for chunk in _body_of(receive)]))
        said: dict[str, Any] = {}
        try:
            live = self.house.live(asked["table"])
            command: c.Command | k.Command = decoded(c.Command | k.Command, asked["command"])
            await live.ask(asked["by"], command, asked["key"])
        except Unavailable as fault:
            said = {"unavailable": str(fault.code), "says": fault.says, "unknown": fault.unknown}
        except Refused as refused:
            said = {"refused": str(refused.code), "clause": refused.clause, "says": refused.says}
        except UthError as fault:
            said = {"refused": "failed", "clause": None, "says": str(fault)}
        await _Captured(status=200, headers=_JSON, body=json.dumps(said).encode()).replay(send)


async def _opened(connecting: websockets.connect) -> websockets.ClientConnection:
    return await connecting


async def _unless(moved: asyncio.Task[None], work: Coroutine[Any, Any, T]) -> T | None:
    """Return the result of the work, or ``None`` if the table moves first."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task, moved}, return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


_JSON: Final = [(b"content-type", b"application/json")]


class _Relay:
    """Relays frames between a client here and a table at another node, until either side closes."""

    def __init__(self, upstream: websockets.ClientConnection, receive: Receive, send: Send) -> None:
        self.upstream, self.receive, self.send = upstream, receive, send

    async def run(self, moved: asyncio.Task[None]) -> None:
        """Relay frames until either side closes or the table has moved; a stopped node closes no connection."""
        up, down = asyncio.create_task(self._up()), asyncio.create_task(self._down())
        try:
            await asyncio.wait({up, down, moved}, return_when=asyncio.FIRST_COMPLETED)
            if not (up.done() and up.exception() is None):
                code = self.upstream.close_code
                known = code if code is not None and code not in (1005, 1006, 1015) else GOING_AWAY
                reason = self.upstream.close_reason or "the table has moved to another server; connect again"
                with suppress(RuntimeError, OSError):
                    await self.send({"type": "websocket.close", "code": known, "reason": reason})
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            if moved.done():  # the node may never answer a close frame
                self.upstream.transport.abort()
            else:
                await self.upstream.close()

    async def _up(self) -> None:
        while (message := await self.receive())["type"] == "websocket.receive":
            text = message.get("text")
            await self.upstream.send(text if text is not None else message["bytes"])

    async def _down(self) -> None:
        async for frame in self.upstream:
            part = {"text": frame} if isinstance(frame, str) else {"bytes": frame}
            await self.send({"type": "websocket.send", **part})


@dataclass(slots=True, kw_only=True)
class _Captured:
    """A captured response."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def replay(self, send: Send) -> None:
        kept = [each for each in self.headers if each[0].lower() != b"content-length"]
        length = (b"content-length", str(len(self.body)).encode())
        await send({"type": "http.response.start", "status": self.status, "headers": [*kept, length]})
        await send({"type": "http.response.body", "body": self.body})


async def _captured(app: ASGIApp, scope: Scope, receive: Receive) -> _Captured:
    """Return the app's response to the request."""
    found = _Captured()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            found.status, found.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            found.body += message.get("body", b"")

    await app(scope, receive, send)
    return found


async def _refuse(scope: Scope, receive: Receive, send: Send, says: str) -> None:
    """Refuse for now; the client retries, and may reach another node."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": GOING_AWAY, "reason": says[:120]})
        return
    await error_response(503, MOVED, says, headers={"retry-after": "1"})(scope, receive, send)


def _table_of(scope: Scope) -> str | None:
    """Return the name of the table that the request is about, or ``None``."""
    found = _TABLE.match(scope["path"])
    if found is not None:
        return found[1]
    if scope["type"] == "http" and scope["path"] == "/api/v1/tables":
        return next(iter(parse_qs(scope["query_string"].decode("latin-1")).get("name", [])), None)
    return None


def _path(scope: Scope) -> str:
    query: bytes = scope["query_string"]
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    return raw.partition(b"?")[0].decode("latin-1") + (f"?{query.decode('latin-1')}" if query else "")


def _url(node: Node, scope: Scope) -> str:
    return node.address + _path(scope)


def _passed_on(headers: Headers) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers.items() if name not in _CARRIED and name not in (NODE, CLIENT)]


def _cookies(headers: Headers) -> list[tuple[str, str]]:
    parts = [part.strip().partition("=") for part in headers.get("cookie", "").split(";")]
    return [(name, value.strip('"')) for name, _, value in parts if name]


async def _body_of(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return
        yield message.get("body", b"")
        if not message.get("more_body"):
            return
