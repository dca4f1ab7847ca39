"""The player/dealer's side: what banking so many seats is worth, and how far a round strays from it.

A banker who covers every wager wins what the seats lose. What is expected adds up seat by seat. The deviation does not:
all seats meet one banker's hand on one board, so they win and lose together.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from uth.errors import Malformed
from uth.exact.banker_pairs import SHIPPED, STANDARD, PairCount, require_agreement
from uth.exact.game import DEALS, MainGame
from uth.exact.posted_game import main_game
from uth.exact.result import Solution
from uth.exact.side_numbers import fraction
from uth.exact.side_pairs import pair_chances
from uth.exact.side_trips import trips_numbers
from uth.exact.solve import solve
from uth.ranking import Category
from uth.rules.values import Wager
from uth.strategy.named import strategy_named
from uth.table.posted import Posted


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerNumbers:
    """A round against so many seats, each with an ante, that all play the same way; everything in antes."""

    seats: int
    strategy: str
    trips: Fraction
    """What each seat stakes on trips, in antes."""
    edge: Fraction
    """What the banker expects of one seat."""
    seat_variance: Fraction
    """The variance of what one seat wins or loses."""
    covariance: Fraction | None
    """The covariance of two seats; ``None`` where nobody has counted it."""
    why: str | None = None
    """Why there is no covariance, in words."""

    @property
    def expectation(self) -> Fraction:
        """What the banker expects of the round."""
        return self.seats * self.edge

    @property
    def variance(self) -> Fraction | None:
        """The variance of the round; ``None`` where it needs a covariance that there is not."""
        if self.seats == 1:
            return self.seat_variance
        if self.covariance is None:
            return None
        return self.seats * self.seat_variance + self.seats * (self.seats - 1) * self.covariance

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of the round, for a printed line."""
        return None if self.variance is None else sqrt(self.variance)

    @property
    def correlation(self) -> Fraction | None:
        """How much of one seat's variance it has in common with another."""
        return None if self.covariance is None else self.covariance / self.seat_variance

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as JSON can hold them."""
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
    """Return what banking that many seats comes to when the bank covers everything.

    Each seat has one ante and `trips` antes on trips. `pairs` is a count of two seats in this game, as `count_pairs`
    makes it, for a game whose count is not shipped.
    """
    most = seats_max(posted)
    if type(seats) is not int or not 1 <= seats <= most:
        cite = posted.rules.seats.count.cite
        raise Malformed("seats", seats, f"is no number of seats to bank; write 1 to {most}", cite)
    stake = Fraction(trips)
    if stake < 0:
        raise Malformed("trips", str(stake), "is less than nothing")
    if stake and not posted.offers(Wager.TRIPS):
        raise Malformed("trips", str(stake), f"is not offered; {posted.rules.name} has no trips")
    game = main_game(posted, {Wager.ANTE: stake.denominator, Wager.TRIPS: stake.numerator})
    solution = _solved(game, strategy)
    count = pairs or (SHIPPED.get(strategy) if game == STANDARD else None)
    if count is not None:
        require_agreement(count, solution)
    aside = Fraction(0) if game.trips_wager else stake  # where a fold forfeits trips the game has them in it
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


def seats_max(posted: Posted) -> int:
    """Return how many seats there are to play against: all of them, less the banker's where a player banks."""
    seats = posted.rules.seats
    return seats.count.value - (seats.banked_by.value == "player")


def _with_trips(
    posted: Posted, solution: Solution, count: PairCount | None, stake: Fraction
) -> tuple[Fraction, Fraction, Fraction | None]:
    """Return a seat's edge and variance and the covariance of two, with that stake on trips whatever the hand does."""
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
        covariance += 2 * stake * (count.mean_beside(amounts) - ev * trips_ev)
        two = (
            chance * amounts[a.category] * amounts[b.category] for (a, b), chance in pair_chances(five=False).items()
        )
        covariance += stake**2 * (sum(two, Fraction(0)) - trips_ev**2)
    return edge, variance, covariance


def _trips_amounts(posted: Posted) -> list[Fraction]:
    """Return what one unit on trips wins or loses with each category."""
    pays = posted.trips.pays
    return [Fraction(pays[kind].pays, pays[kind].on) if kind in pays else Fraction(-1) for kind in Category]


def _why_not(game: MainGame, strategy: str) -> str:
    if game.trips_wager:
        return "a fold forfeits trips, and two seats that mind this are not counted"
    if game != STANDARD:
        return "the covariance of two seats is shipped for the standard game alone; count_pairs counts this one"
    return f"the covariance of two seats is not shipped for the strategy {strategy}; count_pairs counts it"


def _if_known(exact: Fraction | None) -> dict[str, str | float] | None:
    return None if exact is None else fraction(exact)
