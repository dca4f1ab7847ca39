"""The progressive at the table: stopped and restored, the meters read, awards brought and denied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from uth.rules.values import Means
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
class AwardBrought:
    """An award of a meter is paid: cheques lie on the rail, a check is handed over."""

    seat: Seat
    cents: int
    means: Means


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardDenied:
    """An award was not confirmed and is not paid."""

    seat: Seat
    cents: int
    by: str
    reason: str


ProgressiveEvent = ProgressiveStopped | ProgressiveRestored | MetersRead | LinkRead | AwardBrought | AwardDenied
"""What the table hears of its meters."""
