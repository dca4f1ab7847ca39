"""Keys that were used: a key belongs to the command it first came with, and answers for no other."""

from __future__ import annotations

from typing import Final

from uth.errors import Refused
from uth.store.codec import Json
from uth.store.entries import Appended, Stored

KEY_USED: Final = "key_used"


def require_same(seen: Stored, stream: str, *, same: bool) -> None:
    """Refuse a key whose record is of another stream, or of another command."""
    if not same or seen.stream != stream:
        raise _used(seen.key, f": {seen.stream}, record {seen.number}")


def require_first(appended: Appended, key: str | None) -> None:
    """Refuse a key under which another command was stored a moment before this one was."""
    if appended.duplicate:
        raise _used(key, "")


def _used(key: str | None, where: str) -> Refused:
    number = (key or "").partition("/")[2]
    return Refused(KEY_USED, None, f"id {number!r} was sent with another command{where}; take a new id for each")


def commands_in(body: Json) -> list[Json]:
    """Return the commands a record of a table or of a link was made by."""
    return [body["command"]] if "command" in body else list(body.get("commands", ()))
