"""Records of a dispute: the objection to a settled round, its evidence, and the staff's finding."""

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
"""Settled wagers with their seats."""


class Finding(StrEnum):
    """The staff's finding on a dispute."""

    UPHELD = "upheld"
    """The settlement stands."""
    DISMISSED = "dismissed"
    """The settlement stands, and stopping the table was not justified. Only this counts against the player (R66)."""
    CORRECTED = "corrected"
    """The settlement is reversed and entered again."""
    REFERRED = "referred"
    """Management cannot resolve it; it goes to the regulator (CN.51)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuiltHands:
    """Every hand of a round, as rebuilt from the table and the discard rack."""

    seats: Mapping[Seat, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]


@state
class Evidence:
    """The evidence of a settled round: its hands, its players, and the settlement of each wager."""

    round: int
    hands: RebuiltHands
    settled: Lines
    players: Mapping[Seat, PlayerId] = field(default_factory=dict)
    bank: Banker | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """The right amounts, returned and won, for one wager."""

    seat: Seat
    wager: Wager
    returned: int
    won: int


@state
class Dispute:
    """A dispute, or a review by management, and its state."""

    number: int
    seat: Seat | None
    """The seat that disputes; ``None`` if management reviews the round."""
    says: str
    evidence: Evidence
    finding: Finding | None = None
    freezes: bool = True
    """Whether the table is frozen until it is resolved."""
    by: str | None = None
    """The manager who opened it."""
    appealed: bool = False
    """Whether the player has taken it to the regulator."""

    @property
    def is_open(self) -> bool:
        """Whether it freezes the round."""
        return self.freezes and self.finding is None

    @property
    def waits(self) -> bool:
        """Whether it is still to be resolved."""
        return self.finding in (None, Finding.REFERRED) or self.appealed
