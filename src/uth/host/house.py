"""The house: its tables, its people, its switches; every change of it is in the log before anyone sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from uth.errors import Malformed, Refused
from uth.host.live_table import LiveTable
from uth.host.people import People, Session
from uth.host.roles import Action, Role, may
from uth.host.table_specs import TableSpec, spec_of
from uth.store.entries import Entry, Store
from uth.table import commands as c
from uth.table.decide import Events
from uth.table.state import Table

STREAM: Final = "house"
TABLES_MAX: Final = 500
Tell = Callable[[LiveTable, Events, Sequence[Table]], None]


@dataclass(slots=True, kw_only=True)
class House:
    """Everything that runs in one process on one store."""

    store: Store
    people: People
    tell: Tell | None = None
    tables: dict[str, LiveTable] = field(default_factory=dict)
    specs: dict[str, TableSpec] = field(default_factory=dict)
    off: bool = False
    barred: set[str] = field(default_factory=set)
    """Players who are switched off."""
    number: int = 0
    _off_tables: set[str] = field(default_factory=set)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def open(self) -> None:
        """Be where the log says the house was, every table running."""
        await self.people.recover()
        for record in await self.store.read(STREAM):
            self._apply(record.body)
            self.number = record.number
        for spec in self.specs.values():
            await self._start(spec)

    async def close(self) -> None:
        """Stop every table between two commands."""
        for task in self._tasks.values():
            task.cancel()
        for task in self._tasks.values():
            with suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()

    async def _record(self, body: dict[str, Any]) -> None:
        await self.store.append([Entry(stream=STREAM, after=self.number, body=body)])
        self.number += 1
        self._apply(body)

    def _apply(self, body: dict[str, Any]) -> None:
        match body:
            case {"is": "table_made", "spec": spec}:
                self.specs[spec["name"]] = spec_of(spec)
            case {"is": "switched", "what": "house", "off": off}:
                self.off = off
            case {"is": "switched", "what": "player", "name": name, "off": off}:
                self.barred = self.barred | {name} if off else self.barred - {name}
            case {"is": "switched", "what": "table", "name": name, "off": off}:
                if name in self.tables:
                    self.tables[name].off = off
                self._off_tables = {*self._off_tables, name} if off else self._off_tables - {name}

    async def _start(self, spec: TableSpec) -> None:
        table = LiveTable(name=spec.name, posted=spec.posted(), store=self.store, pace=spec.pace, tell=self.tell)
        table.deals_itself = spec.dealt_by == "house"
        table.off = spec.name in self._off_tables
        await table.recover()
        self.tables[spec.name] = table
        self._tasks[spec.name] = asyncio.create_task(table.run(), name=f"table {spec.name}")

    # What people ask for.

    async def make_table(self, session: Session, document: dict[str, Any]) -> TableSpec:
        """Make a table and start it."""
        self._require(session, Action.MAKE_TABLE)
        spec = spec_of(document)
        if spec.name in self.specs:
            raise Refused("name_taken", None, f"there is a table {spec.name!r} already")
        if len(self.specs) >= TABLES_MAX:
            raise Refused("house_full", None, f"the house has {TABLES_MAX} tables; no more")
        stored = {name: value for name, value in _plain(spec).items() if value is not None}
        await self._record({"is": "table_made", "by": session.person, "spec": stored})
        await self._start(self.specs[spec.name])
        return spec

    async def switch(self, session: Session, what: str, name: str, *, off: bool) -> None:
        """Stop new wagers in the house, at a table or of a player, or let them in again; what is locked is finished."""
        self._require(session, Action.SWITCH_OFF if off else Action.SWITCH_ON)
        if what not in ("house", "table", "player") or (what == "table" and name not in self.tables):
            raise Malformed("what", f"{what} {name}".strip(), "is not the house, a table there is, or a player")
        await self._record({"is": "switched", "by": session.person, "what": what, "name": name, "off": off})

    async def command(self, session: Session, table: str, command: c.Command, key: str | None) -> Events:
        """Have a table take a person's command, if their role and their seat let them give it."""
        live = self.live(table)
        if not may(session.roles, command):
            raise Refused(
                "not_your_role", None, f"{type(command).__name__} is not for {', '.join(sorted(session.roles))}"
            )
        if isinstance(command, c.SeatCommand):
            command = self._own(session, live, command)
        if isinstance(command, c.PlaceWager | c.Bank) and (self.off or session.person in self.barred):
            raise Refused("switched_off", None, "no new wagers are taken now")
        return await live.ask(session.person, command, None if key is None else f"{session.person}/{key}")

    def _own(self, session: Session, live: LiveTable, command: c.SeatCommand) -> c.SeatCommand:
        """Return the command as the person's own: their name on a seat, and no seat but theirs."""
        if isinstance(command, c.TakeSeat):
            return c.TakeSeat(seat=command.seat, player=session.player)
        chair = live.table.chairs.get(command.seat)
        if chair is None or chair.player != session.player:
            raise Refused("not_your_seat", None, f"seat {command.seat!r} is not yours")
        return command

    def live(self, name: str) -> LiveTable:
        """Return a table that runs."""
        if name not in self.tables:
            raise Refused("no_table", None, f"there is no table {name!r}")
        return self.tables[name]

    def _require(self, session: Session, action: Action) -> None:
        if not may(session.roles, action):
            held = ", ".join(sorted(session.roles))
            raise Refused("not_your_role", None, f"{action.replace('_', ' ')} is not for {held}")


def _plain(spec: TableSpec) -> dict[str, Any]:
    """Return the spec as a document."""
    document = {name: getattr(spec, name) for name in TableSpec.__dataclass_fields__}
    return {
        name: dict(value) if name == "tables" else list(value) if isinstance(value, tuple) else value
        for name, value in document.items()
    }


def staff(session: Session) -> bool:
    """Whether the person may see what the staff sees of a table."""
    return bool(session.roles & {Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR})
