"""The lobby and its tables."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket

from uth.protocol.listing import Book, Listing
from uth.rules.loader import BOOKS, load_book
from uth.rules.registry import owner_clause
from uth.web.door import address_of
from uth.web.entering import entering
from uth.web.hub import view_frame
from uth.web.listener import Listener
from uth.web.listing import listed
from uth.web.lobby import Lobby, sent
from uth.web.sockets import TableSocket
from uth.web.who import Anyone, Sender, TheHouse, door_of, house_of, hub_of

router = APIRouter(tags=["tables"])


@router.get("/api/v1/books")
async def books() -> list[Book]:
    """The rule books a table can be made with."""
    books = map(load_book, BOOKS)
    return [{"name": book.name, "title": book.title, "owner": owner_clause(book.document)} for book in books]


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
