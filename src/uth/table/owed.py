"""What is owed to a seat: one award among those that wait."""

from __future__ import annotations

from uth.table.state import Owed, Table
from uth.units import Seat


def owed_to(table: Table, seat: Seat, cents: int) -> Owed | None:
    """Return the award of that seat and amount that has waited longest, or ``None``."""
    return next((each for each in table.owed if (each.seat, each.cents) == (seat, cents)), None)


def without(owed: tuple[Owed, ...], gone: Owed | None) -> tuple[Owed, ...]:
    """Return what still waits once one award is done with."""
    at = owed.index(gone) if gone is not None else len(owed)
    return (*owed[:at], *owed[at + 1 :])
