"""The turn of a command at a live table.

Commands are queued for the table's one writer, each with a future for its answer. A command that was answered before is
found by its key. A turn is one command decided, at the table and at its link, and not stored yet.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, cast, get_args

from uth.errors import Refused, UthError, quoted
from uth.house.followed_table import checkpoint_of, is_due
from uth.house.linked_table import Linked
from uth.house.round_secret import KEPT_WITH, RoundSecret, stamp_of
from uth.ledger.book import Transfer
from uth.ledger.table_entries import TableEntries
from uth.people.roles import with_author
from uth.progressive import commands as k
from uth.records import record
from uth.rules.values import Wager
from uth.store.codec import Json, decoded, encoded
from uth.store.entries import Appended, Entry, Store, Stored, Unavailable
from uth.table.dealer import Shuffled, due_command
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events, decide
from uth.table.round.due import due_words
from uth.table.round.refusal import Refusal
from uth.table.round.refusals import is_read, to_read
from uth.table.round.state import Table
from uth.units import Seat

WAITING_MAX: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStep:
    """Take the step that is due, as the dealer; the house supplies the order of the cards, unless they are read."""

    step: str
    reads: bool = False
    """Whether a real deck is dealt, so that its cards must be read first."""
    cards: tuple[str, ...] | None = None
    """The cards the dealer has read, if given; the step is refused if other cards were read since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayWord:
    """Use a player's word in the next shuffle."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HearLink:
    """Read the state of the table's link: whether it is down, and which sensors are dark."""


Wanted = c.Command | k.Command | TakeStep | SayWord | HearLink
"""Everything that a table's writer takes."""


@record
class Asked:
    """One command in the queue."""

    by: str
    command: Wanted
    key: str | None
    answer: asyncio.Future[Events]

    def refuse(self, why: Exception) -> None:
        """Answer with the refusal, unless the future is done."""
        if not self.answer.done():
            self.answer.set_exception(why)

    def be_done(self, events: Events) -> None:
        """Answer with the events, unless the future is done."""
        if not self.answer.done():
            self.answer.set_result(events)


@dataclass(slots=True)
class AskedQueue:
    """The queued commands, in the order they came."""

    _queue: asyncio.Queue[Asked | None] = field(default_factory=lambda: asyncio.Queue(maxsize=WAITING_MAX))
    """``None`` only wakes the writer."""
    closed: Refused | None = None
    """Why the queue accepts no more commands; ``None`` while it is open."""

    def __len__(self) -> int:
        return self._queue.qsize()

    async def put(self, by: str, command: Wanted, key: str | None) -> asyncio.Future[Events]:
        """Queue the command once there is room, and return the future of its answer; a closed queue refuses it."""
        asked = Asked(by=by, command=command, key=key, answer=asyncio.get_running_loop().create_future())
        if self.closed is None:
            await self._queue.put(asked)
        if self.closed is not None:
            asked.refuse(self.closed)
        return asked.answer

    async def take(self, patience: float | None) -> Asked | None:
        """Return the next command, or ``None`` if the writer was only woken; raise `TimeoutError` after `patience`."""
        if not self._queue.empty():
            return self._queue.get_nowait()
        async with asyncio.timeout(patience):  # `wait_for` would start a task for each command
            return await self._queue.get()

    def wake(self) -> None:
        """Wake the writer; with a full queue it is awake already."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)

    def close(self, why: Refused) -> None:
        """Accept no more commands, and refuse those in the queue."""
        self.closed = why
        while self._queue.qsize():
            asked = self._queue.get_nowait()
            if asked is not None:
                asked.refuse(why)


# Idempotency keys: executed commands are answered from the log, refused ones by `RefusedKeys`.

KEY_USED: Final = "key_used"


def require_same(seen: Stored, stream: str, *, same: bool) -> None:
    """Refuse a key that belongs to another stream or another command."""
    if not same or seen.stream != stream:
        raise _used(seen.key, f": {seen.stream}, record {seen.number}")


def require_first(appended: Appended, key: str | None) -> None:
    """Refuse a key under which another command was stored just before this one."""
    if appended.duplicate:
        raise _used(key, "")


def _used(key: str | None, where: str) -> Refused:
    number = (key or "").partition("/")[2]
    return Refused(KEY_USED, None, f"id {quoted(number)} was sent with another command{where}; take a new id for each")


def commands_in(body: Json) -> list[Json]:
    """Return the commands of a record of a table or a link."""
    return [body["command"]] if "command" in body else list(body.get("commands", ()))


def _without_presence(command: Json) -> Json:
    """Return the command without `floor_is_in`: the floor may have left before a repeat of the command."""
    return {name: value for name, value in command.items() if name != "floor_is_in"}


async def first_answer(store: Store, stream: str, key: str | None, command: Wanted) -> Events | None:
    """Return the events of the command that was executed under this key, or ``None`` if there was none."""
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


REFUSED_KEPT: Final = 500
"""How many refused keys are kept."""


@dataclass(slots=True)
class RefusedKeys:
    """The latest refused keys, each with its refusal, so that a late copy of the command is refused again.

    Executed commands are answered from the log for ever. Refusals are not logged; they are kept only as long as copies
    of the command can arrive, and such copies are lost when the house closes.
    """

    _refused: dict[str, Refused] = field(default_factory=dict)

    def note(self, key: str | None, error: UthError) -> None:
        """Keep refusing the key, unless its command may be retried or the key belongs to another command."""
        if key is None or not isinstance(error, Refused) or isinstance(error, Unavailable) or error.code == KEY_USED:
            return
        self._refused[key] = error
        if len(self._refused) > REFUSED_KEPT:
            del self._refused[next(iter(self._refused))]

    def require_new(self, key: str | None) -> None:
        """Raise the refusal of a key that was refused before."""
        refused = self._refused.get(key) if key is not None else None
        if refused is not None:
            raise Refused(refused.code, refused.clause, refused.says)


def step_asked(asked: TakeStep, by: str, table: Table, posted: Posted, order: Shuffled) -> c.Command:
    """Return the dealer's due command, or raise `Refused` if another one was requested."""
    step = due_words(table, posted)
    if asked.step != step:
        raise Refused("step_not_due", None, "that step is not due now", due=step)
    if asked.reads and not is_read(table, posted):
        says = f"{to_read(table, posted)} of the real deck come next: read them into the table first"
        raise Refused("cards_not_read", None, says)
    if asked.reads and asked.cards is not None and asked.cards != tuple(str(card) for card in table.round.read):
        raise Refused("cards_not_read", None, "another console has read other cards since: look, and read again")
    if step == c.CountStub.__name__:
        cite = posted.rules.procedure.stub_count_every
        says = "count the cards of the stub, and say how many there are"
        raise Refused(Refusal.NOT_A_COUNT, cite.cite if cite is not None else None, says)
    command = due_command(table, posted, order)
    if command is None:
        raise Refused("step_not_due", None, "the table waits for a player, not for the dealer")
    return with_author(command, by)


# One command decided, at the table and at its link.

_ROUND = (
    c.AnnounceNoMoreBets,
    c.StartGame,
    c.SettleRound,
    c.CollectCards,
    c.Report,
    c.RuleOnIrregularity,
    c.ResolveDispute,
    c.CountStub,
    c.RemovePlayer,
    c.ReadLink,
)


@dataclass(slots=True, kw_only=True)
class Turn:
    """The table after a command that is not stored yet, with the events and transfers that led to it."""

    table: Table
    posted: Posted
    entries: TableEntries
    place: Linked | None = None
    events: list[e.Event] = field(default_factory=list)
    states: list[Table] = field(default_factory=list)
    """The table after each event."""
    transfers: list[Transfer] = field(default_factory=list)

    def play(self, command: c.Command) -> None:
        """Apply the command to the table and its consequences to the link; raise `Refused` if either refuses."""
        if self.place is None:
            self._take(command)
            return
        for first in self.place.before(self.table, command):
            self._take(first)
        self._followed(command)

    def work_link(self, command: k.Command) -> None:
        """Apply a person's command to the link, and its consequences to the table."""
        if self.place is None:
            raise Refused("no_link", None, "this table is not on a link")
        before = self.place.link
        for heard in self.place.after_link(before, self.place.shared.send(command)):
            self._followed(heard)

    def _followed(self, command: c.Command) -> None:
        """Apply the command to the table, then to the link, and then the table commands that result."""
        events = self._take(command)
        for later in self.place.after(self.table, events) if self.place is not None else ():
            self._followed(later)

    def _take(self, command: c.Command) -> Events:
        events = decide(self.table, command, self.posted)
        if isinstance(events, Refused):
            raise events
        for event in events:
            self.transfers += self.entries.transfers(self.table, event)
            self.table = apply(self.table, event)
            self.events.append(event)
            self.states.append(self.table)
        return events


def needs_link(table: Table, command: c.Command) -> bool:
    """Whether the command may concern the link; without a progressive wager in the round, none does."""
    if isinstance(command, c.PlaceWager):
        return command.wager is Wager.PROGRESSIVE
    if isinstance(command, c.Fold):
        return command.seat in table.round.spots and Wager.PROGRESSIVE in table.round.spots[command.seat].wagers
    return isinstance(command, _ROUND) and any(Wager.PROGRESSIVE in spot.wagers for spot in table.round.spots.values())


@record
class Step:
    """The result of a command, with what the log stores of it."""

    turn: Turn
    kept: dict[str, Any]
    body: dict[str, Any]
    """The body of the record."""

    def entry(self, stream: str, after: int) -> Entry:
        """Return the record with its transfers, to be appended after that number."""
        return Entry(stream=stream, after=after, body=self.body, transfers=tuple(self.turn.transfers))


def step_of(by: str, command: c.Command | k.Command, turn: Turn, secret: RoundSecret) -> Step:
    """Apply the command in that turn and return the result; raise `Refused` if it is refused."""
    if isinstance(command, get_args(k.Command)):
        turn.work_link(cast(k.Command, command))
    else:
        turn.play(cast(c.Command, command))
    kept = secret.kept(command) if isinstance(command, KEPT_WITH) else {}
    if isinstance(command, c.AnnounceNoMoreBets):
        kept["stamp"] = stamp_of(turn.posted)
    if isinstance(command, c.CollectCards) and is_due(turn.table):
        kept["state"] = checkpoint_of(turn.table)
    body = {"by": by, "command": _public(command), "events": [encoded(event) for event in turn.events]}
    return Step(turn=turn, kept=kept, body={**body, "host": kept} if kept else body)


def _public(command: c.Command | k.Command) -> Any:
    """Return the command as the log stores it; the order of the cards is in its event."""
    if isinstance(command, c.ShuffleDeck):
        return {"is": "ShuffleDeck", "back": str(command.back)}
    return encoded(command)
