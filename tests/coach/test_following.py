"""A player who does what the coach says loses the exact edge."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from uth.cards import DECK, Card
from uth.coach.coaching import coach
from uth.exact.game import MainGame, main_game
from uth.exact.plain import settle
from uth.exact.solve import solve
from uth.ranking import rank
from uth.rules.loader import load
from uth.rules.values import Street, Wager
from uth.sim.plan import Plan, SeatPlan
from uth.sim.run import run_plan
from uth.strategy.named import Situation, strategy_named
from uth.table.posted import Posted, post

HANDS = 20_000
MILLION = 1_000_000


def played(posted: Posted, game: MainGame, cards: tuple[Card, ...]) -> Fraction:
    """Return the result in antes of one hand in which the coach decides: hole, dealer, board."""
    hole, dealer, board = cards[:2], cards[2:4], cards[4:]
    for street, shown in ((Street.PREFLOP, 0), (Street.FLOP, 3), (Street.RIVER, 5)):
        asked = Situation(posted=posted, hole=hole, board=board[:shown], street=street, wagers={Wager.ANTE: 1000})
        if multiple := coach(asked).best.multiple:
            mine, theirs = rank((*hole, *board)), rank((*dealer, *board))
            return settle(game, multiple, mine.category, (mine > theirs) - (mine < theirs), theirs.category)
    return Fraction(-2)


@pytest.mark.slow
def test_who_follows_the_coach_loses_the_exact_edge_within_four_standard_errors() -> None:
    posted = post(load("massachusetts"))
    game = main_game(posted)
    solution, rng = solve(game), Random(2026)
    total = sum(played(posted, game, tuple(rng.sample(DECK, 9))) for _ in range(HANDS))
    mean, error = float(total) / HANDS, solution.standard_deviation / sqrt(HANDS)
    assert abs(mean - float(solution.ev)) < 4 * error, (mean, float(solution.ev), error)
    assert float(solution.house_edge) == pytest.approx(0.02185, abs=1e-5)


@pytest.mark.slow
def test_the_same_over_a_million_hands_of_the_compiled_loops() -> None:
    """The loops play the exact strategy, which decides as the coach does; the sample below compares the two."""
    posted = post(load("massachusetts"))
    seat = SeatPlan(wagers={Wager.ANTE: 1000, Wager.BLIND: 1000})
    plan = Plan(posted=posted, seats=(seat,), rounds=MILLION, shuffle_key="c0ac4")
    gathered = run_plan(plan, workers=1).gathered
    solution = solve(main_game(posted))
    assert gathered.rounds == MILLION
    assert abs(gathered.mean - float(solution.ev)) < 4 * gathered.standard_error
    assert gathered.standard_error == pytest.approx(solution.standard_deviation / sqrt(MILLION), rel=0.1)


def test_the_strategy_of_the_loops_decides_as_the_coach_does() -> None:
    posted, rng, optimal = post(load("massachusetts")), Random(77), strategy_named("optimal")
    for nth in range(300):
        cards = tuple(rng.sample(DECK, 7))
        street, shown = ((Street.PREFLOP, 0), (Street.FLOP, 3), (Street.RIVER, 5))[nth % 3]
        asked = Situation(
            posted=posted, hole=cards[:2], board=cards[2 : 2 + shown], street=street, wagers={Wager.ANTE: 1000}
        )
        assert optimal.prefers(asked)[0] == coach(asked).best.multiple
