"""Cents, seats and odds as whole numbers with their own types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NewType

from uth.errors import Malformed

Cents = NewType("Cents", int)
Seat = NewType("Seat", int)
PlayerId = NewType("PlayerId", str)

WAGER_CENTS_MAX = 10**12
"""The largest wager accepted; 500 times it still fits a JSON number exactly."""


BANK_CENTS_MAX = 2**53 - 1
"""The largest wager of a player/dealer. CA.PLAY19 sets no maximum, so the limit is what a JSON number holds exactly."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a winning wager: ``pays`` units for every ``on`` units wagered."""

    pays: int
    on: int = 1

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Return the odds written as ``3 to 2``, ``3:2``, ``3/2`` or ``3``."""
        match = re.fullmatch(r"\s*(\d{1,9})(?:\s*(?:to|:|/)\s*(\d{1,9}))?\s*", text)
        if match is None or (match[2] is not None and int(match[2]) == 0):
            raise Malformed("odds", text, "is not odds; write for example '3 to 2' or '50 to 1'")
        return cls(int(match[1]), int(match[2] or 1))

    def on_wager(self, wager: Cents) -> Cents:
        """Return the winnings of the wager, which must be a multiple of ``on``, so that nothing is rounded (R19)."""
        return Cents(wager * self.pays // self.on)

    def __str__(self) -> str:
        return f"{self.pays:,} to {self.on}"


def money(cents: int, symbol: str = "$") -> str:
    """Return the amount for display: ``$1,250`` or ``-$12.50``."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    whole, rest = divmod(cents, 100)
    return f"{sign}{symbol}{whole:,}" + (f".{rest:02d}" if rest else "")
