"""The log of a house: its tables, links, switches and pending approvals."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from uth.errors import UthError
from uth.house.guests import GuestTables, made_by_guest
from uth.house.links import Approvals, HouseLinks
from uth.house.notices import Notices
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
    closed: dict[str, int] = field(default_factory=dict)
    """The tables that are closed for good, each with the number of the record that created it; read on demand."""
    closed_rounds: int = 0
    """How many rounds were settled at the closed tables."""
    _made_at: dict[str, int] = field(default_factory=dict)
    """The number of the record that created each table."""
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

    async def _follow_log(self) -> list[dict[str, Any]]:
        """Apply new records of the house's log and return them; tables and links that have since ended are skipped."""
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
                self.closed[name] = self._made_at.pop(name, 0)
                self.closed_rounds += body.get("rounds", 0)
                self.specs.pop(name, None)
                self.unreadable.pop(name, None)
                self.guests.closed(name)
            case {"is": "signs_with", "key": key}:
                self.signing_keys.append(key)
            case {"is": "link_made"}:
                self.links.applied(body)
            case {"is": "link_ended", "name": name}:
                self.links.ended(name)
            case {"is": "asked_for_two" | "settled_by_two"}:
                self.approvals.applied(body)
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

    async def closed_spec(self, name: str) -> TableSpec:
        """Return the spec of a table that is closed for good."""
        number = self.closed[name]
        (record,) = await self.store.between(STREAM, number - 1, number)
        return spec_of(record.body["spec"], stored=True)


def _is_over(made: dict[str, Any], closed: set[str]) -> bool:
    """Whether the record is of a guest's table that is closed by now."""
    return made_by_guest(made) and made["spec"]["name"] in closed
