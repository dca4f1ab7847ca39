"""The house: its tables, links, people and switches; every change of it is in the log before anyone sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Malformed, Refused
from uth.host.approvals import Approvals
from uth.host.house_links import NEED_TWO, WORKED_BY_THE_TABLE, HouseLinks, signed
from uth.host.live_link import LiveLink
from uth.host.live_table import LiveTable, TakeStep
from uth.host.people import People, Session
from uth.host.roles import Action, Role, may
from uth.host.signing import by_the_person
from uth.host.table_specs import TableSpec, document_of, spec_of
from uth.progressive import commands as k
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.refusals import refusal_of
from uth.store.entries import Entry, Store
from uth.table import commands as c
from uth.table.decide import Events
from uth.table.state import Table

STREAM: Final = "house"
TABLES_MAX: Final = 500
Tell = Callable[[LiveTable, Events, Sequence[Table]], None]
TellLink = Callable[[LiveLink, LinkEvents], None]


@dataclass(slots=True, kw_only=True)
class House:
    """Everything that runs in one process on one store."""

    store: Store
    people: People
    tell: Tell | None = None
    tell_link: TellLink | None = None
    tables: dict[str, LiveTable] = field(default_factory=dict)
    specs: dict[str, TableSpec] = field(default_factory=dict)
    links: HouseLinks = field(init=False)
    approvals: Approvals = field(default_factory=Approvals)
    off: bool = False
    barred: set[str] = field(default_factory=set)
    """Players who are switched off."""
    number: int = 0
    _off_tables: set[str] = field(default_factory=set)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.links = HouseLinks(store=self.store, tell=self.tell_link)

    async def open(self) -> None:
        """Be where the log says the house was, every table running."""
        await self.people.recover()
        await self._follow_log()
        await self.links.recover()
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

    async def _record(
        self, *bodies: dict[str, Any], also: Sequence[Entry] = (), key: str | None = None, answer: Any = None
    ) -> Any:
        """Have it in the log, then let it be so; return the answer, or the first one if the key was seen before."""
        await self._follow_log()
        entries = [Entry(stream=STREAM, after=self.number + at, body=body) for at, body in enumerate(bodies)]
        appended = await self.store.append([*entries, *also], key=key, answer=answer)
        if not appended.duplicate:
            self.number += len(bodies)
            for body in bodies:
                self._apply(body)
        return appended.answer

    async def _follow_log(self) -> None:
        """Know everything the log of the house tells."""
        for record in await self.store.read(STREAM, self.number):
            self._apply(record.body)
            self.number = record.number

    def _apply(self, body: dict[str, Any]) -> None:
        match body:
            case {"is": "table_made", "spec": spec}:
                self.specs[spec["name"]] = spec_of(spec)
            case {"is": "link_made"}:
                self.links.applied(body)
            case {"is": "asked_for_two" | "settled_by_two"}:
                self.approvals.applied(body)
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
        table.floor = spec.awards == "floor"
        table.off = spec.name in self._off_tables
        table.link = self.links.live[spec.link] if spec.link is not None else None
        await table.recover()
        await table.join_link()
        self.tables[spec.name] = table
        self._tasks[spec.name] = asyncio.create_task(table.run(), name=f"table {spec.name}")

    # What people ask for.

    async def make_table(self, session: Session, document: dict[str, Any]) -> TableSpec:
        """Make a table and start it."""
        self._require(session, Action.MAKE_TABLE)
        spec = spec_of(document)
        async with self._turn:
            if spec.name in self.specs:
                raise Refused("name_taken", None, f"there is a table {spec.name!r} already")
            if len(self.specs) >= TABLES_MAX:
                raise Refused("house_full", None, f"the house has {TABLES_MAX} tables; no more")
            wanted = self.links.wanted(spec.link, spec.posted())
            link, made, opening = wanted if wanted is not None else (None, [], [])
            stored = {**document_of(spec), **({"link": link} if link is not None else {})}
            await self._record(*made, {"is": "table_made", "by": session.person, "spec": stored}, also=opening)
            if made and link is not None:
                self.links.live[link].number = 1
            await self._start(self.specs[spec.name])
        return self.specs[spec.name]

    async def switch(self, session: Session, what: str, name: str, *, off: bool) -> None:
        """Stop new wagers in the house, at a table or of a player, or let them in again; what is locked is finished."""
        self._require(session, Action.SWITCH_OFF if off else Action.SWITCH_ON)
        if what not in ("house", "table", "player") or (what == "table" and name not in self.tables):
            raise Malformed("what", f"{what} {name}".strip(), "is not the house, a table there is, or a player")
        async with self._turn:
            await self._record({"is": "switched", "by": session.person, "what": what, "name": name, "off": off})

    async def command(self, session: Session, table: str, command: c.Command, key: str | None) -> Events:
        """Have a table take a person's command, if their role and their seat let them give it."""
        live = self.live(table)
        self._require_role(session, command)
        if isinstance(command, c.ReadCards) and self.specs[table].deck != "read":
            raise Refused("no_real_deck", None, "at this table the house shuffles; nobody says which card comes")
        if isinstance(command, c.SeatCommand):
            command = self._own(session, live, command)
        if isinstance(command, c.PlaceWager | c.Bank) and (self.off or session.person in self.barred):
            raise Refused("switched_off", None, "no new wagers are taken now")
        command = by_the_person(command, session.person)
        return await live.ask(session.person, command, None if key is None else f"{session.person}/{key}")

    async def step(self, session: Session, table: str, step: str, key: str | None) -> Events:
        """Take the step that is due at a table a person deals."""
        live = self.live(table)
        self._require(session, Action.DEAL)
        if live.deals_itself:
            raise Refused("house_deals", None, "this table deals itself")
        return await live.ask(session.person, TakeStep(step=step), None if key is None else f"{session.person}/{key}")

    async def work_link(self, session: Session, name: str, command: k.Command, key: str | None) -> dict[str, Any]:
        """Have a link take a person's command; what needs two people waits for the second."""
        link = self.links.link(name)
        self._require_role(session, command)
        if isinstance(command, WORKED_BY_THE_TABLE):
            raise Refused("worked_by_the_table", None, f"the table does {type(command).__name__} by itself as it deals")
        command = signed(command, session.person)
        if isinstance(command, NEED_TWO):
            refused = refusal_of(link.link, replace(command, second=f"not {session.person}"))
            if refused is not None:
                raise refused
            async with self._turn:
                number, key = self.approvals.next, None if key is None else f"{session.person}/{key}"
                asked = self.approvals.asked(number, name, command)
                return {"waits": await self._record(asked, key=key, answer=number)}
        await self._at_link(link, session.person, command, key)
        return {"waits": None}

    async def confirm(self, session: Session, number: int, *, agreed: bool) -> None:
        """Have the second person agree to what one has asked for, or not."""
        async with self._turn:
            waiting = self.approvals.waiting(number)
            self._require_role(session, waiting.command)
            if agreed and waiting.command.by == session.person:
                raise Refused("two_people_needed", "NV.10h", f"{session.person} asked for it; another confirms it")
            if agreed:
                command = self.approvals.confirmed(number, session.person)
                await self._at_link(self.links.link(waiting.link), session.person, command, f"two/{number}")
            await self._record({"is": "settled_by_two", "number": number, "by": session.person, "agreed": agreed})

    async def _at_link(self, link: LiveLink, person: str, command: k.Command, key: str | None) -> None:
        """Send the command through the table it concerns, so that table and link are stored together."""
        key = None if key is None else f"{person}/{key}"
        number = getattr(command, "award", None)
        award = link.link.award(number) if number is not None else None
        name = getattr(command, "table", None) or (award.table if award is not None else None)
        if name in self.tables and self.tables[name].link is link:
            await self.tables[name].ask(person, command, key)
        else:
            await link.ask(person, command, key)

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

    def _require_role(self, session: Session, command: c.Command | k.Command) -> None:
        if not may(session.roles, command):
            held = ", ".join(sorted(session.roles))
            raise Refused("not_your_role", None, f"{type(command).__name__} is not for {held}")


def staff(session: Session) -> bool:
    """Whether the person may see what the staff sees of a table."""
    return bool(session.roles & {Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR})
