"""The log of a house: its tables, links, switches and pending approvals.

Every 256 records a checkpoint says which of the earlier records are still in force, so that a start does not read the
whole log. Tables that are closed for good are not in memory; each is found by a key of the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from uth.errors import Stale, UthError
from uth.house.guests import GuestTables, made_by_guest
from uth.house.links import Approvals, HouseLinks
from uth.house.notices import Notice, Notices, What
from uth.house.observers import Observers
from uth.house.specs import TableSpec, spec_of
from uth.house.turn import require_first
from uth.ledger.book import Transfer
from uth.store.entries import Entry, Store, Unavailable
from uth.units import PlayerId


@dataclass(slots=True, kw_only=True)
class Switches:
    """The switches of the house, its tables and its players, and the bans."""

    house: bool = False
    tables: set[str] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    _held: list[tuple[str, str]] = field(default_factory=list)
    """Switches that already stop new wagers while their record is being stored."""
    banned: dict[str, str] = field(default_factory=dict)
    """The banned players, each with the reason."""

    def turn(self, what: str, name: str, *, off: bool) -> None:
        """Switch the house, a table or a player off or on."""
        if what == "house":
            self.house = off
            return
        named = {"table": self.tables, "player": self.players}[what]
        (named.add if off else named.discard)(name)

    def ban(self, player: str, reason: str, *, banned: bool) -> None:
        """Ban a player from the house, or lift the ban."""
        if banned:
            self.banned[player] = reason
        else:
            self.banned.pop(player, None)

    def is_off(self, what: str, name: str) -> bool:
        """Whether that switch is off."""
        return {"house": self.house, "table": name in self.tables, "player": name in self.players}[what]

    @contextmanager
    def holding(self, what: str, name: str) -> Iterator[None]:
        """Stop new wagers at once, before the switch is stored; it shows as off only once it is stored."""
        self._held.append((what, name))
        try:
            yield
        finally:
            self._held.remove((what, name))

    def off(self, table: str, player: PlayerId | None = None) -> bool:
        """Whether the stored switches stop new wagers at the table, or by that player."""
        return self.house or table in self.tables or player in self.players

    def stop(self, table: str, player: PlayerId | None = None) -> bool:
        """Whether new wagers are stopped at the table, or by that player, including by a switch being stored."""
        concerned = {("house", ""), ("table", table), ("player", player)}
        return self.off(table, player) or not concerned.isdisjoint(self._held)


LOG: Final = logging.getLogger(__name__)
STREAM: Final = "house"
CHECKPOINT_EVERY: Final = 256
"""A checkpoint is due after this many records; its key has the number of such spans before it."""
CHECKPOINTS_TRIED: Final = 8
"""How many spans a start looks back for a checkpoint before it reads the whole log."""
CLOSED_KEPT: Final = 1_000
"""How many closed tables are cached."""
MARKED_AT_ONCE: Final = 200
"""How many tables closed by an earlier version get their key in one transaction."""


def closed_key(table: str) -> str:
    """Return the key of the record that closed a table for good; no person's name begins with a slash."""
    return f"/closed/{table}"


def _checkpoint_key(span: int) -> str:
    return f"/house/{span}"


@dataclass(slots=True, kw_only=True)
class HouseLog:
    """A house as its log records it; every change is stored before it is applied."""

    store: Store
    observers: Observers = field(default_factory=Observers)
    """The observers of the house, in the order they are called."""
    specs: dict[str, TableSpec] = field(default_factory=dict)
    """The specs of the open tables."""
    guests: GuestTables = field(default_factory=GuestTables)
    unreadable: dict[str, str] = field(default_factory=dict)
    """Tables in the log whose specs this version cannot read, each with the reason; the others run normally."""
    closed: OrderedDict[str, int] = field(default_factory=OrderedDict)
    """Tables that are closed for good and were closed or asked for lately, each with the number of the record that
    created it; `closed_at` knows the others."""
    closed_rounds: int = 0
    """How many rounds were settled at the closed tables."""
    _made_at: dict[str, int] = field(default_factory=dict)
    """The number of the record that created each open table."""
    _links_at: dict[str, int] = field(default_factory=dict)
    """The same for each link."""
    _asked_at: dict[int, int] = field(default_factory=dict)
    """The number of the record of each pending approval."""
    _unmarked: dict[str, int] = field(default_factory=dict)
    """Tables closed by an earlier version, which have no key yet."""
    _checkpoint: int = 0
    """The number of the last checkpoint."""
    links: HouseLinks = field(init=False)
    approvals: Approvals = field(default_factory=Approvals)
    switches: Switches = field(default_factory=Switches)
    signing_keys: list[str] = field(default_factory=list)
    """The public keys the house has signed with, newest last."""
    notices: Notices = field(default_factory=Notices)
    number: int = 0
    """How many records the log holds."""

    def __post_init__(self) -> None:
        self.links = HouseLinks(store=self.store, observers=self.observers)

    async def _record(
        self,
        *bodies: dict[str, Any],
        also: Sequence[Entry] = (),
        transfers: Sequence[Transfer] = (),
        key: str | None = None,
        answer: Any = None,
    ) -> None:
        """Append the records to the log, then apply them; the transfers go with the first."""
        moved = [tuple(transfers), *[()] * len(bodies)]
        entries = [
            Entry(stream=STREAM, after=self.number + at, body=body, transfers=moved[at])
            for at, body in enumerate(bodies)
        ]
        try:
            appended = await self.store.append([*entries, *also], key=key, answer=answer)
        except Unavailable as error:
            if error.unknown:
                await self._follow_log()
            raise
        require_first(appended, key)
        for body in bodies:
            self.number += 1
            self._apply(body, self.number)
        await self._write_checkpoint()

    async def _follow_log(self) -> list[dict[str, Any]]:
        """Apply new records of the house's log and return them; tables and links that have since ended are skipped."""
        if self.number == 0:
            await self._begin_at_checkpoint()
        records = [record for record in await self.store.read(STREAM, self.number) if record.number > self.number]
        bodies = [record.body for record in records]
        over = {body["table"] for body in bodies if body["is"] == "table_closed"}
        ended = {body["name"] for body in bodies if body["is"] == "link_ended"}
        kept = {body["spec"].get("link") for body in bodies if body["is"] == "table_made" and not _is_over(body, over)}
        for record in records:
            body = record.body
            if body["is"] == "table_made" and body["spec"]["name"] in over:
                self._made_at[body["spec"]["name"]] = record.number
            elif body["is"] == "link_made" and body["name"] not in kept:
                if body["name"] not in ended:  # made before each guest's table had a link of its own
                    self.links.resting[body["name"]] = body
                    self._links_at[body["name"]] = record.number
            else:
                self._apply(body, record.number)
            self.number = record.number
        return bodies

    def _apply(self, body: dict[str, Any], number: int) -> None:
        match body:
            case {"is": "table_made", "spec": spec}:
                self._made_at[spec["name"]] = number
                self._made(body)
            case {"is": "table_closed", "table": name}:
                made = self._made_at.pop(name, 0)
                self._keep_closed(name, made)
                if "made" not in body:
                    self._unmarked[name] = made
                self.closed_rounds += body.get("rounds", 0)
                self.specs.pop(name, None)
                self.unreadable.pop(name, None)
                self.guests.closed(name)
            case {"is": "signs_with", "key": key}:
                self.signing_keys.append(key)
            case {"is": "closed_before", "table": name}:
                self._unmarked.pop(name, None)
            case {"is": "checkpoint"}:
                self._checkpoint = number
            case {"is": "link_made", "name": name}:
                self._links_at[name] = number
                self.links.applied(body)
            case {"is": "link_ended", "name": name}:
                self._links_at.pop(name, None)
                self.links.ended(name)
            case {"is": "asked_for_two" | "settled_by_two" as what, "number": waiting}:
                self.approvals.applied(body)
                if what == "asked_for_two":
                    self._asked_at[waiting] = number
                else:
                    self._asked_at.pop(waiting, None)
            case {"is": "switched", "what": what, "name": name, "off": off}:
                self.switches.turn(what, name, off=off)
            case {"is": "notified"}:
                self.notices.applied(body)
            case {"is": "banned", "name": name, "reason": reason, "banned": banned}:
                self.switches.ban(name, reason, banned=banned)

    def _made(self, body: dict[str, Any]) -> None:
        spec = body["spec"]
        try:
            self.specs[spec["name"]] = spec_of(spec, stored=True)
        except UthError as fault:  # made by a version with other rule sets or fields
            self.unreadable[spec["name"]] = says = "; ".join(str(fault).splitlines())
            LOG.critical("table %s cannot be read: %s", spec["name"], says)
        else:
            if made_by_guest(body):
                self.guests.made(spec["name"], body["by"])

    def made_at(self, name: str) -> int:
        """Return the number of the record that created an open table."""
        return self._made_at[name]

    # Closed tables.

    async def closed_at(self, name: str) -> int | None:
        """Return the number of the record that created a closed table, or ``None`` if no such table is closed."""
        if name in self.specs or name in self.unreadable:
            return None
        if name not in self.closed:
            seen = await self.store.under(closed_key(name))
            made = seen.body["made"] if seen is not None else self._unmarked.get(name)
            if made is None:
                return None
            self._keep_closed(name, made)
        return self.closed[name]

    async def closed_spec(self, name: str) -> TableSpec:
        """Return the spec of a table that is closed for good."""
        number = self.closed[name]
        (record,) = await self.store.between(STREAM, number - 1, number)
        return spec_of(record.body["spec"], stored=True)

    def _keep_closed(self, name: str, made: int) -> None:
        self.closed[name] = made
        while len(self.closed) > CLOSED_KEPT:
            self.closed.popitem(last=False)

    async def _mark_closed(self) -> None:
        """Give each table that an earlier version closed the key by which it is found; the progress is logged."""
        waiting, done = list(self._unmarked.items()), 0
        while self._unmarked:
            some = list(self._unmarked.items())[:MARKED_AT_ONCE]
            bodies = [{"is": "closed_before", "table": name, "made": made} for name, made in some]
            drafts = [
                self.store.append([Entry(stream=STREAM, after=self.number + at, body=body)], key=closed_key(name))
                for at, (body, (name, _)) in enumerate(zip(bodies, some, strict=True))
            ]
            results = await asyncio.gather(*drafts, return_exceptions=True)
            faults = [each for each in results if isinstance(each, BaseException)]
            for fault in faults:
                if not isinstance(fault, Stale):  # another node has written first
                    raise fault
            await self._follow_log()
            done += len(some) - len(faults)
            LOG.warning("indexing tables closed before, once: %d of %d", min(done, len(waiting)), len(waiting))

    # Checkpoints.

    async def _write_checkpoint(self) -> None:
        """Write a checkpoint if one is due; without it the next record tries again."""
        if self.number - self._checkpoint < CHECKPOINT_EVERY:
            return
        entry = Entry(stream=STREAM, after=self.number, body=self._state())
        with suppress(Stale, Unavailable):  # another node has written, or nothing can be written
            appended = await self.store.append([entry], key=_checkpoint_key(self.number // CHECKPOINT_EVERY))
            if not appended.duplicate:
                self.number += 1
            self._checkpoint = self.number

    def _state(self) -> dict[str, Any]:
        """Return the checkpoint: the records still in force by their numbers, and what is short."""
        switches, resting = self.switches, self.links.resting
        delivered = sorted(each for each in self.notices.delivered if each.table in self.specs)
        return {
            "is": "checkpoint",
            "tables": _pairs(self._made_at),
            "unmarked": _pairs(self._unmarked),
            "closed_rounds": self.closed_rounds,
            "links": [[name, at] for name, at in self._links_at.items() if name not in resting],
            "resting": [[name, at] for name, at in self._links_at.items() if name in resting],
            "approvals": _pairs(self._asked_at),
            "next": self.approvals.next,
            "house_off": switches.house,
            "tables_off": sorted(switches.tables & self.specs.keys()),
            "players_off": sorted(switches.players),
            "banned": _pairs(switches.banned),
            "signing_keys": list(self.signing_keys),
            "delivered": [[each.table, each.dispute, each.what.value] for each in delivered],
        }

    async def _begin_at_checkpoint(self) -> None:
        """Apply the newest checkpoint and the records it names, instead of the whole log."""
        last = (await self.store.streams(STREAM)).get(STREAM, 0) // CHECKPOINT_EVERY
        for span in range(last, max(0, last - CHECKPOINTS_TRIED), -1):
            record = await self.store.under(_checkpoint_key(span))
            if record is not None:
                await self._begin_at(record.body)
                self.number = self._checkpoint = record.number
                return

    async def _begin_at(self, state: dict[str, Any]) -> None:
        resting = dict(state["resting"])
        named = (state["tables"], state["links"], state["resting"], state["approvals"])
        for after, through in _runs(sorted({number for each in named for _, number in each})):
            for record in await self.store.between(STREAM, after, through):
                body = record.body
                if body["is"] == "link_made" and body["name"] in resting:
                    self.links.resting[body["name"]] = body
                    self._links_at[body["name"]] = record.number
                else:
                    self._apply(body, record.number)
        self._unmarked, self.closed_rounds = dict(state["unmarked"]), state["closed_rounds"]
        self.approvals.next = state["next"]
        self.switches.house, self.switches.banned = state["house_off"], dict(state["banned"])
        self.switches.tables, self.switches.players = set(state["tables_off"]), set(state["players_off"])
        self.signing_keys = list(state["signing_keys"])
        self.notices.delivered = {Notice(table, number, What(what)) for table, number, what in state["delivered"]}


def _pairs(values: Mapping[Any, Any]) -> list[list[Any]]:
    return [[key, value] for key, value in values.items()]


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of consecutive numbers, each as the number before it and its last."""
    first = last = None
    for number in numbers:
        if last is not None and first is not None and number != last + 1:
            yield first - 1, last
            first = None
        first, last = first if first is not None else number, number
    if first is not None and last is not None:
        yield first - 1, last


def _is_over(made: dict[str, Any], closed: set[str]) -> bool:
    """Whether the record is of a guest's table that is closed by now."""
    return made_by_guest(made) and made["spec"]["name"] in closed
