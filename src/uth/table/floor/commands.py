"""Commands about irregularities, rulings, management and disputes, and the commands of a link to its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from uth.cards import Card
from uth.rules.procedure import Remedy
from uth.rules.values import Means
from uth.table.deck.commands import OrderRecut
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.irregularities import Irregularity
from uth.units import PlayerId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Report what went wrong; the book rules on it, or the floor."""

    irregularity: Irregularity


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceCards:
    """Shuffle the cards that were wrongly seen into the rest and deal new ones in their places; the order is given."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnIrregularity:
    """Rule, as the floor, on what the book leaves open."""

    remedy: Remedy
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActForSeat:
    """Act, as the floor, for the seat that is asked and whose player is absent (R86)."""

    seat: Seat
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable:
    """Change, as the floor, what the book leaves to management at a running table; what is not given stays (R87)."""

    by: str
    reason: str
    hands_per_player: int | None = None
    entry_fee: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePlayer:
    """Remove a player from the game, as the floor (GR.15)."""

    seat: Seat
    by: str
    reason: str
    void: bool = False
    """Whether the hand is voided and its stakes returned, where the book says so."""
    from_house: bool = False
    """Whether the player is also banned from the house."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreProgressive:
    """Take progressive wagers again: the system is back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMeters:
    """Read the meters of the link this table is on; from then on the link feeds and pays them."""

    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLink:
    """Read whether the link takes wagers, and which sensors of this table do not light."""

    down: bool
    dark: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OweAward:
    """Owe a seat an award after the round was settled: its hand button was turned on again (NV.10c)."""

    seat: Seat
    hand: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAward:
    """Change a pending award: an earlier one of the same round and meter was withdrawn (CN.37)."""

    seat: Seat
    cents: int
    to: int
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BringAward:
    """Bring the award of a meter to the seat that won it, and the envy that waits with it (CN.36, CN.40, R81)."""

    seat: Seat
    cents: int
    means: Means
    round: int | None = None
    """The round it was won in. Without it, the command means the longest pending award of that amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DenyAward:
    """Deny an award that was not confirmed, and the envy that waits with it."""

    seat: Seat
    cents: int
    by: str
    reason: str
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAwardBack:
    """Take an award that was paid in cheques off the rail again, with its envy: it was backed out (R60)."""

    seat: Seat
    cents: int
    by: str
    reason: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRound:
    """Dispute how a round was settled: the last one, or one of the ten before."""

    seat: Seat
    says: str
    round: int = 0
    """The round's number; 0 is the last one."""
    player: PlayerId | None = None
    """The player who disputes, who may have left the seat. The house fills it in."""
    floor_is_in: bool = True
    """Whether a floorperson is present to look at it. The house fills it in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeToRegulator:
    """Take a dispute to the regulator, as the player who raised it (CN.51)."""

    seat: Seat
    dispute: int
    says: str
    player: PlayerId | None = None
    """The player who appeals, who may have left the seat. The house fills it in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRound:
    """Open a review of a settled round, as management, without a player's dispute."""

    by: str
    reason: str
    round: int = 0
    """The round's number; 0 is the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveDispute:
    """Resolve a dispute, as the staff: uphold the settlement, correct it, or refer it."""

    dispute: int
    finding: Finding
    by: str
    reason: str
    corrections: tuple[Correction, ...] = ()
    second: str | None = None
    """The second person who agrees. A correction needs two people."""


FloorCommand = (
    OrderRecut
    | RuleOnIrregularity
    | RestoreProgressive
    | ReviewRound
    | ResolveDispute
    | ActForSeat
    | SetTable
    | RemovePlayer
)
DisputeCommand = DisputeRound | TakeToRegulator
"""Commands about a settled round from a player who had a seat in it."""
LinkCommand = ReadMeters | ReadLink | OweAward | ChangeAward | BringAward | DenyAward | TakeAwardBack
"""Commands from the link to the table; no person gives these."""
