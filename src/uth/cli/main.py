"""`uth`: where the program starts, before anything that takes time is imported."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130
"""The exit status of a program that was interrupted."""


def main() -> None:
    """Run the command that was typed; an interrupt before it works, or after it is done, ends it without a word."""
    signal.signal(signal.SIGINT, _ended)
    from uth.cli.app import app

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            app()
        finally:
            signal.signal(signal.SIGINT, _ended)
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def _ended(*_: object) -> None:
    """End at once: nothing is under way that would have to be put away."""
    os._exit(INTERRUPTED)
