"""The exact expectation of a seat's wagers before the cards are dealt, and its variance where it is known."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from uth.errors import Malformed
from uth.exact.advice import limited_of, starts_of
from uth.exact.game import STARTS, MainGame, main_game
from uth.exact.limit import limit_of
from uth.exact.side_highest import cover_all_numbers
from uth.exact.side_numbers import SideNumbers, trips_numbers
from uth.exact.side_progressive import progressive_numbers
from uth.exact.solve import solve
from uth.ranking import Category
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.settle.progressive import FIVE_CARD_HANDS

MAIN: Final = (Wager.ANTE, Wager.BLIND, Wager.PLAY)
FIVES: Final = comb(52, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedWagers:
    """Wagers whose result is expected together; amounts are in cents."""

    name: str
    """``main`` for ante, blind and play with what a fold forfeits, or the name of a side wager."""
    wagers: tuple[Wager, ...]
    expected: Fraction
    """Under the best play; what decisions cost is to be subtracted."""
    deviation: float
    """The standard deviation of the result of one hand under the best play."""


def expected_wagers(
    posted: Posted,
    wagers: Mapping[Wager, int],
    meters: Mapping[str, int],
    *,
    in_progressive: int,
    hands: int,
) -> tuple[ExpectedWagers, ...]:
    """Return the expectation of a seat's wagers by group; raise `Malformed` where the game is not solved.

    `in_progressive` is how many seats have the progressive wager, the seat included; `hands` how many are dealt.
    """
    if wagers.get(Wager.MATCH_PLAY):
        raise Malformed("wagers.match_play", wagers[Wager.MATCH_PLAY], "is a coupon; its expectation is not computed")
    return tuple(_groups(posted, wagers, meters, in_progressive, hands))


def _groups(
    posted: Posted, wagers: Mapping[Wager, int], meters: Mapping[str, int], in_progressive: int, hands: int
) -> Iterator[ExpectedWagers]:
    game = main_game(posted, wagers, meters)
    forfeited = _forfeited(game)
    yield _main(posted, wagers, game, forfeited, meters, in_progressive)
    if wagers.get(Wager.TRIPS) and Wager.TRIPS not in forfeited:
        yield _side(trips_numbers(posted), wagers[Wager.TRIPS])
    if wagers.get(Wager.PROGRESSIVE) and Wager.PROGRESSIVE not in forfeited:
        numbers = progressive_numbers(posted, meters=meters, seats=in_progressive)
        yield _side(numbers, wagers[Wager.PROGRESSIVE])
    if wagers.get(Wager.COVER_ALL):
        yield _side(cover_all_numbers(posted, hands), wagers[Wager.COVER_ALL])
    if fee := wagers.get(Wager.ENTRY_FEE):
        yield ExpectedWagers(
            name=Wager.ENTRY_FEE.value, wagers=(Wager.ENTRY_FEE,), expected=Fraction(-fee), deviation=0.0
        )


def _forfeited(game: MainGame) -> Collection[Wager]:
    """Return the side wagers that a fold forfeits, which are expected together with the main game."""
    found = ((Wager.TRIPS, game.trips_wager), (Wager.PROGRESSIVE, game.progressive_wager))
    return tuple(wager for wager, antes in found if antes)


def _main(
    posted: Posted,
    wagers: Mapping[Wager, int],
    game: MainGame,
    forfeited: Collection[Wager],
    meters: Mapping[str, int],
    in_progressive: int,
) -> ExpectedWagers:
    ante, limit = wagers[Wager.ANTE], limit_of(posted, wagers, game)
    value = value_of(game) if limit is None else limited_of(game, limit).ev
    deviation, envy = ante * deviation_of(game.for_starts()), Fraction(0)
    if Wager.PROGRESSIVE in forfeited:
        numbers = progressive_numbers(posted, meters=meters, seats=in_progressive)
        deviation += wagers[Wager.PROGRESSIVE] * numbers.standard_deviation
        envy = wagers[Wager.PROGRESSIVE] * (in_progressive - 1) * numbers.envy
    return ExpectedWagers(name="main", wagers=(*MAIN, *forfeited), expected=ante * value + envy, deviation=deviation)


def value_of(game: MainGame) -> Fraction:
    """Return what a hand is worth in antes under the best play, with the wagers that a fold forfeits.

    Where the meters stand changes no decision, so games that differ only in them share one solution.
    """
    paid = sum((FIVE_CARD_HANDS[category] * game.progressive_pays(category) for category in Category), Fraction(0))
    return _starts_value(game.for_starts()) + paid / FIVES - game.progressive_wager


@lru_cache(maxsize=64)
def _starts_value(game: MainGame) -> Fraction:
    return sum((_holes(name) * max(values.values()) for name, values in starts_of(game).items()), Fraction(0)) / STARTS


def _holes(start: str) -> int:
    """Return how many of the 1326 holes a starting hand stands for."""
    return {"s": 4, "o": 12}.get(start[2:], 6)


@lru_cache(maxsize=64)
def deviation_of(game: MainGame) -> float:
    """Return the standard deviation in antes of the best play of the game."""
    return solve(game).standard_deviation


def _side(numbers: SideNumbers, stake: int) -> ExpectedWagers:
    return ExpectedWagers(
        name=numbers.wager.value,
        wagers=(numbers.wager,),
        expected=-stake * numbers.house_edge,
        deviation=stake * numbers.standard_deviation,
    )
