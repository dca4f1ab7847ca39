"""Commands, events and states as JSON and back, exactly, by the types of their fields.

A record is an object with its class under ``"is"``; a fraction is ``"p/q"``, a card ``"As"``, a hand its rank order. A
decoded value equals the encoded one, or `Malformed` is raised. A command that a person sends is read by `command_of`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

from uth.cards import Card
from uth.errors import Malformed, quoted
from uth.ranking import Hand, hand_of_order

Json = Any
_SCALARS: Final = {int: "a whole number", str: "a text", bool: "true or false"}
_AS_THEY_ARE: Final = frozenset({int, str, bool, NoneType})
"""Types that JSON represents directly."""


def read_json(text: str | bytes) -> Json:
    """Return the value of the JSON text; raise `Malformed` for a repeated name, ``ValueError`` for invalid JSON."""
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for name, value in pairs:
            if name in seen:
                raise Malformed(name, value, "is given twice; give it once")
            seen.add(name)
    return found


def encoded(value: Any) -> Json:
    """Return the value as JSON."""
    kind: type = type(value)
    return value if kind in _AS_THEY_ARE else _writer(kind)(value)


@cache
def _writer(kind: type) -> Callable[[Any], Json]:
    """Return the function that encodes values of that class."""
    if issubclass(kind, Card):
        return str
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, NoneType | int | str):
        return lambda value: value
    if issubclass(kind, Fraction):
        return lambda value: f"{value.numerator}/{value.denominator}"
    if issubclass(kind, Hand):
        return lambda value: value.order
    if issubclass(kind, Mapping):
        return lambda value: [[encoded(key), encoded(item)] for key, item in value.items()]
    if issubclass(kind, frozenset | set):
        return lambda value: sorted((encoded(item) for item in value), key=str)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _record_writer(kind)
    if issubclass(kind, tuple | list):
        return lambda value: [encoded(item) for item in value]
    raise Malformed("record", kind.__name__, "is not something a log holds")


def _record_writer(kind: type) -> Callable[[Any], Json]:
    name, names = kind.__name__, _field_names(kind)

    def write(value: Any) -> Json:
        written = {"is": name}
        for each in names:
            held = getattr(value, each)
            kind: type = type(held)
            written[each] = held if kind in _AS_THEY_ARE else _writer(kind)(held)
        return written

    return write


def decoded(kind: Any, value: Json) -> Any:
    """Return the value as that type, or raise `Malformed`."""
    try:
        return _reader(kind)(value)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError, IndexError) as error:
        raise Malformed("record", value, f"does not read as {_name(kind)}: {error}") from None


def _name(kind: Any) -> str:
    return str(getattr(kind, "__name__", kind))


@cache
def _reader(kind: Any) -> Callable[[Json], Any]:
    """Return the function that decodes values of that type."""
    if isinstance(kind, NewType):
        return _reader(kind.__supertype__)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(args)
    if origin is Literal:
        return lambda value: _exactly(value, args)
    if origin is tuple:
        return _tuple_of(args)
    if origin in (frozenset, set):
        return lambda value: frozenset(_reader(args[0])(item) for item in value)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_of(args)
    if isinstance(kind, type):
        return _plain(kind)
    raise Malformed("record", _name(kind), "is not a type a log holds")


def _mapping_of(args: tuple[Any, ...]) -> Callable[[Json], Any]:
    """Return the reader of a mapping, either as the pairs that `encoded` writes or as an object that people write."""

    def read(value: Json) -> Any:
        pairs = value.items() if isinstance(value, dict) else value
        return {_reader(args[0])(key): _reader(args[1])(item) for key, item in pairs}

    return read


def _exactly(value: Json, choices: tuple[Any, ...]) -> Any:
    if value not in choices:
        raise ValueError(f"{quoted(value)} is not one of {choices}")
    return value


def _tuple_of(args: tuple[Any, ...]) -> Callable[[Json], Any]:
    if len(args) == 2 and args[1] is Ellipsis:
        return lambda value: tuple(map(_reader(args[0]), value))
    return lambda value: tuple(_reader(each)(item) for each, item in zip(args, value, strict=True))


def _one_of(args: tuple[Any, ...]) -> Callable[[Json], Any]:
    """Return the reader of a union: records are distinguished by their class; at most one other type is allowed."""
    records = {each.__name__: each for each in args if _is_record(each)}
    others = [each for each in args if each is not NoneType and each not in records.values()]

    def read(value: Json) -> Any:
        if value is None and NoneType in args:
            return None
        if isinstance(value, dict):
            return _reader(records[value["is"]])(value)
        (kind,) = others
        return _reader(kind)(value)

    return read


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and kind is not Hand and (is_dataclass(kind) or hasattr(kind, "_fields"))


def _plain(kind: type) -> Callable[[Json], Any]:
    if kind is Card:
        return Card
    if kind is Fraction:
        return _fraction
    if kind is Hand:
        return hand_of_order
    if issubclass(kind, Enum):
        return kind
    if _is_record(kind):
        return _record(kind)
    if kind in (int, str, bool):
        return _scalar(kind)
    raise Malformed("record", kind.__name__, "is not a type a log holds")


def _fraction(value: Json) -> Fraction:
    numerator, _, denominator = value.partition("/")
    return Fraction(int(numerator), int(denominator))


def _scalar(kind: type) -> Callable[[Json], Any]:
    def read(value: Json) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{quoted(value)} is not {_SCALARS[kind]}")
        return value

    return read


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _record(kind: type) -> Callable[[Json], Any]:
    """Return the reader of a class; a field with a default may be missing, since the log may be older."""
    hints = {name: hint for name, hint in _hints(kind).items() if name in _field_names(kind)}
    known, usual = {"is", *hints}, _usual(kind)
    readers: dict[str, Callable[[Json], Any]] | None = None

    def read(value: Json) -> Any:
        nonlocal readers
        if value["is"] != kind.__name__ or not value.keys() <= known:
            raise ValueError(f"{sorted(value)} are not the fields of {kind.__name__}")
        if readers is None:  # lazily: a class may refer to itself; in one step: other threads read too
            readers = {name: _reader(hint) for name, hint in hints.items()}
        there = {name: each(value[name]) for name, each in readers.items() if name in value or name not in usual}
        return kind(**there)

    return read


def _usual(kind: type) -> frozenset[str]:
    if not is_dataclass(kind):
        return frozenset()
    return frozenset(
        each.name for each in fields(kind) if each.default is not MISSING or each.default_factory is not MISSING
    )


def _field_names(kind: type) -> tuple[str, ...]:
    named: tuple[str, ...] | None = getattr(kind, "_fields", None)
    return named if named is not None else tuple(each.name for each in fields(kind))


# Commands as people write them: every error names the field, the value and what is accepted.

SET_BY_HOUSE: Final = frozenset({"player", "by", "second"})
"""Fields of a command that name a person; the house fills them in."""
DESCRIPTIONS: Final[Mapping[Any, str]] = {
    int: "a whole number",
    str: "a string",
    bool: "true or false",
    Card: "a card such as As or Td",
}


def command_of(union: Any, document: object, place: str = "do") -> Any:
    """Return the command that a JSON object describes; fields with defaults may be left out."""
    kinds = _kinds(union)
    if not isinstance(document, dict):
        raise Malformed(place, document, f'is not an object such as {{"is": "{next(iter(kinds))}", ...}}')
    name = document.get("is")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed(f"{place}.is", name, f"is not one of {', '.join(kinds)}")
    return _command(kind, document, place)


def _command(kind: type, document: Mapping[str, Any], place: str) -> Any:
    known = {each.name: each for each in fields(kind)}
    has = ", ".join(known) or "no fields"
    for name in document.keys() - known.keys() - {"is"}:
        raise Malformed(f"{place}.{name}", document[name], f"is not a field of {kind.__name__}, which has {has}")
    found: dict[str, Any] = {}
    for name, each in known.items():
        if name in document:
            found[name] = _field(_hints(kind)[name], document[name], f"{place}.{name}")
        elif name in SET_BY_HOUSE:
            found[name] = "-"
        elif each.default is MISSING and each.default_factory is MISSING:
            says = f"is not {_description(_hints(kind)[name])}; {kind.__name__} has {has}"
            raise Malformed(f"{place}.{name}", None, says)
    try:
        return kind(**found)
    except (TypeError, ValueError) as fault:
        raise Malformed(place, document, f"is not a valid {kind.__name__}: {fault}") from None


def _field(hint: Any, value: Any, place: str) -> Any:
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
