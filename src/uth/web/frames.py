"""A frame: what the house says over a websocket, written once for everyone who hears it."""

from __future__ import annotations

import json
import struct
from typing import Any, Final

import orjson

PROTOCOL: Final = 1
WHOLE_TEXT: Final = 0x81
"""The first byte of a text that comes in one frame."""


class Frame(dict[str, Any]):
    """One frame; what goes over the wire is made when it is first sent, and shared."""

    __slots__ = ("_wire",)

    @property
    def text(self) -> str:
        """The frame as JSON."""
        return written(self).decode()

    @property
    def wire(self) -> bytes:
        """The frame as a websocket's server sends it: one whole text, without a mask (RFC 6455, 5.2)."""
        found: bytes | None = getattr(self, "_wire", None)
        if found is None:
            found = self._wire = framed(written(self))
        return found


def frame(kind: str, **fields: Any) -> Frame:
    """Return a frame of that type."""
    return Frame(v=PROTOCOL, type=kind, **fields)


def written(document: Any) -> bytes:
    """Return the document as JSON; a text that is no Unicode, or a number beyond 64 bits, is written all the same."""
    try:
        return orjson.dumps(document)
    except TypeError:
        return json.dumps(document, separators=(",", ":")).encode()


def framed(text: bytes) -> bytes:
    """Return a text as one frame of a websocket's server."""
    length = len(text)
    if length < 126:
        return bytes((WHOLE_TEXT, length)) + text
    if length < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, 126, length) + text
    return struct.pack("!BBQ", WHOLE_TEXT, 127, length) + text
