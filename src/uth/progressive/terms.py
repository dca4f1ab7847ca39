"""The terms of a link: what every table on it has in common, and how its meters grow, pay and start again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from uth.rules.facts import LINK_RULINGS, LinkFact, OutageFact
from uth.rules.paytable import ProgressiveRow, ProgressiveTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One meter: what it starts from, and what shares of a wager feed it and its reserve."""

    name: str
    seed: int
    increment: Fraction
    reserve: Fraction = Fraction(0)
    """The share of a wager set aside for the next seed."""
    limit: int | None = None
    """Where the meter stops growing; what comes beyond waits for the next seed (R52)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTerms:
    """How an award is paid: what is recorded first, up to where in cheques, and where those are placed."""

    steps: tuple[str, ...] = ()
    steps_cite: str | None = None
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What is entered with each step."""
    cheques_max: int | None = None
    cheques_cite: str | None = None
    placed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the tables of a link share: pay table, wager and number of decks."""

    book: str
    fingerprint: str
    """The hash of the rule set, so that a meter's file is never opened under another."""
    table: ProgressiveTable
    wager: int
    decks: int
    levels: tuple[Level, ...]
    awards: AwardTerms = AwardTerms()
    cites: Mapping[str, str] = field(default_factory=dict)
    """The clauses of the book by what they say of a link."""

    def cite(self, fact: LinkFact | OutageFact) -> str:
        """Return the clause of the link's own book, or the ruling that holds where the book is silent."""
        return self.cites.get(fact, LINK_RULINGS[fact])

    def level(self, name: str) -> Level:
        """Return the meter of that name."""
        return next(level for level in self.levels if level.name == name)

    def meter_row(self, hand: str) -> ProgressiveRow | None:
        """Return the row by which that hand takes a share of a meter, or ``None``: the tray pays the others."""
        return next((row for row in self.table.rows if row.hand == hand and row.percent is not None), None)
