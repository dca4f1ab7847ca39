"""Standard input and output for a plain table: nothing that is typed or read away is an error."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


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
