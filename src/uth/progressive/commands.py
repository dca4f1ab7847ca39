"""Commands: what a table, its dealer, a supervisor or the staff ask of a link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from uth.progressive.state import Key, Means, TableName
from uth.rules.paytable import ProgressiveTable
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinLink:
    """Bring a table onto the link; other games may join on the same terms (MA.13g)."""

    table: TableName
    game: str
    pay_table: ProgressiveTable
    wager: int
    decks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveLink:
    """Take a table off the link."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinIn:
    """Press COIN IN, or 'Start Game': lock the progressive wagers of these seats (NV.7, CN.9)."""

    table: TableName
    round: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseCoinIn:
    """Take back the coin-in of these seats of the round that is on, and what waits for them: they are void (R17)."""

    table: TableName
    seats: tuple[Seat, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutLampOut:
    """Put the lamp of a seat out that was folded: it is not eligible for the progressive pays any more (CN.22)."""

    table: TableName
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressHandButton:
    """Press the hand button of a seat's winning hand; pressing it again turns it off (NV.10c)."""

    table: TableName
    seat: Seat
    hand: str
    evidence: str
    by: str = "dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSupervisor:
    """Call a supervisor to the table (NV.10d)."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnKey:
    """Turn the supervisor's key (NV.10e, NV.10f)."""

    table: TableName
    to: Key
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressJackpot:
    """Press J-POT: the win is verified and recorded (NV.10e)."""

    table: TableName
    award: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectAward:
    """Reject a pending award as the supervisor: the hand did not win."""

    table: TableName
    award: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackOutAward:
    """Back a recorded award out by a manual adjustment of two people (NV.10h); one in cheques is taken back (R60)."""

    award: int
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordStep:
    """Record that a step required before payment is done, with what the book has entered for it (CN.39)."""

    award: int
    step: str
    by: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAward:
    """Pay a recorded award, in cheques or by check, as another person than who verified it (CN.39, CN.40, R82)."""

    award: int
    means: Means
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayUnattended:
    """Pay an award that no person verifies, as a house without a floor does (R53)."""

    award: int
    means: Means


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver:
    """Press GAME OVER: reset for the next hand (NV.10g)."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMeter:
    """Change a meter by hand: two different people, a reason, the values before and after on record.

    Who takes money off a meter that a locked round plays for names that round's table (R83).
    """

    meter: str
    cents: int
    by: str
    second: str
    reason: str
    tables: tuple[TableName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FailSensor:
    """Take a seat's sensor out of use (CN.49)."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairSensor:
    """Put a seat's sensor back into use."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class StopLink:
    """Say that the system is down: no coin-in until it is back (CN.48)."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreLink:
    """Say that the system is back."""


Command = (
    JoinLink
    | LeaveLink
    | CoinIn
    | ReverseCoinIn
    | PutLampOut
    | PressHandButton
    | CallSupervisor
    | TurnKey
    | PressJackpot
    | RejectAward
    | BackOutAward
    | RecordStep
    | PayAward
    | PayUnattended
    | GameOver
    | AdjustMeter
    | FailSensor
    | RepairSensor
    | StopLink
    | RestoreLink
)
