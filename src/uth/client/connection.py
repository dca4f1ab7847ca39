"""A connection that mends itself: what was not answered is sent again, what was missed is heard again."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, Final, TypeVar, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from uth.errors import Refused, UthError
from uth.views.frames import Frame


class Lost(UthError):
    """The house cannot be reached, or is no longer; what was sent and not answered may have been done."""


PING_S: Final = 40.0
"""How often the house hears that somebody is there; two silent minutes end the connection."""
WAITS_S: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""How long to wait before each new try to reach the house; the last for all that follow."""
TOO_FAST_S: Final = 0.1
TOO_FAST_TRIES: Final = 100
FRAME_MAX: Final = 8 * 1024 * 1024

Heard = Callable[[Frame], None]
Something = TypeVar("Something")


class Connection:
    """One websocket after the other to one table, as one."""

    def __init__(self, url: str, *, cookie: str | None, patience_s: float | None, heard: Heard) -> None:
        self.n = -1
        """The number of the last record heard of; a new connection goes on after it."""
        self.is_open = False
        self.opened = 0
        """How many sockets it took so far."""
        self.over: UthError | None = None
        """Why it has ended for good."""
        self._url = url
        self._headers = {"Cookie": cookie} if cookie is not None else {}
        self._patience_s = patience_s
        self._heard = heard
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[str, asyncio.Future[int]]] = {}
        self._ids = (f"{time.time_ns():x}-{os.getpid():x}-{number}" for number in count(1))
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect; raise at once if the house or the table is not there."""
        socket = await self._connected()
        self._task = asyncio.create_task(self._run(socket), name=f"connection to {self._url}")

    async def close(self) -> None:
        """Close, and fail every request that still waits for an answer."""
        if self._task is not None:
            await _ended(self._task)
        self._end(Lost("the connection was closed"))

    async def send(self, frame: dict[str, Any]) -> int:
        """Return the number of the log once the frame is done; raise `Refused` if it is not.

        What is not answered when the connection breaks is sent again under the same id, so it is done once. What comes
        too fast for the house is sent again in a while.
        """
        for _ in range(TOO_FAST_TRIES):
            try:
                return await self._sent(frame)
            except Refused as refused:
                if refused.code != "too_fast":
                    raise
                await asyncio.sleep(TOO_FAST_S)
        return await self._sent(frame)

    async def _sent(self, frame: dict[str, Any]) -> int:
        if self.over is not None:
            raise self.over
        number = next(self._ids)
        text = json.dumps({"id": number, **frame}, separators=(",", ":"))
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._unanswered[number] = text, answer
        try:
            if self._socket is not None:
                with suppress(ConnectionClosed):
                    await self._socket.send(text)
            return await answer
        finally:
            del self._unanswered[number]

    async def lasting(self, waited_for: Coroutine[Any, Any, Something]) -> Something:
        """Return what is waited for, or raise why the connection has ended for good before it came."""
        waiting, ending = asyncio.ensure_future(waited_for), asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait((waiting, ending), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done() and self.over is not None:
                raise self.over
            return await waiting
        finally:
            waiting.cancel()
            ending.cancel()

    async def _connected(self) -> ClientConnection:
        """Return a new socket; raise what no further try can mend as `Refused`, the rest as `Lost`."""
        after = f"?after={self.n}" if self.n >= 0 else ""
        try:
            socket = await connect(f"{self._url}{after}", additional_headers=self._headers, max_size=FRAME_MAX)
        except InvalidStatus as error:
            if error.response.status_code == 403:
                raise Refused("no_table", None, f"the house has no table at {self._url}") from None
            raise Lost(f"the house answers {error.response.status_code}") from None
        except (OSError, TimeoutError, InvalidHandshake, InvalidURI) as error:
            raise Lost(f"the house does not answer: {error or type(error).__name__}") from None
        self.opened += 1
        return socket

    async def _run(self, socket: ClientConnection) -> None:
        """Speak over one socket after the other until it is over."""
        try:
            while True:
                async with socket, self._in_use(socket):
                    await self._read(socket)
                socket = await self._again()
        except UthError as error:
            self._end(error)
        except Exception as error:  # anything a listener raises; waiting requests fail with it
            self._end(Lost(f"a listener failed: {error}"))
            raise

    @asynccontextmanager
    async def _in_use(self, socket: ClientConnection) -> AsyncIterator[None]:
        """Use this socket: first resend what was not answered, then ping now and then."""
        self._socket, self.is_open = socket, True
        pings = asyncio.create_task(self._ping(socket))
        try:
            with suppress(ConnectionClosed):
                for text, _ in tuple(self._unanswered.values()):
                    await socket.send(text)
            yield
        finally:
            self._socket, self.is_open = None, False
            await _ended(pings)

    async def _again(self) -> ClientConnection:
        """Return a new socket, however many tries it takes, as long as the patience lasts."""
        since, tries = time.monotonic(), 0
        while True:
            await asyncio.sleep(WAITS_S[min(tries, len(WAITS_S) - 1)])
            tries += 1
            try:
                return await self._connected()
            except Lost:
                if self._patience_s is not None and time.monotonic() - since > self._patience_s:
                    raise

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(PING_S)
                await socket.send(json.dumps({"id": next(self._ids), "ping": 1}))

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] in ("done", "refused"):
                    self._answered(frame)
                else:
                    self.n = frame.get("n", self.n)
                    self._heard(cast(Frame, frame))

    def _answered(self, frame: dict[str, Any]) -> None:
        _, answer = self._unanswered.get(str(frame.get("id")), ("", None))
        if answer is None or answer.done():
            return
        if frame["type"] == "done":
            answer.set_result(frame["n"])
        else:
            answer.set_exception(Refused(frame["code"], frame["clause"], frame["says"]))

    def _end(self, error: UthError) -> None:
        """Fail every request that still waits."""
        self.over = self.over or error
        self._ended.set()
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(self.over)


async def _ended(task: asyncio.Task[None]) -> None:
    """Cancel the task and return once it has ended; a cancellation of the caller is passed on."""
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
