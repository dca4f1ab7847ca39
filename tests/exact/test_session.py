"""The distribution of a session: against counts in whole numbers, the Fourier transform, and simulated sessions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest

from uth.errors import Malformed
from uth.exact.game import MainGame
from uth.exact.result import Solution
from uth.exact.session_chances import (
    OneHand,
    barriers,
    drawdown_chance,
    long_spread,
    one_hand,
    session,
    spread_of,
)
from uth.exact.solve import solve
from uth.rules.loader import load_book
from uth.rules.values import Wager
from uth.sim.plan import Plan, SeatPlan, SessionPlan
from uth.sim.run import run_plan
from uth.strategy.named import strategy_named
from uth.table.posted import post

SMALL = OneHand(parts=2, deals={-3: 2, -1: 3, 0: 1, 2: 3, 9: 1})
"""A hand with few results, all of whose sessions can be listed."""


@cache
def standard(strategy: str = "optimal") -> Solution:
    return solve(MainGame(), strategy_named(strategy).policy(MainGame()))


def sessions(hands: int) -> list[tuple[tuple[int, ...], Fraction]]:
    return [
        (results, Fraction(prod(SMALL.deals[each] for each in results), 10**hands))
        for results in product(SMALL.deals, repeat=hands)
    ]


def test_one_hand_has_every_deal_and_the_moments_of_the_game() -> None:
    hand = one_hand(standard())
    assert hand.mean == standard().ev
    assert hand.variance == standard().variance
    assert hand.skew == pytest.approx(33.146994799)


def test_the_spread_of_a_few_hands_is_that_of_all_their_sessions() -> None:
    spread = spread_of(SMALL, 5)
    for result, chance in enumerate(spread.chances.tolist(), start=spread.lowest):
        exact = sum((chance for results, chance in sessions(5) if sum(results) == result), Fraction(0))
        assert chance == pytest.approx(float(exact), rel=1e-13, abs=0)
    assert float(spread.chances.sum()) + spread.above == pytest.approx(1, abs=1e-14)


def test_ruin_the_goal_and_drawdowns_are_those_of_all_sessions() -> None:
    ruined = reached = fallen = Fraction(0)
    for results, chance in sessions(5):
        sums = np.cumsum((0, *results))
        low, high = (sums <= -4).argmax() or 9, (sums >= 6).argmax() or 9
        ruined += chance * bool(low < high)
        reached += chance * bool(high < low)
        fallen += chance * bool((np.maximum.accumulate(sums) - sums).max() >= 6)
    assert barriers(SMALL, 5, 4, 6)[:2] == pytest.approx((float(ruined), float(reached)), abs=1e-14)
    assert drawdown_chance(SMALL, 5, 6) == pytest.approx(float(fallen), abs=1e-14)


def test_one_limit_alone_follows_everyone_who_can_still_reach_it() -> None:
    ruined = sum((chance for results, chance in sessions(5) if np.cumsum(results).min() <= -4), Fraction(0))
    reached = sum((chance for results, chance in sessions(5) if np.cumsum(results).max() >= 6), Fraction(0))
    assert barriers(SMALL, 5, 4, None)[0] == pytest.approx(float(ruined), abs=1e-14)
    assert barriers(SMALL, 5, None, 6)[1] == pytest.approx(float(reached), abs=1e-14)


def test_the_fourier_transform_gives_what_direct_convolution_gives() -> None:
    hand = one_hand(standard())
    direct, transformed = spread_of(hand, 300), long_spread(hand, 300)
    assert direct.lowest == transformed.lowest
    assert np.abs(direct.chances - transformed.chances[: len(direct.chances)]).max() < 1e-14


def test_forty_antes_for_a_hundred_hands_are_lost_or_doubled_as_often_as_published() -> None:
    """Published as 33.0% and 27.1%: a session ends as soon as 40 antes are lost or won, a hand is always finished."""
    evening = session(standard(), 100, bankroll=40, goal=40)
    assert evening.ruined == pytest.approx(0.330, abs=0.001)
    assert evening.reached == pytest.approx(0.271, abs=0.001)
    assert f"{evening.ruined:.6f} {evening.reached:.6f}" == "0.329352 0.270463"
    simple = session(standard("simple"), 100, bankroll=40, goal=40)
    assert f"{simple.ruined:.6f} {simple.reached:.6f}" == "0.331877 0.269253"


@pytest.mark.parametrize("rounds", [100_000, pytest.param(20_000_000, marks=pytest.mark.slow)])
def test_simulated_sessions_end_where_they_should_cell_by_cell(rounds: int) -> None:
    """Chi-square of the results of sessions of 20 hands, in cells of at least 20 sessions."""
    posted = post(load_book("massachusetts"))
    seat = SeatPlan(wagers={Wager.ANTE: 1000, Wager.BLIND: 1000}, strategy="optimal")
    plan = Plan(
        posted=posted, seats=(seat,), rounds=rounds, shuffle_key="sessions", session=SessionPlan(hands=20)
    )  # fmt: skip
    sessions = run_plan(plan).gathered.sessions
    assert sessions is not None
    spread, all_sessions = spread_of(one_hand(standard()), 20), rounds // 20
    expected: dict[int, float] = {}
    for at, chance in enumerate(spread.chances.tolist()):
        whole = (spread.lowest + at) // 2
        expected[whole] = expected.get(whole, 0.0) + chance
    seen = sessions.results
    likely = [whole for whole, chance in expected.items() if chance * all_sessions >= 20]
    assert sum(seen.values()) == all_sessions
    cells = [(seen.get(whole, 0), expected[whole] * all_sessions) for whole in likely]
    cells.append((all_sessions - sum(times for times, _ in cells), all_sessions - sum(want for _, want in cells)))
    square = sum((times - want) ** 2 / want for times, want in cells)
    freedom = len(cells) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("hands", "limits"), [(0, {}), (10**9, {}), (10, {"bankroll": 0}), (10, {"goal": Fraction(-1)})]
)
def test_a_session_that_cannot_be_is_refused(hands: int, limits: dict[str, Fraction]) -> None:
    with pytest.raises(Malformed, match="is not"):
        session(standard(), hands, bankroll=limits.get("bankroll"), goal=limits.get("goal"))
