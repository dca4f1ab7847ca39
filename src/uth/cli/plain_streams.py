"""Standard input and output for a plain table: undecodable text and closed pipes are not errors."""

from __future__ import annotations

import asyncio
import codecs
import io
import os
import select
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress


def say(line: str) -> None:
    """Print a line and flush it."""
    print(line, flush=True)


@contextmanager
def plain_streams() -> Iterator[None]:
    """Replace characters that cannot be encoded, and end the block quietly when the reader closes the pipe."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


class TypedInput:
    """Waits for a line on a terminal or for a signal, including one that arrived just before the wait began.

    A signal between the prompt and a blocking `read` would go unnoticed until the next line, because Python runs its
    handler only between its own instructions. The wakeup pipe makes such a signal readable.
    """

    def __init__(self, file: int) -> None:
        self._file = file

    def __enter__(self) -> TypedInput:
        self._woken, self._wakes = os.pipe()
        for end in (self._woken, self._wakes):
            os.set_blocking(end, False)
        self._before = signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        os.close(self._woken)
        os.close(self._wakes)

    def wait(self) -> None:
        """Return when a line can be read. A signal's handler runs here, and its exception ends the wait."""
        if sys.platform == "win32":  # select only supports sockets there
            return
        ready: list[int] = []
        while self._file not in ready:
            ready, _, _ = select.select([self._file, self._woken], [], [])
            with suppress(BlockingIOError):
                os.read(self._woken, 4096)


async def typed_lines(file: int) -> AsyncGenerator[str, None]:
    """Yield the lines of a file as they arrive, including an unterminated last line; undecodable bytes are replaced.

    A thread reads the raw file, because a file cannot be awaited and a buffered one would stay locked if the program
    ended while the thread waits.
    """
    loop, read, wanted = asyncio.get_running_loop(), asyncio.Queue[bytes](), threading.Semaphore(0)

    def reads() -> None:
        with suppress(RuntimeError):  # the event loop is closed
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
