"""Commands that a table, its dealer, a supervisor or the staff send to a link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from uth.progressive.state import Key, Means, TableName
from uth.rules.paytable import ProgressiveTable
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinLink:
    """Add a table to the link; other games may join on the same terms (MA.13g)."""

    table: TableName
    game: str
    pay_table: ProgressiveTable
    wager: int
    decks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveLink:
    """Remove a table from the link."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinIn:
    """Press COIN IN, or 'Start Game': lock the progressive wagers of these seats (NV.7, CN.9)."""

    table: TableName
    round: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseCoinIn:
    """Reverse the coin-in of these seats in the current round and withdraw their awards: they are void (R17)."""

    table: TableName
    seats: tuple[Seat, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutLampOut:
    """Turn off the lamp of a folded seat: it is no longer eligible for the progressive pays (CN.22)."""

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
    """Back out a recorded award by a manual adjustment of two people (NV.10h), also one paid in cheques (R60)."""

    award: int
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordStep:
    """Record a step that is required before payment, with the fields the book asks for (CN.39)."""

    award: int
    step: str
    by: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAward:
    """Pay a recorded award, in cheques or by check; not the person who verified it (CN.39, CN.40, R82)."""

    award: int
    means: Means
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayUnattended:
    """Pay an award that no person verifies, in a house without a floor (R53)."""

    award: int
    means: Means


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver:
    """Press GAME OVER: reset for the next hand (NV.10g)."""

    table: TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMeter:
    """Adjust a meter by hand: two people and a reason; the values before and after are recorded.

    To take money off a meter during a locked round, the command names that round's table (R83).
    """

    meter: str
    cents: int
    by: str
    second: str
    reason: str
    tables: tuple[TableName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FailSensor:
    """Mark a seat's sensor as failed (CN.49)."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairSensor:
    """Mark a seat's sensor as repaired."""

    table: TableName
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class StopLink:
    """Report that the system is down: no coin-in until it is restored (CN.48)."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreLink:
    """Report that the system is restored."""


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
