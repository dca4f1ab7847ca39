"""Who asks: the session behind a request, and the proof that a page of this house sent it."""

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
from uth.web.limits import Door
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


BY_THE_HOUSE: Final = frozenset({"player", "by", "second"})
"""Who gives a command: the house puts the real name in, so that nobody has to write it."""
WORDS: Final[Mapping[Any, str]] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    Card: "a card such as As or Td",
}


class Body(BaseModel):
    """A JSON body whose fields are what they say: a text is no number and no boolean, and no other field is taken."""

    model_config = ConfigDict(strict=True, extra="forbid")


def command_of(union: Any, asked: object, place: str = "do") -> Any:
    """Return the command of that union which is asked for; fields that have a usual value may be left out."""
    kinds = _kinds(union)
    if not isinstance(asked, dict):
        raise Malformed(place, asked, f'is not an object such as {{"is": "{next(iter(kinds))}", ...}}')
    name = asked.get("is")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed(f"{place}.is", name, f"is not one of {', '.join(kinds)}")
    return _record(kind, asked, place)


def _record(kind: type, asked: Mapping[str, Any], place: str) -> Any:
    known = {each.name: each for each in fields(kind)}
    has = ", ".join(known) or "no fields"
    for name in asked.keys() - known.keys() - {"is"}:
        raise Malformed(f"{place}.{name}", asked[name], f"is not a field of {kind.__name__}, which has {has}")
    found: dict[str, Any] = {}
    for name, each in known.items():
        if name in asked:
            found[name] = _value(_hints(kind)[name], asked[name], f"{place}.{name}")
        elif name in BY_THE_HOUSE:
            found[name] = "-"
        elif each.default is MISSING and each.default_factory is MISSING:
            says = f"is not {_words(_hints(kind)[name])}; {kind.__name__} has {has}"
            raise Malformed(f"{place}.{name}", None, says)
    try:
        return kind(**found)
    except (TypeError, ValueError) as fault:
        raise Malformed(place, asked, f"is no {kind.__name__}: {fault}") from None


def _value(hint: Any, value: Any, place: str) -> Any:
    if get_args(hint) and all(map(is_dataclass, get_args(hint))):
        return command_of(hint, value, place)
    try:
        return decoded(hint, value)
    except Malformed:
        raise Malformed(place, value, f"is not {_words(hint)}") from None


def _words(hint: Any) -> str:
    """Return what is accepted, in words."""
    if isinstance(hint, NewType):
        return _words(hint.__supertype__)
    if hint in WORDS:
        return WORDS[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"one of {', '.join(str(each.value) for each in hint)}"
    args = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return " or ".join("null" if each is NoneType else _words(each) for each in args)
    if get_origin(hint) is tuple and args:
        return f"a list, each of it {_words(args[0])}"
    return f"{getattr(hint, '__name__', hint)} as docs/table.md has it"


@cache
def _kinds(union: Any) -> dict[str, Any]:
    return {each.__name__: each for each in get_args(union)}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
