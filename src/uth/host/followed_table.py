"""A table that follows its log: its state, the notes of its round and its secret are what the log says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from uth.host.checkpoint import CHECKPOINT, CHECKPOINT_WITHIN, table_at
from uth.host.round_notes import NOTHING, RoundNotes
from uth.host.round_secret import RoundSecret
from uth.store.codec import decoded
from uth.store.entries import Store
from uth.table import events as e
from uth.table.apply import apply
from uth.table.decide import Events
from uth.table.posted import Posted
from uth.table.settings import in_force
from uth.table.state import Phase, Table, new_table
from uth.units import PlayerId

HOUSE: Final = "house"
"""Who does what nobody else does."""


@dataclass(slots=True, kw_only=True)
class FollowedTable:
    """One table of the house as its log has it."""

    name: str
    posted: Posted
    store: Store
    secret: RoundSecret = field(default_factory=RoundSecret)
    table: Table = field(init=False)
    notes: RoundNotes = NOTHING
    """What happened in its round beside what the table shows."""
    number: int = 0
    """How many records the log holds."""
    stamp: Mapping[str, str] = field(default_factory=dict)
    """The hashes of the rules and of what is posted, as the round on the table was begun under them."""

    def __post_init__(self) -> None:
        self.table = new_table(self.posted)

    @property
    def stream(self) -> str:
        """The name of its log."""
        return f"table/{self.name}"

    @property
    def is_idle(self) -> bool:
        """Whether nothing is on the table that anyone waits for."""
        table = self.table
        waits = table.spots or table.banker or table.owed or table.dispute or table.floor
        return table.phase is Phase.WAGERS and not waits

    def sits(self, player: PlayerId) -> bool:
        """Whether the player has a seat here."""
        return any(chair.player == player for chair in self.table.chairs.values())

    async def followed(self) -> AsyncIterator[tuple[Events, list[Table]]]:
        """Be where the log says the table is; yield each record's events on the way, with the table after each."""
        if self.number == 0:
            await self._begin_at_checkpoint()
        for record in await self.store.read(self.stream, self.number):
            if record.number <= self.number:  # somebody else followed it meanwhile
                continue
            events, states = tuple(decoded(e.Event, event) for event in record.body["events"]), []
            for event in events:
                self.table = apply(self.table, event)
                states.append(self.table)
            self.keep(record.body.get("host", {}))
            self.notes = self.notes.after(events, by_house=record.body["by"] == HOUSE)
            self.number = record.number
            self.post_settings()
            yield events, states

    async def _begin_at_checkpoint(self) -> None:
        """Be where the newest checkpoint says the table was, so that a long log is not read from its beginning."""
        last = (await self.store.streams(self.stream)).get(self.stream, 0)
        kept = await self.store.noted(self.stream, max(last - CHECKPOINT_WITHIN, 0), (CHECKPOINT,), 1000)
        if kept and self.number == 0:
            self.table, self.number = table_at(kept[-1].body), kept[-1].number
            self.keep(kept[-1].body["host"])
            self.post_settings()

    def post_settings(self) -> None:
        """Post what the floor has set at the running table."""
        self.posted = in_force(self.table, self.posted)

    def keep(self, kept: Mapping[str, Any]) -> None:
        """Have what the log keeps beside the events: the stamp of the round, and its secret."""
        if "stamp" in kept:
            self.stamp = kept["stamp"]
        self.secret.restore(kept)
