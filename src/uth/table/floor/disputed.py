"""A dispute: what is said about a settled round, the evidence, and what the staff found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from uth.cards import Card
from uth.records import state
from uth.rules.values import Wager
from uth.table.settle.settled import Banker, SettledWager
from uth.units import PlayerId, Seat

Lines = tuple[tuple[Seat, SettledWager], ...]
"""Settled wagers, each with its seat."""


class Finding(StrEnum):
    """What the staff found."""

    UPHELD = "upheld"
    """The settlement stands."""
    DISMISSED = "dismissed"
    """The settlement stands, and there was no reason to stop the table; only this counts against the player (R66)."""
    CORRECTED = "corrected"
    """The settlement is reversed and entered again."""
    REFERRED = "referred"
    """Management cannot resolve it; it goes to the regulator (CN.51)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuiltHands:
    """Every hand of a round, as the cards on the table and in the discard rack show it."""

    seats: Mapping[Seat, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]


@state
class Evidence:
    """What a settled round is judged on: its hands, its players, and how each wager is settled."""

    round: int
    hands: RebuiltHands
    settled: Lines
    players: Mapping[Seat, PlayerId] = field(default_factory=dict)
    bank: Banker | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What one wager should have got back and won."""

    seat: Seat
    wager: Wager
    returned: int
    won: int


@state
class Dispute:
    """One dispute, or a review by management, and where it stands."""

    number: int
    seat: Seat | None
    """The seat that disputes; ``None`` where management reviews the round."""
    says: str
    evidence: Evidence
    finding: Finding | None = None
    freezes: bool = True
    """Whether the table stands still until it is resolved."""
    by: str | None = None
    """Which manager opened it."""
    appealed: bool = False
    """Whether the player has taken it to the regulator."""

    @property
    def is_open(self) -> bool:
        """Whether the round is frozen by it."""
        return self.freezes and self.finding is None

    @property
    def waits(self) -> bool:
        """Whether somebody still has to resolve it."""
        return self.finding in (None, Finding.REFERRED) or self.appealed
