"""A table that follows its log: its state, the notes of its round and its secret are what the log says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from uth.house.idempotency import commands_in, require_same
from uth.house.pending import TakeStep, Wanted
from uth.house.round_notes import NOTHING, RoundNotes
from uth.house.round_secret import RoundSecret
from uth.store.codec import Json, decoded, encoded
from uth.store.entries import Store
from uth.table.floor.management import in_force
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events
from uth.table.round.state import Phase, Round, Table, new_table
from uth.units import PlayerId

EVERY: Final = 16
"""After how many rounds the state is kept again."""
CHECKPOINT: Final = '"state":{"is":"Table"'
"""How a record that carries the state is found in a log."""
CHECKPOINT_WITHIN: Final = 5_000
"""How many records back the newest one is looked for; where there is none the log is read from its beginning."""


def checkpoint_of(table: Table) -> Json:
    """Return the state as a record stores it, under ``host.state``."""
    return encoded(table)


def is_due(table: Table) -> bool:
    """Whether the state is kept with the record that collected the cards."""
    return table.rounds % EVERY == 0


def is_checkpoint(body: Any) -> bool:
    """Whether a record of a table carries the state after it."""
    return "state" in body.get("host", {})


def table_at(body: Any) -> Table:
    """Return the state that a record carries; fields newer than the record have their defaults."""
    table: Table = decoded(Table, _with_round(body["host"]["state"]))
    return table


def _with_round(kept: Json) -> Json:
    """Return the state with its round in a record of its own; older versions kept its fields among the table's."""
    if "round" in kept:
        return kept
    names = {each.name for each in fields(Round)}
    of_round = {name: value for name, value in kept.items() if name in names}
    of_table = {name: value for name, value in kept.items() if name not in names}
    return {**of_table, "round": {"is": Round.__name__, **of_round}}


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
    """Facts about the round that the table itself does not keep."""
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
        waits = table.round.spots or table.round.banker or table.owed or table.dispute or table.round.floor
        return table.phase is Phase.WAGERS and not waits

    def sits(self, player: PlayerId) -> bool:
        """Whether the player has a seat here."""
        return any(chair.player == player for chair in self.table.chairs.values())

    async def followed(self) -> AsyncIterator[tuple[Events, list[Table]]]:
        """Replay the log; yield each record's events with the table after each event."""
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
        """Start from the newest checkpoint instead of the beginning of the log."""
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
        """Restore what the log stores with the events: the stamp of the round, and its secret."""
        if "stamp" in kept:
            self.stamp = kept["stamp"]
        self.secret.restore(kept)


def _without_presence(command: Json) -> Json:
    """Return the command without whether the floor was in: it may have left before the same was sent again."""
    return {name: value for name, value in command.items() if name != "floor_is_in"}


async def first_answer(store: Store, stream: str, key: str | None, command: Wanted) -> Events | None:
    """Return what the command brought about when it was done under this key, or ``None`` if it was not."""
    seen = await store.under(key) if key is not None else None
    if seen is None:
        return None
    made_by = commands_in(seen.body)
    if isinstance(command, TakeStep):
        same = [each["is"] for each in made_by] == [command.step]
    else:
        same = [_without_presence(each) for each in made_by] == [_without_presence(encoded(command))]
    require_same(seen, stream, same=same)
    return tuple(decoded(e.Event, event) for event in seen.answer)
