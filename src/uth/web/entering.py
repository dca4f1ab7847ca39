"""Coming in by a websocket: the origin is looked at before it is accepted, then whether there is room."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from fastapi import WebSocket

from uth.host.people_log import Session
from uth.web.door import address_of
from uth.web.listening import GOING_AWAY, TRY_AGAIN
from uth.web.rates import TooFast
from uth.web.security import COOKIE
from uth.web.who import door_of, house_of, hub_of, is_own_page

REASON_MAX: Final = 120
"""The bytes there are in a closing frame for why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Somebody who may come in: a person, or a stranger who watches."""

    session: Session | None


@asynccontextmanager
async def entering(socket: WebSocket, *, there: bool) -> AsyncIterator[Visit | None]:
    """Yield who comes in, counted as long as they stay; or ``None``, and they have been told why not."""
    if not is_own_page(socket) or not there:
        await socket.close(1008)
        yield None
        return
    if hub_of(socket).closing:
        await _away(socket, GOING_AWAY, "the house closes; come back when it is open")
        yield None
        return
    session = house_of(socket).people.session(socket.cookies.get(COOKIE))
    door, person, address = door_of(socket), session.person if session is not None else None, address_of(socket.scope)
    try:
        door.enter(person, address)
    except TooFast as full:
        socket.app.state.measures.turned_away.labels("sockets").inc()
        await _away(socket, TRY_AGAIN, full.says)
        yield None
        return
    try:
        yield Visit(session=session)
    finally:
        door.leave(person, address)


async def _away(socket: WebSocket, code: int, says: str) -> None:
    """Accept only to say why not: a browser is told nothing of a connection that was never accepted."""
    await socket.accept()
    await socket.close(code, says[:REASON_MAX])
