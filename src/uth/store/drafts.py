"""An append prepared for writing; anything that cannot be stored exactly is refused here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from uth.errors import Malformed, require
from uth.store.chain import sealed
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Stored
from uth.store.rows import Moved, Row, json_text, moved_of

NAME_LENGTH_MAX: Final = 200
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""What neither a database nor a line of a log can hold: control characters and half characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One append: its entries, and their text as it will be stored."""

    entries: tuple[Entry, ...]
    bodies: tuple[str, ...]
    moved: tuple[tuple[Moved, ...], ...]
    key: str | None
    answer: Json
    answer_text: str

    def rows(self, position: int, chain: str, at: str) -> Iterator[Row]:
        """Yield the sealed records of the append, after that end of the log."""
        answer = self.answer_text
        for entry, body, moved in zip(self.entries, self.bodies, self.moved, strict=True):
            position += 1
            row = sealed(Row(position, entry.stream, entry.after + 1, at, self.key, body, answer, moved, ""), chain)
            yield row
            chain, answer = row.chain, "null"

    def appended(self, rows: Sequence[Row]) -> Appended:
        """Return the result of the append, given its records."""
        return Appended(
            answer=self.answer,
            stored=tuple(
                Stored(
                    position=row.position,
                    stream=row.stream,
                    number=row.number,
                    at=row.at,
                    key=row.key,
                    body=entry.body,
                    chain=row.chain,
                    transfers=entry.transfers,
                    answer=self.answer if at == 0 else None,
                )
                for at, (row, entry) in enumerate(zip(rows, self.entries, strict=True))
            ),
        )


def draft_of(entries: Sequence[Entry], key: str | None, answer: Json) -> Draft:
    """Prepare an append; raise `Malformed` for what the log cannot hold."""
    if not entries:
        raise Malformed("entries", [], "has nothing to append")
    if key is not None:
        _require_name("key", key)
    for entry in entries:
        _require_name("stream", entry.stream)
        if type(entry.after) is not int or entry.after < 0:
            raise Malformed("after", entry.after, "is not the number of a record, or 0")
    return Draft(
        entries=tuple(entries),
        bodies=tuple([_text("body", entry.body) for entry in entries]),
        moved=tuple([tuple(_moved(entry)) for entry in entries]),
        key=key,
        answer=answer,
        answer_text=_text("answer", answer),
    )


def _moved(entry: Entry) -> Iterator[Moved]:
    for each in entry.transfers:
        require(each.cents > 0, f"a transfer of {each.cents} is not above zero")
        moved = moved_of(each)
        _require_name("account", moved.source)
        _require_name("account", moved.target)
        yield moved


def _require_name(field: str, name: object) -> None:
    """Refuse a name that is empty, endless, or has characters that a database or a log line cannot hold."""
    if type(name) is not str or not name or len(name) > NAME_LENGTH_MAX or _CONTROL.search(name):
        raise Malformed(field, name, f"is not a name of 1 to {NAME_LENGTH_MAX} characters")


def _text(field: str, value: Json) -> str:
    try:
        text = json_text(value)
        same = bool(json.loads(text) == value)
    except (TypeError, ValueError, RecursionError) as fault:
        raise Malformed(field, value, f"is not JSON: {fault}") from None
    if not same:
        raise Malformed(field, value, "would not read back from JSON as it is")
    return text
