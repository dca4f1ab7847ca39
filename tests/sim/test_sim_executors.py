"""The result does not depend on the executor: threads, processes, a Ray cluster."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.simulated import look_away, plan_for, stakes
from uth.errors import Malformed
from uth.sim.executors import BlockExecutor, RayExecutor, executor_for
from uth.sim.plan import Plan, SessionPlan
from uth.sim.prepared import Prepared, prepare
from uth.sim.report import document_of
from uth.sim.run import simulate

WHOLE = [stakes(trips=500, cover_all=500, progressive=500)]


def answer(prepared: Prepared, executor: BlockExecutor) -> str:
    simulated = simulate(prepared, executor, look_away)
    assert simulated.stopped is None
    return json.dumps(document_of(simulated.gathered))


def on(plan: Plan, workers: int) -> str:
    prepared = prepare(plan)
    return answer(prepared, executor_for(prepared, workers, look_away))


def test_the_number_of_threads_changes_nothing() -> None:
    plan = plan_for(wagers=WHOLE, seats=2, rounds=700_000)
    assert on(plan, 1) == on(plan, 2) == on(plan, 5)


def test_sessions_at_a_table_with_live_meters_are_the_same_on_any_number_of_threads() -> None:
    session = SessionPlan(hands=300, bankroll=20_000, goal=20_000)
    plan = plan_for("nevada", [stakes(progressive=100)], seats=2, rounds=600_000, session=session)
    told = on(plan, 1)
    assert told == on(plan, 3)
    found = json.loads(told)
    assert found["meters"]["main"]["emptied_cents"]["count"] > 10
    assert found["sessions"]["count"] == 4_000


def test_no_more_blocks_are_under_way_than_the_crew_says() -> None:
    prepared = prepare(plan_for(rounds=2_000_000))
    begun: list[int] = []

    class Watched:
        at_once = 3

        def start(self, block: int) -> int:
            begun.append(block)
            return block

        def result(self, started: int) -> Any:
            assert len(begun) - started <= 3
            return executor.result(executor.start(started))

        def shutdown(self) -> None:
            executor.shutdown()

        def terminate(self) -> bool:
            return executor.terminate()

    executor = executor_for(prepared, 1, look_away)
    assert json.loads(answer(prepared, Watched()))["rounds"] == 2_000_000
    assert begun == list(range(prepared.blocks))


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing() -> None:
    plan = plan_for(
        "greece", [stakes(trips=500, progressive=100)], seats=2, rounds=3_000, mishaps={"any": 0.1},
        session=SessionPlan(hands=50),
    )  # fmt: skip
    assert on(plan, 1) == on(plan, 2)


@pytest.mark.parametrize("workers", [0, -1, 10_000])
def test_a_crew_of_nobody_is_refused(workers: int) -> None:
    with pytest.raises(Malformed, match="1 to 1024"):
        executor_for(prepare(plan_for()), workers, look_away)


DIES_ONCE = """
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
@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_of_two_gives_the_same_answer_even_when_a_worker_dies(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    plan = plan_for(wagers=WHOLE, seats=2, rounds=1_500_000)
    prepared = prepare(plan)
    assert answer(prepared, RayExecutor(prepared, "auto", 2)) == on(plan, 1)
    file = tmp_path / "mine.py"
    file.write_text(DIES_ONCE, encoding="utf-8")
    mine = prepare(plan_for(rounds=5_000, strategies=[f"{file}:decide"]))
    told = json.loads(answer(mine, RayExecutor(mine, "auto", 2)))
    assert (tmp_path / "died").exists()
    assert told["rounds"] == 5_000
    assert told["mean"] == json.loads(on(plan_for(rounds=5_000, strategies=[f"{file}:decide"]), 1))["mean"]


class SlowRay:
    """A Ray whose local node gives up before its agents have started, as on a busy machine."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.inits: list[dict[str, object]] = []
        self.shutdowns = 0

    def init(self, **options: object) -> None:
        self.inits.append(options)
        if len(self.inits) <= self.failures:
            raise RuntimeError("The current node timed out during startup.\nMore about it.")

    def shutdown(self) -> None:
        self.shutdowns += 1

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def put(self, given: object) -> object:
        return given

    def remote(self, **_: object) -> Callable[[object], object]:
        return lambda task: task


def test_a_local_cluster_that_fails_to_start_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = SlowRay(failures=2)
    monkeypatch.setitem(sys.modules, "ray", ray)
    executor = RayExecutor(prepare(plan_for()), "local", 2)
    assert executor.at_once >= 2
    assert [(each["address"], each["num_cpus"]) for each in ray.inits] == [("local", 2)] * 3
    assert ray.shutdowns == 2


def test_a_local_cluster_that_never_starts_is_refused_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", SlowRay(failures=9))
    with pytest.raises(Malformed, match=r"cannot be joined: The current node timed out during startup\.$"):
        RayExecutor(prepare(plan_for()), "local", 2)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_is_not_there_is_refused_with_one_line() -> None:
    pytest.importorskip("ray")
    with pytest.raises(Malformed, match="cannot be joined"):
        RayExecutor(prepare(plan_for()), "127.0.0.1:1", None)
