"""The entry point of `uth`; slow imports are deferred."""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys

INTERRUPTED = 130
"""The exit status after an interrupt."""
SPELLED = "uth.spelled"
PLAIN = {
    "\u2212": "-", "\u2013": "-", "\u2014": "-", "\u00d7": "x", "\u2019": "'", "\u201c": '"', "\u201d": '"',
    "\u2026": "...", "\u00b1": "+/-", "\u00b7": ".", "\u20ac": "EUR ", "\u00b9": "^1", "\u00b2": "^2",
    "\u00b3": "^3", "\u2074": "^4", "\u2264": "<=", "\u2265": ">=", "\u221e": "inf",
    "\u2660": "s", "\u2665": "h", "\u2666": "d", "\u2663": "c",
}  # fmt: skip
"""Replacements for characters that an ASCII or Windows terminal may lack."""


def main() -> None:
    """Run the command. An interrupt before it starts, or after it is done, exits silently."""
    signal.signal(signal.SIGINT, _ended)
    from uth.cli.app import app_for

    codecs.register_error(SPELLED, _spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=SPELLED)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            app_for(sys.argv[1:])()
        finally:
            signal.signal(signal.SIGINT, _ended)
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except ModuleNotFoundError as missing:
        raise _not_installed(missing) from None
    except OSError as fault:
        if fault.filename is not None:
            raise
        raise _no_output(fault) from None


def _not_installed(missing: ModuleNotFoundError) -> SystemExit:
    """Print on one line which extra the command needs, and return the exit status.

    The exception is raised again if no extra has the missing module.
    """
    from uth.extras import BY_COMMAND, advice

    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    says = advice(missing, BY_COMMAND.get(command))
    if says is None:
        raise missing
    sys.stderr.write(f"uth {command}: {says}\n")
    return SystemExit(2)


def _spelled(fault: UnicodeError) -> tuple[str, int]:
    """Replace a character that the output encoding lacks, by a similar ASCII character or by its number."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    missing = fault.object[fault.start : fault.end]
    return "".join(PLAIN.get(each) or ascii(each)[1:-1] for each in missing), fault.end


def _no_output(fault: OSError) -> SystemExit:
    """Print on one line that the output cannot be written, and return the exit status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # discard the rest of the buffer
    os.write(2, f"uth: the output cannot be written: {fault.strerror}\n".encode())
    return SystemExit(1)


def _ended(*_: object) -> None:
    """Exit at once, because nothing needs cleaning up."""
    os._exit(INTERRUPTED)
