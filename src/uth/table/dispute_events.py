"""A disputed round: frozen with its evidence, corrected, resolved."""

from __future__ import annotations

from dataclasses import dataclass

from uth.table.disputed import Evidence, Finding
from uth.table.settled import SettledWager
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDisputed:
    """A seat disputes the settlement; the round is frozen with its evidence."""

    dispute: int
    seat: Seat
    says: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementReversed:
    """The settlement of one wager was taken back; the corrected one follows."""

    seat: Seat
    settled: SettledWager


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCorrected:
    """The player/dealer paid or got the difference of a correction."""

    seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeResolved:
    """The staff resolved a dispute; so many cents went to the players."""

    dispute: int
    finding: Finding
    by: str
    reason: str
    clause: str
    players: int


DisputeEvent = RoundDisputed | SettlementReversed | BankCorrected | DisputeResolved
"""What becomes of a dispute."""
