"""The websocket at a table: frames in, frames out, bounded on every side."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Final

from fastapi import WebSocket, WebSocketDisconnect

from uth.errors import Malformed, Refused, UthError
from uth.host.house import House, staff
from uth.host.live_table import LiveTable
from uth.host.people import Session
from uth.host.roles import Action, may
from uth.store.codec import decoded
from uth.table import commands as c
from uth.table.refusal_words import refusal_says
from uth.units import Seat
from uth.web.frames import PROTOCOL, Frame
from uth.web.hub import Hub, Listener, chair_of, seats_of
from uth.web.security import Bucket

FRAME_MAX: Final = 16 * 1024
IDLE_S: Final = 120.0
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
TOO_SLOW: Final = 1013
TOO_LARGE: Final = 1009


class TableSocket:
    """One person's connection to one table."""

    def __init__(self, socket: WebSocket, house: House, hub: Hub, live: LiveTable, session: Session | None) -> None:
        self.socket = socket
        self.house = house
        self.hub = hub
        self.live = live
        self.session = session
        player = session.player if session is not None else None
        self.listener = Listener(player=player, staff=session is not None and staff(session))
        self.rate = Bucket(burst=40, per_s=20)

    async def serve(self, after: int | None) -> None:
        """Speak until either side has had enough."""
        await self.socket.accept()
        self.hub.join(self.live, self.listener, after)
        self.hub.aside_soon(self.live)
        parts = {asyncio.create_task(part) for part in (self._read(), self._write(), self._watch())}
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.leave(self.live, self.listener)
            self.hub.aside_soon(self.live)
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(TOO_SLOW if self.listener.behind else 1000)

    async def _watch(self) -> None:
        await self.listener.over.wait()

    async def _write(self) -> None:
        while True:
            await self.socket.send_text((await self.listener.frames.get()).text)

    async def _read(self) -> None:
        while True:
            text = await asyncio.wait_for(self.socket.receive_text(), IDLE_S)
            if len(text) > FRAME_MAX:
                await self.socket.close(TOO_LARGE)
                return
            self.listener.hear(await self._answer(text))

    async def _answer(self, text: str) -> Frame:
        """Return what the frame is answered with: done, or why not; nothing it says ends the connection."""
        number: Any = None
        try:
            frame = _frame(text)
            number = frame["id"]
            if not self.rate.take():
                raise Refused("too_fast", None, "more than 20 commands a second; slow down")
            await self._do(frame)
        except Malformed as fault:
            return self._refused(number, "malformed", fault.clause, str(fault))
        except Refused as refused:
            return self._refused(number, str(refused.code), refused.clause, self._says(refused))
        except UthError as error:
            return self._refused(number, "failed", None, str(error))
        return Frame(v=PROTOCOL, type="done", id=number, n=self.live.number)

    def _says(self, refused: Refused) -> str:
        return refusal_says(refused, self.live.posted.rules.currency.symbol)

    def _refused(self, number: Any, code: str, clause: str | None, says: str) -> Frame:
        return Frame(v=PROTOCOL, type="refused", id=number, code=code, clause=clause, says=says)

    async def _do(self, frame: dict[str, Any]) -> None:
        session = self.session
        if "ping" in frame:
            return
        if session is None:
            raise Refused("only_watching", None, "who only watches gives no commands; sit down first")
        if "do" in frame:
            command: c.Command = decoded(c.Command, frame["do"])
            await self.house.command(session, self.live.name, command, frame["id"])
        elif "step" in frame:
            await self.house.step(session, self.live.name, str(frame["step"]), frame["id"])
        elif "word" in frame and may(session.roles, Action.SAY_WORD):
            self.live.say_word(self._seat(), frame["word"])
        elif "ready" in frame and may(session.roles, Action.SAY_READY):
            self._say_ready()
            self.hub.aside(self.live)
        elif "say" in frame and may(session.roles, Action.SAY_PHRASE):
            self.hub.say(self.live, self._seat(), session.name, phrase_of(frame["say"]))
        else:
            raise Malformed("frame", ", ".join(sorted(frame)), "has none of do, step, word, ready, say, ping")

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


def phrase_of(said: object) -> str:
    """Return one of the phrases people may say to each other at a table, or refuse it."""
    if said not in PHRASES:
        raise Malformed("say", said, f"is not one of {', '.join(PHRASES)}")
    return str(said)


def _frame(text: str) -> dict[str, Any]:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("frame", text[:40], "is not JSON") from None
    if not isinstance(frame, dict) or not isinstance(frame.get("id"), str) or not 1 <= len(frame["id"]) <= 64:
        raise Malformed("id", None, "is missing; every frame has a text of 1 to 64 characters under id")
    return frame
