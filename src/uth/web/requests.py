"""Request helpers: the session, the CSRF check, the body."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict
from starlette.requests import HTTPConnection

from uth.errors import Malformed, Refused, UthError
from uth.house.house import House
from uth.house.logs import LOG
from uth.people.roles import Session
from uth.store.codec import read_json
from uth.web.hub import Hub
from uth.web.limits import ConnectionLimits
from uth.web.security import COOKIE, is_forged, same_origin


class Forged(UthError):
    """A request that changes something did not come from a page of this house."""


def house_of(connection: HTTPConnection) -> House:
    """Return the house of this app."""
    house: House = connection.app.state.house
    return house


def hub_of(connection: HTTPConnection) -> Hub:
    """Return the hub."""
    hub: Hub = connection.app.state.hub
    return hub


def limits_of(connection: HTTPConnection) -> ConnectionLimits:
    """Return the limits."""
    limits: ConnectionLimits = connection.app.state.limits
    return limits


def has_allowed_origin(connection: HTTPConnection) -> bool:
    """Whether the request comes from this house's page or from a program; a foreign origin is logged."""
    own = same_origin(connection.headers, connection.scope["scheme"])
    if not own:
        connection.app.state.metrics.turned_away.labels("origin").inc()
        LOG.warning("another origin was refused", origin=connection.headers["origin"][:100], path=connection.url.path)
    return own


# Async, because FastAPI runs a synchronous dependency in a thread, which costs more than the call.


async def get_house(connection: HTTPConnection) -> House:
    """Return the house of this app."""
    return house_of(connection)


async def get_hub(connection: HTTPConnection) -> Hub:
    """Return the hub."""
    return hub_of(connection)


async def session_of(request: Request) -> Session | None:
    """Return the session of a request, or ``None`` for a stranger."""
    return house_of(request).people.session(request.cookies.get(COOKIE))


async def require_allowed_origin(request: Request) -> None:
    """Refuse a request from a foreign origin."""
    if not has_allowed_origin(request):
        raise Forged("the request comes from another origin")


async def csrf_session_of(request: Request) -> Session:
    """Return the session of a request that changes something, after the origin and CSRF checks."""
    session = await session_of(request)
    if session is None:
        raise Refused("not_signed_in", None, "create a guest first: POST /api/v1/guest")
    if not has_allowed_origin(request) or is_forged(session, request.headers):
        raise Forged("the request lacks the x-csrf token of the session or comes from another origin")
    return session


async def require_names_once(request: HTTPConnection) -> None:
    """Refuse a JSON body that gives a name twice: readers differ on which of the two counts."""
    if not isinstance(request, Request) or request.method in ("GET", "HEAD"):
        return
    try:
        read_json(await request.body())
    except Malformed as fault:
        shown = HIDDEN_VALUE if fault.field in HIDDEN else fault.value
        raise Malformed(f"body.{fault.field}", shown, fault.says) from None
    except (ValueError, RecursionError):  # not JSON: a route that reads a body reports it
        pass


HouseDep = Annotated[House, Depends(get_house)]
HubDep = Annotated[Hub, Depends(get_hub)]
CsrfSession = Annotated[Session, Depends(csrf_session_of)]
OptionalSession = Annotated[Session | None, Depends(session_of)]
AllowedOrigin = Depends(require_allowed_origin)


HIDDEN: Final = frozenset({"password", "old", "new", "word"})
"""Fields whose value an error message never repeats."""
HIDDEN_VALUE: Final = "(hidden)"


class Body(BaseModel):
    """A JSON body with strict types: no string for a number or boolean, and no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid")
