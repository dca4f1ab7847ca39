"""History: finds the rounds of the house by player, time and result, and replays them from the log."""

from __future__ import annotations

import asyncio
import sys
from bisect import bisect_left, bisect_right, insort
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final

from uth.errors import Refused
from uth.history.open_records import TABLES, OpenRecords
from uth.history.replayed_round import ReplayedRound, fold, later_steps, steps_of
from uth.history.round_index import RoundEntry, RoundIndex, SeatResult
from uth.house.followed_table import table_at
from uth.house.house import House
from uth.table.round.state import Table, in_force, new_table
from uth.units import PlayerId

SCAN_MAX: Final = 20_000
"""How many entries one query scans; its cursor continues from there."""
YIELD_EVERY: Final = 500
"""The query yields to other tasks after this many entries."""
ROUNDS_BETWEEN: Final = 16
"""The number of rounds between cached states."""
KEPT: Final = 64
"""How many replayed rounds are cached."""
PAGE: Final = 1_000
SHUFFLED: Final = ('"is":"DeckShuffled"',)
"""The first record of a round that holds cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFilter:
    """A filter on rounds; all its conditions must hold for one seat, the player's if one is given."""

    table: str | None = None
    player: PlayerId | None = None
    since: str | None = None
    until: str | None = None
    result: str | None = None
    """``won``, ``lost`` or ``even``."""
    hand: str | None = None
    """The category of a hand that was turned up, such as ``full_house``."""
    wagers: frozenset[str] = frozenset()
    """All of these wagers were made."""
    win_min: int | None = None

    def fits(self, entry: RoundEntry) -> bool:
        """Whether the round matches."""
        if (self.since is not None and entry.at < self.since) or (self.until is not None and entry.at > self.until):
            return False
        return any(self._seat_fits(seat) for seat in entry.seats)

    def _seat_fits(self, seat: SeatResult) -> bool:
        return (
            (self.player is None or seat.player == self.player)
            and (self.result is None or self.result == result_of(seat.net))
            and (self.hand is None or seat.hand == self.hand)
            and self.wagers <= set(seat.wagers)
            and (self.win_min is None or seat.net >= self.win_min)
        )


def result_of(net: int) -> str:
    """Return the name of a net result: won, lost or even."""
    return "won" if net > 0 else "lost" if net < 0 else "even"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Rounds, newest first; `before` is the cursor of the next page, ``None`` on the last."""

    entries: tuple[RoundEntry, ...]
    before: int | None


@dataclass(slots=True, kw_only=True)
class History:
    """The round indexes of all tables, rounds by player, and cached states to replay from."""

    house: House
    indexes: dict[str, RoundIndex] = field(default_factory=dict)
    _by_player: dict[PlayerId, list[RoundEntry]] = field(default_factory=dict)
    """Sorted by position in the log, like every list of entries here."""
    _all: list[RoundEntry] = field(default_factory=list)
    _states: dict[str, dict[int, Table]] = field(default_factory=dict)
    """By table and record number."""
    _found: OrderedDict[tuple[str, int, int], ReplayedRound] = field(default_factory=OrderedDict)

    async def index(self, table: str) -> RoundIndex:
        """Return a table's index, up to date."""
        index = self.indexes.setdefault(table, RoundIndex(table=table, store=self.house.store))
        if table in self.house.closed:
            if index.end == 0:
                await index.follow((await self.house.store.streams(index.stream)).get(index.stream, 0), self._enter)
            return index
        end = self.house.live(table).number
        if index.end < end:
            await index.follow(end, self._enter)
        return index

    def _enter(self, entry: RoundEntry) -> None:
        lists = [self._all]
        lists += [self._by_player.setdefault(player, []) for player in {seat.player for seat in entry.seats}]
        for each in lists:
            at = bisect_left(each, entry.position, key=_position)
            if at < len(each) and each[at].position == entry.position:
                each[at] = entry
            else:
                insort(each, entry, key=_position)

    async def follow_all(self) -> None:
        """Update the index of every table; after opening, a long log is indexed in the background."""
        for table in (*self.house.tables, *self.house.closed):
            await self.index(table)

    async def rounds(self, wanted: RoundFilter, *, before: int | None = None, limit: int = 50) -> Page:
        """Return a page of the rounds that match."""
        if wanted.table is not None:
            listed = (await self.index(wanted.table)).entries
        else:
            await self.follow_all()
            listed = self._by_player.get(wanted.player, []) if wanted.player is not None else self._all
        end = len(listed) if before is None else bisect_left(listed, before, key=_position)
        found: list[RoundEntry] = []
        start = max(0, end - SCAN_MAX)
        for at in range(end - 1, start - 1, -1):
            if at % YIELD_EVERY == 0:
                await asyncio.sleep(0)
            if wanted.fits(listed[at]):
                found.append(listed[at])
                if len(found) == limit:
                    return Page(entries=tuple(found), before=listed[at].position if at else None)
        return Page(entries=tuple(found), before=listed[start].position if start else None)

    async def open_records(self) -> OpenRecords:
        """Return how far the log may be read now: at each table, up to the shuffle of the round in progress."""
        settled: dict[str, int] = {}
        shuffled: dict[str, int] = {}
        end = 1 + await self.house.store.last_position()
        for name in list(self.house.tables):
            index = await self.index(name)
            settled[name] = index.settled
            last = max(index.collected, index.settled)
            for record in await self.house.store.noted(index.stream, last, SHUFFLED, 1):
                shuffled[name] = record.position
        for name in self.house.unreadable:  # its settled decks are not known
            for record in await self.house.store.noted(f"{TABLES}{name}", 0, SHUFFLED, 1):
                shuffled[name] = record.position
        ended = dict.fromkeys(self.house.closed, sys.maxsize)  # a closed table has no round in progress
        return OpenRecords(settled={**settled, **ended}, shuffled=shuffled, end=end)

    async def round(self, table: str, number: int) -> ReplayedRound:
        """Return a round of the table, settled or in progress."""
        index = await self.index(table)
        if not 1 <= number <= len(index.entries) + 1:
            raise Refused(
                "no_round", None, f"rounds played at {table}: {len(index.entries)}; there is no round {number}"
            )
        if number <= len(index.entries):
            entry = index.entries[number - 1]
            after, through, later = entry.after, entry.through, entry.later
        else:
            after, through, later = index.collected, (await self.house.recalled(table)).number, ()
        key = (table, number, max((through, *later)))
        if key not in self._found:
            self._found[key] = await self._replayed(index, number, after, through, later)
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        found = self._found[key]
        if not found.steps:
            raise Refused("no_round", None, f"round {number} of table {table} has not begun")
        return found

    async def _replayed(
        self, index: RoundIndex, number: int, after: int, through: int, later: tuple[int, ...]
    ) -> ReplayedRound:
        table = await self._state(index, after)
        records = await self.house.store.between(index.stream, after, through)
        before, steps = await asyncio.to_thread(steps_of, records, table)
        name, live = index.table, await self.house.recalled(index.table)
        posted = in_force(before, live.spec.posted() if live.spec is not None else live.posted)
        rules = live.spec.rules if live.spec is not None else posted.rules.name
        text = rules if rules != posted.rules.name else None
        found = ReplayedRound(table=name, number=number, posted=posted, rules_text=text, before=before, steps=steps)
        said = [each for at in later for each in await self.house.store.between(index.stream, at - 1, at)]
        return replace(found, later=tuple(later_steps(said, found.end)))

    async def _state(self, index: RoundIndex, number: int) -> Table:
        """Return the table after that record, replayed from the nearest cached state."""
        posted = (await self.house.recalled(index.table)).posted
        states = self._states.setdefault(index.table, {0: new_table(posted)})
        at = max(kept for kept in states if kept <= number)
        noted = bisect_right(index.checkpoints, number)
        if noted and index.checkpoints[noted - 1] > at:
            at = index.checkpoints[noted - 1]
            (record,) = await self.house.store.between(index.stream, at - 1, at)
            states[at] = table_at(record.body)
        table, stops = states[at], self._stops(index, at, number)
        for stop in stops:
            while at < stop:
                page = await self.house.store.between(index.stream, at, min(stop, at + PAGE))
                table, at = await asyncio.to_thread(fold, page, table), min(stop, at + PAGE)
            if stop != number:
                states[stop] = table
        return table

    def _stops(self, index: RoundIndex, at: int, number: int) -> list[int]:
        """Return the records at which to cache a state on the way: every `ROUNDS_BETWEEN` rounds, then the last one."""
        begins = [entry.after for entry in index.entries[::ROUNDS_BETWEEN]]
        return [*begins[bisect_right(begins, at) : bisect_left(begins, number)], number]


def _position(entry: RoundEntry) -> int:
    return entry.position
