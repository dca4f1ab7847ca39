"""The plain table when it stands elsewhere: the same words, told as the house says them and at its pace."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

from uth.errors import Refused
from uth.table.round import commands as c
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal import wagering as banking
from uth.terminal.plain import PlainTable, Say
from uth.terminal.plain_words import (
    REMOTE_HELP,
    WORDS,
    answers_words,
    bankroll_words,
    greeting,
    layout_words,
    lying_words,
    out_of_chips_words,
)
from uth.terminal.record import Layouts, is_empty, result_words
from uth.terminal.remote_session import RemoteSession
from uth.views.table import Clock

WARNS_S: Final = (10.0, 5.0)
"""With how many seconds left somebody is warned, once: the first of them that is well below the whole time."""


class Beside:
    """What was told of it last; each thing is told when it changes, and not again."""

    def __init__(self, session: RemoteSession) -> None:
        self.session = session
        self.was_lost = False
        """Whether the person knows that the house is not heard."""
        self._connections = session.place.connections
        self._paused = ""
        self._is_off = False
        self._running: tuple[object, ...] = ()
        """What the clock runs for, as it was told."""
        self._is_warned = False

    def news(self) -> Iterator[str]:
        """Yield what is new since it was last asked."""
        yield from self.line()
        place = self.session.place
        if place.paused != self._paused:
            self._paused = place.paused
            yield f"The house waits: {place.paused}." if place.paused else "The house goes on."
        if place.view["off"] != self._is_off:
            self._is_off = place.view["off"]
            yield "The table takes no new wagers." if self._is_off else "The table takes wagers again."
        if place.is_connected and not place.paused:
            yield from self._clock()

    def line(self) -> Iterator[str]:
        """Yield whether the line to the house broke, or is there again."""
        place = self.session.place
        if not place.is_connected and not self.was_lost:
            self.was_lost = True
            yield "The house does not answer; trying again."
        elif place.is_connected and place.connections > self._connections:
            self._connections = place.connections
            yield "The house answers again." if self.was_lost else "The connection broke, and is made again."
            self.was_lost = False

    def _clock(self) -> Iterator[str]:
        clock, table = self.session.place.clock, self.session.table
        concerned = clock is not None and _concerns(clock, self.session)
        running = (clock["what"], table.rounds, table.phase) if clock is not None and concerned else ()
        if clock is None or running != self._running:
            self._running, self._is_warned = running, False
            if clock is not None and concerned and clock["left"] >= 1:
                yield _begins(clock)
        elif concerned and not self._is_warned and clock["left"] <= _warns_at(clock):
            self._is_warned = True
            yield f"{clock['left']:.0f} seconds left."


def _concerns(clock: Clock, session: RemoteSession) -> bool:
    """Whether the time runs for the person."""
    return clock["what"] == "wagers" or (clock["what"] == "decision" and clock["seat"] in session.mine)


def _begins(clock: Clock) -> str:
    left = f"{clock['left']:.0f} seconds"
    if clock["what"] == "wagers":
        return f"No more bets in {left}."
    return f"You have {left}; then the house {clock['then'].rpartition(' ')[2]} for you."


def _warns_at(clock: Clock) -> float:
    return next((left for left in WARNS_S if left <= clock["of"] / 2), 0.0)


TICK_S: Final = 0.2
"""How often the clock and the line to the house are looked at."""


class RemotePlainTable(PlainTable):
    """One seat at one table of a house, told and played line by line."""

    help = REMOTE_HELP

    def __init__(self, session: RemoteSession, say: Say, *, is_typed: bool) -> None:
        super().__init__(session, self._said)
        self.remote = session
        self.is_typed = is_typed
        """Whether a person types the lines: they are obeyed at once; others are kept until the person is waited for."""
        self.over = asyncio.Event()
        """Set when it is over, for whatever reason."""
        self.leaves = False
        """Whether the person wants to get up once the hand is played."""
        self._say = say
        self._beside = Beside(session)
        self._is_back = False
        """Whether the house is heard again and where the person stands was not told since."""
        self._stood = ""
        """Where the person stood when it was last told."""
        self._told = 0
        """How many rounds were told to their end."""
        self._lets_pass: int | None = None
        """The number of rounds played when the person had nothing more to do before the next."""
        self._ready_with: tuple[int, Layouts] | None = None
        """The rounds played and the wagers that lay there when the person said to be ready."""
        self._moved = asyncio.Event()

    async def play(self, lines: AsyncIterator[str]) -> None:
        """Play until `quit`, the end of the lines, or until the seat or the house is gone for good."""
        for line in greeting(self.remote):
            self.say(line)
        if self.remote.table.phase not in (Phase.WAGERS, Phase.CLOSED, Phase.OPENING) and self.remote.asked is None:
            self.say("A round is being played; you are in from the next one on.")
        self.remote.changed, self.remote.forgets = self.changed, self._tell_news
        self.changed()
        tasks = [asyncio.ensure_future(each) for each in (self._obey_all(lines), self.over.wait(), self._tick())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.remote.changed = self.remote.forgets = lambda: None
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        self.remote.clear_the_layout()
        for error in ended:
            if isinstance(error, Exception):
                raise error

    def _said(self, line: str) -> None:
        """Say a line; once nobody reads what is said, it is over."""
        try:
            self._say(line)
        except BrokenPipeError:
            self.over.set()

    # What is heard.

    def changed(self) -> None:
        """Tell what is new; go, if the person wanted to and now may."""
        self._moved.set()
        self._tell_line()
        self._tell_news()
        if self.remote.is_gone:
            self.say("You have no seat at this table any more.")
            self.over.set()
            return
        self._tell_standing()
        if self.leaves and self.remote.may_leave:
            self.over.set()

    async def _tick(self) -> None:
        """Tell what time brings, and what the house cannot say because it is not heard."""
        while True:
            self._tell_line()
            self._lines(self._beside.news())
            if self._is_back:
                self._tell_standing(again=True)
            if (over := self.remote.place.over) is not None:
                self.say(f"{over}.")
                self.over.set()
            self._moved.set()
            await asyncio.sleep(TICK_S)

    def _tell_line(self) -> None:
        """Say that the house is not heard, or is heard again."""
        was_lost = self._beside.was_lost
        self._lines(self._beside.line())
        self._is_back = self._is_back or (was_lost and not self._beside.was_lost)

    def _tell_news(self) -> None:
        """Say what was said, what a round came to, and why the house did not do something."""
        self._repeat_what_was_said()
        history = self.remote.history
        for record in history[self._told :]:
            for line in result_words(record.result, self.remote.voice):
                self.say(line)
            self.say(bankroll_words(self.remote))
        self._told = len(history)
        refusals, self.remote.refusals[:] = tuple(self.remote.refusals), ()
        for refusal in refusals:
            self.say(f"Refused: {refusal}")

    def _tell_standing(self, *, again: bool = False) -> None:
        """Say where the person stands and what may be typed, unless that is what was said last."""
        standing = self._standing()
        if standing and (again or standing != self._stood):
            self.say(standing)
            self._is_back = False
        self._stood = standing

    def _standing(self) -> str:
        session = self.remote
        if session.asked is not None:
            return answers_words(session)
        if session.table.phase is not Phase.WAGERS:
            return ""
        if session.banks and self._lets_pass == session.table.rounds:
            return "You bank; the round begins when the others are ready or their time is up."
        if session.is_out_of_chips:
            return out_of_chips_words(session)
        nobody = banking.needs_banker(session.table, session.posted)
        first = "No cards come until somebody banks. " if nobody else ""
        if self._is_ready and not is_empty(session.layouts):
            return f"{first}{lying_words(session)} You are ready; the cards come once everyone is."
        may_bank = (
            nobody
            and refusal_of(session.table, c.Bank(seat=session.mine[0], cents=session.posted.bank_min), session.posted)
            is None
        )
        return first + layout_words(session, may_bank=may_bank)

    @property
    def _is_ready(self) -> bool:
        """Whether the person is ready, or has just said so with the wagers that lie there now."""
        if self._ready_with != (self.remote.table.rounds, self.remote.layouts):
            self._ready_with = None
        return self.remote.is_ready or self._ready_with is not None

    def _tell(self) -> None:
        """Say what is new, and where the person stands after what was done."""
        self._tell_news()
        self._tell_standing(again=True)
        if not self.remote.place.is_connected:
            self.say("This is sent once the house answers.")

    # What is done.

    async def _obey_all(self, lines: AsyncIterator[str]) -> None:
        """Do what the lines ask for, one after the other; at their end a hand that is still played is waited for."""
        async for line in lines:
            words = line.strip().lower().replace(",", "").split()
            if words and not self.is_typed:
                await self._until(lambda: self._is_waited_for)
            if words and WORDS.get(words[0]) == "quit":
                self._leave()
            elif words:
                self.obey(words)
            if self.over.is_set():
                return
        if not self.is_typed:
            await self._until(lambda: self._is_waited_for or self._nothing_comes)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._moved.clear()
            await self._moved.wait()

    @property
    def _is_waited_for(self) -> bool:
        """Whether the house waits for the person: for an answer, or for wagers."""
        session = self.remote
        if session.is_sending or not session.place.is_connected or session.place.paused:
            return False
        if session.asked is not None:
            return True
        is_done = self._is_ready or self._lets_pass == session.table.rounds
        return session.table.phase is Phase.WAGERS and not is_done

    @property
    def _nothing_comes(self) -> bool:
        """Whether the person has nothing at stake, or no round begins automatically."""
        session = self.remote
        if session.is_sending:
            return False
        return not session.at_stake or (session.table.phase is Phase.WAGERS and session.place.clock is None)

    def _leave(self) -> None:
        """Get up and go; in a hand once it is played, and at once when asked again."""
        if self.leaves or not self.remote.place.is_connected:
            self.over.set()
            return
        self.leaves = True
        self.remote.clear_the_layout()
        if self.remote.may_leave:
            self.over.set()
        else:
            self.say("You get up when the hand is played. Type quit again to go at once.")

    def deal(self) -> Refused | None:
        """Say that the person is ready: the house deals once everyone is."""
        refused = super().deal()
        if refused is None and self.remote.banks:
            self._lets_pass = self.remote.table.rounds
        elif refused is None:
            self._ready_with = self.remote.table.rounds, self.remote.layouts
        return refused

    def watch(self) -> Refused | None:
        """Sit this round out."""
        session = self.remote
        if session.table.phase is not Phase.WAGERS:
            return Refused("wagers_closed", None, "a round is being played; watch sits the next one out")
        refused = None if is_empty(session.layouts) and not session.banks else wagering.clear(session)
        if refused is None:
            self._lets_pass = session.table.rounds if session.people.others else None
            self.say("You sit this round out.")
        return refused

    def stand(self) -> None:
        """Say where the person stands, or what is waited for."""
        self._tell_news()
        standing = self._standing() or self.remote.beside or "the house deals"
        self.say(standing if standing[-1] == "." else f"{standing[:1].upper()}{standing[1:]}.")
