"""The values of a rule set, each with its clause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Final, Generic, Literal, TypeVar

from uth.rules.reader import Between
from uth.units import WAGER_CENTS_MAX

Value = TypeVar("Value")


class Wager(StrEnum):
    """Every wager of a seat, in the order of the layout."""

    ANTE = "ante"
    BLIND = "blind"
    PLAY = "play"
    TRIPS = "trips"
    COVER_ALL = "cover_all"
    PROGRESSIVE = "progressive"
    MATCH_PLAY = "match_play"
    ENTRY_FEE = "entry_fee"

    @property
    def words(self) -> str:
        """The wager as the layout prints it."""
        return _WAGER_WORDS[self]


_WAGER_WORDS: Final = {each: each.value.replace("_", " ").capitalize() for each in Wager} | {
    Wager.COVER_ALL: "Cover All"
}
ANTE, BLIND, PLAY, TRIPS, COVER_ALL, PROGRESSIVE, MATCH_PLAY, ENTRY_FEE = Wager
"""The wagers as module constants, because looking them up on the enum slows settlement down."""


class Street(StrEnum):
    """The point in a round at which a seat acts."""

    PREFLOP = "preflop"
    FLOP = "flop"
    RIVER = "river"

    @property
    def words(self) -> str:
        """The street in a dealer's words."""
        return {"preflop": "before the flop", "flop": "on the flop", "river": "at the river"}[self.value]


class Means(StrEnum):
    """How an award is paid."""

    CHEQUES = "cheques"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Cited(Generic[Value]):
    """A value with the clause or ruling it comes from."""

    value: Value
    cite: str


Amount = Annotated[int, Between(0, WAGER_CENTS_MAX)]
PositiveAmount = Annotated[int, Between(1, WAGER_CENTS_MAX)]
OnFold = Literal["stands", "loses"]


def percent(share: Fraction) -> str:
    """Return the share as text: ``17.5%``, or ``1/3`` if no short decimal is exact."""
    hundredths = share * 10_000
    if hundredths.denominator != 1:
        return str(share)
    whole, rest = divmod(abs(hundredths.numerator), 100)
    return ("-" if share < 0 else "") + f"{whole}.{rest:02d}".rstrip("0").rstrip(".") + "%"
