"""What of the log may be read over the network: nobody, whatever their role, learns a card before it is settled.

A field of a record is shown because it is named (`uth.views.named`, `uth.views.events`); a record with anything else in
it is sealed. The records of a table are sealed from the shuffle of the round it is in; those of every other table are
open. The seal of a record is a hash over what it says, and so is every seal after it; two cards can be found from such
a hash by trying. While a round is on anywhere, seals are therefore shown only of what came before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from uth.store.entries import Stored
from uth.store.export import export_line
from uth.views.events import LOGGED
from uth.views.named import WITHHELD, only_named

TABLES: Final = "table/"
BODY: Final = frozenset({"by", "command", "commands", "events", "host", "state"})
"""The parts of a record of a table or of a link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRecords:
    """How far the log is open at one moment."""

    settled: Mapping[str, int]
    """By table, the record that last settled a round; what comes after it belongs to a round that is not settled."""
    shuffled: Mapping[str, int]
    """By table, the position of the shuffle of the round that is on there."""
    end: int
    """The first position after the log."""

    @property
    def below(self) -> int:
        """The position of the earliest shuffle of a round that is on; what comes before it holds no card of one."""
        return min([self.end, *self.shuffled.values()])

    def is_sealed(self, record: Stored) -> bool:
        """Whether the contents of the record are nobody's to read now."""
        if readable(record.body) != record.body:
            return True
        if not record.stream.startswith(TABLES):
            return False
        table = record.stream.removeprefix(TABLES)
        later = record.number > self.settled.get(table, 0)
        in_round = record.position >= self.shuffled.get(table, self.end)
        return later and (in_round or "secret" in record.body.get("host", {}))

    def shown(self, record: Stored) -> dict[str, Any]:
        """Return the record as a search shows it."""
        sealed = self.is_sealed(record)
        at_table = record.stream.startswith(TABLES)
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

        A sealed one has its place and its seal, so that the chain can be followed beyond it, and nothing else. From the
        first round that is on the seals are left out.
        """
        chain = record.chain if record.position < self.below else None
        if not self.is_sealed(record):
            return export_line(record, chain)
        place = {"position": record.position, "stream": record.stream, "number": record.number, "at": record.at}
        return json.dumps({**place, "sealed": True, "chain": chain}, separators=(",", ":")).encode() + b"\n"


def readable(body: Any) -> Any:
    """Return the contents with `WITHHELD` in the place of whatever is not named."""
    if "is" in body:
        return only_named(body, LOGGED)
    return {key: only_named(each, LOGGED, key) if key in BODY else WITHHELD for key, each in body.items()}


def _outline(body: Any) -> dict[str, Any]:
    """Return who did what, and the names of what happened: what everyone at the table heard."""
    return {
        "by": body["by"],
        "command": {"is": body["command"]["is"]},
        "events": [{"is": event["is"]} for event in body["events"] if event["is"] in LOGGED],
    }
