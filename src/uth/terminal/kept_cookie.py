"""Who one was at a house, kept for the next time: the house knows a guest by a cookie alone."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from uth.errors import Malformed


def cookie_path() -> Path:
    """Return the file the cookies are kept in, readable by their owner alone."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "uth" / "houses.json"


def cookie_at(address: str) -> str:
    """Return who one was last at that house; refuse one where nobody was."""
    cookie = _kept().get(address)
    if cookie is None:
        raise Malformed("--again", address, "is a house where you have not been; leave --again out to come in")
    return cookie


def keep_cookie(address: str, cookie: str | None) -> None:
    """Remember who one is at that house; a folder that cannot be written to is no reason not to play."""
    path = cookie_path()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({**_kept(), address: cookie}, file)
        new.replace(path)


def _kept() -> dict[str, str]:
    try:
        kept = json.loads(cookie_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in kept.items()} if isinstance(kept, dict) else {}
