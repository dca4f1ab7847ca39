"""What stops a table: a call of the floor, a dispute."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from uth.protocol.seat import Line


class FloorCallDocument(TypedDict):
    """What the book leaves to the floor, and what the floor may choose."""

    irregularity: dict[str, Any]
    choices: list[str]
    clause: str


class DisputeDocument(TypedDict):
    """What is said about a settled round, and what the cards and the settlement show."""

    dispute: int
    seat: int | None
    """The seat that disputes; null where management reviews the round."""
    name: str
    """The player, or who of the management opened it."""
    says: str
    round: int
    freezes: bool
    """Whether the table stands still until it is resolved."""
    finding: str | None
    appealed: bool
    """Whether the player has taken it to the regulator."""
    regulator: str
    notice: str | None
    """How far the regulator is notified, in words, where that is due."""
    seats: dict[str, list[str]]
    """The hole cards of every seat."""
    dealer: list[str]
    community: list[str]
    settled: dict[str, list[Line]]
    """How each wager stands settled now, by seat."""
    most: dict[str, dict[str, int]]
    """The most each wager can win under the posted tables, by seat and wager."""
