"""`uth`: where the program starts, before anything that takes time is imported."""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys

INTERRUPTED = 130
"""The exit status of a program that was interrupted."""
SPELLED = "uth.spelled"
PLAIN = {
    "\u2212": "-", "\u2013": "-", "\u2014": "-", "\u00d7": "x", "\u2019": "'", "\u201c": '"', "\u201d": '"',
    "\u2026": "...", "\u00b1": "+/-", "\u00b7": ".", "\u20ac": "EUR ", "\u00b9": "^1", "\u00b2": "^2",
    "\u00b3": "^3", "\u2074": "^4", "\u2264": "<=", "\u2265": ">=", "\u221e": "inf",
    "\u2660": "s", "\u2665": "h", "\u2666": "d", "\u2663": "c",
}  # fmt: skip
"""What is printed for a character that an ASCII or Windows terminal may not have."""


def main() -> None:
    """Run the command that was typed; an interrupt before it works, or after it is done, ends it without a word."""
    signal.signal(signal.SIGINT, _ended)
    from uth.cli.app import app

    codecs.register_error(SPELLED, _spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=SPELLED)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            app()
        finally:
            signal.signal(signal.SIGINT, _ended)
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except OSError as fault:
        if fault.filename is not None:
            raise
        raise _no_output(fault) from None


def _spelled(fault: UnicodeError) -> tuple[str, int]:
    """Spell a character that the output's encoding does not have: a plain one that means the same, or its number."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    missing = fault.object[fault.start : fault.end]
    return "".join(PLAIN.get(each) or ascii(each)[1:-1] for each in missing), fault.end


def _no_output(fault: OSError) -> SystemExit:
    """Say in one line that the output cannot be written, and return how the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is still in the buffer goes nowhere
    os.write(2, f"uth: the output cannot be written: {fault.strerror}\n".encode())
    return SystemExit(1)


def _ended(*_: object) -> None:
    """End at once: nothing is under way that would have to be put away."""
    os._exit(INTERRUPTED)
