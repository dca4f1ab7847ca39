"""The main game in numbers: the multiples of each street, the blind's odds, and the wagers that a fold forfeits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np

from uth.errors import Malformed
from uth.kernels.exact_index import (
    FINER,
    FOLDS,
    LESS,
    LOST,
    PLAY_BIT,
    QUALIFIER,
    RIVER_HIGH,
    RIVER_LOW,
    SCALE,
    STAKED,
    WON,
    Integers,
)  # fmt: skip
from uth.ranking import Category
from uth.rules.paytable import PayTable
from uth.rules.values import Street, Wager
from uth.table.posted import Posted

DEALERS: Final = 990
RUNOUTS: Final = 1081
FLOPS: Final = 19_600
STARTS: Final = 1326
DEALS: Final = STARTS * FLOPS * RUNOUTS * DEALERS
"""The number of ways to deal a hole, a flop, a turn and river, and the dealer's hole: 27,813,810,024,000."""

Pays = tuple[Fraction | None, ...]
"""Odds by category, high card first; ``None`` for a hand that is not paid."""


def pays_of(odds: Mapping[Category, Fraction | int]) -> Pays:
    """Return the odds by category, ``None`` for each category that is not given."""
    return tuple(Fraction(odds[category]) if category in odds else None for category in Category)


NOT_PAID: Final = pays_of({})
STANDARD_BLIND: Final = pays_of(
    {
        Category.STRAIGHT: 1,
        Category.FLUSH: Fraction(3, 2),
        Category.FULL_HOUSE: 3,
        Category.FOUR_OF_A_KIND: 10,
        Category.STRAIGHT_FLUSH: 50,
        Category.ROYAL_FLUSH: 500,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MainGame:
    """A game of ante, blind and play, all amounts in antes.

    The blind pushes on a win with a hand that it does not pay. `trips` and `progressive` are wagers that a fold
    forfeits, as in the Chickasaw Nation's book. The first is judged on the seven cards; the second is judged on hole
    and flop and paid without its stake. Where a fold does not forfeit them, they change no decision and are left out.
    """

    preflop: tuple[int, ...] = (3, 4)
    flop: tuple[int, ...] = (2,)
    river: tuple[int, ...] = (1,)
    blind: Pays = STANDARD_BLIND
    qualifier: Category | None = Category.ONE_PAIR
    trips_wager: Fraction = Fraction(0)
    trips: Pays = NOT_PAID
    progressive_wager: Fraction = Fraction(0)
    progressive: Pays = NOT_PAID
    spared: tuple[Fraction, ...] = (Fraction(0),) * len(Category)
    """The part of the ante that a win of each category keeps if the dealer does not qualify.

    It is 0 unless a payout limit has already cut more than the ante.
    """
    parts: int = 1
    """A required divisor of `scale`."""
    scale: int = field(init=False, repr=False, compare=False)
    """The number of parts of an ante in which every result of staying is whole."""
    grades: tuple[Fraction, ...] = field(init=False, repr=False, compare=False)
    """The distinct amounts of the progressive that a fold can forfeit, 0 first."""
    finer: int = field(init=False, repr=False, compare=False)
    """The number of smaller parts per part in which the value of a fold is whole too."""

    def __post_init__(self) -> None:
        for street in ("preflop", "flop", "river"):
            require_multiples(street, getattr(self, street))
        if not self.river:
            raise Malformed("river", self.river, "has no multiple; the last street offers at least one")
        for table in ("blind", "trips", "progressive"):
            require_pays(table, getattr(self, table))
        for wager in ("trips_wager", "progressive_wager"):
            if getattr(self, wager) < 0:
                raise Malformed(wager, str(getattr(self, wager)), "is negative")
        if self.qualifier is not None and self.qualifier > Category.STRAIGHT_FLUSH:
            raise Malformed("qualifier", self.qualifier.key, "is too high; a straight flush is the highest there is")
        stays = [amount(category) for category in Category for amount in (self.blind_pays, self.bonus)]
        grades = sorted({Fraction(0), *(self.progressive_pays(category) for category in Category)})
        stays += self.spared
        object.__setattr__(self, "scale", lcm(self.parts, *(amount.denominator for amount in stays)))
        object.__setattr__(self, "grades", tuple(grades))
        finer = lcm(self.scale, *(value.denominator for value in self.fold_values)) // self.scale
        object.__setattr__(self, "finer", finer)
        most = self.scale * max(2 + self.blind_pays(category) + abs(self.bonus(category)) for category in Category)
        if most * DEALERS * RUNOUTS >= 1 << (PLAY_BIT - 1):
            raise Malformed("odds", str(most), "is too much to count: lower odds, or ones with a smaller denominator")

    def blind_pays(self, category: Category) -> Fraction:
        """Return the blind's winnings with that category; 0 is a push."""
        return self.blind[category] or Fraction(0)

    def bonus(self, category: Category) -> Fraction:
        """Return the result of trips with that category for a hand that stays."""
        pays = self.trips[category]
        return self.trips_wager * (Fraction(-1) if pays is None else pays)

    def progressive_pays(self, category: Category) -> Fraction:
        """Return the progressive's pay for hole and flop of that category."""
        return (self.progressive[category] or Fraction(0)) if self.progressive_wager else Fraction(0)

    @property
    def fold_values(self) -> tuple[Fraction, ...]:
        """The value of a fold for each grade, relative to staying without the progressive."""
        return tuple(-2 - self.trips_wager - grade for grade in self.grades)

    def for_starts(self) -> MainGame:
        """Return the game without the progressive's highest pays, which change no decision.

        A hand that has four of a kind or better on the flop never folds, so what a fold would forfeit does not matter.
        The meters pay these hands; without them the solution does not depend on where the meters stand.
        """
        if not self.progressive_wager or min(self.river) > 2:
            return self
        highest = Category.FOUR_OF_A_KIND
        kept = tuple(None if category >= highest else self.progressive[category] for category in Category)
        return replace(self, progressive=kept)

    def terms(self) -> Integers:
        """Return the game as an array for the compiled loops."""
        scale, finer = self.scale, self.finer
        terms = np.zeros(FOLDS + len(self.grades), np.int64)
        terms[QUALIFIER] = self.qualifier or 0
        terms[SCALE] = scale
        terms[FINER] = finer
        terms[RIVER_LOW] = min(self.river)
        terms[RIVER_HIGH] = max(self.river)
        for category in Category:
            ante = scale if category >= (self.qualifier or 0) else 0
            terms[WON + category] = ante + int(scale * self.blind_pays(category))
            terms[LOST + category] = -ante - scale
            terms[LESS + category] = scale - 2 * ante + int(scale * self.spared[category])
            terms[STAKED + category] = (ante - scale + int(scale * self.bonus(category))) * DEALERS
        for grade, value in enumerate(self.fold_values):
            terms[FOLDS + grade] = max(int(scale * finer * value) * DEALERS, -(1 << 62))
        return terms


def require_multiples(street: str, multiples: tuple[int, ...]) -> None:
    """Raise `Malformed` unless the multiples are whole, positive and different."""
    for multiple in multiples:
        if type(multiple) is not int or not 1 <= multiple <= 100:
            raise Malformed(street, multiple, "is not a multiple of the ante; write a whole number from 1 to 100")
    if len(set(multiples)) != len(multiples):
        raise Malformed(street, multiples, "has a multiple twice")


def require_pays(table: str, pays: Pays) -> None:
    """Raise `Malformed` unless the table has an entry for each category and no negative odds."""
    if len(pays) != len(Category):
        raise Malformed(table, len(pays), f"hands have odds; each of the {len(Category)} categories has its own")
    for category, odds in zip(Category, pays, strict=True):
        if odds is not None and odds < 0:
            raise Malformed(table, f"{category.key} = {odds}", "has negative odds")


def main_game(
    posted: Posted, stakes: Mapping[Wager, int] | None = None, meters: Mapping[str, int] | None = None
) -> MainGame:
    """Return the main game of the table.

    `stakes` are the ante, trips and progressive wagers in cents; they matter where a fold forfeits trips or the
    progressive. `meters`, in cents, default to their seeds.
    """
    rules = posted.rules
    play = rules.play
    if set(play.check.value) != {Street.PREFLOP, Street.FLOP} or set(play.fold.value) != {Street.RIVER}:
        says = "is not solved: a hand checks before the flop and on it, and folds at the river alone"
        raise Malformed("play.fold", ", ".join(play.fold.value), says, play.fold.cite)
    qualifier = rules.dealer.qualifier.value
    trips_wager, trips = _trips(posted, stakes or {})
    progressive_wager, progressive = _progressive(posted, stakes or {}, meters or {})
    return MainGame(
        preflop=play.preflop.value,
        flop=play.flop.value,
        river=play.river.value,
        blind=odds_of(posted.blind),
        qualifier=None if qualifier is Category.HIGH_CARD else qualifier,
        trips_wager=trips_wager,
        trips=trips,
        progressive_wager=progressive_wager,
        progressive=progressive,
    )


def odds_of(table: PayTable) -> Pays:
    """Return the odds of a pay table by category."""
    return pays_of({category: Fraction(odds.pays, odds.on) for category, odds in table.pays.items()})


def _in_antes(stakes: Mapping[Wager, int], wager: Wager) -> Fraction:
    """Return the stake in antes; raise `Malformed` if there is no ante."""
    if not stakes.get(wager):
        return Fraction(0)
    ante = stakes.get(Wager.ANTE, 0)
    if ante < 1:
        raise Malformed("wagers.ante", ante, f"is missing with {wager}; stakes are weighed in antes")
    return Fraction(stakes[wager], ante)


def _trips(posted: Posted, stakes: Mapping[Wager, int]) -> tuple[Fraction, Pays]:
    """Return the trips wager in antes and its odds if a fold forfeits it (CN.21), else no wager."""
    if posted.rules.trips.on_fold.value != "loses" or not stakes.get(Wager.TRIPS):
        return Fraction(0), NOT_PAID
    return _in_antes(stakes, Wager.TRIPS), odds_of(posted.trips)


def _progressive(posted: Posted, stakes: Mapping[Wager, int], meters: Mapping[str, int]) -> tuple[Fraction, Pays]:
    """Return the progressive wager and its pays in antes if a fold forfeits it (CN.22)."""
    rules, table = posted.rules.progressive, posted.progressive
    if rules is None or table is None or rules.on_fold.value != "loses" or not stakes.get(Wager.PROGRESSIVE):
        return Fraction(0), NOT_PAID
    if rules.judged_on.value != "hole_and_flop":
        says = "is not solved: a progressive that a fold forfeits is judged on hole and flop"
        raise Malformed("progressive.judged_on", rules.judged_on.value, says, rules.judged_on.cite)
    stake = stakes[Wager.PROGRESSIVE]
    if stake != posted.progressive_wager:
        says = f"is not the progressive wager of this table, exactly {posted.progressive_wager}"
        raise Malformed("wagers.progressive", stake, says, rules.wager.cite)
    ante = stakes[Wager.ANTE] if _in_antes(stakes, Wager.PROGRESSIVE) else 1
    pays: dict[Category, Fraction] = {}
    for category in Category:
        row = table.row_of(category, community_royal=False)
        if row is not None and row.for_one is not None:
            pays[category] = Fraction(row.for_one * stake, ante)
        elif row is not None and row.meter is not None:
            meter = meters.get(row.meter, posted.seed(row.meter))
            pays[category] = Fraction(meter * (row.percent or 0) // 100, ante)
    return Fraction(stake, ante), pays_of(pays)
