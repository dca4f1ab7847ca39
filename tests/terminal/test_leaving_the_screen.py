"""Leaving the table: a real terminal gets its screen back, with a one-line summary and status 0."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pytest

from support.installed import UTH

ENTERS, LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"


def until(terminal: int, wanted: bytes, seconds: float = 60) -> bytes:
    """Read from the terminal until the bytes are there or it is closed."""
    seen, ends = b"", time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < ends:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
    return seen


def sat_down(*options: str, shows: bytes = b"Bankroll") -> tuple[int, int, bytes]:
    """Start the table on a terminal of its own; return its process, the terminal and what was drawn so far."""
    read, write = os.pipe()
    process, terminal = pty.fork()
    if process == 0:
        os.close(write)
        os.read(read, 1)
        os.execve(UTH, [UTH, "play", *options], {**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.close(read)
    os.write(write, b"!")
    os.close(write)
    return process, terminal, until(terminal, shows)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize(
    "leave", [b"\x03", b"qq", signal.SIGTERM, signal.SIGINT], ids=["Ctrl-C", "Q", "SIGTERM", "SIGINT"]
)
def test_leaving_gives_the_screen_back_with_a_summary_and_status_0(leave: bytes | signal.Signals) -> None:
    process, terminal, drawn = sat_down("--shuffle-key", "felt")
    assert ENTERS in drawn
    os.write(terminal, b" ")
    time.sleep(0.3)
    if isinstance(leave, bytes):
        os.write(terminal, leave)
    else:
        os.kill(process, leave)
    rest = until(terminal, b"layout.")
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    after = rest.partition(LEAVES)[2]
    assert b"0 rounds played: broke even; you leave with $990 and $10 on the layout." in after
    assert b"Traceback" not in rest


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_plain_on_a_terminal_prompts_and_control_c_ends_it() -> None:
    process, terminal, seen = sat_down("--plain", shows=b"> ")
    assert b"Type deal.\r\n> " in seen
    os.write(terminal, b"\x03")
    rest = until(terminal, b"$1,000.\r\n")
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"0 rounds played: broke even; you leave with $1,000." in rest
    assert b"\x1b[" not in seen + rest
