"""A dispute: what a seat says about a settled round, the evidence, and what the staff found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from uth.cards import Card
from uth.rules.values import Wager
from uth.table.settled import SettledWager
from uth.units import Seat


class Finding(StrEnum):
    """How a dispute ends at the table."""

    UPHELD = "upheld"
    """The settlement stands."""
    CORRECTED = "corrected"
    """The settlement is reversed and entered anew."""
    REFERRED = "referred"
    """It cannot be resolved here and goes to the regulator (CN.51)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuiltHands:
    """Every hand of a round, as the cards on the table and in the discard rack show it."""

    seats: Mapping[Seat, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a disputed round is judged on."""

    round: int
    hands: RebuiltHands
    settled: tuple[tuple[Seat, SettledWager], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What one wager should have got back and won."""

    seat: Seat
    wager: Wager
    returned: int
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """One dispute and where it stands."""

    number: int
    seat: Seat
    says: str
    evidence: Evidence
    finding: Finding | None = None

    @property
    def is_open(self) -> bool:
        """Whether the round is frozen by it."""
        return self.finding is None
