"""The result of a session of many hands: its distribution, the risk of ruin, the chance of a goal, and drawdowns.

The chances are computed by direct convolution in floating-point numbers. Only numbers that are not negative are added
and multiplied, so the relative error of every chance is at most the number of operations in a row times 2^-53.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, lcm, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from uth.errors import Malformed
from uth.exact.game import DEALS
from uth.exact.result import Solution

Chances = npt.NDArray[np.float64]

HANDS_MAX: Final = 3_000
LONG_HANDS_MAX: Final = 20_000
AMOUNT_MAX: Final = 10_000
ROUNDOFF: Final = 2.0**-53
SPREADS: Final = 10
"""The distribution reaches this many deviations above the mean; what is higher is one chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHand:
    """The result of one hand: the number of deals for each result, in parts of an ante."""

    parts: int
    """The number of parts of an ante."""
    deals: dict[int, int]

    @property
    def total(self) -> int:
        """The number of all deals."""
        return sum(self.deals.values())

    @property
    def mean(self) -> Fraction:
        """The mean in antes."""
        return Fraction(sum(result * deals for result, deals in self.deals.items()), self.parts * self.total)

    @property
    def variance(self) -> Fraction:
        """The variance in antes squared."""
        squares = sum(result**2 * deals for result, deals in self.deals.items())
        return Fraction(squares, self.parts**2 * self.total) - self.mean**2

    @property
    def skew(self) -> float:
        """The skewness, for printing."""
        mean = self.mean
        third = sum(
            ((Fraction(result, self.parts) - mean) ** 3 * deals for result, deals in self.deals.items()), Fraction(0)
        )
        return float(third / self.total) / sqrt(self.variance) ** 3

    @property
    def chances(self) -> dict[int, float]:
        """The chance of each result, lowest first."""
        return {result: deals / self.total for result, deals in sorted(self.deals.items())}


def one_hand(solution: Solution) -> OneHand:
    """Return the result of one hand of a solved game."""
    parts = lcm(*(outcome.net.denominator for outcome in solution.outcomes))
    deals: dict[int, int] = {}
    for outcome in solution.outcomes:
        result = int(outcome.net * parts)
        deals[result] = deals.get(result, 0) + outcome.deals
    hand = OneHand(parts=parts, deals=deals)
    if hand.total != DEALS:
        raise Malformed("solution", hand.total, f"deals are counted; all deals are {DEALS:,}")
    return hand


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSpread:
    """The distribution of a result: the chance of each amount from `lowest` on, in parts of an ante."""

    parts: int
    lowest: int
    chances: Chances = field(repr=False, compare=False)
    above: float
    """The chance of more than all of them."""
    error: float
    """A bound on the error of every chance."""

    def at_most(self, antes: Fraction) -> float:
        """Return the chance of that much or less."""
        last = int(antes * self.parts // 1) - self.lowest
        return float(self.chances[: max(last + 1, 0)].sum())

    def quantile(self, share: float) -> Fraction:
        """Return the lowest amount in antes that is reached with at least that chance from below."""
        found = int(np.searchsorted(np.cumsum(self.chances), share))
        return Fraction(self.lowest + found, self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionNumbers:
    """A session of so many hands; it ends early when the bankroll is lost or the goal is won.

    A hand is always finished, so it can end slightly beyond either. Amounts are in antes.
    """

    hands: int
    bankroll: Fraction | None
    goal: Fraction | None
    hand: OneHand
    ruined: float
    """The chance of being that far behind at some time, before the goal."""
    reached: float
    """The chance of being that far ahead at some time, before ruin."""
    spread: SessionSpread
    """The result of all the hands if nobody stops early."""
    error: float
    """A bound on the error of the chances of ruin and of the goal."""
    drawdowns: dict[float, Fraction]
    """For some shares of sessions, the largest fall below an earlier peak that no more than the others exceed."""

    @property
    def mean(self) -> Fraction:
        """The mean result of all the hands."""
        return self.hands * self.hand.mean

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result of all the hands."""
        return sqrt(self.hands * self.hand.variance)


def session(
    solution: Solution,
    hands: int,
    *,
    bankroll: Fraction | int | None = None,
    goal: Fraction | int | None = None,
    drawdowns: tuple[float, ...] = (0.5, 0.9, 0.99),
) -> SessionNumbers:
    """Return the chances of a session of a solved game.

    >>> from uth.exact import MainGame, session
    >>> from uth.exact.solve import solve
    >>> evening = session(solve(MainGame()), 100, bankroll=40, goal=40)
    >>> f"{evening.ruined:.4f} {evening.reached:.4f}"
    '0.3294 0.2705'
    """
    if not 1 <= hands <= HANDS_MAX:
        raise Malformed("hands", hands, f"is not a number of hands from 1 to {HANDS_MAX:,}")
    for name, amount in (("bankroll", bankroll), ("goal", goal)):
        if amount is not None and not 0 < amount <= AMOUNT_MAX:
            raise Malformed(name, str(amount), f"is not an amount from 1 to {AMOUNT_MAX:,} antes")
    hand = one_hand(solution)
    low = None if bankroll is None else ceil(Fraction(bankroll) * hand.parts)
    high = None if goal is None else ceil(Fraction(goal) * hand.parts)
    ruined, reached, error = barriers(hand, hands, low, high)
    return SessionNumbers(
        hands=hands,
        bankroll=None if bankroll is None else Fraction(bankroll),
        goal=None if goal is None else Fraction(goal),
        hand=hand,
        ruined=ruined,
        reached=reached,
        spread=spread_of(hand, hands),
        error=error,
        drawdowns={share: drawdown_of(hand, hands, share) for share in drawdowns},
    )


def barriers(hand: OneHand, hands: int, low: int | None, high: int | None) -> tuple[float, float, float]:
    """Return the chances to fall by `low` parts and to rise by `high` parts first, and a bound on their error.

    Without a goal, whoever cannot be ruined in the hands that remain is no longer followed; likewise without a
    bankroll.
    """
    least, most = min(hand.deals), max(hand.deals)
    down = low if low is not None else -least * hands + 1
    up = high if high is not None else down - least * hands + 1
    if low is None and high is None:
        return 0.0, 0.0, 0.0
    if low is None:
        down = -least * hands + 1
    state = np.zeros(down + up - 1)
    state[down - 1] = 1.0  # one cell for each result between the two limits
    ruined = reached = 0.0
    for _ in range(hands):
        wide = np.zeros(len(state) - least + most)
        for result, chance in hand.chances.items():
            wide[result - least : result - least + len(state)] += chance * state
        ruined += float(wide[:-least].sum())
        reached += float(wide[-least + len(state) :].sum())
        state = wide[-least : -least + len(state)]
    error = hands * (len(hand.deals) + len(state) - least + most) * ROUNDOFF
    return (ruined if low is not None else 0.0), (reached if high is not None else 0.0), error


def spread_of(hand: OneHand, hands: int) -> SessionSpread:
    """Return the distribution of the result of so many hands by direct convolution.

    Results far above the mean are one chance: those from which the hands that remain cannot come back below.
    """
    least, most = min(hand.deals), max(hand.deals)
    top = ceil((hands * float(hand.mean) + SPREADS * sqrt(hands * hand.variance)) * hand.parts)
    top = max(top, -least)
    state, lowest, above = np.ones(1), 0, 0.0
    for left in range(hands - 1, -1, -1):
        wide = np.zeros(len(state) - least + most)
        for result, chance in hand.chances.items():
            wide[result - least : result - least + len(state)] += chance * state
        lowest += least
        kept = top - least * left - lowest + 1
        above += float(wide[kept:].sum())
        state = wide[:kept]
    error = hands * (len(hand.deals) + 2) * ROUNDOFF
    return SessionSpread(parts=hand.parts, lowest=lowest, chances=state, above=above, error=error)


def long_spread(hand: OneHand, hands: int) -> SessionSpread:
    """Return the distribution of the result of more hands by the fast Fourier transform; tests compare both."""
    if not 1 <= hands <= LONG_HANDS_MAX:
        raise Malformed("hands", hands, f"is not a number of hands from 1 to {LONG_HANDS_MAX:,}")
    least, most = min(hand.deals), max(hand.deals)
    size = 1 << ((most - least) * hands).bit_length()
    one = np.zeros(size)
    for result, chance in hand.chances.items():
        one[result - least] = chance
    chances = np.maximum(np.fft.irfft(np.fft.rfft(one) ** hands, size), 0.0)[: (most - least) * hands + 1]
    error = hands * 5 * size.bit_length() * ROUNDOFF
    return SessionSpread(parts=hand.parts, lowest=least * hands, chances=chances, above=0.0, error=error)


def drawdown_chance(hand: OneHand, hands: int, parts: int) -> float:
    """Return the chance to fall by that many parts or more below an earlier peak, the start included."""
    state = np.zeros(parts)
    state[0] = 1.0  # one cell for each distance below the peak
    fallen = 0.0
    least = -min(hand.deals)
    for _ in range(hands):
        wide = np.zeros(parts + least)
        for result, chance in hand.chances.items():
            if result <= 0:
                wide[-result : parts - result] += chance * state
            else:
                wide[0] += chance * float(state[: result + 1].sum())
                rest = state[result + 1 :]
                wide[1 : 1 + len(rest)] += chance * rest
        fallen += float(wide[parts:].sum())
        state = wide[:parts]
    return fallen


def drawdown_of(hand: OneHand, hands: int, share: float) -> Fraction:
    """Return the largest fall below a peak, in antes, that at most the other share of sessions exceeds."""
    low, high = 0, -min(hand.deals) * hands
    while low < high:
        middle = (low + high) // 2
        if drawdown_chance(hand, hands, middle + 1) <= 1 - share:
            high = middle
        else:
            low = middle + 1
    return Fraction(low, hand.parts)
