"""A Python client of a house: sign in, take a place at a table, play; see docs/client.md.

A bot that plays by the exact values, ten rounds, and gets up:

    async with Visitor("http://127.0.0.1:8000", name="Ann") as ann:
        won = await play_rounds(ann, "massachusetts", rounds=10, strategy="optimal")
"""

from __future__ import annotations

from uth.extras import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.client.connection import Lost
    from uth.client.place import Place
    from uth.client.player import play_rounds, posted_at
    from uth.client.visitor import Visitor
    from uth.errors import Malformed, Refused

__all__ = ["Lost", "Malformed", "Place", "Refused", "Visitor", "play_rounds", "posted_at"]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Lost": "uth.client.connection",
        "Malformed": "uth.errors",
        "Place": "uth.client.place",
        "Refused": "uth.errors",
        "Visitor": "uth.client.visitor",
        "play_rounds": "uth.client.player",
        "posted_at": "uth.client.player",
    },
    extra="client",
)
