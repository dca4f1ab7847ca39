"""The house: its tables, links, people and switches. Every change is in the log before anyone sees it."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from typing import Any, Final

from uth.errors import Malformed, Refused, quoted
from uth.house.bankrolls import Bankrolls, is_in_play
from uth.house.clock import ABSENT_S
from uth.house.fairness import Commitment, new_commitment
from uth.house.guests import is_guest, require_for_guest, returned, seated_people, uses_bankrolls
from uth.house.links import NEED_TWO, WORKED_BY_THE_TABLE, ForTwo, Waiting, needs_two, signed
from uth.house.live_link import LiveLink
from uth.house.live_table import HOUSE, OTHER_RULES, LiveTable
from uth.house.log import STREAM, HouseLog, closed_key
from uth.house.logs import LOG
from uth.house.notices import Notice
from uth.house.placement import Alone, Placement, decided_again, elsewhere
from uth.house.round_secret import RoundSecret
from uth.house.signing_key import HouseKey, new_key
from uth.house.specs import OWN_LINK, TableSpec, document_of, spec_of, with_way_of_dealing
from uth.house.turn import RefusedKeys, TakeStep, require_same
from uth.house.wide import WideLink
from uth.ledger.book import Transfer
from uth.people.people import People
from uth.people.roles import FLOOR, MAY, HouseAction, Role, Session, may, refused_role, with_author
from uth.progressive import commands as k
from uth.progressive.refusals import refusal_of
from uth.store.codec import encoded
from uth.store.entries import Unavailable
from uth.table.round import commands as c
from uth.table.round.decide import Events
from uth.table.round.refusals import refusal_of as refusal_at_table
from uth.units import PlayerId, Seat

TABLES_MAX: Final = 500
RECALLED_MAX: Final = 32
"""How many closed or remote tables are cached."""
STAFF_MADE: Final = frozenset({Role.MANAGER, Role.ADMIN})
"""The roles whose tables have a floor: awards wait for a supervisor unless the table says otherwise (R53)."""


@dataclass(slots=True, kw_only=True)
class House(HouseLog):
    """Everything that runs in one process on one store."""

    people: People
    tables: dict[str, LiveTable] = field(default_factory=dict)
    tables_max: int = TABLES_MAX
    people_at: Callable[[LiveTable], Mapping[str, str]] = lambda live: seated_people(live.table)
    """Returns the people at a table, seated or watching, each with their address."""
    commit: Callable[[], Commitment] = new_commitment
    """Makes the commitment of each round; its secret decides the shuffle."""
    key: HouseKey = field(default_factory=new_key)
    """The key that signs the documents of the house."""
    refused: RefusedKeys = field(default_factory=RefusedKeys)
    placement: Placement = field(default_factory=Alone)
    """Decides which tables this program runs."""
    zone: tzinfo = UTC
    """The time zone for staff; the log stores UTC."""
    absent_s: float = ABSENT_S
    """How long a seat without a connection is on turn before the floor may act for it."""
    bankrolls: Bankrolls = field(init=False)
    """People's chips away from the tables."""
    _recalled: OrderedDict[str, LiveTable] = field(default_factory=OrderedDict)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        HouseLog.__post_init__(self)  # `slots=True` recreates the class, so zero-argument super() fails
        self.bankrolls = Bankrolls(store=self.store, clock=self.people.clock, in_play=self._is_in_play)

    @property
    def timezone(self) -> str:
        """The name of the time zone for staff."""
        return getattr(self.zone, "key", None) or "UTC"

    async def open(self) -> None:
        """Recover from the log and start every table that this program runs."""
        await self.people.recover()
        await self._follow_log()
        await self._mark_closed()
        await self._write_checkpoint()
        await self._start_all()

    async def close(self) -> None:
        """Cancel the writer of every table."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._tasks.clear()

    @property
    def former_keys(self) -> list[str]:
        """The public keys that the house has signed with before."""
        return [each for each in self.signing_keys if each != self.key.public]

    @decided_again
    async def sign_with(self, key: HouseKey) -> None:
        """Sign with this key from now on; the log records since when."""
        async with self._in_turn():
            if self.signing_keys[-1:] != [key.public]:
                await self._record({"is": "signs_with", "key": key.public})
        self.key = key

    def hold_clocks(self, *, held: bool) -> None:
        """Stop all clocks while nothing can be stored, and restart them from the beginning afterwards."""
        for live in self.open_tables:
            live.clock.hold(held=held)
            live.wake()

    def faults(self) -> list[str]:
        """Return, in words, the faults that only a restart can fix; empty if there are none."""
        why = {live.name: live.stopped for live in self.open_tables if live.stopped is not None}
        stopped = [name for name, refused in why.items() if refused.code != OTHER_RULES]
        missing = [name for name in self.specs if name not in self.tables and self.placement.runs(name)]
        store = self.store.stopped
        return [
            *([store] if store is not None else []),
            *(f"table {name} has stopped" for name in stopped),
            *(f"table {name} is not there" for name in missing),
        ]

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Serialize changes of the house; each reads the new records of the log first."""
        async with self._turn:
            await self._follow()
            yield

    async def follow(self, at_most: int | None = None) -> None:
        """Apply what other programs have changed in the house, and start tables that this one now runs."""
        async with self._turn:
            await self._follow(at_most)

    async def _follow(self, at_most: int | None = None) -> None:
        changed = await self._follow_log()
        await self._start_all(at_most)
        for body in changed:
            if body["is"] == "switched":
                self._tell_switched(body["what"], body["name"])
            elif body["is"] == "banned" and body["banned"]:
                await self._remove_everywhere(body["by"], PlayerId(body["name"]), body["reason"])

    def drop(self, name: str) -> None:
        """Stop running a table that another program now runs."""
        live = self.tables.pop(name, None)
        if live is None:
            return
        live.stop(elsewhere(name))
        if name in self._tasks:
            self._tasks.pop(name).cancel()
        self.observers.table_moved(live)

    async def _start_all(self, at_most: int | None = None) -> None:
        """Start the links and tables of this program that are in the log and not running yet."""
        if self.links.wide is not None:
            await self.links.wide.follow()
        for link in self.links.live.values():
            if not link.number:
                await link.recover()
        self._stop_closed()
        due = [name for name in self.specs if name not in self.tables and self.placement.runs(name)]
        for name in due[:at_most]:
            try:
                await self._start(self.specs[name])
            except Unavailable:
                raise
            except Exception as error:
                if at_most is None:  # the house does not open with a damaged log
                    raise
                LOG.critical("a table cannot be started", table=name, exc_info=error)
                self.tables[name] = self._table(self.specs[name])
                self.tables[name].stop(Refused("table_stopped", None, f"table {name} cannot be started here"))

    def _stop_closed(self) -> None:
        """Stop and remove the tables that are closed according to the log."""
        for name in self.tables.keys() - self.specs.keys():
            self.tables[name].stop(_closed(name))
            if name in self._tasks:
                self._tasks.pop(name).cancel()
            self._tell_switched("table", name)
            del self.tables[name]

    def _table(self, spec: TableSpec) -> LiveTable:
        """Return a new table for the spec; its log is not read yet."""
        secret = RoundSecret(commit=self.commit, real=spec.deck == "read")
        table = LiveTable(name=spec.name, posted=spec.posted(), store=self.store, secret=secret, spec=spec)
        table.observers, table.switches = self.observers, self.switches
        table.clock.pace, table.clock.deals_itself = spec.pace, spec.dealt_by == "house"
        table.floor, table.guest = spec.awards == "floor", spec.name in self.guests
        table.clock.absent_s = self.absent_s
        table.bankrolls = self.bankrolls if uses_bankrolls(spec, guest=table.guest) else None
        return table

    async def _start(self, spec: TableSpec) -> None:
        table = self._table(spec)
        table.link = self.links.link(spec.link) if spec.link is not None else None
        await table.recover()
        table.stop_at_other_rules()
        if table.stopped is not None:
            self.tables[spec.name] = table
            return
        await table.join_link()
        if not self.placement.runs(spec.name):  # another program has taken it in the meantime
            return
        self.tables[spec.name] = table
        self._tasks[spec.name] = asyncio.create_task(table.run(), name=f"table {spec.name}")
        self._recalled.pop(spec.name, None)
        self.observers.table_started(table)

    # Requests of people.

    @decided_again
    async def make_table(self, session: Session, document: dict[str, Any], address: str | None = None) -> TableSpec:
        """Create a table and start it. A guest's table gets its own link, and an address may hold only a few."""
        self._require(session, HouseAction.MAKE_TABLE)
        asked = {"awards": "floor" if session.roles & STAFF_MADE else "house", **document}
        spec, guest = with_way_of_dealing(spec_of(asked)), is_guest(session)
        if guest:
            require_for_guest(spec, spec.posted())
        elif (spec.link or "").startswith(OWN_LINK):
            raise Malformed("link", spec.link, f"begins with {quoted(OWN_LINK)}, as the links of guests' tables do")
        async with self._in_turn():
            if spec.name in self.specs or spec.name in self.unreadable:
                raise Refused("name_taken", None, f"there is a table {quoted(spec.name)} already")
            if await self.closed_at(spec.name) is not None:
                raise Refused(
                    "name_taken", None, f"there was a table {quoted(spec.name)}, which is closed; take another name"
                )
            wanted = await self.links.wanted_by(spec, spec.posted(), guest=guest)
            await self._make_room(session.person if guest else None, address)
            link = {"link": wanted.name} if wanted is not None else {}
            made = {"is": "table_made", "by": session.person, "guest": guest, "spec": {**document_of(spec), **link}}
            opening = wanted.opening if wanted is not None else ()
            await self.placement.claim(spec.name)
            await self._record(*(wanted.made if wanted is not None else ()), made, also=opening)
            if guest and address is not None:
                self.guests.addresses[spec.name] = address
            await self._start_all()
        return self.specs[spec.name]

    @decided_again
    async def close_table(self, session: Session, name: str) -> None:
        """Close a table for good: everyone leaves with their chips, and it accepts no more commands."""
        self._require(session, HouseAction.CLOSE_FOR_GOOD)
        async with self._in_turn():
            await self._close(await self.running(name), session.person)

    @decided_again
    async def close_left(self, name: str) -> bool:
        """Close a guest's table without people; return whether it was closed."""
        async with self._in_turn():
            return self.is_left(name) and await self._one_gives_way([name])

    async def _close(self, live: LiveTable, by: str) -> None:
        if live.name not in self.specs:
            raise _closed(live.name)
        live.closing = True
        try:
            with self.switches.holding("table", live.name):  # no new wagers while the players leave
                await live.empty()
                await self._record_closed(live, by)
            self.observers.table_closed(live)
        finally:
            live.closing = live.name not in self.specs
            self._stop_closed()

    async def _record_closed(self, live: LiveTable, by: str) -> None:
        """Record in one transaction that the table is closed and off its link; a guest's link ends with its table."""
        made, key = self.made_at(live.name), closed_key(live.name)
        body = {"is": "table_closed", "by": by, "table": live.name, "rounds": live.table.rounds, "made": made}
        if live.link is None:
            await self._record(body, transfers=await self._returned(live), key=key)
            return
        async with live.link.turn:
            await live.link.recover(telling=True)
            staged = live.link.staged()
            staged.send(k.LeaveLink(table=live.name))
            transfers, ended = await self._returned(live), self._ended(live.link)
            try:
                await self._record(body, *ended, also=live.link.entries(staged, HOUSE), transfers=transfers, key=key)
            except Unavailable as error:
                if error.unknown:  # the house has reread its log, and the link must too
                    await live.link.recover(telling=True)
                raise
            live.link.adopt(staged)

    def _ended(self, link: LiveLink) -> list[dict[str, Any]]:
        """Return the records that end a guest's link and decline its pending approvals; none for other links."""
        if not link.guest:
            return []
        waiting = [each.number for each in self.approvals.open.values() if each.link == link.name]
        refused = [{"is": "settled_by_two", "number": each, "by": HOUSE, "agreed": False} for each in waiting]
        return [{"is": "link_ended", "name": link.name}, *refused]

    async def _returned(self, live: LiveTable) -> list[Transfer]:
        """Return the transfers that return a guest table's play money; none for a table of the house."""
        if live.name not in self.guests:
            return []
        own = live.link.name if live.link is not None and live.link.guest else None
        return list(returned(live.name, own, await self.store.balances()))

    async def _make_room(self, guest: str | None, address: str | None) -> None:
        """Make room for one more table, or raise `Refused`.

        If the guest holds too many tables, one of them that nobody is at is closed. If the house is full, the oldest
        guest's table without people is closed, or else one whose people keep too many tables open (`beyond`).
        """
        over = self.guests.over(guest, address, self._there) if guest is not None else None
        if over is not None and not await self._one_gives_way(filter(self.is_left, over[0])):
            raise Refused("too_many_tables", None, f"{over[1]}; leave one, and it is closed when nobody is there")
        if len(self.specs) < self.tables_max:
            return
        left = filter(self.is_left, list(self.guests.makers))
        if not await self._one_gives_way((*left, *self.guests.beyond(self._there))):
            raise Refused("house_full", None, f"the house has {self.tables_max} tables, the most it may have")

    async def _one_gives_way(self, names: Iterable[str]) -> bool:
        """Close the first of these guests' tables without a round in progress; return whether there was one."""
        for name in names:
            live = self.tables[name]
            if live.is_idle or not live.table.is_open:
                await self._close(live, HOUSE)
                return True
        return False

    def is_left(self, name: str) -> bool:
        """Whether the table is a guest's and no person is at it, seated or watching; bots do not count."""
        return name in self.guests and name in self.tables and not self._there(name)

    def _there(self, name: str) -> Mapping[str, str]:
        return self.people_at(self.tables[name]) if name in self.tables else {}

    @property
    def open_tables(self) -> list[LiveTable]:
        """The tables that are not closed for good, oldest first."""
        return [live for name, live in self.tables.items() if name in self.specs]

    @decided_again
    async def switch(self, session: Session, what: str, name: str, *, off: bool) -> None:
        """Stop or allow new wagers in the house, at a table or by a player; locked wagers are played out."""
        self._require(session, HouseAction.SWITCH_OFF if off else HouseAction.SWITCH_ON)
        if what not in ("house", "table", "player"):
            raise Malformed("what", what, "is not one of house, table, player")
        if what == "table" and name not in self.specs:
            raise Malformed("name", name, "is not the name of a table; GET /api/v1/tables lists them")
        if what == "player" and not self._knows(name):
            raise Malformed(
                "name", name, "is not a player of this house; a guest's name ends with a mark: Ann~1a2b3c4d"
            )
        body = {"is": "switched", "by": session.person, "what": what, "name": name, "off": off}
        async with self._in_turn():
            # Hold first: a wager decided from here on would come after the switch in the log.
            with self.switches.holding(what, "" if what == "house" else name) if off else nullcontext():
                await self._record(body)
        self._tell_switched(what, name)
        await self.placement.everywhere()

    def _knows(self, player: str) -> bool:
        """Whether a player of this name is known: seated, signed in now or before, or already switched off."""
        seated = any(live.sits(PlayerId(player)) for live in self.open_tables)
        return seated or self.switches.is_off("player", player) or self.people.knows(player)

    def _tell_switched(self, what: str, name: str) -> None:
        """Notify the observers of every table whose wagers the switch concerns."""
        for table in self.tables.values():
            here = {"house": True, "table": table.name == name}
            if here.get(what, table.sits(PlayerId(name))):
                self.observers.table_switched(table)

    async def command(self, session: Session, table: str, command: c.Command, key: str | None) -> Events:
        """Send a person's command to a table, if their role and seat allow it."""
        live = self.tables.get(table) or await self.recalled(table)
        key = None if key is None else f"{session.person}/{key}"
        try:
            self._require_allowed(session, live, command)
        except Refused as refused:  # a command done before gets its first answer, even if it would be refused now
            seen = await live.first_answer(key, self._named(session, command)) if key is not None else None
            if seen is not None:
                return seen
            live.refused.note(key, refused)
            raise
        named = self._named(session, command)
        if isinstance(named, c.RemovePlayer) and named.from_house:
            return await self._remove_from_house(session, live, named, key)
        if isinstance(named, c.ResolveDispute) and needs_two(named):
            await self._propose(live, named, key)
            return ()
        return await live.ask(session.person, named, key)

    async def _seats_of(self, player: PlayerId) -> AsyncIterator[LiveTable]:
        """Yield the tables where the player has a seat, wherever they run."""
        for name in [*self.specs]:
            with suppress(Refused):  # closed in the meantime
                live = await self.recalled(name)
                if live.sits(player):
                    yield live

    async def tables_of(self, player: PlayerId) -> list[str]:
        """Return the names of the tables where the player has a seat; of many that run elsewhere, none."""
        if len(self.specs) - len(self.tables) > RECALLED_MAX:
            return [live.name for live in self.open_tables if live.sits(player)]
        return [live.name async for live in self._seats_of(player)]

    async def _is_in_play(self, player: PlayerId) -> bool:
        """Whether the player has chips in play at a table."""
        return any([is_in_play(live.table, player) async for live in self._seats_of(player)])

    def _require_absent(self, live: LiveTable, seat: Seat) -> None:
        """Refuse to act for a player whose time to answer is not over (R86)."""
        left = live.clock.until_absent(live.table, seat)
        if left:
            there = "has no connection" if seat in live.clock.away else "is there"
            says = (
                f"the player of seat {seat} {there}; the floor acts for the seat in {math.ceil(left)} s at the earliest"
            )
            raise Refused("not_absent", "R86", says)

    async def _remove_from_house(
        self, session: Session, live: LiveTable, command: c.RemovePlayer, key: str | None
    ) -> Events:
        """Ban the player, and remove them from this table and every other one."""
        seen = await live.first_answer(key, command)
        if seen is not None:
            return seen
        refused = refusal_at_table(live.table, command, live.posted)
        if refused is not None:
            live.refused.note(key, refused)
            raise refused
        player = live.table.chairs[command.seat].player
        await self.ban(session, player, command.reason, banned=True, apart_from=live.name)
        return await live.ask(session.person, command, key)

    @decided_again
    async def record_notice(self, notice: Notice, *, attempts: int, status: int) -> None:
        """Record that a notice was delivered, with the number of attempts and the HTTP status."""
        told = {"table": notice.table, "dispute": notice.dispute, "what": notice.what.value}
        async with self._in_turn():
            await self._record({"is": "notified", **told, "attempts": attempts, "status": status})

    async def ban(
        self, session: Session, player: str, reason: str, *, banned: bool, apart_from: str | None = None
    ) -> None:
        """Ban a player from the house and remove them from every table, or lift the ban."""
        self._require(session, HouseAction.BAN if banned else HouseAction.LIFT_BAN)
        if not reason.strip():
            raise Malformed("reason", reason, "is empty; say why")
        if banned and not self._knows(player):
            raise Malformed(
                "name", player, "is not a player of this house; a guest's name ends with a mark: Ann~1a2b3c4d"
            )
        if not banned and player not in self.switches.banned:
            raise Malformed("name", player, "is not banned")
        body = {"is": "banned", "by": session.person, "name": player, "reason": reason, "banned": banned}
        await self._record_in_turn(body)
        if banned:
            await self._remove_everywhere(session.person, PlayerId(player), reason, apart_from=apart_from)
        await self.placement.everywhere()

    @decided_again
    async def _record_in_turn(self, body: dict[str, Any]) -> None:
        async with self._in_turn():
            await self._record(body)

    async def _remove_everywhere(
        self, by: str, player: PlayerId, reason: str, *, apart_from: str | None = None
    ) -> None:
        """Remove a banned player from every table that this program runs."""
        for live in self.open_tables:
            seat = next((seat for seat, chair in live.table.chairs.items() if chair.player == player), None)
            if seat is not None and live.name != apart_from and player not in live.table.removed:
                await live.ask(by, c.RemovePlayer(seat=seat, by=by, reason=reason))

    async def propose(self, session: Session, table: str, command: c.ResolveDispute, key: str | None) -> int:
        """Queue a correction for approval by a second person; return its number."""
        live = await self.running(table)
        self._require_role(session, command)
        key = None if key is None else f"{session.person}/{key}"
        return await self._propose(live, replace(command, by=session.person, second=None), key)

    async def _propose(self, live: LiveTable, command: c.ResolveDispute, key: str | None) -> int:
        def refused() -> Refused | None:
            for each in self.approvals.open.values():
                same = isinstance(each.command, c.ResolveDispute) and each.command.dispute == command.dispute
                if same and each.table == live.name:
                    says = f"a correction of dispute {command.dispute} waits for a second person already"
                    return Refused("waits_already", "R50", f"{says}: number {each.number}")
            return refusal_at_table(live.table, replace(command, second=f"not {command.by}"), live.posted)

        return await self._ask_for_two({"table": live.name}, command, key, refused)

    def _require_allowed(self, session: Session, live: LiveTable, command: c.Command) -> None:
        """Refuse a command that the person's role does not allow, or that is for another player's seat."""
        self._require_role(session, command)
        if isinstance(command, c.ActForSeat):
            self._require_absent(live, command.seat)
        if isinstance(command, c.ReadCards | c.CorrectReading) and not live.secret.real:
            raise Refused("no_real_deck", None, "the house shuffles at this table; its cards are not read")
        if isinstance(command, c.SeatCommand) and not isinstance(command, c.TakeSeat | c.DisputeCommand):
            chair = live.table.chairs.get(command.seat)
            if chair is None or chair.player != session.player:
                raise Refused("not_your_seat", None, f"seat {quoted(command.seat)} is not yours")

    async def step(
        self, session: Session, table: str, step: str, key: str | None, cards: tuple[str, ...] | None = None
    ) -> Events:
        """Take the due step at a table that a person deals."""
        live = await self.recalled(table)
        self._require(session, HouseAction.DEAL)
        if step == c.VerifyDeck.__name__ and not MAY[c.VerifyDeck] & session.roles:
            raise Refused("not_your_role", None, "a supervisor verifies the deck the dealer has inspected")
        if live.clock.deals_itself:
            raise Refused("house_deals", None, "the house deals at this table")
        asked = TakeStep(step=step, reads=live.secret.real, cards=cards)
        return await live.ask(session.person, asked, None if key is None else f"{session.person}/{key}")

    async def work_link(self, session: Session, name: str, command: k.Command, key: str | None) -> dict[str, Any]:
        """Send a person's command to a link; one that needs two people waits for the second."""
        link = self.links.link(name)
        self._require_role(session, command)
        if isinstance(command, WORKED_BY_THE_TABLE):
            raise Refused(
                "worked_by_the_table", None, f"{type(command).__name__} is done automatically as the cards are dealt"
            )
        command, key = signed(command, session.person), None if key is None else f"{session.person}/{key}"
        if isinstance(link, WideLink):
            link.require_own(command)
        if isinstance(command, NEED_TWO):
            asked = command

            def refused() -> Refused | None:
                signed_by_two = replace(asked, second=f"not {asked.by}")
                return refusal_of(link.link, signed_by_two) or self._refused_at_table(link, signed_by_two)

            return {"waits": await self._ask_for_two({"link": name}, command, key, refused)}
        await self._at_link(link, session.person, command, key)
        return {"waits": None}

    @decided_again
    async def _ask_for_two(
        self, place: dict[str, str], command: ForTwo, key: str | None, refused_now: Callable[[], Refused | None]
    ) -> int:
        """Return the number under which the command waits for a second person; a repeated key gets its first number."""
        async with self._in_turn():
            seen = await self.store.under(key) if key is not None else None
            if seen is not None:
                asked = {"command": encoded(command), **place}
                require_same(seen, STREAM, same=all(seen.body.get(name) == value for name, value in asked.items()))
                return int(seen.answer)
            self.refused.require_new(key)
            refused = refused_now()
            if refused is not None:
                self.refused.note(key, refused)
                raise refused
            number = self.approvals.next
            await self._record(self.approvals.asked(number, place, command), key=key, answer=number)
            return number

    async def hear_link(self, link: LiveLink) -> None:
        """Let the tables of the link read its state."""
        await asyncio.gather(*(live.hear_link() for live in self.open_tables if live.link is link))

    def _refused_at_table(self, link: LiveLink, command: k.Command) -> Refused | None:
        """Return why the award's table would refuse the command, or ``None``; the chips paid may be gone."""
        award = link.link.award(getattr(command, "award", None))
        live = self.tables.get(award.table) if award is not None else None
        if live is None or live.link is not link:
            return None
        try:
            live.require_taken(command)
        except Refused as refused:
            return refused
        return None

    @decided_again
    async def confirm(self, session: Session, number: int, *, agreed: bool) -> None:
        """Record whether the second person agrees, and execute the command if they do."""
        async with self._in_turn():
            self._require(session, HouseAction.CONFIRM)
            waiting = self.approvals.waiting(number)
            self._require_role(session, waiting.command)
            if agreed and waiting.command.by == session.person:
                says = f"{session.person} asked for it; another confirms it"
                raise Refused("two_people_needed", waiting.clause, says)
            # No name begins with a slash, so the key is unique; after a crash the command is still executed only once.
            key = f"/two/{number}"
            done = await self.store.answer(key) is not None
            by = await self._done_by_two(waiting, key) if done else session.person
            if agreed and not done:
                await self._do_by_two(waiting, self.approvals.confirmed(number, by), by, key)
            await self._record({"is": "settled_by_two", "number": number, "by": by, "agreed": agreed or done})
        await self.placement.everywhere()

    async def _do_by_two(self, waiting: Waiting, command: ForTwo, by: str, key: str) -> None:
        """Execute a command approved by two people, at its link or its table."""
        table = waiting.table or ""
        if isinstance(command, c.ResolveDispute) and self._is_elsewhere(table):
            await self.placement.ask(table, by, command, key)
        elif isinstance(command, c.ResolveDispute):
            await self.live(table).ask(by, command, key)
        else:
            await self._at_link(self.links.link(waiting.link or ""), by, command, key)

    async def _done_by_two(self, waiting: Waiting, key: str) -> str:
        """Return the second person of a command that was executed before its approval was recorded."""
        if isinstance(waiting.command, c.ResolveDispute):
            seen = await self.store.under(key)
            return str(seen.body["command"]["second"]) if seen is not None else ""
        link = self.links.link(waiting.link or "")
        await link.catch_up()
        return await link.second_of(waiting.command)

    async def _at_link(self, link: LiveLink, person: str, command: k.Command, key: str | None) -> None:
        """Send the command through the table it concerns, so that both are stored in one transaction."""
        number = getattr(command, "award", None)
        award = link.link.award(number) if number is not None else None
        name = getattr(command, "table", None) or (award.table if award is not None else None)
        if name in self.tables and self.tables[name].link is link:
            await self.tables[name].ask(person, command, key)
        elif name is not None and self._is_elsewhere(name) and name in link.link.stations:
            await self.placement.ask(name, person, command, key)
        else:
            await link.ask(person, command, key)
        await self.hear_link(link)

    def _named(self, session: Session, command: c.Command) -> c.Command:
        """Return the command with the person's own name as its player or author."""
        match command:
            case c.TakeSeat(seat=seat):
                return c.TakeSeat(seat=seat, player=session.player)
            case c.DisputeRound():
                return replace(command, player=session.player, floor_is_in=self.people.anyone(FLOOR))
            case c.TakeToRegulator():
                return replace(command, player=session.player)
        return with_author(command, session.person)

    async def recalled(self, name: str) -> LiveTable:
        """Return a running table, a table run elsewhere as its log records it, or a closed table in its last state."""
        followed = self._is_elsewhere(name)
        if name in self.tables or not (followed or await self.closed_at(name) is not None):
            return self.live(name)
        if name not in self._recalled:
            try:
                table = self._table(self.specs[name] if followed else await self.closed_spec(name))
            except Malformed as fault:
                raise _unreadable(name, "; ".join(str(fault).splitlines())) from None
            table.link = self.links.live.get(table.spec.link or "") if followed and table.spec is not None else None
            table.stop(elsewhere(name) if followed else _closed(name))
            await table.recover()
            self._recalled[name] = table
            while len(self._recalled) > RECALLED_MAX:
                self._recalled.popitem(last=False)
        self._recalled.move_to_end(name)
        if followed:
            await self._recalled[name].recover()
        return self._recalled[name]

    def _is_elsewhere(self, name: str) -> bool:
        """Whether another program runs the table."""
        return name in self.specs and name not in self.tables and not self.placement.runs(name)

    async def running(self, name: str) -> LiveTable:
        """Return a running table, or raise `Refused`; one closed long ago is refused as closed too."""
        if name not in self.tables:
            await self.closed_at(name)
        return self.live(name)

    def live(self, name: str) -> LiveTable:
        """Return a running table, or raise `Refused`; of closed tables it knows those of late."""
        if name in self.unreadable:
            raise _unreadable(name, self.unreadable[name])
        if name in self.closed and name not in self.tables:
            raise _closed(name)
        if self._is_elsewhere(name):
            raise elsewhere(name)
        if name not in self.tables:
            raise Refused("no_table", None, f"there is no table {quoted(name)}")
        return self.tables[name]

    def _require(self, session: Session, action: HouseAction) -> None:
        if not may(session.roles, action):
            raise refused_role(session.roles, action)

    def _require_role(self, session: Session, command: c.Command | k.Command) -> None:
        if not may(session.roles, command):
            raise refused_role(session.roles, command)


def _unreadable(table: str, why: str) -> Refused:
    says = f"table {quoted(table)} is in the log, and this version cannot read how it was made: {why}"
    return Refused("table_unreadable", None, says)


def _closed(table: str) -> Refused:
    return Refused("table_closed", None, f"table {table} is closed for good; its rounds can still be read")


def staff(session: Session) -> bool:
    """Whether the person may see the staff's view of a table."""
    return bool(session.roles & {Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR})
