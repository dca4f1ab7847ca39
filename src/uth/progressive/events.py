"""Events: what happened on a link; its state is their sum, in the order of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from uth.progressive.state import Key, Means, TableName
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableJoined:
    """A table is on the link."""

    table: TableName
    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLeft:
    """A table is off the link."""

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
    """A meter grew, or gave back: so much shows, so much waits beyond its limit, so much is set aside."""

    table: TableName
    meter: str
    amount: Fraction
    overflow: Fraction
    reserve: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinInReversed:
    """Seats of the round are out of it again; their wagers went back."""

    table: TableName
    seats: tuple[Seat, ...]
    cents: int
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LampPutOut:
    """A seat was folded: its wager stays in the round, and its sensor is not lit any more."""

    table: TableName
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPending:
    """A hand button went on: the amount is reserved, and a whole meter starts again behind its sign."""

    award: int
    table: TableName
    round: int
    seat: Seat
    hand: str
    meter: str
    cents: int
    seed: int
    """What the meter starts again with; nothing for a part of a meter."""
    from_reserve: Fraction
    """What of the seed the reserve pays; the house pays the rest (R32)."""
    evidence: str
    by: str = "dealer"
    """Who pressed the button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRepriced:
    """An award is another amount: an earlier one of the same round and meter is no more (CN.37)."""

    award: int
    cents: int
    seed: int
    from_reserve: Fraction
    before: Fraction
    """What the meter was for it, without the one that fell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardWithdrawn:
    """An award is no more: the frozen amount is back on the meter, the seed where it came from."""

    award: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardBackedOut:
    """Two people backed a recorded award out by hand."""

    award: int
    by: str
    second: str
    reason: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorCalled:
    """The dealer has called a supervisor."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTurned:
    """The supervisor's key stands there; back at RUN after J-POT the sign shows the adjusted meter."""

    table: TableName
    to: Key
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRecorded:
    """J-POT was pressed: the win is on record."""

    award: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecorded:
    """A step required before payment is done."""

    award: int
    step: str
    by: str
    fields: Mapping[str, str] = field(default_factory=dict)
    """What was entered: names, numbers, results. For the staff alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPaid:
    """The award is paid."""

    award: int
    means: Means
    placed: str | None
    """Where the cheques are placed, where the book says so (CN.36)."""
    by: str
    unattended: bool = False
    """Whether no person verified it: the house pays by itself and says so (R53)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReset:
    """The table is ready for the next hand's coin-in."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAdjusted:
    """Two people changed a meter by hand."""

    meter: str
    before: Fraction
    after: Fraction
    by: str
    second: str
    reason: str
    tables: tuple[TableName, ...] = ()
    """The tables that both were told play for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorFailed:
    """A seat takes no progressive wagers."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorRepaired:
    """A seat takes progressive wagers again."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStopped:
    """The system is down."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRestored:
    """The system is back, its state what it was."""


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
