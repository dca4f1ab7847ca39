"""The house: its tables, links, people and switches; every change of it is in the log before anyone sees it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Malformed, Refused
from uth.host.approvals import ForTwo
from uth.host.asked import TakeStep
from uth.host.fairness import Commitment, new_commitment
from uth.host.house_key import HouseKey, new_key
from uth.host.house_links import NEED_TWO, WORKED_BY_THE_TABLE, signed
from uth.host.house_log import STREAM, HouseLog
from uth.host.live_link import LiveLink
from uth.host.live_table import HOUSE, OTHER_RULES, LiveTable
from uth.host.people import People
from uth.host.people_log import MARK, Session
from uth.host.refused_keys import RefusedKeys
from uth.host.roles import FLOOR, MAY, Action, Role, may
from uth.host.round_secret import RoundSecret
from uth.host.signing import by_the_person
from uth.host.table_specs import TableSpec, document_of, spec_of
from uth.host.used_keys import require_same
from uth.progressive import commands as k
from uth.progressive.refusals import refusal_of
from uth.store.codec import encoded
from uth.table import commands as c
from uth.table.decide import Events
from uth.table.state import Table
from uth.units import PlayerId

TABLES_MAX: Final = 500
Tell = Callable[[LiveTable, Events, Sequence[Table]], None]


@dataclass(slots=True, kw_only=True)
class House(HouseLog):
    """Everything that runs in one process on one store."""

    people: People
    tell: Tell | None = None
    tell_switched: Callable[[LiveTable], None] | None = None
    tell_closed: Callable[[LiveTable], None] | None = None
    tables: dict[str, LiveTable] = field(default_factory=dict)
    commit: Callable[[], Commitment] = new_commitment
    """Where the secrets of the shuffles come from."""
    key: HouseKey = field(default_factory=new_key)
    """What the house signs documents with."""
    refused: RefusedKeys = field(default_factory=RefusedKeys)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def open(self) -> None:
        """Be where the log says the house was, every table running."""
        await self.people.recover()
        await self._follow_log()
        await self._start_all()

    async def close(self) -> None:
        """Stop every table between two commands."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._tasks.clear()

    @property
    def former_keys(self) -> list[str]:
        """The public keys that documents of the house were signed with before."""
        return [each for each in self.signing_keys if each != self.key.public]

    async def sign_with(self, key: HouseKey) -> None:
        """Sign with that key from now on; the log tells since when."""
        async with self._in_turn():
            if self.signing_keys[-1:] != [key.public]:
                await self._record({"is": "signs_with", "key": key.public})
        self.key = key

    def hold_clocks(self, *, held: bool) -> None:
        """Have nobody's time run while nothing can be stored; everyone has all of it again afterwards."""
        for live in self.open_tables:
            live.clock.hold(held=held)
            live.wake()

    def faults(self) -> list[str]:
        """Return what does not work any more and a new start mends, in words; nothing while all is well."""
        why = {live.name: live.stopped for live in self.open_tables if live.stopped is not None}
        stopped = [name for name, refused in why.items() if refused.code != OTHER_RULES]
        missing = [name for name in self.specs if name not in self.tables]
        store = self.store.stopped
        return [
            *([store] if store is not None else []),
            *(f"table {name} has stopped" for name in stopped),
            *(f"table {name} is not there" for name in missing),
        ]

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Have one change of the house at a time, each after all that the log tells, which may be more than we know."""
        async with self._turn:
            await self._follow_log()
            await self._start_all()
            yield

    async def _start_all(self) -> None:
        """Have every link and every table run that the log tells of."""
        for link in self.links.live.values():
            if not link.number:
                await link.recover()
        self._stop_closed()
        for name, spec in self.specs.items():
            if name not in self.tables:
                await self._start(spec)

    def _stop_closed(self) -> None:
        """Have no table run that the log says is closed."""
        for name in self.closed & self._tasks.keys():
            self.tables[name].stop(_closed(name))
            self._tasks.pop(name).cancel()
            self._tell_switched("table", name)

    async def _start(self, spec: TableSpec) -> None:
        secret = RoundSecret(commit=self.commit, real=spec.deck == "read")
        table = LiveTable(name=spec.name, posted=spec.posted(), store=self.store, secret=secret)
        table.tell, table.switches = self.tell, self.switches
        table.clock.pace, table.clock.deals_itself = spec.pace, spec.dealt_by == "house"
        table.floor = spec.awards == "floor"
        table.link = self.links.live[spec.link] if spec.link is not None else None
        await table.recover()
        if spec.name in self.closed:
            table.stop(_closed(spec.name))
        else:
            table.stop_at_other_rules()
        if table.stopped is not None:
            self.tables[spec.name] = table
            return
        await table.join_link()
        self.tables[spec.name] = table
        self._tasks[spec.name] = asyncio.create_task(table.run(), name=f"table {spec.name}")

    # What people ask for.

    async def make_table(self, session: Session, document: dict[str, Any]) -> TableSpec:
        """Make a table and start it."""
        self._require(session, Action.MAKE_TABLE)
        spec = spec_of(document)
        async with self._in_turn():
            if spec.name in self.specs or spec.name in self.unreadable:
                raise Refused("name_taken", None, f"there is a table {spec.name!r} already")
            await self._make_room()
            wanted = self.links.wanted(spec.link, spec.posted())
            link, made, opening = wanted if wanted is not None else (None, [], [])
            stored = {**document_of(spec), **({"link": link} if link is not None else {})}
            await self._record(*made, {"is": "table_made", "by": session.person, "spec": stored}, also=opening)
            await self._start_all()
        return self.specs[spec.name]

    async def close_table(self, session: Session, name: str) -> None:
        """Close a table for good: everyone there gets up with their chips, and it takes nothing more."""
        self._require(session, Action.CLOSE_FOR_GOOD)
        async with self._in_turn():
            await self._close(self.live(name), session.person)

    async def _close(self, live: LiveTable, by: str) -> None:
        if live.name in self.closed:
            raise _closed(live.name)
        live.closing = True
        try:
            with self.switches.holding("table", live.name):  # nobody wagers while the others get up
                await live.empty()
                await self._record_closed(live, by)
            if self.tell_closed is not None:
                self.tell_closed(live)
        finally:
            live.closing = live.name in self.closed
            self._stop_closed()

    async def _record_closed(self, live: LiveTable, by: str) -> None:
        """Have it in the log that the table is closed and off its link, both or neither."""
        body = {"is": "table_closed", "by": by, "table": live.name}
        if live.link is None:
            await self._record(body)
            return
        async with live.link.turn:
            await live.link.recover(telling=True)
            staged = live.link.staged()
            staged.send(k.LeaveLink(table=live.name))
            await self._record(body, also=[live.link.entry(staged, HOUSE)])
            live.link.adopt(staged)

    async def _make_room(self) -> None:
        """Have room for one more table: in a full house the oldest empty table of a guest gives way."""
        if len(self.open_tables) < TABLES_MAX:
            return
        for live in self.open_tables:
            if MARK in self.makers[live.name] and not live.table.chairs and live.is_idle:
                await self._close(live, HOUSE)
                return
        raise Refused("house_full", None, f"the house has {TABLES_MAX} tables; no more")

    @property
    def open_tables(self) -> list[LiveTable]:
        """The tables that are not closed for good, the oldest first."""
        return [live for name, live in self.tables.items() if name not in self.closed]

    async def switch(self, session: Session, what: str, name: str, *, off: bool) -> None:
        """Stop new wagers in the house, at a table or of a player, or let them in again; what is locked is finished."""
        self._require(session, Action.SWITCH_OFF if off else Action.SWITCH_ON)
        if what not in ("house", "table", "player"):
            raise Malformed("what", what, "is not one of house, table, player")
        if what == "table" and (name not in self.tables or name in self.closed):
            raise Malformed("name", name, "is not a table there is; GET /api/v1/tables lists them")
        if what == "player" and not self._knows(name):
            raise Malformed("name", name, "is nobody in the house; a guest has a mark behind the name: Ann~1a2b3c4d")
        body = {"is": "switched", "by": session.person, "what": what, "name": name, "off": off}
        async with self._in_turn():
            # At once: a wager that is decided from here on would stand behind the switch in the log.
            with self.switches.holding(what, "" if what == "house" else name) if off else nullcontext():
                await self._record(body)
        self._tell_switched(what, name)

    def _knows(self, player: str) -> bool:
        """Whether somebody is called that: at a table, signed in now or before, or switched off already."""
        seated = any(live.sits(PlayerId(player)) for live in self.open_tables)
        return seated or self.switches.is_off("player", player) or self.people.knows(player)

    def _tell_switched(self, what: str, name: str) -> None:
        """Tell every table that takes wagers now and did not, or the other way round."""
        for table in self.tables.values():
            here = {"house": True, "table": table.name == name}
            if self.tell_switched is not None and here.get(what, table.sits(PlayerId(name))):
                self.tell_switched(table)

    async def command(self, session: Session, table: str, command: c.Command, key: str | None) -> Events:
        """Have a table take a person's command, if their role and their seat let them give it."""
        live = self.live(table)
        key = None if key is None else f"{session.person}/{key}"
        try:
            self._require_allowed(session, table, command)
        except Refused as refused:  # what was done before is answered as it was, though it would be refused now
            seen = await live.first_answer(key, _named(session, command)) if key is not None else None
            if seen is not None:
                return seen
            live.refused.note(key, refused)
            raise
        return await live.ask(session.person, _named(session, command), key)

    def _require_allowed(self, session: Session, table: str, command: c.Command) -> None:
        """Refuse a command that is not for the person's role, or not for their seat."""
        self._require_role(session, command)
        if isinstance(command, c.DisputeRound) and not self.people.anyone(FLOOR):
            says = "the floor rules on disputes, and nobody of the floor is in the house; the history keeps the round"
            raise Refused("no_floor", "R61", says)
        if isinstance(command, c.ReadCards) and self.specs[table].deck != "read":
            raise Refused("no_real_deck", None, "at this table the house shuffles; nobody says which card comes")
        if isinstance(command, c.SeatCommand) and not isinstance(command, c.TakeSeat):
            chair = self.live(table).table.chairs.get(command.seat)
            if chair is None or chair.player != session.player:
                raise Refused("not_your_seat", None, f"seat {command.seat!r} is not yours")

    async def step(
        self, session: Session, table: str, step: str, key: str | None, cards: tuple[str, ...] | None = None
    ) -> Events:
        """Take the step that is due at a table a person deals."""
        live = self.live(table)
        self._require(session, Action.DEAL)
        if step == c.VerifyDeck.__name__ and not MAY[c.VerifyDeck] & session.roles:
            raise Refused("not_your_role", None, "a supervisor verifies the deck the dealer has inspected")
        if live.clock.deals_itself:
            raise Refused("house_deals", None, "this table deals itself")
        asked = TakeStep(step=step, reads=self.specs[table].deck == "read", cards=cards)
        return await live.ask(session.person, asked, None if key is None else f"{session.person}/{key}")

    async def work_link(self, session: Session, name: str, command: k.Command, key: str | None) -> dict[str, Any]:
        """Have a link take a person's command; what needs two people waits for the second."""
        link = self.links.link(name)
        self._require_role(session, command)
        if isinstance(command, WORKED_BY_THE_TABLE):
            raise Refused("worked_by_the_table", None, f"the table does {type(command).__name__} by itself as it deals")
        command, key = signed(command, session.person), None if key is None else f"{session.person}/{key}"
        if isinstance(command, NEED_TWO):
            return {"waits": await self._ask_for_two(link, command, key)}
        await self._at_link(link, session.person, command, key)
        return {"waits": None}

    async def _ask_for_two(self, link: LiveLink, command: ForTwo, key: str | None) -> int:
        """Return the number under which the command waits for a second person; one that was asked has its first."""
        async with self._in_turn():
            seen = await self.store.under(key) if key is not None else None
            if seen is not None:
                asked = (seen.body.get("link"), seen.body.get("command"))
                require_same(seen, STREAM, same=asked == (link.name, encoded(command)))
                return int(seen.answer)
            self.refused.require_new(key)
            refused = refusal_of(link.link, replace(command, second=f"not {command.by}"))
            if refused is not None:
                self.refused.note(key, refused)
                raise refused
            number = self.approvals.next
            await self._record(self.approvals.asked(number, link.name, command), key=key, answer=number)
            return number

    async def confirm(self, session: Session, number: int, *, agreed: bool) -> None:
        """Have the second person agree to what one has asked for, or not."""
        async with self._in_turn():
            self._require(session, Action.CONFIRM)
            waiting = self.approvals.waiting(number)
            self._require_role(session, waiting.command)
            if agreed and waiting.command.by == session.person:
                raise Refused("two_people_needed", "NV.10h", f"{session.person} asked for it; another confirms it")
            # Nobody's name begins with a slash: whoever confirms it after a crash, it is done once.
            key = f"/two/{number}"
            done = await self.store.answer(key) is not None
            link, by = self.links.link(waiting.link), session.person
            if done:
                await link.catch_up()
                by = await link.second_of(waiting.command)
            elif agreed:
                command = self.approvals.confirmed(number, by)
                await self._at_link(link, by, command, key)
            await self._record({"is": "settled_by_two", "number": number, "by": by, "agreed": agreed or done})

    async def _at_link(self, link: LiveLink, person: str, command: k.Command, key: str | None) -> None:
        """Send the command through the table it concerns, so that table and link are stored together."""
        number = getattr(command, "award", None)
        award = link.link.award(number) if number is not None else None
        name = getattr(command, "table", None) or (award.table if award is not None else None)
        if name in self.tables and self.tables[name].link is link:
            await self.tables[name].ask(person, command, key)
        else:
            await link.ask(person, command, key)
        await asyncio.gather(*(live.hear_link() for live in self.open_tables if live.link is link))

    def live(self, name: str) -> LiveTable:
        """Return a table that runs."""
        if name in self.unreadable:
            says = (
                f"table {name!r} is in the log, and this version cannot read how it was made: {self.unreadable[name]}"
            )
            raise Refused("table_unreadable", None, says)
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


def _named(session: Session, command: c.Command) -> c.Command:
    """Return the command with the person's own name wherever it names who gives it."""
    if isinstance(command, c.TakeSeat):
        return c.TakeSeat(seat=command.seat, player=session.player)
    return by_the_person(command, session.person)


def _closed(table: str) -> Refused:
    return Refused("table_closed", None, f"table {table} is closed for good; its rounds can still be read")


def staff(session: Session) -> bool:
    """Whether the person may see what the staff sees of a table."""
    return bool(session.roles & {Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR})
