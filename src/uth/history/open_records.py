"""What may be read of the log over the network: no role learns a card before its round is settled.

A field of a record is shown only if it is named (`uth.views.named`, `uth.views.events`); a record with anything else in
it is sealed. A table's records are sealed from the shuffle of its round in progress on; those of other tables are open.
The seal of a record is a hash of its contents and the seal before it, and two cards can be found from such a hash by
trying all pairs. While any round is in progress, only the seals before its shuffle are therefore shown.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from uth.store.entries import Stored
from uth.store.export import export_line
from uth.store.round_index import TABLE, table_of
from uth.views.events import LOGGED
from uth.views.named import WITHHELD, only_named

BODY: Final = frozenset({"by", "command", "commands", "events", "host", "state"})
"""The fields of a record of a table or a link."""

ClosedAt = Callable[[str], Awaitable[int | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRecords:
    """How far the log may be read at one moment."""

    settled: Mapping[str, int]
    """By table, the number of the record that last settled a round."""
    shuffled: Mapping[str, int]
    """By table, the position of the shuffle of the round in progress."""
    end: int
    """The first position after the log."""
    closed_at: ClosedAt
    """Says whether a table is closed for good, and has no round in progress."""
    _closed: set[str] = field(default_factory=set)
    """The closed tables among the records asked for."""

    async def know(self, record: Stored) -> None:
        """Find out whether the record is of a closed table; otherwise it counts as one of a round in progress."""
        table = table_of(record.stream)
        known = not record.stream.startswith(TABLE) or table in self.settled or table in self._closed
        if not known and await self.closed_at(table) is not None:
            self._closed.add(table)

    @property
    def below(self) -> int:
        """The position of the earliest shuffle of a round in progress; no earlier record holds a card of one."""
        return min([self.end, *self.shuffled.values()])

    def is_sealed(self, record: Stored) -> bool:
        """Whether nobody may read the contents of the record now."""
        if readable(record.body) != record.body:
            return True
        if not record.stream.startswith(TABLE):
            return False
        table = table_of(record.stream)
        if table in self._closed:
            return False
        later = record.number > self.settled.get(table, 0)
        in_round = record.position >= self.shuffled.get(table, self.end)
        return later and (in_round or "secret" in record.body.get("host", {}))

    def search_result(self, record: Stored) -> dict[str, Any]:
        """Return the record for a search result."""
        sealed = self.is_sealed(record)
        at_table = record.stream.startswith(TABLE)
        return {
            "position": record.position,
            "stream": record.stream,
            "number": record.number,
            "at": record.at,
            "key": record.key,
            "sealed": sealed,
            "body": _outline(record.body) if sealed and at_table else readable(record.body),
            "chain": record.chain if record.position < self.below else None,
        }

    def line(self, record: Stored) -> bytes:
        """Return a record as a line of an export.

        A sealed record has its place, its time and its seal, but no contents, so that the chain can be followed past
        it. Seals are left out from the first round in progress on.
        """
        chain = record.chain if record.position < self.below else None
        if not self.is_sealed(record):
            return export_line(record, chain)
        place = {"position": record.position, "stream": record.stream, "number": record.number, "at": record.at}
        return json.dumps({**place, "sealed": True, "chain": chain}, separators=(",", ":")).encode() + b"\n"


def readable(body: Any) -> Any:
    """Return the contents with `WITHHELD` in place of everything that is not named."""
    if "is" in body:
        return only_named(body, LOGGED)
    return {key: only_named(each, LOGGED, key) if key in BODY else WITHHELD for key, each in body.items()}


def _outline(body: Any) -> dict[str, Any]:
    """Return the author and the names of the command and events, which everyone at the table knows."""
    return {
        "by": body["by"],
        "command": {"is": body["command"]["is"]},
        "events": [{"is": event["is"]} for event in body["events"] if event["is"] in LOGGED],
    }
