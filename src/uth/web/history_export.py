"""A player's rounds to keep: lines of a table, or whole documents, made while they are sent."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from uth.host.history import History, Wanted, result_of
from uth.host.round_document import signed_document
from uth.host.round_index import RoundEntry
from uth.host.round_seats import Viewer

KINDS: Final = {"csv": "text/csv", "json": "application/json", "jsonl": "application/jsonl"}
COLUMNS: Final = ("at", "table", "round", "seat", "result", "net_cents", "hand", "wagers")
PAGE: Final = 100


def export_of(past: History, wanted: Wanted, viewer: Viewer, format: str) -> AsyncIterator[str]:
    """Yield the export in that format."""
    if format == "csv":
        return _table(past, wanted)
    return _documents(past, wanted, viewer, lines=format == "jsonl")


async def _entries(past: History, wanted: Wanted) -> AsyncIterator[RoundEntry]:
    before: int | None = None
    while True:
        page = await past.rounds(wanted, before=before, limit=PAGE)
        for entry in page.entries:
            yield entry
        if page.before is None:
            return
        before = page.before


async def _table(past: History, wanted: Wanted) -> AsyncIterator[str]:
    yield _row(COLUMNS)
    async for entry in _entries(past, wanted):
        for seat in entry.seats:
            if wanted.player in (None, seat.player):
                ended = (seat.seat, result_of(seat.net), seat.net, seat.hand or "", " ".join(seat.wagers))
                yield _row((entry.at, entry.table, entry.number, *ended))


def _row(values: tuple[Any, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(values)
    return line.getvalue()


async def _documents(past: History, wanted: Wanted, viewer: Viewer, *, lines: bool) -> AsyncIterator[str]:
    begun = False
    async for entry in _entries(past, wanted):
        found = await past.round(entry.table, entry.number)
        text = json.dumps(
            await asyncio.to_thread(signed_document, found, viewer, past.house.key), separators=(",", ":")
        )
        yield f"{text}\n" if lines else f"{',' if begun else '['}\n{text}"
        begun = True
    if not lines:
        yield "\n]\n" if begun else "[]\n"
