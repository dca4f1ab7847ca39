"""The main game told in numbers: what may be wagered on each street, what the blind pays, what a fold forfeits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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

DEALERS: Final = 990
RUNOUTS: Final = 1081
FLOPS: Final = 19_600
STARTS: Final = 1326
DEALS: Final = STARTS * FLOPS * RUNOUTS * DEALERS
"""Every way to deal a hole, a flop, a turn and river, and the dealer's hole: 27,813,810,024,000."""

Pays = tuple[Fraction | None, ...]
"""Odds by category, high card first; ``None`` where a hand is not paid."""


def pays_of(odds: Mapping[Category, Fraction | int]) -> Pays:
    """Return the odds by category; a hand that is not there is not paid."""
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
    forfeits, as the Chickasaw Nation has them: the first is judged on the seven cards, the second on hole and flop and
    paid without its stake. Where a fold leaves them alone they change no decision and have no place here.
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
    """What a win keeps of the ante for each category though the dealer does not qualify: nothing, but where a payout
    limit has cut more than the ante off already."""
    parts: int = 1
    """A number of parts of an ante in which this game is to be counted whatever else it needs."""
    scale: int = field(init=False, repr=False, compare=False)
    """The number of equal parts of an ante in which what a hand that stays can get is whole."""
    grades: tuple[Fraction, ...] = field(init=False, repr=False, compare=False)
    """What a fold can forfeit of the progressive, each amount once, nothing first."""
    finer: int = field(init=False, repr=False, compare=False)
    """How many of those parts have to be made of one for a fold to be whole too."""

    def __post_init__(self) -> None:
        for street in ("preflop", "flop", "river"):
            require_multiples(street, getattr(self, street))
        if not self.river:
            raise Malformed("river", self.river, "has no multiple; the last street offers at least one")
        for table in ("blind", "trips", "progressive"):
            require_pays(table, getattr(self, table))
        for wager in ("trips_wager", "progressive_wager"):
            if getattr(self, wager) < 0:
                raise Malformed(wager, str(getattr(self, wager)), "is less than nothing")
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
        """Return what the blind wins with that category, 0 for a push."""
        return self.blind[category] or Fraction(0)

    def bonus(self, category: Category) -> Fraction:
        """Return what trips wins or loses with that category for a hand that stays."""
        pays = self.trips[category]
        return self.trips_wager * (Fraction(-1) if pays is None else pays)

    def progressive_pays(self, category: Category) -> Fraction:
        """Return what the progressive pays for hole and flop of that category."""
        return (self.progressive[category] or Fraction(0)) if self.progressive_wager else Fraction(0)

    @property
    def fold_values(self) -> tuple[Fraction, ...]:
        """What a fold is worth for each grade, beside a hand that stays, whose progressive is not counted."""
        return tuple(-2 - self.trips_wager - grade for grade in self.grades)

    def terms(self) -> Integers:
        """Return the game as the compiled loops read it."""
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
    """Refuse multiples of the ante that are not whole, positive and all different."""
    for multiple in multiples:
        if type(multiple) is not int or not 1 <= multiple <= 100:
            raise Malformed(street, multiple, "is no multiple of the ante; write a whole number from 1 to 100")
    if len(set(multiples)) != len(multiples):
        raise Malformed(street, multiples, "has a multiple twice")


def require_pays(table: str, pays: Pays) -> None:
    """Refuse a table that does not say something of each hand, or pays one less than nothing."""
    if len(pays) != len(Category):
        raise Malformed(table, len(pays), f"hands have odds; each of the {len(Category)} categories has its own")
    for category, odds in zip(Category, pays, strict=True):
        if odds is not None and odds < 0:
            raise Malformed(table, f"{category.key} = {odds}", "pays less than nothing")
