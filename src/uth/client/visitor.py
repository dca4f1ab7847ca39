"""A visitor: an HTTP session of a house, as a guest or as staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, cast
from urllib.parse import quote, urlsplit

import httpx

from uth.client.connection import Lost
from uth.client.place import Place
from uth.errors import Malformed, Refused, UthError

if TYPE_CHECKING:
    from uth.views.frames import Me, ViewFrame
    from uth.views.listing import Listing

COOKIE: Final = "uth_session"
TIMEOUT_S: Final = 20.0


class Visitor:
    """A session with a house: a guest, unless a password or a cookie is given."""

    def __init__(self, address: str, *, name: str = "", password: str | None = None, cookie: str | None = None) -> None:
        self.address = address_of(address)
        self.called = name
        self.me: Me = {"person": None, "name": None, "roles": [], "csrf": None, "timezone": "UTC"}
        self._password = password
        secure = self.address.startswith("https://")  # without TLS no certificates need loading
        self._http = httpx.AsyncClient(base_url=self.address, timeout=TIMEOUT_S, verify=secure)
        if cookie is not None:
            self._http.cookies.set(COOKIE, cookie)

    async def __aenter__(self) -> Self:
        """Resume the session of the cookie, sign in as staff, or become a guest."""
        try:
            if self.cookie is not None:
                self.me = cast("Me", await self.ask("GET", "/api/v1/me"))
            if self.me["person"] is None and self._password is not None:
                asked = {"name": self.called, "password": self._password}
                self.me = cast("Me", await self.ask("POST", "/api/v1/sign-in", asked))
            elif self.me["person"] is None:
                self.me = cast("Me", await self.ask("POST", "/api/v1/guest", {"name": self.called}))
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        """Close the HTTP client; the session continues."""
        await self._http.aclose()

    @property
    def cookie(self) -> str | None:
        """The session cookie."""
        return self._http.cookies.get(COOKIE)

    async def ask(self, method: str, path: str, document: Mapping[str, Any] | None = None) -> Any:
        """Return the answer to a request; raise `Refused` or `Malformed` for an error response."""
        headers = {"x-csrf": self.me["csrf"]} if self.me["csrf"] is not None else {}
        try:
            answer = await self._http.request(method, path, json=document, headers=headers)
        except httpx.HTTPError as error:
            raise Lost(f"the house at {self.address} does not answer: {error or type(error).__name__}") from None
        if answer.is_success:
            return _read(answer)
        raise _error(answer)

    async def tables(self) -> Sequence[Listing]:
        """Return the lobby."""
        return cast("Sequence[Listing]", await self.ask("GET", "/api/v1/tables"))

    async def make_table(self, document: Mapping[str, Any]) -> Listing:
        """Create a table and return its listing."""
        return cast("Listing", await self.ask("POST", "/api/v1/tables", document))

    async def look(self, table: str) -> ViewFrame:
        """Return the table as the visitor may see it now, without taking a place."""
        return cast("ViewFrame", await self.ask("GET", f"/api/v1/tables/{quote(table, safe='')}"))

    async def spec(self, table: str) -> dict[str, Any]:
        """Return what the table was created from, enough to post the same table elsewhere."""
        return cast(dict[str, Any], await self.ask("GET", f"/api/v1/tables/{quote(table, safe='')}/spec"))

    async def rules(self, table: str) -> dict[str, Any]:
        """Return the table's rule book in readable form, with what it posts."""
        return cast(dict[str, Any], await self.ask("GET", f"/api/v1/tables/{quote(table, safe='')}/rules"))

    async def proof(self, table: str) -> dict[str, Any]:
        """Return the proof from which anyone can deal the settled round again."""
        return cast(dict[str, Any], await self.ask("GET", f"/api/v1/tables/{quote(table, safe='')}/proof"))

    async def sign_out(self) -> None:
        """End the session."""
        self.me = cast("Me", await self.ask("POST", "/api/v1/sign-out"))

    def place(self, table: str, *, patience_s: float | None = None) -> Place:
        """Return a place at the table, entered with ``async with``; without `patience_s` it reconnects forever."""
        cookie = f"{COOKIE}={self.cookie}" if self.cookie is not None else None
        return Place(f"ws{self.address.removeprefix('http')}", table, cookie=cookie, patience_s=patience_s)


def address_of(text: str) -> str:
    """Return the address of a house without a trailing slash; a bare host means HTTP."""
    whole = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(whole)
        accepted = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        accepted = False
    if not accepted:
        raise Malformed("address", text, "is not the address of a house; write for example http://127.0.0.1:8000")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _read(answer: httpx.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        raise Lost(f"{answer.url} does not answer like a house") from None


def _error(answer: httpx.Response) -> UthError:
    """Return an error response as an exception."""
    try:
        said = answer.json()
        code, clause, says = str(said["code"]), said["clause"], str(said["says"])
    except (ValueError, KeyError, TypeError):
        return Lost(
            f"{answer.url} answers {answer.status_code} {answer.reason_phrase}, which is not how a house answers"
        )
    return Refused(code, clause, says)
