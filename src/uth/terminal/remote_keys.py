"""Keys at a table that stands elsewhere: as at any other, but that the house deals and the person is ready."""

from __future__ import annotations

from dataclasses import replace

from uth.table.state import Phase
from uth.terminal.keys import ALWAYS, Key, keys_now
from uth.terminal.session import Session


def remote_keys_now(session: Session, *, is_dealing: bool = False, with_spots: bool = True) -> tuple[Key, ...]:
    """Return the keys that do something now, the most likely first."""
    wagers = session.table.phase is Phase.WAGERS
    if session.asked is None and not wagers:
        return ALWAYS
    keys = keys_now(session, is_dealing=is_dealing, with_spots=with_spots)
    return tuple(replace(key, words="Ready") if key.action == "go_on" and key.words == "Deal" else key for key in keys)
