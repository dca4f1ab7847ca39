"""Keys that were refused: a copy of a command that comes late is refused again, whatever has changed meanwhile.

What was done is answered by the log, for ever. A refusal is in no log; it is remembered for as long as copies of it can
be on their way, and those die with the house.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from uth.errors import Refused, UthError
from uth.host.used_keys import KEY_USED
from uth.store.entries import Unavailable

KEPT: Final = 500


@dataclass(slots=True)
class RefusedKeys:
    """The last keys that were refused, each with its refusal."""

    _refused: dict[str, Refused] = field(default_factory=dict)

    def note(self, key: str | None, error: UthError) -> None:
        """Have the key stay refused, unless its command may be sent again with it, or it belongs to another."""
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
