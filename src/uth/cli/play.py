"""`uth play`."""

from __future__ import annotations


def command() -> None:
    """Play at a table in the terminal."""
