"""Sessions: the compiled walk against a plain one, and sessions with published chances."""

from __future__ import annotations

from itertools import accumulate

import pytest

from sim.simulated import gathered, plan_for, stakes
from uth.kernels.sim_table import DROUGHT, FALL, HIGHEST, LOWEST, NET, REACHED, RUINED, THROUGH
from uth.sim.block import trace_block
from uth.sim.plan import SessionPlan
from uth.sim.prepared import prepare
from uth.sim.report import document_of


@pytest.mark.parametrize("seats", [1, 3])
def test_a_session_is_what_its_hands_come_to(seats: int) -> None:
    session = SessionPlan(hands=25, bankroll=12_000, goal=15_000)
    prepared = prepare(plan_for(wagers=[stakes(trips=500)], seats=seats, rounds=2_000, session=session))
    result, trace = trace_block(prepared, 0, 2_000)
    nets = (trace.nets.sum(axis=2) * prepared.unit).tolist()
    ruined = reached = 0
    for number, found in enumerate(result.sessions.tolist()):
        first, seat = 25 * (number // seats), number % seats
        walked = list(accumulate(nets[first + hand][seat] for hand in range(25)))
        ends = [hand for hand, now in enumerate(walked, 1) if now <= -12_000 or now >= 15_000]
        lived = walked[: ends[0]] if ends else walked
        peaks = [max([0, *lived[: hand + 1]]) for hand in range(len(lived))]
        below = [hand for hand, (now, peak) in enumerate(zip(lived, peaks, strict=True), 1) if now < peak]
        amounts = [each * prepared.unit for each in (found[NET], found[LOWEST], found[HIGHEST], found[FALL])]
        assert amounts == [
            lived[-1], min([0, *lived]), max([0, *lived]),
            max(peak - now for now, peak in zip(lived, peaks, strict=True)),
        ]  # fmt: skip
        assert found[THROUGH] * prepared.unit == walked[-1]
        assert found[RUINED] == (ends[0] if ends and lived[-1] < 0 else 0)
        assert found[REACHED] == (ends[0] if ends and lived[-1] > 0 else 0)
        assert (found[DROUGHT] > 0) == bool(below)
        ruined += found[RUINED] > 0
        reached += found[REACHED] > 0
    assert ruined
    assert reached


def test_a_hundred_antes_over_a_hundred_hands_are_lost_or_doubled_once_in_seventy_sessions_each() -> None:
    """Published: about 1.5% each (S. How, session outcome distributions, 2010)."""
    session = SessionPlan(hands=100, bankroll=50_000, goal=50_000)
    found = document_of(gathered(plan_for(rounds=2_000_000, session=session)))["sessions"]
    assert found["count"] == 20_000
    assert abs(found["ruin"] - 0.015) < 0.003
    assert abs(found["goal_reached"] - 0.015) < 0.003


def test_forty_antes_over_a_hundred_hands_end_as_the_published_twenty() -> None:
    """Published for 20 antes, up when they are gone or doubled: 33% bust, 27% double up, 40% between (S. How, 2010).

    Those are the chances of 40 antes, twenty times ante and blind together. Twenty antes are gone or doubled in nearly
    every session: an ante's deviation is 4.9 in a hand, and 49 over the hundred.
    """
    forty, twenty = (
        document_of(gathered(plan_for(rounds=rounds, session=session, strategies=["simple"])))["sessions"]
        for rounds, session in (
            (2_000_000, SessionPlan(hands=100, bankroll=20_000, goal=20_000)),
            (400_000, SessionPlan(hands=100, bankroll=10_000, goal=10_000)),
        )
    )
    assert abs(forty["ruin"] - 0.33) < 0.015
    assert abs(forty["goal_reached"] - 0.27) < 0.015
    assert abs(1 - forty["ruin"] - forty["goal_reached"] - 0.40) < 0.015
    assert twenty["ruin"] > 0.45
    assert twenty["ruin"] + twenty["goal_reached"] > 0.95


def test_without_a_bankroll_or_a_goal_a_session_ends_with_its_hands() -> None:
    found = gathered(plan_for(rounds=100_000, session=SessionPlan(hands=50))).sessions
    assert found is not None
    assert found.count == 2_000
    assert not found.ruined
    assert not found.reached
    assert sum(found.results.values()) == 2_000
    assert found.quantile(0.5) in range(-20, 10)
