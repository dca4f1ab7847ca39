"""The time a record is written at: the clock's, and not before the record before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

Clock = Callable[[], str]

STANDS_STILL: Final = timedelta(hours=1)
"""How far a clock may be set back and stand still until it has caught up; one that was wrong by more is put right."""


def utc_now() -> str:
    """Return the time as ``2026-07-28T20:15:00.000Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(slots=True)
class LogClock:
    """The clock of a log: a log in the order of time can be searched by it."""

    clock: Clock
    last: str | None = None
    """When the last record was written, once that is known."""

    def after(self, last: str) -> None:
        """Be no earlier than a record that is there already."""
        self.last = last

    def now(self) -> str:
        """Return the time of the next record."""
        now = self.clock()
        if self.last is None or now >= self.last or _span(now, self.last) > STANDS_STILL:
            self.last = now
        return self.last


def _span(start: str, end: str) -> timedelta:
    return datetime.fromisoformat(end) - datetime.fromisoformat(start)
