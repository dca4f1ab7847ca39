"""The progressive at the table: stopped and restored, the meters read, awards brought and denied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from uth.rules.values import Means
from uth.table.settled import SettledWager
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveStopped:
    """No progressive wagers are taken."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveRestored:
    """Progressive wagers are taken again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetersRead:
    """The meters of the link stand so; it feeds and pays them, not this table."""

    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRead:
    """The link takes wagers or does not, and these sensors do not light."""

    down: bool
    dark: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardOwed:
    """A hand button went on again after the round was settled: the seat's wager has won an award, which waits."""

    seat: Seat
    settled: SettledWager
    """The wager as it stands now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardChanged:
    """An award that waits is another amount: an earlier one of the same round and meter is no more (CN.37)."""

    seat: Seat
    cents: int
    to: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardBrought:
    """An award of a meter is paid: cheques lie on the rail, a check is handed over."""

    seat: Seat
    cents: int
    means: Means
    round: int = 0
    """The round it was won in; 0 in a log older than this field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardDenied:
    """An award was not confirmed and is not paid: its wager has won nothing."""

    seat: Seat
    cents: int
    by: str
    reason: str
    round: int = 0
    cites: tuple[str, ...] = ()
    """The clauses by which its wager lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTakenBack:
    """An award that was paid in cheques was backed out: it is off the rail again (R60)."""

    seat: Seat
    cents: int
    by: str
    reason: str
    round: int
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyOwed:
    """A progressive seat is owed envy for another's hand; it waits with that hand's award (R81)."""

    seat: Seat
    from_seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyDenied:
    """Envy is not paid: the award it waited with is no more."""

    seat: Seat
    from_seat: Seat
    cents: int
    reason: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyTakenBack:
    """Envy that was paid is off the rail again: its award was backed out."""

    seat: Seat
    from_seat: Seat
    cents: int
    reason: str
    round: int


ProgressiveEvent = (
    ProgressiveStopped
    | ProgressiveRestored
    | MetersRead
    | LinkRead
    | AwardOwed
    | AwardChanged
    | AwardBrought
    | AwardDenied
    | AwardTakenBack
    | EnvyOwed
    | EnvyDenied
    | EnvyTakenBack
)
"""What the table hears of its meters."""
