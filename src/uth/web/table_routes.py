"""Routes for the lobby and its tables."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response, WebSocket

from uth.errors import Refused, quoted
from uth.house.live_table import LiveTable
from uth.rules.loader import BOOKS, load_book
from uth.units import Seat
from uth.views.listing import Book, Listing, listed, listed_book
from uth.web.hub import view_frame
from uth.web.limits import address_of
from uth.web.listeners import Listener
from uth.web.requests import CsrfSession, HouseDep, OptionalSession, house_of, hub_of, limits_of
from uth.web.sockets import TableSocket, admission

COMPRESS_FROM: Final = 2_000
"""The smallest body worth compressing, in bytes."""
LEVEL: Final = 1
"""The fastest compression level suffices, because the tables are much alike."""

ListingVersion = tuple[int, bool, frozenset[Seat]]
"""What a listing depends on: the number of records, whether the table is switched off, and the seats away."""


@dataclass(slots=True)
class Lobby:
    """The tables as JSON, each cached until it changes."""

    _entries: dict[str, tuple[ListingVersion, bytes]] = field(default_factory=dict)

    def body(self, tables: Sequence[LiveTable]) -> bytes:
        """Return all tables as JSON."""
        self._entries = {live.name: self._entry(live) for live in tables}
        return b"[" + b",".join(text for _, text in self._entries.values()) + b"]"

    def _entry(self, live: LiveTable) -> tuple[ListingVersion, bytes]:
        version = live.number, live.off, live.clock.away
        known = self._entries.get(live.name)
        if known is not None and known[0] == version:
            return known
        return version, json.dumps(listed(live), ensure_ascii=False, separators=(",", ":")).encode()


def lobby_response(body: bytes, request: Request) -> Response:
    """Return the lobby as a response, compressed if it is large enough."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= COMPRESS_FROM and accepts_encoding(request, "gzip"):
        body, headers["content-encoding"] = gzip.compress(body, LEVEL), "gzip"
    return Response(body, media_type="application/json", headers=headers)


def accepts_encoding(request: Request, encoding: str) -> bool:
    """Whether the request accepts this content encoding."""
    accepted = request.headers.get("accept-encoding", "").split(",")
    return encoding in {each.partition(";")[0].strip() for each in accepted}


router = APIRouter(tags=["tables"])


@router.get("/api/v1/books")
async def books() -> list[Book]:
    """The rule books a table can use."""
    return [listed_book(load_book(name)) for name in BOOKS]


@router.get("/api/v1/tables", response_model=list[Listing])
async def lobby(
    request: Request,
    house: HouseDep,
    name: Annotated[str | None, Query(max_length=40)] = None,
    closed: bool = False,
) -> Any:
    """All open tables, or the one of that name; a closed one only if asked for by name."""
    if name is None:
        cached: Lobby = request.app.state.lobby
        return lobby_response(cached.body(house.open_tables), request)
    if name in house.tables and name in house.specs:
        return [listed(house.tables[name])]
    is_closed = closed and await house.closed_at(name) is not None
    return [listed(await house.recalled(name))] if is_closed else []


@router.post("/api/v1/tables", status_code=201)
async def make(request: Request, session: CsrfSession, house: HouseDep, document: dict[str, Any]) -> Listing:
    """Create a table."""
    address = address_of(request.scope)
    limits_of(request).tables.take(address)
    spec = await house.make_table(session, document, address)
    return listed(house.live(spec.name))


@router.get("/api/v1/tables/{name}")
async def table(name: str, session: OptionalSession, house: HouseDep) -> dict[str, Any]:
    """The table as you may see it now."""
    player = session.player if session is not None else None
    return view_frame(await house.recalled(name), Listener(player=player))


@router.delete("/api/v1/tables/{name}")
async def close(name: str, session: CsrfSession, house: HouseDep) -> dict[str, Any]:
    """Close a table for good: everyone leaves with their chips; its rounds can still be read."""
    await house.close_table(session, name)
    return {"closed": name}


@router.get("/api/v1/tables/{name}/posted")
async def posted(name: str, house: HouseDep) -> Listing:
    """What the table posts: its book, limits, wagers and pays."""
    return listed(await house.recalled(name))


@router.get("/api/v1/tables/{name}/proof")
async def proof(name: str, house: HouseDep) -> dict[str, Any]:
    """The proof from which anyone can deal the settled round again."""
    live = await house.recalled(name)
    shown = live.secret.proof(live.table, live.posted)
    words = {str(seat): word for seat, word in shown.words.items()}
    return {"commitment": shown.commitment, "secret": shown.secret, "words": words, "cut": shown.cut, "nth": shown.nth}


@router.websocket("/ws/v1/tables/{name}")
async def at_table(socket: WebSocket, name: str, after: int | None = None) -> None:
    """Sit at or watch a table; frames as in docs/protocol.md."""
    house = house_of(socket)
    async with admission(socket, exists=name in house.tables and name in house.specs) as admitted:
        if admitted is not None:
            at = TableSocket(socket, house, hub_of(socket), house.live(name), admitted.session, limits_of(socket))
            await at.serve(after)


@router.get("/api/v1/tables/{name}/spec")
async def spec(name: str, house: HouseDep) -> dict[str, Any]:
    """What the table was created from: its rule set by name or as text, its pay tables, limits, dealing and speed."""
    made = (await house.recalled(name)).spec
    if made is None:
        raise Refused("no_table", None, f"it is not known what table {quoted(name)} was created from")
    named = {each.name: getattr(made, each.name) for each in fields(made)}
    return {key: dict(value) if key == "tables" else value for key, value in named.items()}
