"""A posted table: its rule set, one pay table of each kind, its limits and its way of dealing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from uth.cites import cites
from uth.errors import Malformed
from uth.ranking import Category
from uth.rules.facts import PAID_BY
from uth.rules.paytable import CoverAllTable, PayTable, ProgressiveRow, ProgressiveTable, TripsTable
from uth.rules.ruleset import AggregateLimit, DealingRules, PlayRules, PostedLimits, RuleSet
from uth.rules.values import Street, Wager
from uth.table.settle.settled import Decision, SettledUnit
from uth.units import BANK_CENTS_MAX, WAGER_CENTS_MAX, Cents

Named = TypeVar("Named", PayTable, TripsTable, CoverAllTable, ProgressiveTable, DealingRules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A rule set in which every choice left to the table is made."""

    rules: RuleSet
    blind: PayTable
    trips: TripsTable
    cover_all: CoverAllTable | None
    progressive: ProgressiveTable | None
    progressive_wager: Cents
    limits: PostedLimits
    hands_per_player: int
    """The number of hands a player may play at this table."""
    dealing: DealingRules
    units: Mapping[Wager, int]
    """The wagers offered, each with the smallest stake on which its every pay is whole (R19)."""
    seeds: Mapping[str, Cents]
    """The seed of each meter. The listed seed is for a wager of one whole unit and scales with it (MA.13e)."""
    hand_limit: tuple[AggregateLimit, Cents] | None
    """The most one hand may win in a round, with the rule that limits it (R2)."""
    player_banks: bool
    """Whether a player, and not the house, banks each round."""
    bank_min: Cents
    """The smallest bank of a player; 0 where the house banks."""
    cites: Mapping[str, tuple[str, ...]]
    """The clauses of every outcome. A win by a pay table also cites the clause of the table in force."""
    plays: Mapping[Street, tuple[int, ...]]
    """The multiples of the ante offered on each street, in the order of the book."""
    decisions: Mapping[tuple[str, int | None], Decision]
    """Every offered decision by its street and multiple; the multiple of a fold is ``None``."""
    rows: dict[Category, ProgressiveRow | None] = field(default_factory=dict, compare=False, repr=False)
    """The progressive row of each category, except for a royal flush on the board. Filled on demand."""
    unit_hands: dict[tuple[str, bool, Category], tuple[SettledUnit, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """One settled unit on every wager, by the state of the hand. Filled as hands are settled."""

    def offers(self, wager: Wager) -> bool:
        """Whether the table offers that wager."""
        return wager in self.units

    def asked_by(self, street: Street) -> str:
        """Return the clause by which seats are asked on that street under the way of dealing in force."""
        play = self.rules.play
        own = {Street.PREFLOP: play.preflop, Street.FLOP: play.flop, Street.RIVER: play.river}[street]
        return (self.dealing.asks or {}).get(street, own.cite)

    def seed(self, meter: str) -> Cents:
        """Return the amount from which the meter starts."""
        return self.seeds[meter]

    def envy(self, listed: int) -> Cents:
        """Return the envy pay at this table: as listed (R5), or scaled with the wager (R6)."""
        scales = self.rules.progressive is not None and self.rules.progressive.envy_scales.value
        return Cents(listed * self.progressive_wager // 100 if scales else listed)


def post(
    rules: RuleSet,
    tables: Mapping[str, str | None] | None = None,
    *,
    progressive_wager: int | None = None,
    limits: PostedLimits | None = None,
    dealing: str | None = None,
    minimums: Mapping[Wager, int] | None = None,
    bank_min: int | None = None,
    recorded: bool = False,
) -> Posted:
    """Return the rule set as posted at a table. The default of each choice is the first that the book lists.

    A recorded table is posted as recorded, even if the book would refuse it for a new table.
    """
    tables = tables or {}
    for kind in tables.keys() - {"blind", "trips", "cover_all", "progressive"}:
        raise Malformed(
            f"tables.{kind}", tables[kind], "is not a kind of pay table; blind, trips, cover_all, progressive"
        )
    trips = _chosen("trips", rules.pay.trips, tables)
    blind = _chosen("blind", rules.pay.blind, tables)
    if trips.blind is not None and "blind" not in tables:
        (blind,) = (table for table in rules.pay.blind if table.name == trips.blind)
    offered = rules.progressive is not None and rules.progressive.offered.value and "progressive" in _kinds(rules)
    if not offered and tables.get("progressive") is not None:
        says = f"is not offered; {rules.name} has no progressive"
        raise Malformed("tables.progressive", tables["progressive"], says)
    wanted = offered and tables.get("progressive", "") is not None
    limits = limits or rules.limits
    if dealing is None and tables.get("cover_all") is not None:
        dealing = fullest_way(rules)
    way = _way_of_dealing(rules, dealing)
    cover_all = _cover_all(rules, way, tables, recorded=recorded)
    progressive = _chosen("progressive", rules.pay.progressive, tables) if wanted else None
    wager = _progressive_wager(rules, progressive_wager)
    minimums = minimums if minimums is not None else {Wager.ANTE: limits.ante.min, Wager.TRIPS: limits.trips.min}
    return Posted(
        rules=rules,
        blind=blind,
        trips=trips,
        cover_all=cover_all,
        progressive=progressive,
        units=_units(rules, blind, trips, cover_all, progressive),
        hand_limit=_hand_limit(rules, blind, trips, progressive is not None, minimums),
        progressive_wager=wager,
        seeds=_seeds(progressive, wager),
        bank_min=_bank_min(rules, limits, bank_min),
        cites=_cites(
            rules,
            {
                "blind": blind.cite,
                "trips": trips.cite,
                "cover_all": cover_all.cite if cover_all is not None else None,
                "progressive": progressive.cite if progressive is not None else None,
            },
        ),
        player_banks=rules.seats.player_banks,
        plays={street: rules.play.multiples(street) for street in Street},
        decisions=_decisions(rules.play),
        limits=limits,
        hands_per_player=rules.seats.hands_per_player.value,
        dealing=way,
    )


@cites("CA.PLAY20", "R75")
def _bank_min(rules: RuleSet, limits: PostedLimits, wanted: int | None) -> Cents:
    """Return the smallest bank: the table's own, else the book's, and never below the smallest ante."""
    seats, least = rules.seats, limits.ante.min
    if seats.banked_by.value == "house":
        if wanted is not None:
            raise Malformed("bank_min", wanted, f"is not posted; the house banks {rules.name}", seats.banked_by.cite)
        return Cents(0)
    book = seats.bank_min
    if wanted is not None and not (type(wanted) is int and least <= wanted <= BANK_CENTS_MAX):
        cite = book.cite if book is not None else None
        raise Malformed("bank_min", wanted, f"is not {least}, the least ante, to {BANK_CENTS_MAX}", cite)
    return Cents(wanted if wanted is not None else max(book.value if book is not None else 0, least))


def _seeds(progressive: ProgressiveTable | None, wager: Cents) -> dict[str, Cents]:
    return {meter.name: Cents(meter.seed * wager // 100) for meter in progressive.meters} if progressive else {}


def with_progressive_wager(posted: Posted, wanted: int | None) -> Posted:
    """Return the posted table with another progressive wager, where the book lets the table set it."""
    wager = _progressive_wager(posted.rules, wanted)
    if wager == posted.progressive_wager:
        return posted
    return replace(posted, progressive_wager=wager, seeds=_seeds(posted.progressive, wager))


def _hand_limit(
    rules: RuleSet, blind: PayTable, trips: TripsTable, progressive: bool, minimums: Mapping[Wager, int]
) -> tuple[AggregateLimit, Cents] | None:
    """Return the limit in force, raised to what the minimum wagers could win where the rule says so."""
    offered = "progressive_offered" if progressive else "progressive_not_offered"
    limit = next((limit for limit in rules.aggregate_limit if limit.when in (offered, "always")), None)
    if limit is None or not limit.or_minimum_wagers:
        return None if limit is None else (limit, Cents(limit.cents))
    play = rules.play
    multiple = max((*play.preflop.value, *play.flop.value, *play.river.value), default=0)
    ante, side = minimums.get(Wager.ANTE, 0), minimums.get(Wager.TRIPS, 0)
    won = blind.top.on_wager(Cents(ante)) + trips.top.on_wager(Cents(side))
    return limit, Cents(max(limit.cents, ante * (1 + multiple) + won))


def with_minimums(posted: Posted, minimums: Mapping[Wager, int]) -> Posted:
    """Return the posted table with other minimum wagers, which matter only where they raise a limit (R2)."""
    if posted.hand_limit is None or not posted.hand_limit[0].or_minimum_wagers:
        return posted
    limit = _hand_limit(posted.rules, posted.blind, posted.trips, posted.progressive is not None, minimums)
    return posted if limit == posted.hand_limit else replace(posted, hand_limit=limit)


def _units(
    rules: RuleSet,
    blind: PayTable,
    trips: TripsTable,
    cover_all: CoverAllTable | None,
    progressive: ProgressiveTable | None,
) -> dict[Wager, int]:
    """Return the unit of every offered wager. The ante has the blind's unit, because both are equal."""
    units = {Wager.ANTE: blind.unit, Wager.BLIND: blind.unit, Wager.PLAY: 1}
    if rules.trips.offered.value:
        units[Wager.TRIPS] = trips.unit
    if cover_all is not None:
        units[Wager.COVER_ALL] = cover_all.unit
    if progressive is not None:
        units[Wager.PROGRESSIVE] = 1
    if rules.ante.match_play.value:
        units[Wager.MATCH_PLAY] = blind.unit
    if rules.ante.entry_fee.value:
        units[Wager.ENTRY_FEE] = 1
    return units


def _cites(rules: RuleSet, chosen: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return the clauses of every outcome, adding the clause of the chosen pay table to what it pays."""
    found = dict(rules.settlement.cites)
    for kind, facts in PAID_BY.items():
        cite = chosen[kind]
        for fact in facts if cite is not None else ():
            if fact in found and cite is not None and cite not in found[fact]:
                found[fact] = (*found[fact], cite)
    return found


def _decisions(play: PlayRules) -> dict[tuple[str, int | None], Decision]:
    """Return every decision a seat may be asked for."""
    found: dict[tuple[str, int | None], Decision] = {}
    for street in Street:
        for multiple in play.multiples(street):
            found[street.value, multiple] = Decision(street=street, multiple=multiple)
    for street in play.fold.value:
        found[street.value, None] = Decision(street=street, multiple=None)
    return found


@cites("MA.12d", "R76")
def _cover_all(
    rules: RuleSet, way: DealingRules, tables: Mapping[str, str | None], *, recorded: bool
) -> CoverAllTable | None:
    """Return the Cover All pay table, or ``None`` if it is not offered with the way of dealing."""
    offered = rules.cover_all.offered_where(way)
    if recorded:
        offered = rules.cover_all.offered.value and tables.get("cover_all") is not None
    if not offered and rules.cover_all.offered.value and tables.get("cover_all") is not None:
        raise Malformed("tables.cover_all", tables["cover_all"], *not_where(way, rules))
    return _chosen("cover_all", rules.pay.cover_all, tables) if offered else None


def not_where(way: DealingRules, rules: RuleSet) -> tuple[str, str]:
    """Return why Cover All is not offered with this way of dealing, and the clause that says so."""
    ways = " or ".join(each.name for each in rules.dealing if rules.cover_all.offered_where(each))
    dealt_by = rules.cover_all.dealt_by
    says = f"is not offered with the way of dealing {way.name}; Cover All takes the way {ways}"
    return says, dealt_by.cite if dealt_by is not None else rules.cover_all.offered.cite


def fullest_way(rules: RuleSet) -> str:
    """Return the first way of dealing with which every wager of the book is offered."""
    wants = rules.cover_all.offered.value
    full = (way.name for way in rules.dealing if not wants or rules.cover_all.offered_where(way))
    return next(full, rules.dealing[0].name)


def _kinds(rules: RuleSet) -> set[str]:
    return {kind for kind in ("blind", "trips", "cover_all", "progressive") if getattr(rules.pay, kind)}


def _chosen(kind: str, choices: tuple[Named, ...], tables: Mapping[str, str | None]) -> Named:
    wanted = tables.get(kind, choices[0].name if choices else None)
    for choice in choices:
        if choice.name == wanted:
            return choice
    known = ", ".join(choice.name for choice in choices)
    clause = getattr(choices[0], "cite", None) if choices else None
    raise Malformed(f"tables.{kind}", wanted, f"is not a pay table of this book; one of {known}", clause)


def _progressive_wager(rules: RuleSet, wanted: int | None) -> Cents:
    if rules.progressive is None:
        if wanted is not None:
            raise Malformed("limits.progressive_wager", wanted, f"is not taken; {rules.name} has no progressive")
        return Cents(0)
    book = rules.progressive.wager
    if wanted is None or wanted == book.value:
        return Cents(book.value)
    if not rules.progressive.wager_set_by_table.value:
        says = f"is not the wager of this book, which is exactly {book.value}"
        raise Malformed("limits.progressive_wager", wanted, says, book.cite)
    if not 1 <= wanted <= WAGER_CENTS_MAX:
        raise Malformed("limits.progressive_wager", wanted, f"is not 1 to {WAGER_CENTS_MAX}", book.cite)
    return Cents(wanted)


def _way_of_dealing(rules: RuleSet, wanted: str | None) -> DealingRules:
    for way in rules.dealing:
        if wanted in (None, way.name):
            return way
    known = ", ".join(way.name for way in rules.dealing)
    raise Malformed(
        "dealing", wanted, f"is not a way of dealing of this book; one of {known}", rules.dealing[0].opening.cite
    )
