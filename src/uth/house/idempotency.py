"""Keys that were refused: a copy of a command that comes late is refused again, whatever has changed meanwhile.

What was done is answered by the log, for ever. A refusal is in no log; it is remembered for as long as copies of it can
be on their way, and those die with the house.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from uth.errors import Refused, UthError
from uth.store.codec import Json
from uth.store.entries import Appended, Stored, Unavailable

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


KEPT: Final = 500


@dataclass(slots=True)
class RefusedKeys:
    """The last keys that were refused, each with its refusal."""

    _refused: dict[str, Refused] = field(default_factory=dict)

    def note(self, key: str | None, error: UthError) -> None:
        """Keep refusing the key, unless its command may be retried or the key belongs to another command."""
        if key is None or not isinstance(error, Refused) or isinstance(error, Unavailable) or error.code == KEY_USED:
            return
        self._refused[key] = error
        if len(self._refused) > KEPT:
            del self._refused[next(iter(self._refused))]

    def require_new(self, key: str | None) -> None:
        """Refuse a key as it was refused before."""
        refused = self._refused.get(key) if key is not None else None
        if refused is not None:
            raise Refused(refused.code, refused.clause, refused.says)
