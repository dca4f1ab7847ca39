"""Standard input and output for a plain table: text that cannot be decoded or written is never an error."""

from __future__ import annotations

import asyncio
import codecs
import io
import os
import sys
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress


def say(line: str) -> None:
    """Print a line, to be read at once."""
    print(line, flush=True)


@contextmanager
def plain_streams() -> Iterator[None]:
    """Replace characters that cannot be written, and end the block quietly when the reader goes away."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


async def typed_lines(file: int) -> AsyncGenerator[str, None]:
    """Yield the lines of a file as they come, the last even without an end; bytes that are not text are replaced.

    A thread reads, since a file cannot be awaited, and straight from the file, so that nothing is left locked when the
    program ends while the thread waits.
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
