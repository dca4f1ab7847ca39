"""What stands before every request: headers, host, size, rate, origin, the session's cookie and its CSRF token."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from uth.errors import Malformed
from uth.house.logs import LOG
from uth.people.log import Session
from uth.people.people import same_word
from uth.web.limits import Door, TooFast, address_of
from uth.web.metrics import Measures
from uth.web.uvicorn_protocols import cut

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ANY: Final = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """Which names a request may be for."""

    names: frozenset[str] = LOOPBACK
    addresses: bool = False
    """Whether every IP address is taken: no other site can have one for a name."""
    any: bool = False

    def take(self, header: str | None) -> bool:
        """Whether the house answers to what a request has as its host."""
        if self.any:
            return True
        name = host_name(header or "")
        return name in self.names or (self.addresses and _is_address(name))


def hosts_of(words: Iterable[str], bound: str) -> Hosts:
    """Return the names that are given, with those of the loopback and of the address the house listens at."""
    given: set[str] = set()
    for word in words:
        name = host_name(word)
        if word != ANY and (not name or any(each in name for each in "*/@ ")):
            raise Malformed("allowed-host", word, "is not a name such as house.example, an address, or *")
        given.add(name)
    everywhere = bound in ("", "0.0.0.0", "::")
    machine = socket.gethostname().lower()
    own = {machine, f"{machine}.local"} if everywhere else {host_name(bound)}
    return Hosts(names=frozenset(LOOPBACK | own | given - {ANY}), addresses=everywhere, any=ANY in given)


def host_name(header: str) -> str:
    """Return the name in a host header, without its port, in small letters; an IPv6 address without its brackets."""
    text = header.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    name, _, port = text.rpartition(":")
    if name and ":" not in name and port.isdigit():
        text = name
    return text.removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


COOKIE: Final = "uth_session"
BODY_MAX: Final = 256 * 1024
DRAINED_MAX: Final = 4 * 1024 * 1024
"""How much of a body that is too large is read anyway: a client that is still sending does not read the answer."""
BODY_S: Final = 20.0
"""How long a body may take to come."""
SEND_S: Final = 60.0
"""How long one piece of an answer may take to be taken."""
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TLS_HEADERS: Final = {"strict-transport-security": "max-age=31536000"}
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})


class Late(Exception):
    """A body that did not come in time."""


class TooLarge(Exception):
    """A body that is larger than anything the house is asked for."""


class Guard:
    """Plain ASGI: every answer carries the headers; who asks too often, too much or too slowly is told so."""

    def __init__(self, app: ASGIApp, door: Door, measures: Measures, hosts: Hosts, *, behind_proxy: bool) -> None:
        self.app = app
        self.door = door
        self.measures = measures
        self.hosts = hosts
        self._expects_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._warn_of_proxy(headers)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.hosts.take(hosts[0]):
            await self._other_host(scope, receive, send, ", ".join(hosts))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        answer = Answer(scope, send, self.measures)
        try:
            self.door.requests.take(address_of(scope))
            body = await _body(scope, receive)
        except TooFast as fault:
            self.measures.turned_away.labels("too_fast").inc()
            retry = {"retry-after": str(fault.retry_after_s)}
            await answer.say(429, "too_fast", fault.says, retry)
        except TooLarge:
            await answer.say(413, "too_large", f"a body is at most {BODY_MAX} bytes", {"connection": "close"})
        except Late:
            await answer.say(408, "too_slow", f"a body comes within {BODY_S:.0f} s", {"connection": "close"})
        else:
            await self.app(scope, _replayed(body, receive), answer.send)

    def _warn_of_proxy(self, headers: Headers) -> None:
        """Say once that a proxy stands before the house and was not named: everyone then comes from one address."""
        if not self._expects_proxy and "x-forwarded-for" in headers:
            self._expects_proxy = True
            LOG.warning("a proxy was not named", says="x-forwarded-for is not believed; name it with --behind-proxy")

    async def _other_host(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        """Refuse a request for a name that is not the house's."""
        self.measures.turned_away.labels("host").inc()
        LOG.warning("another host was refused", host=host[:100], path=scope["path"])
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        says = f"this house does not answer to {host[:100]!r}; start it with --allowed-host and that name"
        await Answer(scope, send, self.measures).say(421, "other_host", says, {"connection": "close"})


class Answer:
    """One answer on its way, its headers put on, and counted."""

    def __init__(self, scope: Scope, send: Send, measures: Measures) -> None:
        self.scope = scope
        self.measures = measures
        self._send = send
        self._start = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send a part; an other end that does not take it is cut off."""
        if message["type"] == "http.response.start":
            self._count(message["status"])
            headers = MutableHeaders(scope=message)
            for name, value in (HEADERS | (TLS_HEADERS if self.scope["scheme"] == "https" else {})).items():
                headers.setdefault(name, value)
        try:
            async with asyncio.timeout(SEND_S):
                await self._send(message)
        except TimeoutError:
            cut(self.scope)
            raise

    async def say(self, status: int, code: str, says: str, headers: dict[str, str]) -> None:
        """Send a whole answer that is no."""
        body = json.dumps({"code": code, "clause": None, "says": says}).encode()
        whole = {"content-type": "application/json", "content-length": str(len(body)), **headers}
        pairs = [(name.encode(), value.encode()) for name, value in whole.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": pairs})
        await self.send({"type": "http.response.body", "body": body})

    def _count(self, status: int) -> None:
        method = self.scope["method"] if self.scope["method"] in METHODS else "other"
        self.measures.requests.labels(method, str(status)).inc()
        seconds = round(time.perf_counter() - self._start, 4)
        LOG.debug("a request", method=method, path=self.scope["path"], status=status, seconds=seconds)


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Return the whole body, however it is sent; raise `TooLarge` or `Late`."""
    length = Headers(scope=scope).get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or int(length) > DRAINED_MAX:
        raise TooLarge
    parts: list[bytes] = []
    size, more = 0, True
    try:
        async with asyncio.timeout(BODY_S):
            while more and size <= DRAINED_MAX:
                message = await receive()
                part = message.get("body", b"")
                size += len(part)
                if size <= BODY_MAX:
                    parts.append(part)
                more = message.get("more_body", False)
    except TimeoutError:
        raise Late from None
    if size > BODY_MAX:
        raise TooLarge
    return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return how the app receives what was read already, and then whatever else comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def same_origin(headers: Headers, scheme: str = "http") -> bool:
    """Whether the request comes from a page of this very house; a program without an origin is no page.

    A house that is reached by TLS takes nothing from a page that was not.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    if scheme in ("https", "wss") and page.scheme != "https":
        return False
    return page.scheme in ("http", "https") and page.netloc == headers.get("host")


def is_forged(session: Session | None, headers: Headers) -> bool:
    """Whether a request that changes something lacks the session's own word."""
    return session is not None and not same_word(headers.get("x-csrf", ""), session.csrf)
