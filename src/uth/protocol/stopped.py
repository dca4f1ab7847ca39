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
    """What a seat says about a settled round, and what the cards and the settlement show."""

    dispute: int
    seat: int
    name: str
    says: str
    round: int
    seats: dict[str, list[str]]
    """The hole cards of every seat."""
    dealer: list[str]
    community: list[str]
    settled: dict[str, list[Line]]
