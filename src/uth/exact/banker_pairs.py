"""Two seats that play the same way against one banker, over all deals: what their covariance is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from uth.errors import require
from uth.exact.game import DEALS, MainGame
from uth.exact.result import Solution
from uth.ranking import Category

OTHER_HOLES: Final = comb(43, 2)
"""Holes that a deal to one seat and the banker leaves to another seat."""

PAIR_DEALS: Final = DEALS * OTHER_HOLES
"""Every way to deal a flop, a turn and river, the banker's hole, a first and a second seat's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCount:
    """Sums over all deals; nets are what a seat wins or loses on ante, blind and play, in parts of an ante."""

    scale: int
    """How many of those parts are one ante."""
    nets: int
    """The sum of one seat's nets over the deals of one seat."""
    squares: int
    """The sum of their squares."""
    products: int
    """The sum of the products of two seats' nets, over the deals of two."""
    beside: tuple[int, ...]
    """The sum of one seat's nets over the deals of two in which the other makes each category, high card first."""

    @property
    def mean_product(self) -> Fraction:
        """The mean of the product of two seats' nets, in antes squared."""
        return Fraction(self.products, self.scale**2 * PAIR_DEALS)

    def mean_beside(self, amounts: Sequence[Fraction]) -> Fraction:
        """Return the mean of one seat's net times an amount for the other's category."""
        total = sum((amount * nets for amount, nets in zip(amounts, self.beside, strict=True)), Fraction(0))
        return total / (self.scale * PAIR_DEALS)


def require_agreement(count: PairCount, solution: Solution) -> None:
    """Stop unless the count's one seat is that of the solution, and all its second seats are there."""
    scale = count.scale
    require(len(count.beside) == len(Category), "a category is missing")
    require(count.nets == solution.ev * scale * DEALS, "the seats' nets are not those of the solution")
    squares = (solution.variance + solution.ev**2) * scale**2 * DEALS
    require(count.squares == squares, "the squares of the seats' nets are not those of the solution")
    require(sum(count.beside) == count.nets * OTHER_HOLES, "some of the second seats are missing")


STANDARD: Final = MainGame()
"""The game that all five books post, and the only one whose pairs of seats are shipped."""

SHIPPED: Final[dict[str, PairCount]] = {
    "optimal": PairCount(
        scale=2,
        nets=-1_215_447_575_352,
        squares=2_714_325_124_527_920,
        products=436_938_283_022_812_336,
        beside=(
            -2_346_478_853_092_104,
            -1_940_579_387_747_208,
            1_403_638_026_867_744,
            890_872_922_263_968,
            -282_034_158_909_168,
            420_628_307_560_832,
            655_823_655_308_664,
            87_561_102_748_272,
            12_477_638_213_536,
            541_586_242_608,
        ),
    ),
    "simple": PairCount(
        scale=2,
        nets=-1_353_351_693_584,
        squares=2_718_416_460_862_176,
        products=442_395_819_018_864_384,
        beside=(
            -2_366_662_815_989_136,
            -1_971_944_820_391_344,
            1_384_023_573_957_744,
            871_857_518_146_392,
            -292_673_889_650_832,
            410_124_303_747_512,
            645_304_747_488_816,
            85_033_900_543_224,
            12_347_706_259_288,
            513_196_581_984,
        ),
    ),
    "never_fold": PairCount(
        scale=2,
        nets=-5_776_890_817_624,
        squares=2_790_134_243_257_648,
        products=495_323_588_703_904_208,
        beside=(
            -2_980_366_303_091_160,
            -3_793_682_908_531_128,
            385_258_260_606_840,
            667_668_303_576_096,
            -442_390_300_374_432,
            298_758_657_360_152,
            555_055_686_729_960,
            81_142_992_151_248,
            11_596_971_174_040,
            426_232_083_912,
        ),
    ),
    "simple_exact_river": PairCount(
        scale=2,
        nets=-1_292_755_357_520,
        squares=2_715_158_041_852_992,
        products=437_581_042_449_016_416,
        beside=(
            -2_357_133_894_825_264,
            -1_950_403_121_181_600,
            1_397_739_884_750_496,
            874_947_914_483_736,
            -289_615_016_581_656,
            411_865_075_291_160,
            646_888_055_315_112,
            85_456_529_526_984,
            12_379_650_461_224,
            516_834_919_248,
        ),
    ),
}
"""By strategy, for the standard game; ``python -m uth.exact.banker_count`` counts them anew."""
