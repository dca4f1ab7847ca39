"""The player/dealer's side: the value of banking a number of seats, and its deviation.

A banker who covers every wager wins what the seats lose. Expectations add up seat by seat. Variances do not, because
all seats play against one hand on one board and so win and lose together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt
from typing import Any, Final

from uth.errors import Malformed, require
from uth.exact.game import DEALS, MainGame, main_game
from uth.exact.result import Solution
from uth.exact.side_numbers import fraction, trips_numbers
from uth.exact.side_pairs import pair_chances
from uth.exact.solve import solve
from uth.ranking import Category
from uth.rules.values import Wager
from uth.strategy.named import strategy_named
from uth.table.posted import Posted

OTHER_HOLES: Final = comb(43, 2)
"""The holes left for a second seat after one seat and the banker are dealt."""

PAIR_DEALS: Final = DEALS * OTHER_HOLES
"""The number of ways to deal a flop, a turn and river, the banker's hole, and two seats' holes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCount:
    """Sums over all deals. A net is a seat's result on ante, blind and play, in parts of an ante."""

    scale: int
    """The number of parts in one ante."""
    nets: int
    """The sum of one seat's nets over the deals of one seat."""
    squares: int
    """The sum of their squares."""
    products: int
    """The sum of the products of two seats' nets, over the deals of two seats."""
    nets_by_other_category: tuple[int, ...]
    """The sum of one seat's nets over the deals of two in which the other makes each category, high card first."""

    @property
    def mean_product(self) -> Fraction:
        """The mean of the product of two seats' nets, in antes squared."""
        return Fraction(self.products, self.scale**2 * PAIR_DEALS)

    def mean_with_category(self, amounts: Sequence[Fraction]) -> Fraction:
        """Return the mean of one seat's net times an amount for the other seat's category."""
        total = sum(
            (amount * nets for amount, nets in zip(amounts, self.nets_by_other_category, strict=True)), Fraction(0)
        )
        return total / (self.scale * PAIR_DEALS)


def require_agreement(count: PairCount, solution: Solution) -> None:
    """Raise `Broken` unless the count agrees with the solution on one seat and covers all second seats."""
    scale = count.scale
    require(len(count.nets_by_other_category) == len(Category), "a category is missing")
    require(count.nets == solution.ev * scale * DEALS, "the seats' nets are not those of the solution")
    squares = (solution.variance + solution.ev**2) * scale**2 * DEALS
    require(count.squares == squares, "the squares of the seats' nets are not those of the solution")
    require(sum(count.nets_by_other_category) == count.nets * OTHER_HOLES, "some of the second seats are missing")


STANDARD: Final = MainGame()
"""The game that all five books post, and the only one with shipped pair counts."""

SHIPPED: Final[dict[str, PairCount]] = {
    "optimal": PairCount(
        scale=2,
        nets=-1_215_447_575_352,
        squares=2_714_325_124_527_920,
        products=436_938_283_022_812_336,
        nets_by_other_category=(
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
        nets_by_other_category=(
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
        nets_by_other_category=(
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
        nets_by_other_category=(
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
"""Pair counts of the standard game by strategy; ``python -m uth.exact.banker_count`` recomputes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerNumbers:
    """One round against a number of seats, each with one ante and the same strategy; all amounts in antes."""

    seats: int
    strategy: str
    trips: Fraction
    """Each seat's stake on trips, in antes."""
    edge: Fraction
    """The banker's expectation for one seat."""
    seat_variance: Fraction
    """The variance of one seat's result."""
    covariance: Fraction | None
    """The covariance of two seats, or ``None`` if it has not been counted."""
    why: str | None = None
    """Why there is no covariance."""

    @property
    def expectation(self) -> Fraction:
        """The banker's expectation for the round."""
        return self.seats * self.edge

    @property
    def variance(self) -> Fraction | None:
        """The variance of the round, or ``None`` if the covariance it needs is unknown."""
        if self.seats == 1:
            return self.seat_variance
        if self.covariance is None:
            return None
        return self.seats * self.seat_variance + self.seats * (self.seats - 1) * self.covariance

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of the round, for printing."""
        return None if self.variance is None else sqrt(self.variance)

    @property
    def correlation(self) -> Fraction | None:
        """The correlation of two seats' results."""
        return None if self.covariance is None else self.covariance / self.seat_variance

    def to_json(self) -> dict[str, Any]:
        """Return the numbers for JSON."""
        return {
            "seats": self.seats,
            "strategy": self.strategy,
            "trips": fraction(self.trips),
            "expectation": fraction(self.expectation),
            "standard_deviation": self.standard_deviation,
            "variance": _if_known(self.variance),
            "edge_per_seat": fraction(self.edge),
            "variance_per_seat": fraction(self.seat_variance),
            "covariance": _if_known(self.covariance),
            "correlation": _if_known(self.correlation),
            "no_deviation_because": self.why if self.variance is None else None,
            "notes": ["the bank covers every wager"],
        }


def banker_numbers(
    posted: Posted,
    seats: int,
    *,
    strategy: str = "optimal",
    trips: Fraction | int = False,
    pairs: PairCount | None = None,
) -> BankerNumbers:
    """Return the numbers of a bank that covers every wager of that many seats.

    Each seat has one ante and `trips` antes on trips. `pairs` is the result of `count_pairs` for a game whose count is
    not shipped.
    """
    most = posted.rules.seats.players_max
    if type(seats) is not int or not 1 <= seats <= most:
        cite = posted.rules.seats.count.cite
        raise Malformed("seats", seats, f"is not a number of seats to bank; write 1 to {most}", cite)
    stake = Fraction(trips)
    if stake < 0:
        raise Malformed("trips", str(stake), "is negative")
    if stake and not posted.offers(Wager.TRIPS):
        raise Malformed("trips", str(stake), f"is not offered; {posted.rules.name} has no trips")
    game = main_game(posted, {Wager.ANTE: stake.denominator, Wager.TRIPS: stake.numerator})
    solution = _solved(game, strategy)
    count = pairs or (SHIPPED.get(strategy) if game == STANDARD else None)
    if count is not None:
        require_agreement(count, solution)
    aside = Fraction(0) if game.trips_wager else stake  # if a fold forfeits trips, the game already includes them
    edge, seat_variance, covariance = _with_trips(posted, solution, count, aside)
    return BankerNumbers(
        seats=seats,
        strategy=strategy,
        trips=stake,
        edge=edge,
        seat_variance=seat_variance,
        covariance=covariance,
        why=None if count is not None else _why_not(game, strategy),
    )


@lru_cache(maxsize=2)
def _solved(game: MainGame, strategy: str) -> Solution:
    return solve(game, strategy_named(strategy).policy(game))


def _with_trips(
    posted: Posted, solution: Solution, count: PairCount | None, stake: Fraction
) -> tuple[Fraction, Fraction, Fraction | None]:
    """Return a seat's edge and variance and the covariance of two seats, with that stake on trips."""
    ev = solution.ev
    amounts = _trips_amounts(posted) if stake else [Fraction(0)] * len(Category)
    trips_ev = -trips_numbers(posted).house_edge if stake else Fraction(0)
    trips_variance = trips_numbers(posted).variance if stake else Fraction(0)
    both = sum((each.deals * each.net * amounts[each.hand] for each in solution.outcomes), Fraction(0)) / DEALS
    variance = solution.variance + 2 * stake * (both - ev * trips_ev) + stake**2 * trips_variance
    edge = -ev - stake * trips_ev
    if count is None:
        return edge, variance, None
    covariance = count.mean_product - ev**2
    if stake:
        covariance += 2 * stake * (count.mean_with_category(amounts) - ev * trips_ev)
        two = (
            chance * amounts[a.category] * amounts[b.category] for (a, b), chance in pair_chances(five=False).items()
        )
        covariance += stake**2 * (sum(two, Fraction(0)) - trips_ev**2)
    return edge, variance, covariance


def _trips_amounts(posted: Posted) -> list[Fraction]:
    """Return the result of one unit on trips with each category."""
    pays = posted.trips.pays
    return [Fraction(pays[kind].pays, pays[kind].on) if kind in pays else Fraction(-1) for kind in Category]


def _why_not(game: MainGame, strategy: str) -> str:
    if game.trips_wager:
        return "a fold forfeits trips, and the covariance of two such seats is not counted"
    if game != STANDARD:
        return "the covariance of two seats is shipped for the standard game alone; count_pairs counts this one"
    return f"the covariance of two seats is not shipped for the strategy {strategy}; count_pairs counts it"


def _if_known(exact: Fraction | None) -> dict[str, str | float] | None:
    return None if exact is None else fraction(exact)
