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
from uth.strategy.named import Situation
from uth.table.posted import Posted, post

HANDS = 20_000


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
