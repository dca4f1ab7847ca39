"""A user's own strategy: what it sees, what it may answer, and what happens when it fails or its worker dies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sim.simulated import look_away, plan_for, stakes
from uth.errors import Malformed
from uth.sim.executors import executor_for
from uth.sim.plan import Plan, SessionPlan
from uth.sim.prepared import prepare
from uth.sim.report import document_of
from uth.sim.run import Simulated, simulate
from uth.sim.strategies import StrategyFailed, load_own, require_own

ALWAYS_FOUR = "def decide(seen):\n    return 4\n"


def written(folder: Path, text: str) -> str:
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    load_own.cache_clear()
    return f"{file}:decide"


def run(plan: Plan, workers: int = 1, told: list[str] | None = None) -> Simulated:
    prepared = prepare(plan)
    heard = told if told is not None else []
    return simulate(prepared, executor_for(prepared, workers, heard.append), look_away)


def test_an_own_strategy_is_dealt_the_same_cards_and_comes_to_the_same_as_a_named_one(tmp_path: Path) -> None:
    session = SessionPlan(hands=20, bankroll=10_000)
    wagers = [stakes(trips=500, progressive=500)]
    mine = plan_for(wagers=wagers, seats=2, rounds=400, session=session, strategies=[written(tmp_path, ALWAYS_FOUR)])
    named = plan_for(wagers=wagers, seats=2, rounds=400, session=session, strategies=["raise_everything"])
    one, other = document_of(run(mine).gathered), document_of(run(named).gathered)
    for name in ("mean", "standard_error", "standard_deviation", "sessions", "decisions"):
        assert one[name] == other[name]
    for name, line in one["wagers"].items():
        assert line["mean"] == other["wagers"][name]["mean"]


def test_an_own_strategy_sees_its_cards_and_the_board_so_far_and_nothing_else(tmp_path: Path) -> None:
    text = """
        SHOWN = {"preflop": 0, "flop": 3, "river": 5}
        OFFERED = {"preflop": ("check", 4, 3), "flop": ("check", 2), "river": (1, "fold")}
        def decide(seen):
            assert len(seen.hole) == 2 and len(seen.board) == SHOWN[seen.street]
            assert seen.answers == OFFERED[seen.street] and seen.seat in (1, 2) and seen.seats == 2
            assert seen.wagers["ante"] == 500 and not hasattr(seen, "dealer") and not hasattr(seen, "deck")
            return {"preflop": "check", "flop": "check"}.get(seen.street, "fold")
    """
    lines = "\n".join(line.removeprefix("        ") for line in text.splitlines())
    simulated = run(plan_for(seats=2, rounds=200, strategies=[written(tmp_path, lines)]))
    assert simulated.stopped is None
    assert simulated.gathered.mean == -2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def decide(seen):\n    return 5\n", "answered 5; one of check, 4, 3 was asked for"),
        ("def decide(seen):\n    return None\n", "answered None; one of check"),
        ("def decide(seen):\n    return True\n", "answered True; one of check"),
        ("def decide(seen):\n    return seen\n", "answered SeatObservation("),
        ("import numpy\ndef decide(seen):\n    return numpy.arange(4)\n", "answered array([0, 1, 2, 3]); one of check"),
        ("def decide(seen):\n    raise ValueError('one\\ntwo')\n", "raised ValueError: one two (before the flop"),
        ("def decide(seen):\n    raise SystemExit(3)\n", "raised SystemExit: 3 (before the flop"),
        ("def decide(seen):\n    return {}['x']\n", "raised KeyError: 'x' (before the flop, hole"),
    ],
)
def test_a_strategy_that_misbehaves_ends_the_run_with_one_line(tmp_path: Path, text: str, says: str) -> None:
    simulated = run(plan_for(rounds=100, strategies=[written(tmp_path, text)]))
    assert isinstance(simulated.stopped, StrategyFailed)
    assert says in str(simulated.stopped)
    assert "\n" not in str(simulated.stopped)


def test_what_came_before_a_strategy_failed_is_kept(tmp_path: Path) -> None:
    text = "asked = []\ndef decide(seen):\n    asked.append(1)\n    return 4 if len(asked) <= 2_500 else 'no'\n"
    plan = plan_for(rounds=5_000, strategies=[written(tmp_path, text)], session=SessionPlan(hands=60))
    simulated = run(plan)
    assert isinstance(simulated.stopped, StrategyFailed)
    written(tmp_path, ALWAYS_FOUR)
    whole = run(replace(plan, rounds=2_500))
    assert simulated.gathered.rounds == 2_500
    assert simulated.gathered.sessions is not None
    assert simulated.gathered.sessions.count == 2_500 // 60
    assert simulated.gathered.wagers == whole.gathered.wagers
    assert simulated.gathered.sessions == whole.gathered.sessions


def test_what_came_before_a_strategy_failed_is_kept_where_things_go_wrong_too(tmp_path: Path) -> None:
    text = "asked = []\ndef decide(seen):\n    asked.append(1)\n    return 4 if len(asked) <= 300 else 1 / 0\n"
    plan = plan_for(
        rounds=5_000,
        strategies=[written(tmp_path, text)],
        session=SessionPlan(hands=10),
        mishaps={"any": 0.2},
    )
    simulated = run(plan)
    assert isinstance(simulated.stopped, StrategyFailed)
    kept = simulated.gathered
    assert 300 <= kept.rounds < 400  # a hand that is dealt again is asked again, a void one may not be asked at all
    written(tmp_path, ALWAYS_FOUR)
    whole = run(replace(plan, rounds=kept.rounds)).gathered
    assert kept.wagers == whole.wagers
    assert kept.sessions == whole.sessions
    assert (kept.voids, kept.faults) == (whole.voids, whole.faults)
    assert sum(kept.faults.values()) > 10


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("nowhere.py:decide", "there is no file"),
        ("mine.py", "is not a file and a function"),
        ("{folder}/mine.py:other", "has no function other"),
        ("{folder}/broken.py:decide", "SyntaxError"),
    ],
)
def test_a_strategy_that_does_not_load_is_refused_before_a_card_is_dealt(tmp_path: Path, place: str, says: str) -> None:
    written(tmp_path, ALWAYS_FOUR)
    (tmp_path / "broken.py").write_text("def decide(:\n", encoding="utf-8")
    with pytest.raises(Malformed, match="strategy") as refused:
        require_own(plan_for(strategies=[place.format(folder=tmp_path)]))
    assert says in str(refused.value)


KILLS_ITSELF = """
import os, signal
from pathlib import Path
MARK = Path(__file__).with_name("died")
def decide(seen):
    if not MARK.exists():
        MARK.write_text("once")
        os.kill(os.getpid(), signal.SIGKILL)
    return 4
"""


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_result(tmp_path: Path) -> None:
    place = written(tmp_path, KILLS_ITSELF)
    told: list[str] = []
    plan = plan_for(rounds=12_000, strategies=[place])
    simulated = run(plan, workers=2, told=told)
    assert (tmp_path / "died").exists()
    assert simulated.stopped is None
    assert len(told) == 1
    assert "a worker died" in told[0]
    assert document_of(simulated.gathered) == document_of(run(plan).gathered)


@pytest.mark.slow
def test_workers_that_keep_dying_are_given_up_with_one_line(tmp_path: Path) -> None:
    text = "import os, signal\ndef decide(seen):\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    simulated = run(plan_for(rounds=4_000, strategies=[written(tmp_path, text)]), workers=2)
    assert "died" in str(simulated.stopped)
    assert simulated.gathered.rounds == 0
