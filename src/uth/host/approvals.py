"""Approvals: what one person asked for and another has to confirm before it is done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from uth.errors import Refused
from uth.progressive import commands as k
from uth.progressive.refuse_award import TWO_PEOPLE
from uth.store.codec import decoded, encoded
from uth.table import commands as c

ForTwo = k.AdjustMeter | k.BackOutAward | c.ResolveDispute


def needs_two(command: c.Command) -> bool:
    """Whether a table's command moves money by hand, so that a second person has to agree to it."""
    return isinstance(command, c.ResolveDispute) and bool(command.corrections)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something that waits for a second person, at a link or at a table."""

    number: int
    link: str | None = None
    table: str | None = None
    command: ForTwo

    @property
    def clause(self) -> str:
        """The ruling that asks for two people."""
        return TWO_PEOPLE if self.link is not None else "R50"


@dataclass(slots=True, kw_only=True)
class Approvals:
    """Everything that was asked for; the log has who asked and who agreed."""

    next: int = 1
    open: dict[int, Waiting] = field(default_factory=dict)

    def asked(self, number: int, place: dict[str, str], command: ForTwo) -> dict[str, Any]:
        """Return the record of something asked for at a link or a table."""
        return {"is": "asked_for_two", "number": number, **place, "command": encoded(command)}

    def applied(self, body: dict[str, Any]) -> None:
        """Know what the log of the house tells of."""
        number = body["number"]
        if body["is"] == "settled_by_two":
            self.open.pop(number, None)
            return
        command = decoded(ForTwo, body["command"])
        self.open[number] = Waiting(number=number, link=body.get("link"), table=body.get("table"), command=command)
        self.next = number + 1

    def waiting(self, number: int) -> Waiting:
        """Return what waits under that number."""
        if number not in self.open:
            raise Refused("nothing_waits", None, f"nothing waits for a second person under the number {number!r}")
        return self.open[number]

    def confirmed(self, number: int, second: str) -> ForTwo:
        """Return the command with both names on it."""
        return replace(self.open[number].command, second=second)
