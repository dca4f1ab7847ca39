"""A table's Game Manager: its key, its sensors, its hand buttons."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class ButtonDocument(TypedDict):
    """A hand button that is on, with its award."""

    seat: int
    award: int
    hand: str
    cents: int
    stage: str


class GameManager(TypedDict):
    """A table's Game Manager: the supervisor's key, the sensors, the hand buttons."""

    key: Literal["run", "jph"]
    round: int | None
    """The round that COIN IN has locked."""
    lit: list[int]
    failed: list[int]
    called: bool
    buttons: list[ButtonDocument]
    again: dict[str, list[str]]
    """By seat, the hand buttons that can go on once an award of this round is no more (NV.10c, R60)."""


class Station(GameManager):
    """A table's Game Manager on a link."""

    table: str
