"""Security middleware: headers, allowed hosts, body size, rates, origin and CSRF checks."""

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

from uth.errors import Malformed, quoted
from uth.house.logs import LOG
from uth.people.people import equal_secrets
from uth.people.roles import Session
from uth.web.limits import ConnectionLimits, TooFast, address_of
from uth.web.listeners import abort
from uth.web.metrics import Metrics

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ANY: Final = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedHosts:
    """The host names that requests may use."""

    names: frozenset[str] = LOOPBACK
    addresses: bool = False
    """Whether every IP address is allowed; no other site can use one as its name."""
    any: bool = False

    def allows(self, header: str | None) -> bool:
        """Whether a host header is allowed."""
        if self.any:
            return True
        name = host_name(header or "")
        return name in self.names or (self.addresses and _is_address(name))


def hosts_of(words: Iterable[str], bound: str) -> AllowedHosts:
    """Return the given names, plus loopback and the bound address."""
    given: set[str] = set()
    for word in words:
        name = host_name(word)
        if word != ANY and (not name or any(each in name for each in "*/@ ")):
            raise Malformed("allowed-host", word, "is not a name such as house.example, an address, or *")
        given.add(name)
    everywhere = bound in ("", "0.0.0.0", "::")
    machine = socket.gethostname().lower()
    own = {machine, f"{machine}.local"} if everywhere else {host_name(bound)}
    return AllowedHosts(names=frozenset(LOOPBACK | own | given - {ANY}), addresses=everywhere, any=ANY in given)


def host_name(header: str) -> str:
    """Return the name in a host header in lower case, without its port or IPv6 brackets."""
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
"""How much of an oversized body is read before answering, since a client that is still sending does not read."""
BODY_S: Final = 20.0
"""How long a body may take to arrive."""
SEND_S: Final = 60.0
"""How long the client may take to read one message of a response."""
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


class BodyTimeout(Exception):
    """The body did not arrive in time."""


class BodyTooLarge(Exception):
    """The body exceeds `BODY_MAX`."""


class SecurityMiddleware:
    """ASGI middleware: adds the security headers and enforces host, size, rate and time limits."""

    def __init__(
        self, app: ASGIApp, limits: ConnectionLimits, metrics: Metrics, hosts: AllowedHosts, *, behind_proxy: bool
    ) -> None:
        self.app = app
        self.limits = limits
        self.metrics = metrics
        self.hosts = hosts
        self._proxy_known = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request to the app, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._warn_about_proxy(headers)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.hosts.allows(hosts[0]):
            await self._refuse_host(scope, receive, send, ", ".join(hosts))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        sender = ResponseSender(scope, send, self.metrics)
        try:
            self.limits.requests.take(address_of(scope))
            body = await _body(scope, receive)
        except TooFast as fault:
            self.metrics.turned_away.labels("too_fast").inc()
            retry = {"retry-after": str(fault.retry_after_s)}
            await sender.send_error(429, "too_fast", fault.says, retry)
        except BodyTooLarge:
            await sender.send_error(413, "too_large", f"a body is at most {BODY_MAX} bytes", {"connection": "close"})
        except BodyTimeout:
            await sender.send_error(
                408, "too_slow", f"a body must arrive within {BODY_S:.0f} s", {"connection": "close"}
            )
        else:
            await self.app(scope, _replayed(body, receive), sender.send)

    def _warn_about_proxy(self, headers: Headers) -> None:
        """Warn once about a proxy that was not named, behind which all clients share one address."""
        if not self._proxy_known and "x-forwarded-for" in headers:
            self._proxy_known = True
            LOG.warning(
                "a proxy was not named", says="x-forwarded-for is not trusted; name the proxy with --behind-proxy"
            )

    async def _refuse_host(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        """Refuse a request for a foreign host name."""
        self.metrics.turned_away.labels("host").inc()
        LOG.warning("another host was refused", host=host[:100], path=scope["path"])
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        says = f"this house does not answer to {quoted(host[:100])}; start it with --allowed-host and that name"
        await ResponseSender(scope, send, self.metrics).send_error(421, "other_host", says, {"connection": "close"})


class ResponseSender:
    """Sends one response with the security headers, and counts it."""

    def __init__(self, scope: Scope, send: Send, metrics: Metrics) -> None:
        self.scope = scope
        self.metrics = metrics
        self._send = send
        self._start = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send a message; a client that does not read it in time is disconnected."""
        if message["type"] == "http.response.start":
            self._count(message["status"])
            headers = MutableHeaders(scope=message)
            for name, value in (HEADERS | (TLS_HEADERS if self.scope["scheme"] == "https" else {})).items():
                headers.setdefault(name, value)
        try:
            async with asyncio.timeout(SEND_S):
                await self._send(message)
        except TimeoutError:
            abort(self.scope)
            raise

    async def send_error(self, status: int, code: str, says: str, headers: dict[str, str]) -> None:
        """Send a complete error response."""
        body = json.dumps({"code": code, "clause": None, "says": says}).encode()
        whole = {"content-type": "application/json", "content-length": str(len(body)), **headers}
        pairs = [(name.encode(), value.encode()) for name, value in whole.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": pairs})
        await self.send({"type": "http.response.body", "body": body})

    def _count(self, status: int) -> None:
        method = self.scope["method"] if self.scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, str(status)).inc()
        seconds = round(time.perf_counter() - self._start, 4)
        LOG.debug("a request", method=method, path=self.scope["path"], status=status, seconds=seconds)


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Return the whole body, or raise `BodyTooLarge` or `BodyTimeout`."""
    length = Headers(scope=scope).get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or int(length) > DRAINED_MAX:
        raise BodyTooLarge
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
        raise BodyTimeout from None
    if size > BODY_MAX:
        raise BodyTooLarge
    return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields the body already read, then whatever follows."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def same_origin(headers: Headers, scheme: str = "http") -> bool:
    """Whether the request comes from this house's own page, or has no origin and so comes from a program.

    A house reached over TLS does not accept an origin without it.
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
    """Whether a request of this session lacks its CSRF token."""
    return session is not None and not equal_secrets(headers.get("x-csrf", ""), session.csrf)
