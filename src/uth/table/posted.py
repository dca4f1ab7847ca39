"""What a table has posted: its rule set, one pay table of each kind, its limits and its way of dealing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from uth.errors import Malformed
from uth.rules.paytable import CoverAllTable, PayTable, ProgressiveTable, TripsTable
from uth.rules.ruleset import AggregateLimit, DealingRules, PostedLimits, RuleSet
from uth.rules.values import Wager
from uth.units import WAGER_CENTS_MAX, Cents

Named = TypeVar("Named", PayTable, TripsTable, CoverAllTable, ProgressiveTable, DealingRules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A rule set with every choice it leaves to the table made."""

    rules: RuleSet
    blind: PayTable
    trips: TripsTable
    cover_all: CoverAllTable | None
    progressive: ProgressiveTable | None
    progressive_wager: Cents
    limits: PostedLimits
    dealing: DealingRules
    minimums: Mapping[Wager, int]
    """The table minimums that the aggregate limit counts with (R2)."""

    def offers(self, wager: Wager) -> bool:
        """Whether the table takes that wager at all."""
        rules = self.rules
        match wager:
            case Wager.ANTE | Wager.BLIND | Wager.PLAY:
                return True
            case Wager.TRIPS:
                return rules.trips.offered.value
            case Wager.COVER_ALL:
                return self.cover_all is not None
            case Wager.PROGRESSIVE:
                return self.progressive is not None
            case Wager.MATCH_PLAY:
                return rules.ante.match_play.value
            case Wager.ENTRY_FEE:
                return rules.ante.entry_fee.value

    def unit(self, wager: Wager) -> int:
        """The smallest stake whose every pay is whole (R19)."""
        match wager:
            case Wager.ANTE | Wager.BLIND | Wager.MATCH_PLAY:
                return self.blind.unit
            case Wager.TRIPS:
                return self.trips.unit
            case Wager.COVER_ALL:
                return self.cover_all.unit if self.cover_all is not None else 1
            case Wager.PLAY | Wager.PROGRESSIVE | Wager.ENTRY_FEE:
                return 1

    def seed(self, meter: str) -> Cents:
        """What the meter starts from: the listed seed is for a wager of one whole unit and grows with it (MA.13e)."""
        rules = self.progressive.meters if self.progressive is not None else ()
        (seed,) = (rule.seed for rule in rules if rule.name == meter)
        return Cents(seed * self.progressive_wager // 100)

    def envy(self, listed: int) -> Cents:
        """What an envy pay is at this table: as listed (R5), or grown with the wager (R6)."""
        scales = self.rules.progressive is not None and self.rules.progressive.envy_scales.value
        return Cents(listed * self.progressive_wager // 100 if scales else listed)

    def aggregate_limit(self) -> tuple[AggregateLimit, Cents] | None:
        """The most one hand may win here, and the rule it comes from (R2)."""
        offered = "progressive_offered" if self.progressive is not None else "progressive_not_offered"
        for limit in self.rules.aggregate_limit:
            if limit.when in (offered, "always"):
                least = self._won_on_minimums() if limit.or_minimum_wagers else 0
                return limit, Cents(max(limit.cents, least))
        return None

    def _won_on_minimums(self) -> int:
        play = self.rules.play
        multiple = max((*play.preflop.value, *play.flop.value, *play.river.value), default=0)
        ante, trips = self.minimums.get(Wager.ANTE, 0), self.minimums.get(Wager.TRIPS, 0)
        blind_top, trips_top = self.blind.top, self.trips.top
        on_blind = ante * blind_top.pays // blind_top.on
        return ante * (1 + multiple) + on_blind + trips * trips_top.pays // trips_top.on


def post(
    rules: RuleSet,
    tables: Mapping[str, str | None] | None = None,
    *,
    progressive_wager: int | None = None,
    limits: PostedLimits | None = None,
    dealing: str | None = None,
    minimums: Mapping[Wager, int] | None = None,
) -> Posted:
    """Return the rule set as posted at a table; what is not chosen takes the book's first."""
    tables = tables or {}
    for kind in tables.keys() - {"blind", "trips", "cover_all", "progressive"}:
        raise Malformed(f"tables.{kind}", tables[kind], "is no kind of pay table; blind, trips, cover_all, progressive")
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
    return Posted(
        rules=rules,
        blind=blind,
        trips=trips,
        cover_all=_chosen("cover_all", rules.pay.cover_all, tables) if rules.cover_all.offered.value else None,
        progressive=_chosen("progressive", rules.pay.progressive, tables) if wanted else None,
        progressive_wager=_progressive_wager(rules, progressive_wager),
        limits=limits,
        dealing=_way_of_dealing(rules, dealing),
        minimums=minimums if minimums is not None else {Wager.ANTE: limits.ante.min, Wager.TRIPS: limits.trips.min},
    )


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


def with_limits(posted: Posted, limits: PostedLimits) -> Posted:
    """Return the same table with other limits."""
    return replace(posted, limits=limits, minimums={Wager.ANTE: limits.ante.min, Wager.TRIPS: limits.trips.min})
