"""The hash chain over the log: each record is sealed with the seal before it, so that a changed byte is found.

The line of a record is JSON without its last field; its seal is the SHA-256 of the seal before it and the line, and
the line with the seal as its last field is what an export holds. The chain is no signature: it finds damage and
careless hands. Someone who can rewrite every record is caught by a head noted down elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from uth.errors import Broken, UthError
from uth.store.entries import Head
from uth.store.rows import Row, json_text, quoted, transfer_of

START: Final = ""
"""What the first record continues."""


def line_of(row: Row) -> str:
    """Return the record's line up to its seal."""
    moved = ",".join([f"[{quoted(source)},{quoted(target)},{quoted(cents)}]" for source, target, cents in row.moved])
    return (
        f'{{"position":{row.position},"stream":{quoted(row.stream)},"number":{row.number},"at":{quoted(row.at)}'
        f',"key":{json_text(row.key)},"body":{row.body},"transfers":[{moved}],"answer":{row.answer}'
    )


def sealed(row: Row, before: str) -> Row:
    """Return the record with its seal after the seal before it."""
    return Row(*row[:-1], seal_of(line_of(row), before))


def seal_of(line: str, before: str) -> str:
    """Return the seal of a line."""
    return sha256((before + line).encode()).hexdigest()


class Walk:
    """A walk along the log from its first record: each must follow the one before it."""

    def __init__(self) -> None:
        self.position = 0
        self.chain = START
        self.numbers: dict[str, int] = {}
        self._key: str | None = None

    @property
    def head(self) -> Head:
        """Where the walk stands."""
        return Head(position=self.position, chain=self.chain)

    def take(self, row: Row) -> bool:
        """Go on to the record; return whether a new key begins with it; stop at one that is not as it was written."""
        place = self.position + 1
        if row.position != place:
            raise Broken(f"position {place} is not in the log; {row.position} comes next")
        if fault := self._fault(row):
            raise Broken(f"position {place} is not as it was written: {fault}")
        begins = row.key is not None and row.key != self._key
        self.position, self.chain, self._key = place, row.chain, row.key
        self.numbers[row.stream] = row.number
        return begins

    def _fault(self, row: Row) -> str | None:
        try:
            if seal_of(line_of(row), self.chain) != row.chain:
                return "its hash is another"
            json.loads(row.body), json.loads(row.answer)
            for each in row.moved:
                transfer_of(each)
        except (UthError, TypeError, ValueError, RecursionError) as error:
            return f"it does not read: {error}"
        number = self.numbers.get(row.stream, 0) + 1
        return f"it is number {row.number} of {row.stream}, not {number}" if row.number != number else None


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
        """Never go back before the time of an existing record."""
        self.last = last

    def now(self) -> str:
        """Return the time of the next record."""
        now = self.clock()
        if self.last is None or now >= self.last or _span(now, self.last) > STANDS_STILL:
            self.last = now
        return self.last


def _span(start: str, end: str) -> timedelta:
    return datetime.fromisoformat(end) - datetime.fromisoformat(start)
