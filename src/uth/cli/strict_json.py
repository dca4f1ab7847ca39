"""JSON from outside, read strictly: a name that an object has twice is refused, not overwritten."""

from __future__ import annotations

import json
from typing import Any

from uth.errors import Malformed


def read_json(text: str | bytes) -> Any:
    """Return what the JSON text says; raise `Malformed` for a name given twice, ``ValueError`` for other text."""
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
