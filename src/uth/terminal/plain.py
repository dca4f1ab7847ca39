"""The plain table: text output, one command per input line, for screen readers and scripts.

`PlainTable` plays a session at the person's pace. `HousePlainTable` plays one at a house, at the house's pace.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

from uth.errors import Malformed, Refused
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal import wagering as banking
from uth.terminal.coach import WARNED
from uth.terminal.plain_news import HouseNews
from uth.terminal.plain_words import (
    HELP,
    HOUSE_HELP,
    WORDS,
    answers_words,
    bankroll_words,
    greeting,
    layout_words,
    lying_words,
    out_of_chips_words,
    posted_words,
    ranking_words,
)
from uth.terminal.record import Layouts, headline, is_empty, result_words
from uth.terminal.session import TableSession
from uth.units import Seat
from uth.words.amounts import parse_amount

Say = Callable[[str], None]


class PlainTable:
    """One session, printed and played line by line."""

    help = HELP
    """The help text."""

    def __init__(self, session: TableSession, say: Say) -> None:
        self.session = session
        self.say = say
        self.hand = 0

    @property
    def seat(self) -> Seat:
        """The hand that commands refer to: the one to act, else the chosen one."""
        return self.session.asked or self.session.mine[self.hand]

    def run(self, lines: Iterable[str]) -> None:
        """Play until `quit` or the end of the lines, then print a summary."""
        for line in greeting(self.session):
            self.say(line)
        self._tell()
        for line in lines:
            words = line.strip().lower().replace(",", "").split()
            if words and WORDS.get(words[0]) == "quit":
                break
            if words:
                self.obey(words)
        self.say(self.session.summary())

    def obey(self, words: list[str]) -> None:
        """Execute one line, or print why not."""
        try:
            verb, arguments = _verb(words)
            if verb in _ASKING:
                _ASKING[verb](self, arguments)
            else:
                self._report(_ACTING[verb](self, arguments))
        except Malformed as fault:
            self.say(f"{fault}.")

    def _report(self, refused: Refused | None) -> None:
        if refused is not None and refused.code == WARNED:
            self.say(f"Coach: {refused.says}.")
        elif refused is not None:
            self.say(f"Refused: {self.session.refusal(refused)}")
        else:
            self._tell()

    def _tell(self) -> None:
        """Print what was said at the table, and what the person can do now."""
        session = self.session
        while session.step():
            pass
        self._repeat_what_was_said()
        if session.table.phase is Phase.SETTLED:
            for line in result_words(session.history[-1].result, session.voice):
                self.say(line)
            session.collect()
            self.say(f"{bankroll_words(session)} Round {session.table.rounds + 1}: your wagers, please.")
            self._repeat_what_was_said()
        if session.is_out_of_chips:
            self.say(out_of_chips_words(session))
        elif session.table.phase is Phase.WAGERS:
            self.say(layout_words(session, may_bank=banking.has_button(session)))
        else:
            self.say(answers_words(session))

    def _repeat_what_was_said(self) -> None:
        for line in self.session.heard_now():
            self.say(line)

    def _put(self, wager: Wager, arguments: list[str]) -> Refused | None:
        """Place a wager at the given amount, or add one chip; ``0`` or ``off`` takes it back."""
        if not arguments:
            return wagering.add(self.session, self.seat, wager, 500)
        if arguments in (["0"], ["off"], ["back"]):
            return wagering.put(self.session, self.seat, wager, 0)
        return wagering.put(self.session, self.seat, wager, parse_amount(_one(arguments, wager.value), wager.value))

    def deal(self) -> Refused | None:
        """Close the wagers and deal, if the person has a wager or banks."""
        session = self.session
        if is_empty(session.layouts) and not session.banks and session.table.phase is Phase.WAGERS:
            return Refused("nothing_lies", None, f"{wagering.NOTHING_LIES.says}; rebet, ante 10, or watch to sit out")
        return session.deal()

    def watch(self) -> Refused | None:
        """Deal, even if the person has no wager."""
        return self.session.deal()

    def stand(self) -> None:
        """Print the person's state."""
        self._tell()

    def _play(self, arguments: list[str]) -> Refused | None:
        text = _one(arguments, "play").removesuffix("x")
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise Malformed("play", text, "is not a multiple; write for example 4 or play 4")
        return self.session.answer(c.MakePlay(seat=self.seat, multiple=int(text)))

    def _bank(self, arguments: list[str]) -> Refused | None:
        cents = parse_amount(_one(arguments, "bank"), "bank") if arguments else banking.bank_size(self.session)
        return banking.take_bank(self.session, cents)

    def _pass(self, _: list[str]) -> Refused | None:
        if not self.session.banks and not banking.has_button(self.session):
            return Refused("no_button", None, "you do not have the button")
        return banking.pass_button(self.session)

    def _buy(self, arguments: list[str]) -> Refused | None:
        again = self.session.opening.bankroll
        return self.session.buy_in(parse_amount(_one(arguments, "buy"), "buy") if arguments else again)

    def _choose_hand(self, arguments: list[str]) -> None:
        hands = [str(at + 1) for at in range(len(self.session.mine))]
        if (number := _one(arguments, "hand")) not in hands:
            raise Malformed("hand", number, f"is not one of your hands; {' or '.join(hands)}")
        self.hand = int(number) - 1
        self.say(f"Hand {number}.")

    def _history(self, arguments: list[str]) -> None:
        rounds = {str(record.number): record for record in self.session.history}
        if not rounds:
            self.say("No round has been played yet.")
        elif not arguments:
            for record in rounds.values():
                self.say(headline(record, self.session.voice))
        elif (number := _one(arguments, "history")) not in rounds:
            first, *_, last = (*rounds, *rounds)
            told = first if first == last else f"{first} to {last}"
            raise Malformed("history", number, f"is not a round of this session; {told}")
        else:
            record = rounds[number]
            for line in (*record.said, *result_words(record.result, self.session.voice)):
                self.say(line)
            self.say(f"Deck key {record.deck_key}.")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """Return the verb and its arguments; a number alone is a multiple to play."""
    first = words[0].removesuffix("x")
    if first.isascii() and first.isdigit():
        return "play", [first, *words[1:]]
    verb, rest = WORDS.get(words[0]), words[1:]
    if verb is None:
        raise Malformed("command", words[0], "is not a command; help lists them")
    if verb in ("cover_all", "match_play") and rest[:1] in (["all"], ["play"]):
        rest = rest[1:]
    return verb, rest


def _one(arguments: list[str], verb: str) -> str:
    if len(arguments) != 1:
        raise Malformed(verb, " ".join(arguments), "is not one word after the command; help shows examples")
    return arguments[0]


_ACTING: dict[str, Callable[[PlainTable, list[str]], Refused | None]] = {
    "deal": lambda table, _: table.deal(),
    "watch": lambda table, _: table.watch(),
    "play": PlainTable._play,
    "check": lambda table, _: table.session.answer(c.Check(seat=table.seat)),
    "fold": lambda table, _: table.session.answer(c.Fold(seat=table.seat)),
    "rebet": lambda table, _: wagering.rebet(table.session),
    "double": lambda table, _: wagering.double(table.session),
    "undo": lambda table, _: wagering.undo(table.session),
    "clear": lambda table, _: wagering.clear(table.session),
    "bank": PlainTable._bank,
    "pass": PlainTable._pass,
    "buy": PlainTable._buy,
    "more": lambda table, _: table.session.more_time(),
    "ante": lambda table, words: table._put(Wager.ANTE, words),
    "blind": lambda table, words: table._put(Wager.BLIND, words),
    "trips": lambda table, words: table._put(Wager.TRIPS, words),
    "cover_all": lambda table, words: table._put(Wager.COVER_ALL, words),
    "progressive": lambda table, words: table._put(Wager.PROGRESSIVE, words),
    "match_play": lambda table, words: table._put(Wager.MATCH_PLAY, words),
}
_ASKING: dict[str, Callable[[PlainTable, list[str]], None]] = {
    "hand": PlainTable._choose_hand,
    "hint": lambda table, _: table.say(table.session.coach.hint(table.session)),
    "hands": lambda table, _: table._lines(ranking_words(table.session)),
    "history": PlainTable._history,
    "help": lambda table, _: table._lines(table.help),
    "rules": lambda table, _: table._lines(posted_words(table.session)),
    "table": lambda table, _: table.stand(),
}


TICK_S: Final = 0.2
"""The interval at which the clock and the connection of a house are checked."""


class HousePlainTable(PlainTable):
    """One seat at a table that a house deals at its own pace, printed and played line by line."""

    help = HOUSE_HELP

    def __init__(self, session: TableSession, say: Say, *, is_typed: bool) -> None:
        super().__init__(session, self._said)
        self.house = session.at_house
        self.is_typed = is_typed
        """Whether a person types, whose lines are executed at once. The lines of a script wait for their turn."""
        self.over = asyncio.Event()
        """Set when the session is over."""
        self.leaves = False
        """Whether the person wants to leave after the hand."""
        self._say = say
        self._news = HouseNews(session, self.house)
        self._is_back = False
        """Whether the house answers again and the person's state has not been printed since."""
        self._stood = ""
        """The person's state as last printed."""
        self._told = 0
        """The number of rounds whose results were printed."""
        self._lets_pass: int | None = None
        """The number of rounds played when the person had nothing more to do before the next."""
        self._ready_with: tuple[int, Layouts] | None = None
        """The number of rounds played and the wagers when the person said they were ready."""
        self._moved = asyncio.Event()

    async def play(self, lines: AsyncIterator[str]) -> None:
        """Play until `quit`, the end of the lines, or the loss of the seat or the house."""
        for line in greeting(self.session):
            self.say(line)
        if self.session.table.phase not in (Phase.WAGERS, Phase.CLOSED, Phase.OPENING) and self.session.asked is None:
            self.say("A round is being played; you are in from the next one.")
        self.session.changed, self.session.round_over = self.changed, self._tell_news
        self.changed()
        tasks = [asyncio.ensure_future(each) for each in (self._obey_all(lines), self.over.wait(), self._tick())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.session.changed = self.session.round_over = lambda: None
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        self.house.clear_the_layout()
        for error in ended:
            if isinstance(error, Exception):
                raise error

    def _said(self, line: str) -> None:
        """Print a line. A closed pipe ends the session."""
        try:
            self._say(line)
        except BrokenPipeError:
            self.over.set()

    # Output.

    def changed(self) -> None:
        """Print the news, and leave if the person has asked to and now may."""
        self._moved.set()
        self._tell_line()
        self._tell_news()
        if self.session.is_gone:
            self.say("You no longer have a seat at this table.")
            self.over.set()
            return
        self._tell_standing()
        if self.leaves and self.house.may_leave:
            self.over.set()

    async def _tick(self) -> None:
        """Print the news of the clock, and of a connection that is lost."""
        while True:
            self._tell_line()
            self._lines(self._news.news())
            if self._is_back:
                self._tell_standing(again=True)
            if (over := self.house.over) is not None:
                self.say(f"{over}.")
                self.over.set()
            self._moved.set()
            await asyncio.sleep(TICK_S)

    def _tell_line(self) -> None:
        """Print that the house does not answer, or answers again."""
        was_lost = self._news.was_lost
        self._lines(self._news.connection())
        self._is_back = self._is_back or (was_lost and not self._news.was_lost)

    def _tell_news(self) -> None:
        """Print what was said, the results of rounds, and the refusals of the house."""
        self._repeat_what_was_said()
        history = self.session.history
        for record in history[self._told :]:
            for line in result_words(record.result, self.session.voice):
                self.say(line)
            self.say(bankroll_words(self.session))
        self._told = len(history)
        refusals, self.session.refusals[:] = tuple(self.session.refusals), ()
        for refusal in refusals:
            self.say(f"Refused: {refusal}")

    def _tell_standing(self, *, again: bool = False) -> None:
        """Print the person's state and what may be typed, unless it is the same as before."""
        standing = self._standing()
        if standing and (again or standing != self._stood):
            self.say(standing)
            self._is_back = False
        self._stood = standing

    def _standing(self) -> str:
        session = self.session
        if session.asked is not None:
            return answers_words(session)
        if session.table.phase is not Phase.WAGERS:
            return ""
        if session.banks and self._lets_pass == session.table.rounds:
            return "You bank; the round begins when the others are ready or their time is up."
        if session.is_out_of_chips:
            return out_of_chips_words(session)
        nobody = banking.needs_banker(session.table, session.posted)
        first = "No cards are dealt until somebody banks. " if nobody else ""
        if self._is_ready and not is_empty(session.layouts):
            return f"{first}{lying_words(session)} You are ready; the cards are dealt once everyone is."
        may_bank = (
            nobody
            and refusal_of(session.table, c.Bank(seat=session.mine[0], cents=session.posted.bank_min), session.posted)
            is None
        )
        return first + layout_words(session, may_bank=may_bank)

    @property
    def _is_ready(self) -> bool:
        """Whether the person is ready, or has just said so with the current wagers."""
        if self._ready_with != (self.session.table.rounds, self.session.layouts):
            self._ready_with = None
        return self.house.is_ready or self._ready_with is not None

    def _tell(self) -> None:
        """Print the news, and the person's state after a command."""
        self._tell_news()
        self._tell_standing(again=True)
        if not self.house.is_connected:
            self.say("It will be sent when the house answers.")

    # Input.

    async def _obey_all(self, lines: AsyncIterator[str]) -> None:
        """Execute the lines one by one; after the last one, wait until the hand is over."""
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
        """Whether the house waits for the person's answer or wagers."""
        session = self.session
        if self.house.is_sending or not self.house.is_connected or self.house.paused:
            return False
        if session.asked is not None:
            return True
        is_done = self._is_ready or self._lets_pass == session.table.rounds
        return session.table.phase is Phase.WAGERS and not is_done

    @property
    def _nothing_comes(self) -> bool:
        """Whether the person has nothing at stake, or no round begins automatically."""
        session = self.session
        if self.house.is_sending:
            return False
        return not session.at_stake or (session.table.phase is Phase.WAGERS and self.house.clock is None)

    def _leave(self) -> None:
        """Leave the table: during a hand once it is over, or at once if asked again."""
        if self.leaves or not self.house.is_connected:
            self.over.set()
            return
        self.leaves = True
        self.house.clear_the_layout()
        if self.house.may_leave:
            self.over.set()
        else:
            self.say("You get up after this hand. Type quit again to go at once.")

    def deal(self) -> Refused | None:
        """Tell the house that the person is ready; it deals once everyone is."""
        refused = super().deal()
        if refused is None and self.session.banks:
            self._lets_pass = self.session.table.rounds
        elif refused is None:
            self._ready_with = self.session.table.rounds, self.session.layouts
        return refused

    def watch(self) -> Refused | None:
        """Sit out this round."""
        session = self.session
        if session.table.phase is not Phase.WAGERS:
            return Refused("wagers_closed", None, "a round is being played; watch sits the next one out")
        refused = None if is_empty(session.layouts) and not session.banks else wagering.clear(session)
        if refused is None:
            self._lets_pass = session.table.rounds if session.people.others else None
            self.say("You sit this round out.")
        return refused

    def stand(self) -> None:
        """Print the person's state, or what the house waits for."""
        self._tell_news()
        standing = self._standing() or self.house.status or "the house deals"
        self.say(standing if standing[-1] == "." else f"{standing[:1].upper()}{standing[1:]}.")
