"""Request helpers: the session, the CSRF check, command parsing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict
from starlette.requests import HTTPConnection

from uth.cards import Card
from uth.errors import Malformed, Refused, UthError
from uth.house.house import House
from uth.house.logs import LOG
from uth.people.log import Session
from uth.store.codec import decoded
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


HouseDep = Annotated[House, Depends(get_house)]
HubDep = Annotated[Hub, Depends(get_hub)]
CsrfSession = Annotated[Session, Depends(csrf_session_of)]
OptionalSession = Annotated[Session | None, Depends(session_of)]
AllowedOrigin = Depends(require_allowed_origin)


SET_BY_HOUSE: Final = frozenset({"player", "by", "second"})
"""Fields that name the sender; the house fills them in."""
DESCRIPTIONS: Final[Mapping[Any, str]] = {
    int: "a whole number",
    str: "a string",
    bool: "true or false",
    Card: "a card such as As or Td",
}


class Body(BaseModel):
    """A JSON body with strict types: no string for a number or boolean, and no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid")


def command_of(union: Any, document: object, place: str = "do") -> Any:
    """Return the command that a JSON object describes; fields with defaults may be left out."""
    kinds = _kinds(union)
    if not isinstance(document, dict):
        raise Malformed(place, document, f'is not an object such as {{"is": "{next(iter(kinds))}", ...}}')
    name = document.get("is")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed(f"{place}.is", name, f"is not one of {', '.join(kinds)}")
    return _record(kind, document, place)


def _record(kind: type, document: Mapping[str, Any], place: str) -> Any:
    known = {each.name: each for each in fields(kind)}
    has = ", ".join(known) or "no fields"
    for name in document.keys() - known.keys() - {"is"}:
        raise Malformed(f"{place}.{name}", document[name], f"is not a field of {kind.__name__}, which has {has}")
    found: dict[str, Any] = {}
    for name, each in known.items():
        if name in document:
            found[name] = _value(_hints(kind)[name], document[name], f"{place}.{name}")
        elif name in SET_BY_HOUSE:
            found[name] = "-"
        elif each.default is MISSING and each.default_factory is MISSING:
            says = f"is not {_description(_hints(kind)[name])}; {kind.__name__} has {has}"
            raise Malformed(f"{place}.{name}", None, says)
    try:
        return kind(**found)
    except (TypeError, ValueError) as fault:
        raise Malformed(place, document, f"is not a valid {kind.__name__}: {fault}") from None


def _value(hint: Any, value: Any, place: str) -> Any:
    if get_args(hint) and all(map(is_dataclass, get_args(hint))):
        return command_of(hint, value, place)
    try:
        return decoded(hint, value)
    except Malformed:
        raise Malformed(place, value, f"is not {_description(hint)}") from None


def _description(hint: Any) -> str:
    """Describe the accepted values of a type."""
    if isinstance(hint, NewType):
        return _description(hint.__supertype__)
    if hint in DESCRIPTIONS:
        return DESCRIPTIONS[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"one of {', '.join(str(each.value) for each in hint)}"
    args = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return " or ".join("null" if each is NoneType else _description(each) for each in args)
    if get_origin(hint) is tuple and args:
        return f"a list; each item is {_description(args[0])}"
    return f"{getattr(hint, '__name__', hint)} as in docs/table.md"


@cache
def _kinds(union: Any) -> dict[str, Any]:
    return {each.__name__: each for each in get_args(union)}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
