"""A live table: one writer that decides, stores, applies and broadcasts one command at a time, in this order."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, cast, get_args

from uth.errors import Malformed, Refused, Stale
from uth.house.bankrolls import Bankrolls
from uth.house.clock import TableClock, is_asking
from uth.house.fairness import word_of
from uth.house.followed_table import HOUSE as HOUSE
from uth.house.followed_table import FollowedTable, RoundNotes
from uth.house.linked_table import Linked
from uth.house.live_link import LinkSnapshot, LiveLink, StagedLink
from uth.house.log import Switches
from uth.house.observers import Observers
from uth.house.placement import elsewhere
from uth.house.round_secret import stamp_of
from uth.house.specs import TableSpec
from uth.house.turn import (
    Asked,
    AskedQueue,
    HearLink,
    RefusedKeys,
    SayWord,
    Step,
    TakeStep,
    Turn,
    Wanted,
    first_answer,
    needs_link,
    step_asked,
    step_of,
)
from uth.ledger.table_entries import TableEntries
from uth.people.roles import is_bot
from uth.progressive import commands as k
from uth.records import record
from uth.store.codec import Json, encoded
from uth.store.entries import Appended, Entry, Overdrawn, Unavailable
from uth.store.lease import MOVED
from uth.table.dealer import due_command
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.refusals import late_answer
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat, money

LOG: Final = logging.getLogger(__name__)
AT_ONCE_MAX: Final = 64
"""How many consecutive steps of the house are stored in one append."""
OTHER_RULES: Final = "other_rules"
"""The code of the refusal of a table stopped by other rules, which a restart does not fix."""
RETRY_S: Final = 0.5
"""How long the house waits before it retries a step that could not be stored."""
STALE_S: Final = 0.01
"""The same after another table has written to the shared link first."""
TRIES_MAX: Final = 50
"""How many times a command is decided again after another table has written to the shared link first."""


@record
class TableSnapshot:
    """A table at one moment, with the state that is not in its log; immutable."""

    posted: Posted
    table: Table
    notes: RoundNotes
    commitment: str | None
    """The published hash of the secret; ``None`` before one is stored, empty if a real deck is dealt."""
    off: bool = False
    off_seats: frozenset[Seat] = frozenset()
    """The seats that may place no new wagers."""
    ready: frozenset[Seat] = frozenset()
    link: LinkSnapshot | None = None
    is_past: bool = False
    """Whether the snapshot is of a past state, which has neither offers nor a clock."""
    left_s: float | None = None
    """Seconds until the house acts."""
    of_s: float | None = None
    more: int = 0
    """How many times the running clock can still be restarted."""
    then: c.Command | None = None
    """The next step of the house while wagers are open, if it is not 'No more bets'."""


@dataclass(slots=True, kw_only=True)
class LiveTable(FollowedTable):
    """A running table of the house: its writer takes queued commands, and observers are called once they are stored."""

    clock: TableClock = field(init=False)
    observers: Observers = field(default_factory=Observers)
    """Called with the events once they are stored."""
    told: int = 0
    """How many records of the log all observers have been called with."""
    switches: Switches = field(default_factory=Switches)
    """The switches of the house; the writer checks them, so that no queued command bypasses them."""
    closing: bool = False
    """Whether the table is being closed for good: the players leave, and every other command is refused."""
    link: LiveLink | None = None
    """The link of its progressive."""
    floor: bool = False
    """Whether awards wait for a supervisor."""
    guest: bool = False
    """Whether it is a guest's table."""
    spec: TableSpec | None = None
    """The spec it was created from."""
    bankrolls: Bankrolls | None = None
    """Where people's chips come from and return to; ``None`` lends chips that are worth nothing elsewhere."""
    _asked: AskedQueue = field(default_factory=AskedQueue)
    refused: RefusedKeys = field(default_factory=RefusedKeys)
    _working: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the writer while it works."""
    _took: bool = False
    """Whether the writer's last turn was a command, not a step of the house."""
    _behind: bool = False
    """Whether the log may hold records that the table has not applied and could not read."""

    def __post_init__(self) -> None:
        FollowedTable.__post_init__(self)  # `slots=True` recreates the class, so zero-argument super() fails
        self.clock = TableClock(posted=self.posted)

    @property
    def stopped(self) -> Refused | None:
        """The refusal of every command since the writer stopped; ``None`` while it runs."""
        return self._asked.closed

    @property
    def off(self) -> bool:
        """Whether the table shows as off: it takes no new wagers, and a round in progress is finished."""
        return self._asked.closed is not None or self.switches.off(self.name)

    @property
    def waiting(self) -> int:
        """How many commands are queued."""
        return len(self._asked)

    def snapshot(self) -> TableSnapshot:
        """Return a snapshot of the table."""
        table, off = self.table, self.off
        left, of = self.clock.time_left(table)
        between = self.clock.between_rounds(table)
        stopped = self.switches.players
        return TableSnapshot(
            posted=self.posted,
            table=table,
            notes=self.notes,
            commitment=self.secret.published,
            off=off,
            off_seats=frozenset([seat for seat, chair in table.chairs.items() if off or chair.player in stopped]),
            ready=frozenset(self.clock.ready),
            link=self.link.snapshot if self.link is not None else None,
            left_s=left,
            of_s=of,
            more=self.clock.more_left(table) if of and between is None else 0,
            then=between[1] if between is not None else None,
        )

    async def empty(self) -> None:
        """Make every player leave with their chips; raise `Refused` if a round is in progress."""
        if self.table.is_open and not self.is_idle:
            says = (
                f"table {self.name} has a round in progress, or an award or a dispute pending; switch it off and wait"
            )
            raise Refused("round_is_on", None, says)
        async with self._working:  # a player who was sitting down is seated or refused by now
            await self._catch_up()
        for seat in sorted(self.table.chairs):
            await self.ask(HOUSE, c.LeaveSeat(seat=seat))

    async def recover(self, *, telling: bool = False) -> None:
        """Replay the log; with `telling`, call the observers with the new events."""
        async for events, states in self.followed():
            if telling:
                self.clock.follow(events, self.notes.late_seats)
                self._tell(events, states)
        self.told = self.number

    def stop_at_other_rules(self) -> None:
        """Stop the table if its round began under rules other than the current ones."""
        if self.table.is_dealing and self.stamp and self.stamp != stamp_of(self.posted):
            says = f"the round at {self.name} was begun under other rules; finish it with the version that began it"
            LOG.critical("table %s has stopped: %s", self.name, says)
            self.stop(Refused(OTHER_RULES, None, says))

    async def _catch_up(self) -> None:
        """Apply records that the table has not seen, such as an append whose outcome was unknown."""
        self._behind = True
        if self.link is not None:
            await self.link.catch_up()
        await self.recover(telling=True)
        self._behind = False

    async def ask(self, by: str, command: Wanted, key: str | None = None) -> Events:
        """Queue the command and return its events; raise `Refused` if the table or its link refuses it."""
        try:
            return await (await self._asked.put(by, command, key))
        except Refused as refused:
            # After a move, the node that now runs the table has the first answer.
            is_over = refused is self.stopped and refused.code != MOVED
            seen = await self.first_answer(key, command) if is_over else None
            if seen is None:
                raise
            return seen

    async def run(self) -> None:
        """Take commands one by one, and deal in between, until cancelled; stop on an unexpected exception."""
        try:
            while True:
                await self._turn_of_the_writer()
        except Exception as error:
            LOG.critical("table %s has stopped", self.name, exc_info=error)
            says = "this table has stopped; the staff has to look at it"
            self.stop(Refused("table_stopped", None, says))
        except asyncio.CancelledError:
            if self.stopped is None:
                self.stop(
                    Unavailable("house_closed", "the house is closing; send it again when it is open", unknown=True)
                )
            raise

    def stop(self, why: Refused) -> None:
        """Accept no more commands, and refuse those in the queue."""
        self._asked.close(why)

    async def _turn_of_the_writer(self) -> None:
        """Take a command or a step of the house; if both are due they alternate, so that neither starves the other."""
        if self._behind:
            async with self._working:
                with suppress(Unavailable):
                    await self._catch_up()
        patience = self.clock.patience(self.table)
        if patience == 0 and (self._took or not self._asked):
            self._took = False
            await self._go_on_or_wait()
            return
        try:
            asked = await self._asked.take(RETRY_S if self._behind else patience)
        except TimeoutError:
            if not self._behind:
                await self._go_on_or_wait()
            return
        self._took = True
        if asked is not None:
            async with self._working:
                await self._take(asked)

    async def _go_on_or_wait(self) -> None:
        """Take the next step of the house; retry later if it could not be stored."""
        async with self._working:
            try:
                await self._go_on()
            except (Refused, Stale) as error:
                with suppress(Refused):
                    if _is_behind(error):
                        await self._catch_up()
                self.clock.try_again_in(STALE_S if isinstance(error, Stale) else RETRY_S)

    async def _take(self, asked: Asked) -> None:
        try:
            events = await self._answered(asked)
        except (Refused, Stale, Malformed) as error:
            self.refused.note(asked.key, error)
            asked.refuse(error)
        except BaseException:
            says = "something went wrong, and it is not known whether the command was done: send it again with its key"
            asked.refuse(self.stopped or Unavailable("failed", says, unknown=True))
            raise
        else:
            asked.be_done(events)

    async def _answered(self, asked: Asked) -> Events:
        """Return the events of the command; a key that was answered before gets its first answer."""
        self.refused.require_new(asked.key)
        for left in reversed(range(TRIES_MAX)):
            try:
                return await self._done(asked.by, asked.command, asked.key)
            except (Refused, Stale) as error:
                if isinstance(error, Unavailable) and not error.unknown:
                    raise
                seen = await self._seen_before(asked, error)
                if seen is not None:
                    return seen
                if not left or not isinstance(error, Stale):
                    raise
        raise AssertionError("the last try returns or raises")

    async def _seen_before(self, asked: Asked, error: Refused | Stale) -> Events | None:
        """Return the events of the command if executed before, or ``None``; the table has applied them by then."""
        try:
            if behind := _is_behind(error):
                await self._catch_up()
            seen = await self.first_answer(asked.key, asked.command)
            if seen is not None and not behind:  # stored, but possibly not applied here yet
                await self._catch_up()
        except Unavailable as away:  # a key that cannot be looked up may have been executed
            raise Unavailable(away.code, away.says, unknown=True) from None
        return seen

    async def first_answer(self, key: str | None, command: Wanted) -> Events | None:
        """Return the events of the command that was executed under this key, or ``None`` if there was none."""
        return await first_answer(self.store, self.stream, key, command)

    async def _done(self, by: str, command: Wanted, key: str | None) -> Events:
        """Decide, store, apply and broadcast the command."""
        if self.closing and not (by == HOUSE and isinstance(command, c.LeaveSeat)):
            raise Refused("table_closing", None, f"table {self.name} is being closed for good; sit down at another")
        if isinstance(command, SayWord):
            return await self._said(by, command, key)
        if isinstance(command, TakeStep):
            command = step_asked(command, by, self.table, self.posted, self.secret.order)
        if isinstance(command, HearLink):
            if self.link is None or not self._place(self.link.staged()).is_news(self.table):
                return ()
            command = self._place(self.link.staged()).state
        self._require_not_banned(command)
        if isinstance(command, c.PlaceWager | c.Bank):
            self._require_on(command.seat)
        at_link = isinstance(command, get_args(k.Command))
        if self.link is None or not (at_link or needs_link(self.table, cast(c.Command, command))):
            return await self._stored(by, command, key, None)
        if isinstance(command, c.PlaceWager):  # the link is read and not changed, so its turn is not needed
            return await self._stored(by, command, key, self.link.staged())
        async with self.link.turn:
            return await self._stored(by, command, key, self.link.staged())

    async def _said(self, by: str, command: SayWord, key: str | None) -> Events:
        """Store a player's word for the shuffle, so that it survives a crash."""
        kept = self.secret.with_word(self.table, command.seat, command.word)
        body = {"by": by, "command": encoded(command), "events": [], "host": kept}
        appended = await self.store.append(
            [Entry(stream=self.stream, after=self.number, body=body)], key=key, answer=[]
        )
        if appended.duplicate:
            raise Stale("the key was seen before: its first answer is in the log")
        self.number += 1
        self.keep(kept)
        self._tell((), ())
        return ()

    def _require_not_banned(self, command: Wanted) -> None:
        """Refuse seats, chips and wagers to a player who is banned from the house."""
        if not isinstance(command, c.TakeSeat | c.BuyIn | c.PlaceWager | c.Bank):
            return
        chair = self.table.chairs.get(command.seat)
        player = command.player if isinstance(command, c.TakeSeat) else chair.player if chair is not None else None
        if player in self.switches.banned:
            raise Refused("banned", "R88", f"the player is banned from the house: {self.switches.banned[player]}")

    def _require_on(self, seat: Seat) -> None:
        """Refuse a new wager if the house, the table or the player is switched off."""
        chair = self.table.chairs.get(seat)
        if self.off or self.switches.stop(self.name, chair.player if chair is not None else None):
            raise Refused("switched_off", None, "no new wagers are taken now")

    async def _stored(
        self, by: str, command: c.Command | k.Command, key: str | None, link: StagedLink | None
    ) -> Events:
        """Store the command's records of the table and its link in one transaction, then apply and broadcast them.

        Steps that the house takes immediately after a step of its own are stored and broadcast together with it.
        """
        first = step_of(by, command, self._turn(self.table, link), self.secret)
        steps = [first, *self._at_once_after(first)] if by == HOUSE and link is None else [first]
        entries = [step.entry(self.stream, self.number + at) for at, step in enumerate(steps)]
        moved = link if link is not None and link.commands else None
        if moved is not None and self.link is not None:
            entries += self.link.entries(moved, by)
        appended = await self._append(entries, command, key, first.body["events"])
        if appended.duplicate:
            raise Stale("the key was seen before: its first answer is in the log")
        self.table, self.number = steps[-1].turn.table, self.number + len(steps)
        self.post_settings()
        events: list[e.Event] = []
        states: list[Table] = []
        for step in steps:
            if step.kept:
                self.keep(step.kept)
            self.notes = self.notes.after(step.turn.events, by_house=by == HOUSE)
            events += step.turn.events
            states += step.turn.states
        if moved is not None and self.link is not None:
            self.link.adopt(moved)
        self.clock.follow(events, self.notes.late_seats)
        self._tell(tuple(events), states)
        return tuple(first.turn.events)

    def _short_of_chips(self, held: int) -> Refused:
        """Return the refusal of a buy-in above the bankroll."""
        holds = f"your bankroll holds {money(held, self.posted.rules.currency.symbol)}: buy in for at most that"
        empty = "your bankroll is empty: today's allowance has been used, or your chips are in play"
        return Refused("bankroll_short", None, holds if held else empty)

    def require_taken(self, command: k.Command) -> None:
        """Raise `Refused` if the table or its link would refuse the command now; nothing changes."""
        if self.link is not None:
            self._turn(self.table, self.link.staged()).work_link(command)

    def _at_once_after(self, step: Step) -> Iterator[Step]:
        """Yield the steps the house takes without a pause, up to the first that stores something with its events."""
        for _ in range(AT_ONCE_MAX):
            table = step.turn.table
            pauses = table.phase is Phase.SETTLED or is_asking(table) or self.clock.delay(table) != 0
            if step.kept or pauses or (command := self._next_step(table)) is None:
                return
            if self.link is not None and needs_link(table, command):
                return
            step = step_of(HOUSE, command, self._turn(table, None), self.secret)
            yield step

    def _tell(self, events: Events, states: Sequence[Table]) -> None:
        """Call the observers with the stored events."""
        self.observers.table_changed(self, events, states)
        if self.observers.all_heard:
            self.told = self.number

    def _turn(self, table: Table, link: StagedLink | None) -> Turn:
        place = self._place(link) if link is not None else None
        meters = self.link.name if self.link is not None else None
        entries = TableEntries(self.name, meters, has_bankroll=self._has_bankroll)
        return Turn(table=table, posted=self.posted, entries=entries, place=place)

    def _has_bankroll(self, player: PlayerId) -> bool:
        return self.bankrolls is not None and not is_bot(player)

    async def _append(
        self, entries: Sequence[Entry], command: c.Command | k.Command, key: str | None, answer: Json
    ) -> Appended:
        """Append the records; a broke player who buys in is given today's allowance first."""
        try:
            return await self.store.append(entries, key=key, answer=answer)
        except Overdrawn as short:
            given = 0
            if isinstance(command, c.BuyIn) and self.bankrolls is not None:
                given = await self.bankrolls.top_up(self.table.chairs[command.seat].player, command.cents)
            if not given:
                raise self._short_of_chips(int(short.held)) from None
        try:
            return await self.store.append(entries, key=key, answer=answer)
        except Overdrawn as short:
            raise self._short_of_chips(int(short.held)) from None

    def _place(self, link: StagedLink) -> Linked:
        """Return the table's place on its link."""
        return Linked(name=self.name, posted=self.posted, shared=link, floor=self.floor)

    async def hear_link(self) -> None:
        """Read the current state of the link; if the command is refused, the next command of the table reads it."""
        if self.link is not None and self._place(self.link.staged()).is_news(self.table):
            with suppress(Refused):
                await self.ask(HOUSE, HearLink())

    async def pause_between_rounds(self, within_s: float) -> None:
        """Stop the writer between two rounds, or wherever the round is when the time is over."""
        until = time.monotonic() + within_s
        while True:
            async with self._working:
                if not self.table.is_dealing or time.monotonic() >= until:
                    self.stop(elsewhere(self.name))
                    return
            await asyncio.sleep(STALE_S)

    async def join_link(self) -> None:
        """Join the link and read its meters, unless the table has already joined."""
        for _ in range(TRIES_MAX):
            with suppress(Stale):  # another table has written to the link first
                await self._join_link()
                return
        await self._join_link()

    async def _join_link(self) -> None:
        if self.link is None:
            return
        async with self.link.turn:
            # The table may have joined already, in an append whose outcome was unknown.
            await self.link.recover(telling=True)
            staged = self.link.staged()
            place = Linked(name=self.name, posted=self.posted, shared=staged).joined()
            if not staged.commands and self.table.linked:
                return
            turn = self._turn(self.table, None)
            turn.play(place.reading)
            body = {"by": HOUSE, "command": encoded(place.reading), "events": encoded(turn.events)}
            entries = [Entry(stream=self.stream, after=self.number, body=body)]
            if staged.commands:
                entries += self.link.entries(staged, HOUSE)
            await self.store.append(entries)
            self.table, self.number = turn.table, self.number + 1
            self.told = self.number  # a table that is only starting has no listeners
            if staged.commands:
                self.link.adopt(staged)

    # Steps of the house.

    async def _go_on(self) -> None:
        """Take the next step of the house."""
        self.clock.run_anew()
        table = self.table
        if is_asking(table) and table.turn is not None:
            await self._done(HOUSE, late_answer(table, table.turn, self.posted), None)
        elif table.phase is Phase.SETTLED:
            await self._done(HOUSE, c.CollectCards(), None)
        else:
            self.clock.closing = table.phase is Phase.WAGERS and self.clock.between_rounds(table) is None
            await self._done(HOUSE, self._next_step(table) or c.AnnounceNoMoreBets(), None)

    def _next_step(self, table: Table) -> c.Command | None:
        """Return the next step of the house at a table that waits for no seat and is not settled."""
        between = self.clock.between_rounds(table)
        if between is not None:
            return between[1]
        return due_command(table, self.posted, self.secret.order)

    # Requests that are not commands.

    async def say_word(self, by: str, seat: Seat, word: object, key: str | None = None) -> None:
        """Use a player's word in the next shuffle; raise `Refused` if it is too late."""
        await self.ask(by, SayWord(seat=seat, word=word_of(word)), key)

    def say_ready(self, seat: Seat) -> None:
        """Mark the seat as ready; the wagers close once every seat with a wager is ready."""
        if seat not in self.table.round.spots:
            raise Refused("no_wager", None, f"seat {seat} has no wager down")
        self.clock.is_ready(self.table, seat)
        self.wake()

    def give_more_time(self, seat: Seat) -> None:
        """Restart the clock of the seat."""
        self.clock.give_more_time(self.table, seat)
        self.clock.patience(self.table)  # so that the new time runs from now
        self.wake()

    def wake(self) -> None:
        """Wake the writer, so that it reads its clock again."""
        self._asked.wake()


def _is_behind(error: Refused | Stale) -> bool:
    """Whether the log may hold records that the table has not applied."""
    return isinstance(error, Stale) or (isinstance(error, Unavailable) and error.unknown)
