"""Side wagers of `uth exact`."""

from __future__ import annotations

from typing import Any

from uth.table.posted import Posted


def numbers_of(bet: str, posted: Posted, meters: dict[str, int], seats: int | None) -> dict[str, Any]:
    """Return the numbers of a side wager."""
    raise NotImplementedError(bet, posted, meters, seats)


def show_side(bet: str, numbers: dict[str, Any], posted: Posted) -> None:
    """Print them."""
    raise NotImplementedError(bet, numbers, posted)
