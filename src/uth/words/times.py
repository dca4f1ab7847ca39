"""Times as the staff read them: in the zone of the house, with its abbreviation. The log keeps UTC."""

from __future__ import annotations

import os
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from uth.errors import Malformed

ZONEINFO: Final = "zoneinfo/"


def time_words(at: str, zone: tzinfo = UTC) -> str:
    """Return a time of the log as printed: ``2026-11-18 19:05:00 CST``."""
    moment = datetime.fromisoformat(at)
    local = (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M:%S %Z}"


def zone_named(name: str) -> tzinfo:
    """Return the time zone of that name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        says = "is not a time zone such as America/Chicago or Europe/Athens"
        raise Malformed("timezone", name, says) from None


def machine_zone() -> tzinfo:
    """Return the time zone of this machine, or UTC if it has none set."""
    for name in _machine_names():
        try:
            return zone_named(name)
        except Malformed:
            continue
    return UTC


def _machine_names() -> list[str]:
    """Return the candidate names of the zone: from the environment, then the system's zone link, then its file."""
    link = str(Path("/etc/localtime").resolve())
    kept = Path("/etc/timezone")
    names = [os.environ.get("TZ", "").lstrip(":"), link.partition(ZONEINFO)[2]]
    names += [kept.read_text().strip()] if kept.is_file() else []
    return [name for name in names if name]
