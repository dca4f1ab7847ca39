"""The type of every event view, derived from the event's fields and the columns of `EVENTS`.

A field that some readers do not see is optional. The page's types and the validation of frames are derived from these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict

from uth.cards import Card
from uth.ranking import Hand
from uth.views.events import EVENTS, Visibility


@cache
def event_types() -> dict[str, Any]:
    """Return the type of each event view, by the event's name."""
    return {kind.__name__: _event_type(kind, shown) for kind, shown in EVENTS.items()}


def _event_type(kind: type, shown: Visibility) -> Any:
    hints = get_type_hints(kind)
    made: dict[str, Any] = {"is": Literal[kind.__name__]}
    for each in fields(kind):
        made[each.name] = _field_type(each.name, hints[each.name], shown)
    made["sentence"] = str
    return _typed_dict(kind, made)


def _field_type(name: str, hint: Any, shown: Visibility) -> Any:
    if name in shown.faces:
        return list[str | None]
    if name in shown.counts:
        return int | list[str]
    written = json_type(hint)
    return written if name in (*shown.everyone, *shown.turned_up) else NotRequired[written]


def json_type(hint: Any) -> Any:
    """Return the JSON type of a value, as the log's codec writes it."""
    if isinstance(hint, NewType):
        return json_type(hint.__supertype__)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(json_type(each) for each in args)]  # noqa: UP007 - made of a tuple
    if origin is tuple:
        return list[json_type(args[0])] if args[1:] == (...,) else tuple[tuple(map(json_type, args))]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return list[tuple[json_type(args[0]), json_type(args[1])]]  # type: ignore[misc]
    if hint in (int, str, bool, NoneType):
        return hint
    if hint in (Card, Fraction):
        return str
    if hint is Hand:
        return int
    if issubclass(hint, Enum):
        return Literal[tuple(each.value for each in hint)]
    return _record_type(hint)


@cache
def _record_type(kind: type) -> Any:
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else list(getattr(kind, "_fields", ()))
    made = {"is": Literal[kind.__name__], **{name: json_type(hints[name]) for name in names}}
    return _typed_dict(kind, made)


def _typed_dict(kind: type, made: dict[str, Any]) -> Any:
    found: Any = TypedDict(kind.__name__, made)  # type: ignore[misc]
    found.__doc__ = (kind.__doc__ or "").strip().splitlines()[0]
    return found
