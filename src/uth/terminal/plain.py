"""The plain table: text out, one command a line in, for screen readers and scripts."""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress

from uth.errors import Malformed, Refused
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal import wagering as banking
from uth.terminal.hint import hint
from uth.terminal.plain_words import (
    HELP,
    WORDS,
    answers_words,
    bankroll_words,
    greeting,
    layout_words,
    out_of_chips_words,
    posted_words,
)
from uth.terminal.record import headline, is_empty, result_words
from uth.terminal.rounds import collect
from uth.terminal.session import Session
from uth.units import Seat
from uth.words.refusals import parse_amount

Say = Callable[[str], None]


class PlainTable:
    """One session, told and played line by line."""

    help = HELP
    """The help text."""

    def __init__(self, session: Session, say: Say) -> None:
        self.session = session
        self.say = say
        self.hand = 0

    @property
    def seat(self) -> Seat:
        """The person's hand that is spoken of: the one that is asked, else the one that was chosen."""
        return self.session.asked or self.session.mine[self.hand]

    def run(self, lines: Iterable[str]) -> None:
        """Play until `quit` or the end of the lines, then say how it went."""
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
        """Do what one line asks for, or say why not."""
        try:
            verb, arguments = _verb(words)
            if verb in _ASKING:
                _ASKING[verb](self, arguments)
            else:
                self._report(_ACTING[verb](self, arguments))
        except Malformed as fault:
            self.say(f"{fault}.")

    def _report(self, refused: Refused | None) -> None:
        if refused is not None:
            self.say(f"Refused: {self.session.refusal(refused)}")
        else:
            self._tell()

    def _tell(self) -> None:
        """Say what was said at the table, and what the person can do now."""
        session = self.session
        while session.step():
            pass
        self._repeat_what_was_said()
        if session.table.phase is Phase.SETTLED:
            for line in result_words(session.history[-1].result, session.voice):
                self.say(line)
            collect(session)
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
        """Put a wager down: at the amount given, or one chip more; ``0`` or ``off`` takes it back."""
        if not arguments:
            return wagering.add(self.session, self.seat, wager, 500)
        if arguments in (["0"], ["off"], ["back"]):
            return wagering.put(self.session, self.seat, wager, 0)
        return wagering.put(self.session, self.seat, wager, parse_amount(_one(arguments, wager.value), wager.value))

    def deal(self) -> Refused | None:
        """Close the wagers and deal, something of one's own being down."""
        session = self.session
        if is_empty(session.layouts) and not session.banks and session.table.phase is Phase.WAGERS:
            return Refused("nothing_lies", None, f"{wagering.NOTHING_LIES.says}; rebet, ante 10, or watch to sit out")
        return session.deal()

    def watch(self) -> Refused | None:
        """Deal, whether or not the person has anything down."""
        return self.session.deal()

    def stand(self) -> None:
        """Say where the person stands."""
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
    """Return what is asked for and with what; a number alone is a multiple to play."""
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
    "ante": lambda table, words: table._put(Wager.ANTE, words),
    "blind": lambda table, words: table._put(Wager.BLIND, words),
    "trips": lambda table, words: table._put(Wager.TRIPS, words),
    "cover_all": lambda table, words: table._put(Wager.COVER_ALL, words),
    "progressive": lambda table, words: table._put(Wager.PROGRESSIVE, words),
    "match_play": lambda table, words: table._put(Wager.MATCH_PLAY, words),
}
_ASKING: dict[str, Callable[[PlainTable, list[str]], None]] = {
    "hand": PlainTable._choose_hand,
    "hint": lambda table, _: table.say(hint(table.session)),
    "history": PlainTable._history,
    "help": lambda table, _: table._lines(table.help),
    "rules": lambda table, _: table._lines(posted_words(table.session)),
    "table": lambda table, _: table.stand(),
}


async def typed_lines(file: int) -> AsyncGenerator[str, None]:
    """Yield the lines that come in, the last though it does not end; a byte that is no text is a mark in it.

    A thread reads, since a file cannot be waited for in any other way, and straight from the file: nothing is left
    locked when the program ends while it waits.
    """
    loop, read, wanted = asyncio.get_running_loop(), asyncio.Queue[bytes](), threading.Semaphore(0)

    def reads() -> None:
        with suppress(RuntimeError):  # nobody waits any more
            some = b"!"
            while some:
                wanted.acquire()
                try:
                    some = os.read(file, 65536)
                except OSError:  # the terminal is gone
                    some = b""
                loop.call_soon_threadsafe(read.put_nowait, some)

    threading.Thread(target=reads, name="typed lines", daemon=True).start()
    text, decoder, is_open = "", codecs.getincrementaldecoder("utf-8")("replace"), True
    while is_open:
        wanted.release()
        some = await read.get()
        is_open = bool(some)
        *lines, text = (text + decoder.decode(some, final=not some)).split("\n")
        for line in lines:
            yield line
    if text:
        yield text
