"""Claims of the last round: every award and envy pay, and whether it waits, was paid or was refused.

Every screen and document reads them here. They follow the log event by event, as the ledger does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from uth.rules.values import Means, Wager
from uth.table.owed import round_of
from uth.table.settled import SettledWager
from uth.table.state import Owed, Table
from uth.units import Seat


class ClaimState(StrEnum):
    """How far a claim has come."""

    WAITS = "waits"
    PAID = "paid"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One award of a meter, or one envy pay for another seat's hand."""

    owed: Owed
    state: ClaimState
    means: Means | None = None
    by: str = ""
    reason: str = ""


def claims(table: Table) -> list[Claim]:
    """Return the awards and envy of the last round: what was decided in its order, then what waits."""
    found = []
    for each in table.decided:
        state = ClaimState.REFUSED if each.means is None else ClaimState.PAID
        found.append(Claim(owed=each.owed, state=state, means=each.means, by=each.by, reason=each.reason))
    waits = (each for each in table.owed if each.round == round_of(table) and table.settled)
    return found + [Claim(owed=each, state=ClaimState.WAITS) for each in waits]


def envy_claims(table: Table) -> list[Claim]:
    """Return the envy of the last round."""
    return [each for each in claims(table) if each.owed.from_seat is not None]


def award_claim(table: Table, seat: Seat, settled: SettledWager) -> Claim | None:
    """Return the award on that wager of the last round as it stands now, or ``None`` where it won none."""
    if settled.wager is not Wager.PROGRESSIVE:
        return None
    mine = [each for each in claims(table) if each.owed.from_seat is None and each.owed.seat == seat]
    return mine[-1] if mine else None


def waiting(table: Table, seat: Seat, settled: SettledWager) -> int:
    """Return how much of what the wager won waits for a supervisor: nobody pays it out yet."""
    claim = award_claim(table, seat, settled)
    return claim.owed.cents if claim is not None and claim.state is ClaimState.WAITS else 0
