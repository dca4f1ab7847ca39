"""The lobby, its tables, and what a table was made from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response, WebSocket

from uth.errors import Refused
from uth.house.live_table import LiveTable
from uth.rules.loader import BOOKS, load_book
from uth.views.listing import Book, Listing, listed, listed_book
from uth.web.hub import view_frame
from uth.web.limits import address_of
from uth.web.listening import Listener
from uth.web.requests import Anyone, Sender, TheHouse, door_of, house_of, hub_of
from uth.web.sockets import TableSocket, entering

PACK_FROM: Final = 2_000
"""How many bytes are worth packing."""
LEVEL: Final = 1
"""The quickest way to pack: the tables of a house are much alike."""

Seen = tuple[int, bool]
"""How many records a table had, and whether it was off: what its place in the lobby follows from."""


@dataclass(slots=True)
class Lobby:
    """The tables as they were written down last."""

    _written: dict[str, tuple[Seen, bytes]] = field(default_factory=dict)

    def body(self, tables: Sequence[LiveTable]) -> bytes:
        """Return the tables as JSON."""
        self._written = {live.name: self._as_it_is(live) for live in tables}
        return b"[" + b",".join(text for _, text in self._written.values()) + b"]"

    def _as_it_is(self, live: LiveTable) -> tuple[Seen, bytes]:
        seen = live.number, live.off
        known = self._written.get(live.name)
        if known is not None and known[0] == seen:
            return known
        return seen, json.dumps(listed(live), ensure_ascii=False, separators=(",", ":")).encode()


def sent(body: bytes, request: Request) -> Response:
    """Return the lobby as an answer, packed where that is worth it and the browser takes it."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= PACK_FROM and takes(request, "gzip"):
        body, headers["content-encoding"] = gzip.compress(body, LEVEL), "gzip"
    return Response(body, media_type="application/json", headers=headers)


def takes(request: Request, way: str) -> bool:
    """Whether the browser takes what is packed that way."""
    ways = request.headers.get("accept-encoding", "").split(",")
    return way in {each.partition(";")[0].strip() for each in ways}


router = APIRouter(tags=["tables"])


@router.get("/api/v1/books")
async def books() -> list[Book]:
    """The rule books a table can be made with."""
    return [listed_book(load_book(name)) for name in BOOKS]


@router.get("/api/v1/tables", response_model=list[Listing])
async def lobby(
    request: Request,
    house: TheHouse,
    name: Annotated[str | None, Query(max_length=40)] = None,
    closed: bool = False,
) -> Any:
    """Every table, or the one with that name if there is one; closed ones too, if asked for by name."""
    if name is None:
        every: Lobby = request.app.state.lobby
        return sent(every.body(house.open_tables), request)
    if name in house.closed:
        return [listed(await house.recalled(name))] if closed else []
    return [listed(house.tables[name])] if name in house.tables else []


@router.post("/api/v1/tables", status_code=201)
async def make(request: Request, session: Sender, house: TheHouse, document: dict[str, Any]) -> Listing:
    """Make a table."""
    address = address_of(request.scope)
    door_of(request).tables.take(address)
    spec = await house.make_table(session, document, address)
    return listed(house.live(spec.name))


@router.get("/api/v1/tables/{name}")
async def table(name: str, session: Anyone, house: TheHouse) -> dict[str, Any]:
    """The table as you may see it now."""
    player = session.player if session is not None else None
    return view_frame(await house.recalled(name), Listener(player=player))


@router.delete("/api/v1/tables/{name}")
async def close(name: str, session: Sender, house: TheHouse) -> dict[str, Any]:
    """Close a table for good: everyone there gets up with their chips; its rounds can still be read."""
    await house.close_table(session, name)
    return {"closed": name}


@router.get("/api/v1/tables/{name}/posted")
async def posted(name: str, house: TheHouse) -> Listing:
    """What the table posts: its book, limits, wagers and pays."""
    return listed(await house.recalled(name))


@router.get("/api/v1/tables/{name}/proof")
async def proof(name: str, house: TheHouse) -> dict[str, Any]:
    """What anyone needs to deal the settled round again."""
    live = await house.recalled(name)
    shown = live.secret.proof(live.table, live.posted)
    words = {str(seat): word for seat, word in shown.words.items()}
    return {"commitment": shown.commitment, "secret": shown.secret, "words": words, "cut": shown.cut, "nth": shown.nth}


@router.websocket("/ws/v1/tables/{name}")
async def at_table(socket: WebSocket, name: str, after: int | None = None) -> None:
    """Sit at or watch a table; frames as in docs/protocol.md."""
    house = house_of(socket)
    async with entering(socket, there=name in house.tables and name not in house.closed) as visit:
        if visit is not None:
            at = TableSocket(socket, house, hub_of(socket), house.live(name), visit.session, door_of(socket))
            await at.serve(after)


@router.get("/api/v1/tables/{name}/spec")
async def spec(name: str, house: TheHouse) -> dict[str, Any]:
    """What the table was made from: its rule set by name or as text, its pay tables, limits, dealing and speed."""
    made = (await house.recalled(name)).spec
    if made is None:
        raise Refused("no_table", None, f"nobody knows what table {name!r} was made from")
    named = {each.name: getattr(made, each.name) for each in fields(made)}
    return {key: dict(value) if key == "tables" else value for key, value in named.items()}
