"""A frozen record changed: a copy with some fields different, as `dataclasses.replace` makes it, many times quicker.

A state of a table has dozens of fields, and every event of a round changes a few of them: made anew field by field
through its own ``__init__``, the copies were two thirds of what a round costs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeVar, dataclass_transform

from uth.errors import require

T = TypeVar("T")


def changed(record: T, **values: Any) -> T:
    """Return the record with these fields different; it must be a slotted dataclass that checks nothing when made."""
    kind: type = type(record)
    copy: T = _copier(kind)(record)
    for name, value in values.items():
        object.__setattr__(copy, name, value)
    return copy


@cache
def _copier(kind: type) -> Callable[[Any], Any]:
    """Return what copies a record of that class, each field in a line of its own: a loop would cost as much again."""
    require(hasattr(kind, "__slots__") and not hasattr(kind, "__post_init__"), f"{kind.__name__} is no plain record")
    names = [each.name for each in fields(kind)]
    known: dict[str, Any] = {f"put_{name}": getattr(kind, name).__set__ for name in names}
    known |= {"new": object.__new__, "kind": kind}
    lines = [f"    put_{name}(copy, record.{name})" for name in names]
    exec("\n".join(["def copier(record):", "    copy = new(kind)", *lines, "    return copy"]), known)
    copier: Callable[[Any], Any] = known["copier"]
    return copier


Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True)
def record(kind: type[Kind]) -> type[Kind]:
    """Make a slotted dataclass that is frozen to the type checker alone: at run time it would cost three times more."""
    return dataclass(slots=True, unsafe_hash=True)(kind)
