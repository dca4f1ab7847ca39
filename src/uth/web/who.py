"""Who asks: the session behind a request, and the proof that a page of this house sent it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from uth.errors import Refused, UthError
from uth.host.house import House
from uth.host.people_log import Session
from uth.web.door import Door
from uth.web.hub import Hub
from uth.web.logs import LOG
from uth.web.security import COOKIE, is_forged, same_origin


class Forged(UthError):
    """A request that changes something did not come from a page of this house."""


def house_of(connection: HTTPConnection) -> House:
    """Return the house that is asked."""
    house: House = connection.app.state.house
    return house


def hub_of(connection: HTTPConnection) -> Hub:
    """Return who listens in it."""
    hub: Hub = connection.app.state.hub
    return hub


def door_of(connection: HTTPConnection) -> Door:
    """Return its door."""
    door: Door = connection.app.state.door
    return door


def is_own_page(connection: HTTPConnection) -> bool:
    """Whether a page of this house asks, or a program; another house's page is worth a line in the log."""
    own = same_origin(connection.headers, connection.scope["scheme"])
    if not own:
        connection.app.state.measures.turned_away.labels("origin").inc()
        LOG.warning("another origin was refused", origin=connection.headers["origin"][:100], path=connection.url.path)
    return own


# Asynchronous, each of them: FastAPI asks what is not on a thread of its own, which takes longer than the answer.


async def the_house(connection: HTTPConnection) -> House:
    """Return the house that is asked."""
    return house_of(connection)


async def the_hub(connection: HTTPConnection) -> Hub:
    """Return who listens in it."""
    return hub_of(connection)


async def session_of(request: Request) -> Session | None:
    """Return who asks, or ``None`` for a stranger."""
    return house_of(request).people.session(request.cookies.get(COOKIE))


async def require_own_page(request: Request) -> None:
    """Refuse a request that another house's page sent."""
    if not is_own_page(request):
        raise Forged("the request comes from another origin")


async def sender_of(request: Request) -> Session:
    """Return who changes something: signed in, from a page of this house, with the session's word."""
    session = await session_of(request)
    if session is None:
        raise Refused("not_signed_in", None, "ask for a seat first: POST /api/v1/guest")
    if not is_own_page(request) or is_forged(session, request.headers):
        raise Forged("the request lacks the session's x-csrf word or comes from another origin")
    return session


TheHouse = Annotated[House, Depends(the_house)]
TheHub = Annotated[Hub, Depends(the_hub)]
Sender = Annotated[Session, Depends(sender_of)]
Anyone = Annotated[Session | None, Depends(session_of)]
OwnPage = Depends(require_own_page)
