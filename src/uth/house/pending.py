"""The queue of a table: commands that wait for its one writer, each with a future for its answer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from uth.errors import Refused
from uth.people.roles import with_author
from uth.progressive import commands as k
from uth.table.dealer import Shuffled, due_command
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.decide import Events
from uth.table.round.due import due_words
from uth.table.round.refusal import Refusal
from uth.table.round.refusals import is_read, to_read
from uth.table.round.state import Table
from uth.units import Seat

WAITING_MAX: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStep:
    """Take the step that is due, as the dealer; the house gives the order of the cards, unless they are read."""

    step: str
    reads: bool = False
    """Whether a real deck is dealt, so that its cards must be named first."""
    cards: tuple[str, ...] | None = None
    """The cards the dealer named, if given: the step is refused where other cards were named since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayWord:
    """Use a player's word in the next shuffle."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HearLink:
    """Read how the table's link stands: whether it is down, and which sensors are dark."""


Wanted = c.Command | k.Command | TakeStep | SayWord | HearLink
"""Everything a table's writer takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """The commands that wait, in the order they came."""

    _queue: asyncio.Queue[Asked | None] = field(default_factory=lambda: asyncio.Queue(maxsize=WAITING_MAX))
    """``None`` wakes the writer and asks for nothing."""
    closed: Refused | None = None
    """Why the queue takes no more commands."""

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
        """Return the next command, or ``None`` if the writer was only woken; raise `TimeoutError` if nothing comes."""
        if self._queue.empty():
            return await asyncio.wait_for(self._queue.get(), patience)
        return self._queue.get_nowait()

    def wake(self) -> None:
        """Wake the writer; one with commands waiting is awake already."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)

    def close(self, why: Refused) -> None:
        """Take no more commands, and refuse those that wait."""
        self.closed = why
        while self._queue.qsize():
            asked = self._queue.get_nowait()
            if asked is not None:
                asked.refuse(why)


def step_asked(asked: TakeStep, by: str, table: Table, posted: Posted, order: Shuffled) -> c.Command:
    """Return the dealer's command that is due, or raise `Refused` if another one was asked for."""
    step = due_words(table, posted)
    if asked.step != step:
        raise Refused("step_not_due", None, f"{asked.step!r} is not due", due=step)
    if asked.reads and not is_read(table, posted):
        says = f"{to_read(table, posted)} of the real deck come next: read them into the table first"
        raise Refused("cards_not_read", None, says)
    if asked.reads and asked.cards is not None and asked.cards != tuple(str(card) for card in table.round.read):
        raise Refused("cards_not_read", None, "another console has read other cards since: look, and read again")
    if step == c.CountStub.__name__:
        cite = posted.rules.procedure.stub_count_every
        says = "the dealer says how many cards the stub has: CountStub with cards"
        raise Refused(Refusal.NOT_A_COUNT, cite.cite if cite is not None else None, says)
    command = due_command(table, posted, order)
    if command is None:
        raise Refused("step_not_due", None, f"{step} is not the dealer's")
    return with_author(command, by)
