"""A log as JSON lines: one record and its seal per line, verified when it is read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from uth.errors import Broken, Malformed
from uth.store.entries import Store, Stored
from uth.store.rows import ChainVerifier, Moved, Row, json_text, line_of, row_of, stored_of


def export_line(stored: Stored, chain: str | None) -> bytes:
    """Return the record as a line, with its seal or without it."""
    return f'{line_of(row_of(stored))},"chain":{json_text(chain)}}}\n'.encode()


async def write_lines(store: Store, file: BinaryIO) -> int:
    """Write the whole log as lines and return their number."""
    count = 0
    async for stored in store.export():
        file.write(export_line(stored, stored.chain))
        count += 1
    return count


def read_lines(lines: Iterable[bytes]) -> Iterator[Stored]:
    """Yield the records of an export; raise `Malformed` at the first line that was altered."""
    verifier = ChainVerifier()
    for number, line in enumerate(lines, 1):
        row = _row(line, number)
        try:
            verifier.take(row)
        except Broken as fault:
            raise Malformed(f"line {number}", row.position, f"cannot be restored: {fault}") from None
        stored = stored_of(row)
        if export_line(stored, stored.chain) != line:
            raise Malformed(f"line {number}", row.position, "is not written as an export writes it")
        yield stored


def _row(line: bytes, number: int) -> Row:
    try:
        values: dict[str, Any] = json.loads(line)
        moved = tuple(Moved(*each) for each in values.pop("transfers"))
        body, answer = json_text(values.pop("body")), json_text(values.pop("answer"))
        return Row(**values, body=body, answer=answer, moved=moved)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise Malformed(f"line {number}", line.decode("utf-8", "replace"), f"is not a record: {fault}") from None
