"""Benchmark the simulator against a fixed compiled loop, and against the table's own settlement of such rounds.

Seconds are processor time, which other processes do not affect; the ratios are more reliable still.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from time import process_time

from bench_exact import STEPS, calibrate

from uth.rules.loader import load_book
from uth.rules.values import Wager
from uth.sim.block import play_block, trace_block
from uth.sim.plan import Plan, SeatPlan, SessionPlan
from uth.sim.prepared import Prepared, prepare
from uth.sim.twin import played_round
from uth.table.posted import post
from uth.table.settle.settlement import settle

TWIN_ROUNDS = 300
MAIN = {Wager.ANTE: 500, Wager.BLIND: 500}
SIDES = {**MAIN, Wager.TRIPS: 500, Wager.COVER_ALL: 500, Wager.PROGRESSIVE: 500}


def best_of(times: int, go: Callable[[], object]) -> float:
    """Return the processor seconds of the best run, after one warm-up run."""
    go()
    best = inf
    for _ in range(times):
        start = process_time()
        go()
        best = min(best, process_time() - start)
    return best


def tables() -> dict[str, Prepared]:
    """Return the measured tables by name."""
    posted = post(load_book("massachusetts"))
    session = SessionPlan(hands=100, bankroll=10_000, goal=10_000)
    seats = {1: (SeatPlan(wagers=MAIN),), 6: (SeatPlan(wagers=MAIN),) * 6}
    plans = {
        "heads up, optimal": Plan(posted=posted, seats=seats[1], rounds=10**9, shuffle_key="bench"),
        "heads up, in sessions": Plan(
            posted=posted, seats=seats[1], rounds=10**9, shuffle_key="bench", session=session
        ),
        "six seats, optimal": Plan(posted=posted, seats=seats[6], rounds=10**9, shuffle_key="bench"),
        "six seats, every side wager": Plan(
            posted=posted, seats=(SeatPlan(wagers=SIDES),) * 6, rounds=10**9, shuffle_key="bench"
        ),
    }
    return {name: prepare(plan) for name, plan in plans.items()}


def twin_seconds(prepared: Prepared) -> float:
    """Return the seconds the table takes to settle a round with given cards and decisions."""
    plan = prepared.plan
    _, trace = trace_block(prepared, 0, TWIN_ROUNDS)
    rounds = [
        played_round(plan, cards, decisions, {})
        for cards, decisions in zip(trace.cards.tolist(), trace.decisions.tolist(), strict=True)
    ]

    def settle_all() -> None:
        for played in rounds:
            settle(played, plan.posted)

    return best_of(3, settle_all) / TWIN_ROUNDS


def bench() -> None:
    """Print every measurement of the simulator."""
    loop = best_of(3, partial(calibrate, STEPS))
    print(f"one thread (a loop of {STEPS:,} steps takes {loop:.3f} s)")
    for name, prepared in tables().items():
        seconds = best_of(5, partial(play_block, prepared, 0)) / prepared.block
        twin, hands = twin_seconds(prepared), len(prepared.plan.seats)
        print(
            f"  {name:30} {hands / seconds / 1e6:6.2f} million hands a second, {1e6 * seconds / loop:5.3f} loops a "
            f"million rounds, {twin / seconds:6.0f} x the speed of the table's settlement alone"
        )
    start = process_time()
    tables()
    print(f"  {'made ready, solved again or not':30} {process_time() - start:6.2f} s for all four")


if __name__ == "__main__":
    bench()
