"""The terms of a link: what every table on it has in common, and how its meters grow, pay and start again."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.rules.paytable import ProgressiveTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One meter: what it starts from, and what shares of a wager feed it and its reserve."""

    name: str
    seed: int
    increment: Fraction
    reserve: Fraction = Fraction(0)
    """The share of a wager set aside for the next seed."""
    limit: int | None = None
    """Where the meter stops growing; what comes beyond waits for the next seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTerms:
    """How an award is paid: what is recorded first, and up to where in cheques."""

    steps: tuple[str, ...] = ()
    steps_cite: str | None = None
    cheques_max: int | None = None
    cheques_cite: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the tables of a link share: pay table, wager and number of decks (MA.13g)."""

    book: str
    fingerprint: str
    """The hash of the rule set, so that a meter's file is never opened under another."""
    table: ProgressiveTable
    wager: int
    decks: int
    levels: tuple[Level, ...]
    awards: AwardTerms = AwardTerms()

    def level(self, name: str) -> Level | None:
        """Return the meter of that name, or ``None``."""
        return next((level for level in self.levels if level.name == name), None)
