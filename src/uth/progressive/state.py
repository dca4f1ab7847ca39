"""The state of a link: its meters as exact fractions of a cent, its tables, its awards."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from uth.records import state
from uth.rules.facts import LINK_RULINGS, LinkFact, OutageFact
from uth.rules.paytable import ProgressiveRow, ProgressiveTable
from uth.rules.values import Means as Means
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The terms of one meter: its seed, and the shares of a wager that feed it and its reserve."""

    name: str
    seed: int
    increment: Fraction
    reserve: Fraction = Fraction(0)
    """The share of a wager set aside for the next seed."""
    limit: int | None = None
    """The amount at which the meter stops growing. The overflow is kept for the next seed (R52)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTerms:
    """The terms of payment of an award: the steps before it, the limit for cheques, and where cheques are placed."""

    steps: tuple[str, ...] = ()
    steps_cite: str | None = None
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The fields of each step."""
    cheques_max: int | None = None
    cheques_cite: str | None = None
    placed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the tables of a link share: pay table, wager and number of decks."""

    book: str
    fingerprint: str
    """The hash of the rule set, which prevents opening a meter file under another rule set."""
    table: ProgressiveTable
    wager: int
    decks: int
    levels: tuple[Level, ...]
    awards: AwardTerms = AwardTerms()
    cites: Mapping[str, str] = field(default_factory=dict)
    """The clauses of the book by the fact about a link that they state."""

    def cite(self, fact: LinkFact | OutageFact) -> str:
        """Return the clause of the link's book, or the ruling where the book is silent."""
        return self.cites.get(fact, LINK_RULINGS[fact])

    def level(self, name: str) -> Level:
        """Return the meter of that name."""
        return next(level for level in self.levels if level.name == name)

    def meter_row(self, hand: str) -> ProgressiveRow | None:
        """Return the row by which that hand wins a share of a meter, or ``None`` if the tray pays it."""
        return next((row for row in self.table.rows if row.hand == hand and row.percent is not None), None)


TableName = str


class Key(StrEnum):
    """The position of a table's supervisor key."""

    RUN = "run"
    JPH = "jph"


class AwardStage(StrEnum):
    """The stage of an award."""

    PENDING = "pending"
    """The dealer pressed the hand button: the amount is reserved, and the sign still shows it (R53)."""
    RECORDED = "recorded"
    """The supervisor pressed J-POT. From now on only a manual adjustment backs it out."""
    PAID = "paid"
    WITHDRAWN = "withdrawn"
    """The button was turned off, or the supervisor rejected it."""
    BACKED_OUT = "backed_out"


@state
class Meter:
    """One meter in exact cents: the unreserved amount, the overflow beyond its limit, and its reserve.

    `meters.displayed` is the amount on the sign, which includes an award until it is verified.
    """

    amount: Fraction
    overflow: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)

    @property
    def shown(self) -> int:
        """The amount in whole cents: the next award of the whole meter."""
        return int(self.amount)


@state
class Award:
    """One award: the winning seat and hand, the meter, the amount and the stage."""

    number: int
    table: TableName
    round: int
    seat: Seat
    hand: str
    meter: str
    cents: int
    seeded: int
    """The seed the meter restarted from; 0 if only a part of it was won."""
    from_reserve: Fraction
    evidence: str
    stage: AwardStage = AwardStage.PENDING
    recorded: frozenset[str] = frozenset()
    """The recorded steps before payment."""
    before: Fraction | None = None
    """The meter when the hand button was turned on; ``None`` in states older than this field."""
    verified_by: str | None = None
    """The person who pressed J-POT. Another person pays (R82)."""
    filled: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The fields of each recorded step. Only the staff may see them."""
    means: Means | None = None
    """How it was paid."""
    unattended: bool = False
    """Whether it was paid without verification by a person (R53)."""

    @property
    def stands(self) -> bool:
        """Whether the award was neither withdrawn nor backed out."""
        return self.stage not in (AwardStage.WITHDRAWN, AwardStage.BACKED_OUT)


@state
class Station:
    """One table of the link: its Game Manager's two keypads and its sensors."""

    game: str
    key: Key = Key.RUN
    round: int | None = None
    """The round locked by COIN IN, or ``None`` while wagers are taken."""
    lit: frozenset[Seat] = frozenset()
    """The seats whose progressive wager is locked in this round."""
    out: frozenset[Seat] = frozenset()
    """Those of them that have folded and whose lamps are off, where a fold forfeits the progressive."""
    awards_before: int = 0
    """The number of awards at COIN IN. A later award may have paid out this round's increments (R54)."""
    buttons: Mapping[tuple[Seat, str], int] = field(default_factory=dict)
    """The hand buttons that are on, with their awards."""
    called: bool = False
    """Whether the dealer has called a supervisor."""
    failed: frozenset[Seat] = frozenset()
    """The seats whose sensor has failed."""

    @property
    def lamps(self) -> frozenset[Seat]:
        """The seats whose lamp is lit: eligible for the progressive pays (CN.10)."""
        return self.lit - self.out


@state
class Link:
    """Many tables on one set of meters; events apply in the order of the log."""

    terms: Terms
    meters: Mapping[str, Meter]
    stations: Mapping[TableName, Station] = field(default_factory=dict)
    awards: tuple[Award, ...] = ()
    """Every award in the order of the log, numbered from 1."""
    down: bool = False
    dark: Mapping[TableName, frozenset[Seat]] = field(default_factory=dict)
    """The failed sensors of tables that have left. They are still failed if the table returns."""
    on_display: tuple[int, ...] = ()
    """The awards still on the sign: their key has not returned to RUN after J-POT (NV.10f)."""

    def award(self, number: object) -> Award | None:
        """Return the award of that number, or ``None``."""
        return self.awards[number - 1] if isinstance(number, int) and 1 <= number <= len(self.awards) else None

    def level_with(self, award: Award) -> list[Award]:
        """Return the other standing awards of the same table, round and meter, in order."""
        same = (award.table, award.round, award.meter)
        found = (each for each in self.awards if (each.table, each.round, each.meter) == same)
        return [each for each in found if each.stands and each.number != award.number]

    def buttons_of(self, table: TableName, seats: Container[Seat] | None = None) -> list[Award]:
        """Return the awards whose hand buttons are on at that table, or only at those seats."""
        on = self.stations[table].buttons.items()
        return [self.awards[number - 1] for (seat, _), number in on if seats is None or seat in seats]


def new_link(terms: Terms) -> Link:
    """Return a link without tables, its meters at their seeds."""
    return Link(terms=terms, meters={level.name: Meter(amount=Fraction(level.seed)) for level in terms.levels})
