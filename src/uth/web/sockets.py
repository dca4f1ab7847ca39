"""The websocket at a table: frames in, frames out, bounded on every side."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, get_args

from fastapi import WebSocket

from uth.errors import Malformed, Refused, UthError
from uth.house.house import House, staff
from uth.house.links import needs_two
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.house.logs import LOG
from uth.house.presence import chair_of, seats_of
from uth.people.log import Session
from uth.people.people import People
from uth.people.roles import Action, may
from uth.store.entries import Unavailable
from uth.table.round import commands as c
from uth.table.round.refusal import refusal_says
from uth.units import Seat
from uth.web.hub import READY_S, Hub
from uth.web.limits import Door, TooFast, address_of
from uth.web.listening import (
    GOING_AWAY,
    NORMAL,
    PROTOCOL,
    TOO_LARGE,
    TRY_AGAIN,
    Ended,
    Frame,
    Listener,
    ListeningSocket,
)
from uth.web.requests import command_of, door_of, house_of, hub_of, is_own_page
from uth.web.security import COOKIE
from uth.web.watched_store import public_words

FRAME_MAX: Final = 16 * 1024
IDLE_S: Final = 120.0
SLOW_S: Final = 1.0
"""A command that takes longer is worth a line in the log."""
PHRASES: Final = {
    "hello": "Hello, everyone",
    "good_luck": "Good luck",
    "nice_hand": "Nice hand",
    "well_played": "Well played",
    "unlucky": "Unlucky",
    "thank_you": "Thank you",
    "one_moment": "One moment, please",
    "goodbye": "Goodbye",
}
"""What may be said; nobody can write anything else to a stranger."""
COMMANDS: Final = frozenset(kind.__name__ for kind in get_args(c.Command))


class TableSocket(ListeningSocket):
    """One person's connection to one table."""

    def __init__(
        self, socket: WebSocket, house: House, hub: Hub, live: LiveTable, session: Session | None, door: Door
    ) -> None:
        player = session.player if session is not None else None
        address = address_of(socket.scope)
        listener = Listener(player=player, staff=session is not None and staff(session), address=address)
        super().__init__(socket, house.people, session, listener)
        self.house = house
        self.hub = hub
        self.live = live
        self.rate = door.commands
        self.who = session.person if session is not None else f"socket {id(self)}"

    async def serve(self, after: int | None) -> None:
        """Speak until either side has had enough."""
        await self.socket.accept()
        self.hub.join(self.live, self.listener, after)
        self.hub.aside_soon(self.live)
        try:
            await self.speak()
        finally:
            self.hub.leave(self.live, self.listener)
            self.hub.aside_soon(self.live)

    async def read(self) -> None:
        """Answer frame after frame; one that is too large, or two silent minutes, end the connection."""
        while True:
            try:
                async with asyncio.timeout(IDLE_S):
                    text = await self.received()
            except TimeoutError:
                raise Ended(NORMAL, "two minutes without a word; say a ping now and then") from None
            if len(text) > FRAME_MAX or len(text.encode("utf-8", "surrogatepass")) > FRAME_MAX:
                raise Ended(TOO_LARGE, f"a frame is at most {FRAME_MAX} bytes")
            async with self.answering:
                self.listener.hear(await self._answer(text))

    async def _answer(self, text: str) -> Frame:
        """Return what the frame is answered with: done, or why not; nothing it says ends the connection."""
        start, number, asked = time.perf_counter(), None, None
        try:
            asked, fault = _read(text)
            number = asked["id"] if asked is not None else None
            self.rate.take(self.who)
            if asked is None:
                raise fault
            self._require_session()
            waits = await self._do(asked)
        except Malformed as fault:
            answer = self._refused(number, "malformed", fault.clause, str(fault))
        except Unavailable as fault:
            answer = self._refused(number, str(fault.code), None, public_words(fault))
        except Refused as refused:
            answer = self._refused(number, str(refused.code), refused.clause, self._says(refused))
        except UthError as error:
            answer = self._refused(number, "failed", None, str(error))
        else:
            answer = Frame(v=PROTOCOL, type="done", id=number, n=self.live.number)
            if waits is not None:
                answer["waits"] = waits
        self._measure(asked, answer, time.perf_counter() - start)
        return answer

    def _measure(self, asked: dict[str, Any] | None, answer: Frame, seconds: float) -> None:
        outcome = "done" if answer["type"] == "done" else answer["code"]
        self.measures.command(outcome, seconds)
        kind = _kind(asked)
        LOG.debug("a command", table=self.live.name, kind=kind, outcome=outcome, seconds=round(seconds, 4))
        if seconds > SLOW_S:
            LOG.warning("a slow command", table=self.live.name, kind=kind, outcome=outcome, seconds=round(seconds, 3))

    def _says(self, refused: Refused) -> str:
        return refusal_says(refused, self.live.posted.rules.currency.symbol)

    def _refused(self, number: Any, code: str, clause: str | None, says: str) -> Frame:
        return Frame(v=PROTOCOL, type="refused", id=number, code=code, clause=clause, says=says)

    async def _do(self, frame: dict[str, Any]) -> int | None:
        """Do what is asked for; return the number under which it waits for a second person, if it does."""
        session = self.session
        if "ping" in frame:
            return None
        if session is None:
            raise Refused("only_watching", None, "who only watches gives no commands; sit down first")
        if "do" in frame:
            command: c.Command = command_of(c.Command, frame["do"])
            if isinstance(command, c.ResolveDispute) and needs_two(command):
                return await self.house.propose(session, self.live.name, command, frame["id"])
            await self.house.command(session, self.live.name, command, frame["id"])
        elif "step" in frame:
            step, cards = step_of(frame["step"]), cards_of(frame.get("cards"))
            await self.house.step(session, self.live.name, step, frame["id"], cards)
        elif "word" in frame and may(session.roles, Action.SAY_WORD):
            await self.live.say_word(session.person, self._seat(), frame["word"], f"{session.person}/{frame['id']}")
        elif "ready" in frame and may(session.roles, Action.SAY_READY):
            if frame["ready"] is not True:
                raise Malformed("ready", frame["ready"], "is not true; whoever is ready says so once")
            self._say_ready()
            self.hub.aside_soon(self.live, READY_S)
        elif "say" in frame and may(session.roles, Action.SAY_PHRASE):
            self.hub.say(self.live, self._seat(), session.name, phrase_of(frame["say"]))
        else:
            raise Malformed("frame", ", ".join(sorted(frame)), "has none of do, step, word, ready, say, ping")
        return None

    def _say_ready(self) -> None:
        """Be ready with every seat of one's own that has a wager."""
        first = self._seat()
        with_wagers = [
            seat for seat in seats_of(self.live.table, self.listener.player) if seat in self.live.table.spots
        ]
        for seat in with_wagers or [first]:
            self.live.say_ready(seat)

    def _seat(self) -> Seat:
        seat = chair_of(self.live.table, self.listener.player)
        if seat is None:
            raise Refused("not_your_seat", None, "you have no seat at this table")
        return seat


def step_of(said: object) -> str:
    """Return the step a dealer takes, or refuse what is no text."""
    if not isinstance(said, str):
        raise Malformed("step", said, 'is not the name of a step such as "DealNext"')
    return said


def cards_of(said: object) -> tuple[str, ...] | None:
    """Return the cards a dealer takes a step with, ``None`` where none are named, or refuse what is no list."""
    if said is None:
        return None
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        raise Malformed("cards", said, 'is not a list of cards such as ["As", "Td"]')
    return tuple(said)


def phrase_of(said: object) -> str:
    """Return one of the phrases people may say to each other at a table, or refuse it."""
    if not isinstance(said, str) or said not in PHRASES:
        raise Malformed("say", said, f"is not one of {', '.join(PHRASES)}")
    return str(said)


def _read(text: str) -> tuple[dict[str, Any] | None, Malformed]:
    """Return the frame, or why it is none."""
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        return None, Malformed("frame", text[:40], "is not JSON")
    number = frame.get("id") if isinstance(frame, dict) else None
    fault = Malformed("id", number, "is not a text of 1 to 64 printable characters, which every frame has under id")
    if not isinstance(number, str) or not (1 <= len(number) <= 64 and number.isprintable()):
        return None, fault
    return frame, fault


def _kind(asked: dict[str, Any] | None) -> str:
    """Return what was asked for by its name alone, for the log."""
    for kind in ("do", "step", "word", "ready", "say", "ping"):
        if asked is not None and kind in asked:
            name = asked["do"].get("is") if kind == "do" and isinstance(asked["do"], dict) else None
            return name if isinstance(name, str) and name in COMMANDS else kind
    return "frame"


class SignSocket(ListeningSocket):
    """One sign at one link; whatever it says is not heard."""

    def __init__(self, socket: WebSocket, people: People, hub: Hub, link: LiveLink) -> None:
        super().__init__(socket, people, None, Listener(player=None))
        self.hub = hub
        self.link = link

    async def serve(self) -> None:
        """Tell until the other end is gone."""
        await self.socket.accept()
        self.hub.watch(self.link, self.listener)
        try:
            await self.speak()
        finally:
            self.hub.unwatch(self.link, self.listener)


REASON_MAX: Final = 120
"""The bytes there are in a closing frame for why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Somebody who may come in: a person, or a stranger who watches."""

    session: Session | None


@asynccontextmanager
async def entering(socket: WebSocket, *, there: bool) -> AsyncIterator[Visit | None]:
    """Yield who comes in, counted as long as they stay; or ``None``, and they have been told why not."""
    if not is_own_page(socket) or not there:
        await socket.close(1008)
        yield None
        return
    if hub_of(socket).closing:
        await _away(socket, GOING_AWAY, "the house closes; come back when it is open")
        yield None
        return
    session = house_of(socket).people.session(socket.cookies.get(COOKIE))
    door, person, address = door_of(socket), session.person if session is not None else None, address_of(socket.scope)
    try:
        door.enter(person, address)
    except TooFast as full:
        socket.app.state.measures.turned_away.labels("sockets").inc()
        await _away(socket, TRY_AGAIN, full.says)
        yield None
        return
    try:
        yield Visit(session=session)
    finally:
        door.leave(person, address)


async def _away(socket: WebSocket, code: int, says: str) -> None:
    """Accept only to say why not: a browser is told nothing of a connection that was never accepted."""
    await socket.accept()
    await socket.close(code, says[:REASON_MAX])
