"""What of the log may be read over the network: nobody, whatever their role, learns a card before it is settled.

The records of a table are sealed from the shuffle of the round it is in; those of every other table are open. The seal
of a record is a hash over what it says, and so is every seal after it; two cards can be found from such a hash by
trying. While a round is on anywhere, seals are therefore shown only of what came before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from uth.store.entries import Stored
from uth.store.export import export_line

TABLES: Final = "table/"
WITHHELD: Final = frozenset({"password", "token", "csrf", "word"})
"""Fields of people's records that are nobody's to read."""


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
        if not record.stream.startswith(TABLES):
            return _holds_withheld(record.body)
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
            "body": record.body if not sealed else _outline(record.body) if at_table else _without(record.body),
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


def _holds_withheld(value: Any) -> bool:
    if isinstance(value, dict):
        return any(key in WITHHELD or _holds_withheld(each) for key, each in value.items())
    return isinstance(value, list) and any(map(_holds_withheld, value))


def _without(value: Any) -> Any:
    """Return the contents without what is nobody's to read."""
    if isinstance(value, list):
        return [_without(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: "(withheld)" if key in WITHHELD else _without(each) for key, each in value.items()}


def _outline(body: Any) -> dict[str, Any]:
    """Return who did what, and the names of what happened: what everyone at the table heard."""
    return {
        "by": body["by"],
        "command": {"is": body["command"]["is"]},
        "events": [{"is": event["is"]} for event in body["events"]],
    }
