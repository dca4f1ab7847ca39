"""The hash chain over the log: each seal covers the record and the seal before it, so any changed byte is detected.

The line of a record is its JSON without the last field. Its seal is the SHA-256 of the previous seal and the line; an
export holds the line with the seal as its last field. The chain is not a signature: it detects damage and careless
edits. Someone who can rewrite every record is detected by a head that was noted elsewhere.
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
"""The seal before the first record."""


def line_of(row: Row) -> str:
    """Return the line of a record, without its seal."""
    moved = ",".join([f"[{quoted(source)},{quoted(target)},{quoted(cents)}]" for source, target, cents in row.moved])
    return (
        f'{{"position":{row.position},"stream":{quoted(row.stream)},"number":{row.number},"at":{quoted(row.at)}'
        f',"key":{json_text(row.key)},"body":{row.body},"transfers":[{moved}],"answer":{row.answer}'
    )


def sealed(row: Row, before: str) -> Row:
    """Return the record with its seal, given the seal before it."""
    return Row(*row[:-1], seal_of(line_of(row), before))


def seal_of(line: str, before: str) -> str:
    """Return the seal of a line, given the seal before it."""
    return sha256((before + line).encode()).hexdigest()


class ChainVerifier:
    """Verification of the log from its first record: each must follow the one before it."""

    def __init__(self) -> None:
        self.position = 0
        self.chain = START
        self.numbers: dict[str, int] = {}
        self._key: str | None = None

    @property
    def head(self) -> Head:
        """The last record that was verified."""
        return Head(position=self.position, chain=self.chain)

    def take(self, row: Row) -> bool:
        """Verify the next record and return whether a new key begins with it; raise `Broken` if it was altered."""
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
"""A clock set back by up to this much stands still until it has caught up; a larger error is corrected at once."""


def utc_now() -> str:
    """Return the time as ``2026-07-28T20:15:00.000Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(slots=True)
class LogClock:
    """A clock that does not go back, so that the log is in the order of time and can be searched by it."""

    clock: Clock
    last: str | None = None
    """The time of the last record, once it is known."""

    def after(self, last: str) -> None:
        """Do not return a time before that of an existing record."""
        self.last = last

    def now(self) -> str:
        """Return the time of the next record."""
        now = self.clock()
        if self.last is None or now >= self.last or _span(now, self.last) > STANDS_STILL:
            self.last = now
        return self.last


def _span(start: str, end: str) -> timedelta:
    return datetime.fromisoformat(end) - datetime.fromisoformat(start)
