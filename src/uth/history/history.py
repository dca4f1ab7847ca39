"""History: finds the rounds of the house by player, time and result, and replays them from the log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from uth.errors import Refused
from uth.history.open_records import OpenRecords
from uth.history.replayed_round import ReplayedRound, fold, later_steps, steps_of
from uth.house.followed_table import table_at
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.store.round_index import TABLE
from uth.store.rounds import RoundFilter, RoundPage
from uth.table.round.state import Table, in_force, new_table

KEPT: Final = 64
"""How many replayed rounds, and how many table states, are cached."""
PAGE: Final = 1_000
SHUFFLED: Final = ('"is":"DeckShuffled"',)
"""The mark of the first record of a round that holds cards."""


@dataclass(slots=True, kw_only=True)
class History:
    """The past rounds of all tables: lists from the index of the store, rounds replayed from the log."""

    house: House
    _states: OrderedDict[tuple[str, int], Table] = field(default_factory=OrderedDict)
    """Table states by table and record number, most recently used last."""
    _found: OrderedDict[tuple[str, int, int], ReplayedRound] = field(default_factory=OrderedDict)

    async def rounds(self, wanted: RoundFilter, *, before: int | None = None, limit: int = 50) -> RoundPage:
        """Return a page of matching rounds."""
        if wanted.table is not None:
            await self._require_table(wanted.table)
        return await self.house.store.rounds(wanted, before=before, limit=limit)

    async def _require_table(self, name: str) -> None:
        """Refuse a table that is not in the house or cannot be read."""
        if name not in self.house.specs and await self.house.closed_at(name) is None:
            self.house.live(name)

    async def open_records(self) -> OpenRecords:
        """Return how far the log may be read now: at each table, up to the shuffle of the round in progress."""
        shuffled: dict[str, int] = {}
        end = 1 + await self.house.store.last_position()
        names = {*self.house.tables, *self.house.specs}
        progress = await self.house.store.round_progress(names)
        for name in sorted(names):
            last = max(progress[name].collected, progress[name].settled)
            for record in await self.house.store.noted(f"{TABLE}{name}", last, SHUFFLED, 1):
                shuffled[name] = record.position
        for name in self.house.unreadable:  # which of its decks are settled is not known
            for record in await self.house.store.noted(f"{TABLE}{name}", 0, SHUFFLED, 1):
                shuffled[name] = record.position
        settled = {name: progress[name].settled for name in names}
        return OpenRecords(settled=settled, shuffled=shuffled, end=end, closed_at=self.house.closed_at)

    async def round(self, table: str, number: int) -> ReplayedRound:
        """Return a round of the table, settled or in progress."""
        await self._require_table(table)
        entry = await self.house.store.round_entry(table, number)
        if entry is not None:
            after, through, later, checkpoint = entry.after, entry.through, entry.later, entry.checkpoint
        else:
            progress = (await self.house.store.round_progress([table]))[table]
            if number != progress.rounds + 1:
                says = f"rounds played at {table}: {progress.rounds}; there is no round {number}"
                raise Refused("no_round", None, says)
            through = (await self.house.recalled(table)).number
            after, later, checkpoint = progress.collected, (), progress.checkpoint
        key = (table, number, max((through, *later)))
        if key not in self._found:
            self._found[key] = await self._replayed(table, number, Span(after, through, later, checkpoint))
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        found = self._found[key]
        if not found.steps:
            raise Refused("no_round", None, f"round {number} of table {table} has not begun")
        return found

    async def _replayed(self, name: str, number: int, span: Span) -> ReplayedRound:
        live, stream = await self.house.recalled(name), f"{TABLE}{name}"
        table = await self._state(live, span)
        records = await self.house.store.between(stream, span.after, span.through)
        before, steps = await asyncio.to_thread(steps_of, records, table)
        posted = in_force(before, live.spec.posted() if live.spec is not None else live.posted)
        rules = live.spec.rules if live.spec is not None else posted.rules.name
        text = rules if rules != posted.rules.name else None
        found = ReplayedRound(table=name, number=number, posted=posted, rules_text=text, before=before, steps=steps)
        said = [each for at in span.later for each in await self.house.store.between(stream, at - 1, at)]
        return replace(found, later=tuple(later_steps(said, found.end)))

    async def _state(self, live: LiveTable, span: Span) -> Table:
        """Return the table before the round, replayed from the nearest state that is cached or in the log."""
        known = [number for name, number in self._states if name == live.name and number <= span.after]
        at = max((*known, span.checkpoint))
        if (live.name, at) in self._states:
            table = self._states[live.name, at]
        elif at:
            (record,) = await self.house.store.between(live.stream, at - 1, at)
            table = table_at(record.body)
        else:
            table = new_table(live.posted)
        self._keep(live.name, at, table)
        while at < span.after:
            page = await self.house.store.between(live.stream, at, min(span.after, at + PAGE))
            table, at = await asyncio.to_thread(fold, page, table), min(span.after, at + PAGE)
            self._keep(live.name, at, table)
        return table

    def _keep(self, name: str, number: int, table: Table) -> None:
        self._states[name, number] = table
        self._states.move_to_end((name, number))
        while len(self._states) > KEPT:
            self._states.popitem(last=False)


class Span(NamedTuple):
    """The records of a round."""

    after: int
    through: int
    later: tuple[int, ...]
    checkpoint: int
