"""Notices to the regulator: which are due, which were delivered, and why one has failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from uth.table.floor.disputed import Dispute, Finding
from uth.table.round import events as e


class What(StrEnum):
    """Why the regulator is notified."""

    REFERRED = "dispute_referred"
    """Management could not resolve a dispute."""
    APPEALED = "dispute_appealed"
    """A player took a dispute to the regulator."""


class Notice(NamedTuple):
    """One notice to the regulator: the table, the dispute and the reason."""

    table: str
    dispute: int
    what: What


@dataclass(slots=True, kw_only=True)
class Notices:
    """The notices delivered according to the house's log, and the failed attempts since the house opened."""

    delivered: set[Notice] = field(default_factory=set)
    failed: dict[Notice, tuple[int, str]] = field(default_factory=dict)
    """How many attempts have failed for each notice, and the last reason."""
    is_sent: bool = False
    """Whether the house has an address to send notices to."""

    def applied(self, body: dict[str, Any]) -> None:
        """Apply the record of a delivery."""
        notice = Notice(body["table"], body["dispute"], What(body["what"]))
        self.delivered.add(notice)
        self.failed.pop(notice, None)

    def says(self, table: str, dispute: Dispute, regulator: str) -> str | None:
        """Return in words how far the notices of a dispute have got, or ``None`` if none is due."""
        due = list(notices_of(table, dispute))
        if not due:
            return None
        if not self.is_sent:
            return f"Notify {regulator} yourselves: the house has no address to send it to."
        if self.delivered.issuperset(due):
            return f"{regulator[0].upper()}{regulator[1:]} is notified."
        times, why = max((self.failed.get(each, (0, "")) for each in due), default=(0, ""))
        tried = f" It was tried {times} times: {why}." if times else ""
        return f"The notice to {regulator} is on its way.{tried}"


def notices_of(table: str, dispute: Dispute) -> Iterator[Notice]:
    """Yield the notices that are due for a dispute."""
    if dispute.finding is Finding.REFERRED:
        yield Notice(table, dispute.number, What.REFERRED)
    if dispute.appealed:
        yield Notice(table, dispute.number, What.APPEALED)


def notified_by(table: str, events: Iterable[e.Event]) -> Iterator[Notice]:
    """Yield the notices that these events make due."""
    for event in events:
        match event:
            case e.DisputeAppealed(dispute=number):
                yield Notice(table, number, What.APPEALED)
            case e.DisputeResolved(dispute=number, finding=Finding.REFERRED):
                yield Notice(table, number, What.REFERRED)
