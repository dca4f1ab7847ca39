"""Who asks: the session behind a request, and the proof that a page of this house sent it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from uth.errors import Refused, UthError
from uth.host.house import House
from uth.host.people import Session
from uth.web.hub import Hub
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


def session_of(request: Request) -> Session | None:
    """Return who asks, or ``None`` for a stranger."""
    return house_of(request).people.session(request.cookies.get(COOKIE))


def require_own_page(request: Request) -> None:
    """Refuse a request that another house's page sent."""
    if not same_origin(request.headers):
        raise Forged("the request comes from another origin")


def sender_of(request: Request) -> Session:
    """Return who changes something: signed in, from a page of this house, with the session's word."""
    session = session_of(request)
    if session is None:
        raise Refused("not_signed_in", None, "ask for a seat first: POST /api/v1/guest")
    if not same_origin(request.headers) or is_forged(session, request.headers):
        raise Forged("the request lacks the session's x-csrf word or comes from another origin")
    return session


TheHouse = Annotated[House, Depends(house_of)]
TheHub = Annotated[Hub, Depends(hub_of)]
Sender = Annotated[Session, Depends(sender_of)]
Anyone = Annotated[Session | None, Depends(session_of)]
OwnPage = Depends(require_own_page)
