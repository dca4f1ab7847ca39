"""What a person sends, read field by field: what is wrong is named with what would be accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict

from uth.cards import Card
from uth.errors import Malformed
from uth.store.codec import decoded

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
