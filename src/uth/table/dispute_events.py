"""A disputed round: recorded with its evidence, corrected, resolved, taken to the regulator."""

from __future__ import annotations

from dataclasses import dataclass

from uth.table.disputed import Evidence, Finding
from uth.table.settled import SettledWager
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDisputed:
    """A seat disputes the settlement of a round; the evidence is kept with it."""

    dispute: int
    seat: Seat
    says: str
    evidence: Evidence
    freezes: bool = True
    """Whether the table stands still until the dispute is resolved; one that does not freeze it waits."""
    late: bool = False
    """Whether the round is not the one whose settlement the table still shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReviewed:
    """Management opened a review of a settled round without a player's dispute."""

    dispute: int
    by: str
    reason: str
    evidence: Evidence
    freezes: bool
    late: bool
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementReversed:
    """The settlement of one wager was taken back; the corrected one follows."""

    seat: Seat
    settled: SettledWager
    round: int = 0
    """The round it belongs to; a log of an older version does not say, and means the last one."""
    at_cage: bool = False
    """Whether the difference is paid at the cage: the player does not sit there any more."""


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
    round: int = 0
    second: str | None = None
    """Who agreed, as the second person, to a correction."""
    regulator: str = ""
    """To whom the player may take it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAppealed:
    """The player took a dispute to the regulator, whom management notifies at once (CN.51)."""

    dispute: int
    seat: Seat
    says: str
    regulator: str
    clause: str
    round: int


DisputeEvent = RoundDisputed | RoundReviewed | SettlementReversed | BankCorrected | DisputeResolved | DisputeAppealed
"""What becomes of a dispute."""
