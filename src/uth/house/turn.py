"""A turn of a live table: one command decided, at the table and at its link, and stored by nobody yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast, get_args

from uth.errors import Refused
from uth.house.followed_table import checkpoint_of, is_due
from uth.house.linked_table import Linked
from uth.house.round_secret import RoundSecret, stamp_of
from uth.ledger.book import Transfer
from uth.ledger.table_entries import TableEntries
from uth.progressive import commands as k
from uth.rules.values import Wager
from uth.store.codec import encoded
from uth.store.entries import Entry
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events, decide
from uth.table.round.state import Table

_ROUND = (
    c.AnnounceNoMoreBets,
    c.StartGame,
    c.SettleRound,
    c.CollectCards,
    c.Report,
    c.RuleOnIrregularity,
    c.ResolveDispute,
    c.CountStub,
    c.RemovePlayer,
    c.ReadLink,
)


@dataclass(slots=True, kw_only=True)
class Turn:
    """The table as it would be after a command, and how it came to be so."""

    table: Table
    posted: Posted
    entries: TableEntries
    place: Linked | None = None
    events: list[e.Event] = field(default_factory=list)
    states: list[Table] = field(default_factory=list)
    """The table as each event left it."""
    transfers: list[Transfer] = field(default_factory=list)

    def play(self, command: c.Command) -> None:
        """Do the command at the table and what follows at its link; raise `Refused` if either refuses."""
        if self.place is None:
            self._take(command)
            return
        for first in self.place.before(self.table, command):
            self._take(first)
        self._followed(command)

    def work_link(self, command: k.Command) -> None:
        """Do a person's command at the link, and what follows at the table."""
        if self.place is None:
            raise Refused("no_link", None, "this table is on no link")
        before = self.place.link
        for heard in self.place.after_link(before, self.place.shared.send(command)):
            self._followed(heard)

    def _followed(self, command: c.Command) -> None:
        """Take the command, have the link follow, and take what that brings in its turn."""
        events = self._take(command)
        for later in self.place.after(self.table, events) if self.place is not None else ():
            self._followed(later)

    def _take(self, command: c.Command) -> Events:
        events = decide(self.table, command, self.posted)
        if isinstance(events, Refused):
            raise events
        for event in events:
            self.transfers += self.entries.transfers(self.table, event)
            self.table = apply(self.table, event)
            self.events.append(event)
            self.states.append(self.table)
        return events


def needs_link(table: Table, command: c.Command) -> bool:
    """Whether the command may move something at the link: nothing does in a round without a progressive wager."""
    if isinstance(command, c.PlaceWager):
        return command.wager is Wager.PROGRESSIVE
    if isinstance(command, c.Fold):
        return command.seat in table.round.spots and Wager.PROGRESSIVE in table.round.spots[command.seat].wagers
    return isinstance(command, _ROUND) and any(Wager.PROGRESSIVE in spot.wagers for spot in table.round.spots.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The result of a command, and what the log stores with it."""

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
