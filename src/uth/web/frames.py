"""A frame: what the house says over a websocket, written as text once for everyone who hears it."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson

PROTOCOL: Final = 1


class Frame(dict[str, Any]):
    """One frame; its text is made when it is first sent, and shared."""

    __slots__ = ("_text",)

    @property
    def text(self) -> str:
        """The frame as it goes over the wire."""
        found: str | None = getattr(self, "_text", None)
        if found is None:
            found = self._text = written(self)
        return found


def frame(kind: str, **fields: Any) -> Frame:
    """Return a frame of that type."""
    return Frame(v=PROTOCOL, type=kind, **fields)


def written(document: Any) -> str:
    """Return the document as JSON; a text that is no Unicode, or a number beyond 64 bits, is written all the same."""
    try:
        return orjson.dumps(document).decode()
    except TypeError:
        return json.dumps(document, separators=(",", ":"))
