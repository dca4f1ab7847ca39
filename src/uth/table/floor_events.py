"""What the floor does at a running table: act for an absent seat, change a setting, remove a player."""

from __future__ import annotations

from dataclasses import dataclass

from uth.units import PlayerId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ActedForSeat:
    """The floor acts for a seat whose player is absent; what it does follows."""

    seat: Seat
    by: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSet:
    """The floor changed what the book leaves to management; these are in force from now on."""

    hands_per_player: int
    entry_fee: int
    by: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRemoved:
    """The floor removed a player, who gets up at once, or once the round is settled."""

    seat: Seat
    player: PlayerId
    by: str
    reason: str
    clause: str
    from_house: bool


FloorEvent = ActedForSeat | TableSet | PlayerRemoved
"""What the floor does beside rulings and disputes."""
