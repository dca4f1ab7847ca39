"""A step of a table: one command as it would be stored, decided and stored by nobody yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast, get_args

from uth.host.checkpoint import checkpoint_of, is_due
from uth.host.round_secret import RoundSecret
from uth.host.round_stamp import stamp_of
from uth.host.turn import Turn
from uth.progressive import commands as k
from uth.store.codec import encoded
from uth.store.entries import Entry
from uth.table import commands as c


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a command brings about, and what the log keeps beside that."""

    turn: Turn
    kept: dict[str, Any]
    body: dict[str, Any]
    """The record."""

    def entry(self, stream: str, after: int) -> Entry:
        """Return the record with what it moves, to come after that number."""
        return Entry(stream=stream, after=after, body=self.body, transfers=tuple(self.turn.transfers))


def step_of(by: str, command: c.Command | k.Command, turn: Turn, secret: RoundSecret) -> Step:
    """Return what the command brings about in that turn; raise `Refused` if it is not taken."""
    if isinstance(command, get_args(k.Command)):
        turn.work_link(cast(k.Command, command))
    else:
        turn.play(cast(c.Command, command))
    kept = secret.kept(command)
    if isinstance(command, c.AnnounceNoMoreBets):
        kept["stamp"] = stamp_of(turn.posted)
    if isinstance(command, c.CollectCards) and is_due(turn.table):
        kept["state"] = checkpoint_of(turn.table)
    body = {"by": by, "command": _public(command), "events": encoded(turn.events)}
    return Step(turn=turn, kept=kept, body={**body, "host": kept} if kept else body)


def _public(command: c.Command | k.Command) -> Any:
    """Return the command as the log keeps it; the order of the cards is in its event."""
    if isinstance(command, c.ShuffleDeck):
        return {"is": "ShuffleDeck", "back": str(command.back)}
    return encoded(command)
