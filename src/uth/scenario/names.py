"""What the seats are called when a table is told."""

from __future__ import annotations

from typing import Protocol

from uth.units import Seat


class Names(Protocol):
    """Who sits where, in words."""

    def name(self, seat: Seat) -> str:
        """Return what the seat is called."""
        ...

    def does(self, seat: Seat, verb: str) -> str:
        """Return who does what: ``seat 1 checks``, ``you check``."""
        ...

    def whose(self, seat: Seat) -> str:
        """Return the seat as the owner of something: ``seat 1's``, ``your``."""
        ...


class SeatNumbers:
    """Every seat by its number, as a script has it."""

    def name(self, seat: Seat) -> str:
        """Return ``seat 1``."""
        return f"seat {seat}"

    def does(self, seat: Seat, verb: str) -> str:
        """Return ``seat 1 checks``."""
        return f"seat {seat} {verb}s"

    def whose(self, seat: Seat) -> str:
        """Return ``seat 1's``."""
        return f"seat {seat}'s"
