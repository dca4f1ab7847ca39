"""The websockets of tables and signs: commands in, frames out, all within limits."""

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
from uth.house.placement import elsewhere
from uth.house.presence import chair_of, seats_of
from uth.people.people import People, session_key
from uth.people.roles import HouseAction, Session, may
from uth.store.codec import command_of, read_json
from uth.store.entries import Unavailable
from uth.store.lease import MOVED
from uth.table.round import commands as c
from uth.table.round.refusal import refusal_says
from uth.units import Seat
from uth.views import PROTOCOL
from uth.web.hub import READY_S, Hub
from uth.web.limits import ConnectionLimits, TooFast, address_of
from uth.web.listeners import (
    GOING_AWAY,
    NORMAL,
    TOO_LARGE,
    TRY_AGAIN,
    CloseConnection,
    Frame,
    Listener,
    ListenerSocket,
)
from uth.web.requests import has_allowed_origin, house_of, hub_of, limits_of
from uth.web.security import COOKIE
from uth.web.watched_store import public_words

FRAME_MAX: Final = 16 * 1024
IDLE_S: Final = 120.0
SLOW_S: Final = 1.0
"""A command that takes longer is logged."""
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
"""The only texts players can send to each other."""
COMMANDS: Final = frozenset(kind.__name__ for kind in get_args(c.Command))


class TableSocket(ListenerSocket):
    """A connection to a table."""

    def __init__(
        self,
        socket: WebSocket,
        house: House,
        hub: Hub,
        live: LiveTable,
        session: Session | None,
        limits: ConnectionLimits,
    ) -> None:
        player = session.player if session is not None else None
        address = address_of(socket.scope)
        listener = Listener(player=player, staff=session is not None and staff(session), address=address)
        super().__init__(socket, house.people, session, session_key(socket.cookies.get(COOKIE)), listener)
        self.house = house
        self.hub = hub
        self.live = live
        self.rate = limits.commands
        self.who = session.person if session is not None else f"socket {id(self)}"

    async def serve(self, after: int | None) -> None:
        """Run until either side closes."""
        await self.socket.accept()
        self.hub.join(self.live, self.listener, after)
        self.hub.aside_soon(self.live)
        try:
            await self.run()
        finally:
            self.hub.leave(self.live, self.listener)
            self.hub.aside_soon(self.live)

    async def read(self) -> None:
        """Answer frames one by one; an oversized frame or two minutes of silence close the connection."""
        while True:
            try:
                async with asyncio.timeout(IDLE_S):
                    text = await self.received()
            except TimeoutError:
                raise CloseConnection(NORMAL, "no frame for two minutes; send a ping now and then") from None
            if len(text) > FRAME_MAX or len(text.encode("utf-8", "surrogatepass")) > FRAME_MAX:
                raise CloseConnection(TOO_LARGE, f"a frame is at most {FRAME_MAX} bytes")
            async with self.answering:
                self.listener.send(await self._answer(text))

    async def _answer(self, text: str) -> Frame:
        """Return the answer to a frame; an error is answered and does not close the connection."""
        start, number, frame = time.perf_counter(), None, None
        try:
            number, read = _read(text)
            frame = read if isinstance(read, dict) else None
            self.rate.take(self.who)
            if isinstance(read, Malformed):
                raise read
            self._require_session()
            if not self.house.placement.is_current:
                raise elsewhere(self.live.name)
            waits = await self._do(read)
        except Malformed as fault:
            answer = self._refused(number, "malformed", fault.clause, str(fault))
        except Unavailable as fault:
            if fault.code == MOVED:  # the client sends it again, to the server that now runs the table
                raise CloseConnection(GOING_AWAY, fault.says or "") from None
            answer = self._refused(number, str(fault.code), None, public_words(fault))
        except Refused as refused:
            answer = self._refused(number, str(refused.code), refused.clause, self._says(refused))
        except UthError as error:
            answer = self._refused(number, "failed", None, str(error))
        else:
            answer = Frame(v=PROTOCOL, type="done", id=number, n=self.live.number)
            if waits is not None:
                answer["waits"] = waits
        self._measure(frame, answer, time.perf_counter() - start)
        return answer

    def _measure(self, frame: dict[str, Any] | None, answer: Frame, seconds: float) -> None:
        outcome = "done" if answer["type"] == "done" else answer["code"]
        self.metrics.command(outcome, seconds)
        kind = _kind(frame)
        LOG.debug("a command", table=self.live.name, kind=kind, outcome=outcome, seconds=round(seconds, 4))
        if seconds > SLOW_S:
            LOG.warning("a slow command", table=self.live.name, kind=kind, outcome=outcome, seconds=round(seconds, 3))

    def _says(self, refused: Refused) -> str:
        return refusal_says(refused, self.live.posted.rules.currency.symbol, with_due=False)

    def _refused(self, number: Any, code: str, clause: str | None, says: str) -> Frame:
        return Frame(v=PROTOCOL, type="refused", id=number, code=code, clause=clause, says=says)

    async def _do(self, frame: dict[str, Any]) -> int | None:
        """Execute a frame; return the number of its approval if it needs a second person."""
        session = self.session
        if "ping" in frame:
            return None
        if session is None:
            raise Refused("only_watching", None, "watchers cannot give commands; sit down first")
        if "do" in frame:
            command: c.Command = command_of(c.Command, frame["do"])
            if isinstance(command, c.ResolveDispute) and needs_two(command):
                return await self.house.propose(session, self.live.name, command, frame["id"])
            await self.house.command(session, self.live.name, command, frame["id"])
        elif "step" in frame:
            step, cards = step_of(frame["step"]), cards_of(frame.get("cards"))
            await self.house.step(session, self.live.name, step, frame["id"], cards)
        elif "word" in frame and may(session.roles, HouseAction.SAY_WORD):
            await self.live.say_word(session.person, self._seat(), frame["word"], f"{session.person}/{frame['id']}")
        elif "ready" in frame and may(session.roles, HouseAction.SAY_READY):
            if frame["ready"] is not True:
                raise Malformed("ready", frame["ready"], "is not true")
            self._say_ready()
            self.hub.aside_soon(self.live, READY_S)
        elif "more_time" in frame and may(session.roles, HouseAction.SAY_READY):
            if frame["more_time"] is not True:
                raise Malformed("more_time", frame["more_time"], "is not true")
            self._give_more_time()
            self.hub.aside(self.live)
        elif "say" in frame and may(session.roles, HouseAction.SAY_PHRASE):
            self.hub.say(self.live, self._seat(), session.name, phrase_of(frame["say"]))
        else:
            raise Malformed("frame", ", ".join(sorted(frame)), f"has none of {', '.join(KINDS)}")
        return None

    def _say_ready(self) -> None:
        """Mark the player's seats that have a wager as ready."""
        first = self._seat()
        with_wagers = [
            seat for seat in seats_of(self.live.table, self.listener.player) if seat in self.live.table.round.spots
        ]
        for seat in with_wagers or [first]:
            self.live.say_ready(seat)

    def _give_more_time(self) -> None:
        """Restart the clock that runs for one of the player's seats."""
        turn, own = self.live.table.turn, seats_of(self.live.table, self.listener.player)
        with_wagers = [seat for seat in own if seat in self.live.table.round.spots]
        self.live.give_more_time(turn if turn in own else (with_wagers or [self._seat()])[0])

    def _seat(self) -> Seat:
        seat = chair_of(self.live.table, self.listener.player)
        if seat is None:
            raise Refused("not_your_seat", None, "you have no seat at this table")
        return seat


KINDS: Final = ("do", "step", "word", "ready", "more_time", "say", "ping")
"""The requests that a client's frame may make."""


def step_of(said: object) -> str:
    """Return the name of a dealer's step, or refuse anything but a string."""
    if not isinstance(said, str):
        raise Malformed("step", said, 'is not the name of a step such as "DealNext"')
    return said


def cards_of(said: object) -> tuple[str, ...] | None:
    """Return the cards named for a dealer's step, ``None`` if none are, or refuse anything but a list of strings."""
    if said is None:
        return None
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        raise Malformed("cards", said, 'is not a list of cards such as ["As", "Td"]')
    return tuple(said)


def phrase_of(said: object) -> str:
    """Return a phrase, or refuse what is not in `PHRASES`."""
    if not isinstance(said, str) or said not in PHRASES:
        raise Malformed("say", said, f"is not one of {', '.join(PHRASES)}")
    return str(said)


def _read(text: str) -> tuple[str | None, dict[str, Any] | Malformed]:
    """Return the frame's id, if it has one, and the frame, or the fault why it cannot be read."""
    repeated: Malformed | None = None
    try:
        frame = read_json(text)
    except (ValueError, RecursionError):
        return None, Malformed("frame", text[:40], "is not JSON")
    except Malformed as twice:
        if twice.field == "id":
            return None, twice
        frame, repeated = json.loads(text), twice
    number = frame.get("id") if isinstance(frame, dict) else None
    if not isinstance(number, str) or not (1 <= len(number) <= 64 and number.isprintable()):
        says = "is not a string of 1 to 64 printable characters; every frame needs an id"
        return None, Malformed("id", number, says)
    return number, repeated if repeated is not None else frame


def _kind(frame: dict[str, Any] | None) -> str:
    """Return the kind of a frame for the log."""
    for kind in KINDS:
        if frame is not None and kind in frame:
            name = frame["do"].get("is") if kind == "do" and isinstance(frame["do"], dict) else None
            return name if isinstance(name, str) and name in COMMANDS else kind
    return "frame"


class SignSocket(ListenerSocket):
    """A connection to the sign of a link; it ignores what the client sends."""

    def __init__(self, socket: WebSocket, people: People, hub: Hub, link: LiveLink) -> None:
        super().__init__(socket, people, None, None, Listener(player=None))
        self.hub = hub
        self.link = link

    async def serve(self) -> None:
        """Run until the client disconnects."""
        await self.socket.accept()
        self.hub.watch(self.link, self.listener)
        try:
            await self.run()
        finally:
            self.hub.unwatch(self.link, self.listener)


REASON_MAX: Final = 120
"""The bytes available for the reason in a close frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """An admitted connection, of a person or of a stranger who watches."""

    session: Session | None


@asynccontextmanager
async def admission(socket: WebSocket, *, exists: bool) -> AsyncIterator[Admission | None]:
    """Admit a connection and count it inside the block; yield ``None`` if it was refused and closed."""
    if not has_allowed_origin(socket) or not exists:
        await socket.close(1008)
        yield None
        return
    if hub_of(socket).closing:
        await _reject(socket, GOING_AWAY, "the house is closing; come back when it is open")
        yield None
        return
    session = house_of(socket).people.session(socket.cookies.get(COOKIE))
    limits, person, address = (
        limits_of(socket),
        session.person if session is not None else None,
        address_of(socket.scope),
    )
    try:
        limits.connect(person, address)
    except TooFast as full:
        socket.app.state.metrics.turned_away.labels("sockets").inc()
        await _reject(socket, TRY_AGAIN, full.says)
        yield None
        return
    try:
        yield Admission(session=session)
    finally:
        limits.disconnect(person, address)


async def _reject(socket: WebSocket, code: int, says: str) -> None:
    """Accept and close at once: a browser shows no reason for a connection that was never accepted."""
    await socket.accept()
    await socket.close(code, says[:REASON_MAX])
