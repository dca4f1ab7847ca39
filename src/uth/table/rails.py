"""The rails: the chips before each seat that do not lie on the layout."""

from __future__ import annotations

from uth.changed import changed
from uth.rules.values import Wager
from uth.table.state import Table
from uth.units import Seat


def on_rail(table: Table, seat: Seat, cents: int) -> Table:
    """Return the table with so many cents more on that seat's rail."""
    chair = table.chairs[seat]
    return changed(table, chairs={**table.chairs, seat: changed(chair, rail=chair.rail + cents)})


def chips(wager: Wager, cents: int) -> int:
    """Return how many chips lie in the wager: a coupon is none (R18)."""
    return 0 if wager is Wager.MATCH_PLAY else cents
