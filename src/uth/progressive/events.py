"""Events of a link. Its state is the fold of `apply` over them, in the order of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from uth.progressive.state import Key, Means, TableName
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableJoined:
    """A table joined the link."""

    table: TableName
    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLeft:
    """A table left the link."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinedIn:
    """The progressive wagers of a round are locked; the sensors of these seats stay lit."""

    table: TableName
    round: int
    seats: tuple[Seat, ...]
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterFed:
    """A meter grew or was reduced: the change of its amount, of its overflow beyond the limit, and of its reserve."""

    table: TableName
    meter: str
    amount: Fraction
    overflow: Fraction
    reserve: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinInReversed:
    """The coin-in of these seats was reversed; their wagers were returned."""

    table: TableName
    seats: tuple[Seat, ...]
    cents: int
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LampPutOut:
    """A seat was folded: its wager stays in the round, and its lamp is off."""

    table: TableName
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPending:
    """A hand button was turned on: the amount is reserved, and a meter that is won whole starts again from its seed."""

    award: int
    table: TableName
    round: int
    seat: Seat
    hand: str
    meter: str
    cents: int
    seed: int
    """The seed the meter restarts from; 0 if only a part of it was won."""
    from_reserve: Fraction
    """The part of the seed that the reserve pays; the house pays the rest (R32)."""
    evidence: str
    by: str = "dealer"
    """The person who pressed the button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRepriced:
    """The amount of an award changed, because an earlier one of the same round and meter fell (CN.37)."""

    award: int
    cents: int
    seed: int
    from_reserve: Fraction
    before: Fraction
    """The meter before this award, recomputed without the award that fell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardWithdrawn:
    """An award was withdrawn: its amount is back on the meter, its seed returned to its source."""

    award: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardBackedOut:
    """Two people backed out a recorded award."""

    award: int
    by: str
    second: str
    reason: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorCalled:
    """The dealer called a supervisor."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTurned:
    """The supervisor turned the key; at RUN after J-POT the sign shows the adjusted meter."""

    table: TableName
    to: Key
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRecorded:
    """J-POT was pressed: the win is recorded."""

    award: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecorded:
    """A step that is required before payment was recorded."""

    award: int
    step: str
    by: str
    fields: Mapping[str, str] = field(default_factory=dict)
    """The entered names, numbers and results. Only the staff may see them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPaid:
    """The award was paid."""

    award: int
    means: Means
    placed: str | None
    """Where the cheques are placed, if the book says so (CN.36)."""
    by: str
    unattended: bool = False
    """Whether the house paid it without verification by a person (R53)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReset:
    """The table is ready for the next hand's coin-in."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAdjusted:
    """Two people adjusted a meter."""

    meter: str
    before: Fraction
    after: Fraction
    by: str
    second: str
    reason: str
    tables: tuple[TableName, ...] = ()
    """The tables in a locked round that both people confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorFailed:
    """A seat's sensor failed: it takes no progressive wagers."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorRepaired:
    """A seat's sensor was repaired."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStopped:
    """The system went down."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRestored:
    """The system was restored, with its state unchanged."""


Event = (
    TableJoined
    | TableLeft
    | CoinedIn
    | MeterFed
    | CoinInReversed
    | LampPutOut
    | AwardPending
    | AwardRepriced
    | AwardWithdrawn
    | AwardBackedOut
    | SupervisorCalled
    | KeyTurned
    | AwardRecorded
    | StepRecorded
    | AwardPaid
    | GameReset
    | MeterAdjusted
    | SensorFailed
    | SensorRepaired
    | LinkStopped
    | LinkRestored
)
