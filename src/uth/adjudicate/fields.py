"""The small questions a document is asked, each with a refusal that names field and value."""

from __future__ import annotations

import json
from collections.abc import Set
from typing import Any

from uth.errors import Malformed
from uth.units import WAGER_CENTS_MAX


def must(holds: bool, field: str, value: Any, says: str, clause: str | None = None) -> None:
    """Refuse the field unless it holds."""
    if not holds:
        raise Malformed(field, value, says, clause)


def keys_of(table: dict[str, Any], known: Set[str], at: str) -> None:
    """Refuse a key that is not known."""
    if not table.keys() <= known:
        key = next(key for key in table if key not in known)
        raise Malformed(at + key, table[key], f"has an unknown key; known here: {', '.join(sorted(known))}")


def part(document: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a part of the document that may be left out."""
    value = document.get(key, {})
    must(isinstance(value, dict), key, value, "is not an object")
    assured: dict[str, Any] = value
    return assured


def text_of(value: Any, field: str, accepted: str) -> str:
    """Return a text of one line that can be printed and is not blank."""
    if type(value) is not str or not value.strip() or not value.isprintable():
        raise Malformed(field, value, f"is not {accepted}: one line of printable characters, not blank")
    return value


def is_json(value: Any) -> bool:
    """Whether the value can be given back as JSON, which has no NaN and no Infinity."""
    if type(value) in (str, int, type(None)):
        return True
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def amount(value: Any, field: str, *, clause: str | None = None, least: int = 1, most: int = WAGER_CENTS_MAX) -> int:
    """Return a whole number of cents; a float, a boolean, a negative or a fantastic number is refused."""
    if type(value) is not int or not least <= value <= most:
        raise Malformed(field, value, f"is not a whole number of cents from {least} to {most}", clause)
    return value
