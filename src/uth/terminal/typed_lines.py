"""Lines as they are typed, for whoever has something else to do meanwhile."""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
from collections.abc import AsyncGenerator
from contextlib import suppress


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
