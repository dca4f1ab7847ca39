"""A reconnecting websocket: unanswered frames are sent again, missed frames are received again."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from uth.errors import Refused, UthError
from uth.views import PROTOCOL

if TYPE_CHECKING:
    from uth.views.frames import Frame


class Lost(UthError):
    """The house cannot be reached; a frame that was sent and not answered may have been executed."""


PING_S: Final = 40.0
"""The interval of pings; the house closes a connection after two silent minutes."""
WAITS_S: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""The delay before each attempt to reconnect; the last one repeats."""
TOO_FAST_S: Final = 0.1
TOO_FAST_TRIES: Final = 100
FRAME_MAX: Final = 8 * 1024 * 1024

FrameListener = Callable[["Frame"], None]
T = TypeVar("T")


class Connection:
    """A connection to a table that outlives its websockets."""

    def __init__(self, url: str, *, cookie: str | None, patience_s: float | None, listener: FrameListener) -> None:
        self.n = -1
        """The number of the last record received; a new connection resumes after it."""
        self.is_open = False
        self.opened = 0
        """The number of sockets so far."""
        self.over: UthError | None = None
        """Why the connection has ended for good."""
        self._url = url
        self._headers = {"Cookie": cookie} if cookie is not None else {}
        self._patience_s = patience_s
        self._listener = listener
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[str, asyncio.Future[int]]] = {}
        self._ids = (f"{time.time_ns():x}-{os.getpid():x}-{number}" for number in count(1))
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect; raise if the house or the table does not exist."""
        socket = await self._connect()
        self._task = asyncio.create_task(self._run(socket), name=f"connection to {self._url}")

    async def close(self) -> None:
        """Close, and fail every unanswered request."""
        if self._task is not None:
            await _cancel(self._task)
        self._end(Lost("the connection was closed"))

    async def send(self, frame: dict[str, Any]) -> int:
        """Return the record number once the frame is done; raise `Refused` if it is refused.

        After a lost connection an unanswered frame is sent again under the same id, so that it is executed only once. A
        frame refused as too fast is sent again later.
        """
        for _ in range(TOO_FAST_TRIES):
            try:
                return await self._send_once(frame)
            except Refused as refused:
                if refused.code != "too_fast":
                    raise
                await asyncio.sleep(TOO_FAST_S)
        return await self._send_once(frame)

    async def _send_once(self, frame: dict[str, Any]) -> int:
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

    async def wait_for(self, awaited: Coroutine[Any, Any, T]) -> T:
        """Return the result, or raise the reason if the connection ends first."""
        waiting, ending = asyncio.ensure_future(awaited), asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait((waiting, ending), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done() and self.over is not None:
                raise self.over
            return await waiting
        finally:
            waiting.cancel()
            ending.cancel()

    async def _connect(self) -> ClientConnection:
        """Return a new socket; raise `Refused` if retrying is pointless, otherwise `Lost`."""
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
        """Read from one socket after another until the connection ends."""
        try:
            while True:
                async with socket, self._in_use(socket):
                    await self._read(socket)
                socket = await self._reconnect()
        except UthError as error:
            self._end(error)
        except Exception as error:  # raised by a listener; pending requests fail with it
            self._end(Lost(f"a listener failed: {error}"))
            raise

    @asynccontextmanager
    async def _in_use(self, socket: ClientConnection) -> AsyncIterator[None]:
        """Use this socket: send unanswered frames again, then ping regularly."""
        self._socket, self.is_open = socket, True
        pings = asyncio.create_task(self._ping(socket))
        try:
            with suppress(ConnectionClosed):
                for text, _ in tuple(self._unanswered.values()):
                    await socket.send(text)
            yield
        finally:
            self._socket, self.is_open = None, False
            await _cancel(pings)

    async def _reconnect(self) -> ClientConnection:
        """Reconnect; raise `Lost` after `patience_s`."""
        since, tries = time.monotonic(), 0
        while True:
            await asyncio.sleep(WAITS_S[min(tries, len(WAITS_S) - 1)])
            tries += 1
            try:
                return await self._connect()
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
                if frame.get("v") != PROTOCOL:
                    raise _other_version(frame.get("v"))
                if frame["type"] in ("done", "refused"):
                    self._resolve(frame)
                else:
                    self.n = frame.get("n", self.n)
                    self._listener(cast("Frame", frame))

    def _resolve(self, frame: dict[str, Any]) -> None:
        _, answer = self._unanswered.get(str(frame.get("id")), ("", None))
        if answer is None or answer.done():
            return
        if frame["type"] == "done":
            answer.set_result(frame["n"])
        else:
            answer.set_exception(Refused(frame["code"], frame["clause"], frame["says"]))

    def _end(self, error: UthError) -> None:
        """Fail every unanswered request."""
        self.over = self.over or error
        self._ended.set()
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(self.over)


def _other_version(version: object) -> Refused:
    says = f"the house speaks version {version} of the protocol and this program version {PROTOCOL}"
    return Refused("other_protocol", None, f"{says}; update the older of the two")


async def _cancel(task: asyncio.Task[None]) -> None:
    """Cancel the task and wait until it has ended; a cancellation of the caller is propagated."""
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
