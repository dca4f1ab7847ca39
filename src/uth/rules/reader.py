"""Reads plain values into frozen dataclasses by their types, and finds every fault at once.

Validation libraries were measured first: building their schemas took longer than `uth settle` may take to start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from uth.errors import Malformed, quoted
from uth.ranking import Category
from uth.units import Odds

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a rule set: its place, and what would be accepted."""

    path: Path
    says: str
    unplayable: bool = False
    """Whether the rule set can be read but not played. A rule set stored by a house is read anyway."""


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from low to high, inclusive."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Matching:
    """A text that matches the pattern, with a description of it for people."""

    pattern: str
    says: str


class Unreadable(Exception):
    """The value cannot be read; the recorded faults say why."""


_CATEGORIES = {category.key: category for category in Category}


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


class ValueReader:
    """Reads values and collects every fault."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def read(self, kind: Any, value: Any, path: Path = ()) -> Any:
        """Return the value as that type; raise `Unreadable` after recording its faults."""
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._constrained(args[0], args[1:], value, path)
        if origin is Literal:
            return self._one_of(args, value, path)
        if origin in (Union, UnionType):
            return self._optional(args, value, path)
        if origin is tuple:
            return self._list(args[0], value, path)
        if origin is dict:
            return self._dict(args[0], args[1], value, path)
        if is_dataclass(kind if origin is None else origin) and kind is not Odds:
            return self._record(kind if origin is None else origin, args, value, path)
        return self._scalar(kind, value, path)

    def _refuse(self, path: Path, value: Any, says: str) -> Unreadable:
        self.faults.append(Fault(path, f"{_shown(value)} {says}"))
        return Unreadable()

    def _record(self, cls: type, args: tuple[Any, ...], value: Any, path: Path) -> Any:
        if not isinstance(value, Mapping):
            raise self._refuse(path, value, f"is not a table with {_listed(f.name for f in fields(cls))}")
        known = {field.name: field for field in fields(cls)}
        for key in value.keys() - known.keys():
            near = get_close_matches(str(key), known, n=1)
            says = f"did you mean {near[0]}?" if near else f"known here: {_listed(known)}"
            self.faults.append(Fault((*path, key), f"unknown key; {says}"))
        read: dict[str, Any] = {}
        whole = True
        for name, field in known.items():
            if name in value:
                kind = args[0] if args and name == "value" else _hints(cls)[name]
                whole &= self._attempt(read, name, kind, value[name], (*path, name))
            elif field.default is MISSING and field.default_factory is MISSING:
                self.faults.append(Fault((*path, name), "is missing"))
                whole = False
        if not whole:
            raise Unreadable
        record = cls(**read)
        own: Callable[[], Iterator[Fault]] | None = getattr(record, "faults", None)
        if own is not None:  # an inconsistent record is still read, so that the record around it is checked too
            self.faults += [replace(fault, path=(*path, *fault.path)) for fault in own()]
        return record

    def _attempt(self, into: dict[Any, Any], key: Any, kind: Any, value: Any, path: Path) -> bool:
        """Try to read one value, and return whether it succeeded."""
        try:
            into[key] = self.read(kind, value, path)
        except Unreadable:
            return False
        return True

    def _list(self, kind: Any, value: Any, path: Path) -> Any:
        if not isinstance(value, list):
            raise self._refuse(path, value, "is not a list")
        read: dict[int, Any] = {}
        for at, item in enumerate(value):
            self._attempt(read, at, kind, item, (*path, at))
        if len(read) < len(value):
            raise Unreadable
        return tuple(read.values())

    def _dict(self, key_kind: Any, kind: Any, value: Any, path: Path) -> Any:
        if not isinstance(value, Mapping):
            raise self._refuse(path, value, "is not a table")
        if not value:
            raise self._refuse(path, {}, "is empty; it needs at least one row")
        read: dict[Any, Any] = {}
        for key, item in value.items():
            try:
                key_read = self.read(key_kind, key, (*path, key))
            except Unreadable:
                continue
            self._attempt(read, key_read, kind, item, (*path, key))
        if len(read) < len(value):
            raise Unreadable
        return read

    def _optional(self, args: tuple[Any, ...], value: Any, path: Path) -> Any:
        (kind,) = (arg for arg in args if arg is not NoneType)
        return None if value is None else self.read(kind, value, path)

    def _one_of(self, choices: tuple[Any, ...], value: Any, path: Path) -> Any:
        for choice in choices:
            if value == choice and isinstance(value, bool) == isinstance(choice, bool):
                return choice
        raise self._refuse(path, value, f"is not one of {_listed(quoted(choice) for choice in choices)}")

    def _constrained(self, kind: Any, limits: tuple[Any, ...], value: Any, path: Path) -> Any:
        read = self.read(kind, value, path)
        for limit in limits:
            if isinstance(limit, Between):
                size, what = (read, "") if isinstance(read, int) else (len(read), " entries")
                if not limit.low <= size <= limit.high:
                    raise self._refuse(path, value, f"is not {limit.low} to {limit.high}{what}")
            elif isinstance(limit, Matching) and re.fullmatch(limit.pattern, read) is None:
                raise self._refuse(path, value, f"is not {limit.says}")
        return read

    def _scalar(self, kind: Any, value: Any, path: Path) -> Any:
        if kind in (Odds, Category, Fraction):
            return self._worded(kind, value, path)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(self._one_of(tuple(member.value for member in kind), value, path))
        if type(value) is not kind:
            name = {int: "a whole number", str: "a text", bool: "true or false"}.get(kind, kind.__name__)
            raise self._refuse(path, value, f"is not {name}")
        if kind is str and not value.strip():
            raise self._refuse(path, value, "is empty")
        if kind is str and not value.replace("\n", "").isprintable():
            raise self._refuse(path, ascii(value), "has characters that cannot be printed")
        return value

    def _worded(self, kind: Any, value: Any, path: Path) -> Any:
        try:
            if kind is Odds:
                return Odds.parse(value)
            if kind is Category:
                return _CATEGORIES[value]
            return _share(value)
        except Malformed as fault:
            raise self._refuse(path, value, fault.says) from None
        except (KeyError, ValueError, TypeError, AttributeError, ZeroDivisionError):
            accepted = {
                Odds: "odds; write for example '3 to 2' or '50 to 1'",
                Category: "a hand; one of " + _listed(category.key for category in reversed(Category)),
                Fraction: "a share from '0%' to '100%'",
            }[kind]
            raise self._refuse(path, value, f"is not {accepted}") from None


def _share(text: str) -> Fraction:
    """Return the share written as ``17.5%``, ``0.175`` or ``7/40``.

    Exponents are refused, as they make huge numbers.
    """
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,9})?%?", text) is None:
        raise ValueError(text)
    share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= share <= 1:
        raise ValueError(text)
    return share


def _shown(value: Any) -> str:
    """Return the value on one short line. Huge numbers and deep nesting are not printed."""
    try:
        return quoted(value)
    except (ValueError, RecursionError):
        return "what is written here"


def _listed(words: Any) -> str:
    return ", ".join(words)
