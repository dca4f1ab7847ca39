"""Keys that were used: a key belongs to the command it first came with, and answers for no other."""

from __future__ import annotations

from typing import Final

from uth.errors import Refused
from uth.store.codec import Json
from uth.store.entries import Stored

KEY_USED: Final = "key_used"


def require_same(seen: Stored, stream: str, *, same: bool) -> None:
    """Refuse a key whose record is of another stream, or of another command."""
    if same and seen.stream == stream:
        return
    number = (seen.key or "").partition("/")[2]
    says = f"id {number!r} was sent with another command: {seen.stream}, record {seen.number}; take a new id for each"
    raise Refused(KEY_USED, None, says)


def commands_in(body: Json) -> list[Json]:
    """Return the commands a record of a table or of a link was made by."""
    return [body["command"]] if "command" in body else list(body.get("commands", ()))
