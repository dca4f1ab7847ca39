"""The lobby as it is sent: every table once written down until something happens there, and packed for the way.

Everyone who looks for a table asks every few seconds; most tables are then as they were.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fastapi import Request, Response

from uth.host.live_table import LiveTable
from uth.web.listing import listed

PACK_FROM: Final = 2_000
"""How many bytes are worth packing."""
LEVEL: Final = 1
"""The quickest way to pack: the tables of a house are much alike."""

Seen = tuple[int, bool]
"""How many records a table had, and whether it was off: what its place in the lobby follows from."""


@dataclass(slots=True)
class Lobby:
    """The tables as they were written down last."""

    _written: dict[str, tuple[Seen, bytes]] = field(default_factory=dict)

    def body(self, tables: Sequence[LiveTable]) -> bytes:
        """Return the tables as JSON."""
        self._written = {live.name: self._as_it_is(live) for live in tables}
        return b"[" + b",".join(text for _, text in self._written.values()) + b"]"

    def _as_it_is(self, live: LiveTable) -> tuple[Seen, bytes]:
        seen = live.number, live.off
        known = self._written.get(live.name)
        if known is not None and known[0] == seen:
            return known
        return seen, json.dumps(listed(live), ensure_ascii=False, separators=(",", ":")).encode()


def sent(body: bytes, request: Request) -> Response:
    """Return the lobby as an answer, packed where that is worth it and the browser takes it."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= PACK_FROM and takes(request, "gzip"):
        body, headers["content-encoding"] = gzip.compress(body, LEVEL), "gzip"
    return Response(body, media_type="application/json", headers=headers)


def takes(request: Request, way: str) -> bool:
    """Whether the browser takes what is packed that way."""
    ways = request.headers.get("accept-encoding", "").split(",")
    return way in {each.partition(";")[0].strip() for each in ways}
