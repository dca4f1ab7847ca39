"""Benchmark the exact count against a fixed compiled loop and the plain implementation, and one option at a time.

A busy machine slows the fixed loop too, so the ratio says more than the seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import inf
from tempfile import TemporaryDirectory
from time import perf_counter

from numba import njit

from uth.cards import parse_cards
from uth.exact.advice import advise
from uth.exact.game import STANDARD_BLIND, MainGame, pays_of
from uth.exact.information import Seen, count_hand, tables_of
from uth.exact.information_tables import scratch_of
from uth.exact.plain import flop_plain, river_plain
from uth.exact.solve import solve
from uth.ranking import Category
from uth.strategy.named import strategy_named

ROUNDS = 5
STEPS = 100_000_000

TRIPS = pays_of({Category.THREE_OF_A_KIND: 3, Category.STRAIGHT: 4, Category.FLUSH: 7, Category.FULL_HOUSE: 8})
HOLE, BOARD = parse_cards("Ah 7d"), parse_cards("Kd 9s 2c 7h 3d")


@njit(cache=True)
def calibrate(steps: int) -> int:
    """Run that many dependent steps and return their meaningless result."""
    state = 1
    for step in range(steps):
        state ^= (state << 1) + step
    return state


def best_of(rounds: int, go: Callable[[], object]) -> float:
    """Return the seconds of the best run, after one warm-up run."""
    go()
    best = inf
    for _ in range(rounds):
        start = perf_counter()
        go()
        best = min(best, perf_counter() - start)
    return best


def bench_information(loop: float) -> None:
    """Print one starting hand that sees a dealer card, against an enumeration of one of its flops."""
    seen = Seen(dealer=1)
    sums = scratch_of(3, tables_of(seen))
    fast = best_of(1, lambda: count_hand(MainGame(), seen, "A7o", sums))
    plain = best_of(1, lambda: flop_plain(MainGame(), HOLE, BOARD[:3]))
    print(f"A7o sees a dealer card, all flops: {fast / loop:.2f} of the loop; one flop plainly {plain / loop:.2f}")


def bench_games(loop: float) -> None:
    """Print the whole game on one thread and on two, then with one option changed at a time."""
    straight_pushes = (*STANDARD_BLIND[:4], None, *STANDARD_BLIND[5:])
    games = {
        "the standard game": MainGame(),
        "no four times": MainGame(preflop=(3,)),
        "a blind that pushes on a straight": MainGame(blind=straight_pushes),
        "one to four times on every street": MainGame(preflop=(1, 2, 3, 4), flop=(1, 2, 3, 4), river=(1, 2, 3, 4)),
        "two pair to qualify": MainGame(qualifier=Category.TWO_PAIR),
        "a fold forfeits trips": MainGame(trips_wager=Fraction(1), trips=TRIPS),
        "a fold forfeits a progressive": MainGame(progressive_wager=Fraction(1), progressive=TRIPS),
    }
    print(f"the whole main game (a loop of {STEPS:,} steps takes {loop:.3f} s)")
    for name, game in games.items():
        one = best_of(ROUNDS, partial(solve, game, workers=1))
        two = best_of(ROUNDS, partial(solve, game, workers=2))
        print(f"  {name:36} {one:6.3f} s, {one / loop:5.2f} loops;  two threads {two:6.3f} s, {two / loop:5.2f} loops")
    policy = strategy_named("simple").policy(games["the standard game"])
    one = best_of(ROUNDS, partial(solve, games["the standard game"], policy, workers=1))
    print(f"  {'the simple rules':36} {one:6.3f} s, {one / loop:5.2f} loops")


def bench_advice(loop: float) -> None:
    """Print one flop and one river, as a ratio to the plain implementation."""
    game = MainGame()
    print("advice for one hole")
    for name, board, plain in (("flop", BOARD[:3], flop_plain), ("river", BOARD, river_plain)):
        fast = best_of(20 * ROUNDS, partial(advise, game, HOLE, board))
        slow = best_of(1, partial(plain, game, HOLE, board))
        print(
            f"  {name:36} {fast * 1e3:6.3f} ms, {fast / loop:7.5f} loops, {slow / fast:6.0f} x the plain twin's speed"
        )


def run_uth(folder: str, *arguments: str) -> None:
    """Run `uth` as a process with its compiled loops cached in that directory."""
    says = "from uth.cli.main import main; main()"
    command = [sys.executable, "-c", says, *arguments]
    subprocess.run(command, env={**os.environ, "NUMBA_CACHE_DIR": folder}, stdout=subprocess.DEVNULL, check=True)


def bench_processes(loop: float) -> None:
    """Print the time of a `uth exact` process: the first run, which compiles everything, and later runs.

    The game's odds differ from every game solved before.
    """
    print("uth exact as a process of its own")
    with TemporaryDirectory() as folder:
        start = perf_counter()
        run_uth(folder, "exact", "--json")
        first = perf_counter() - start
        print(f"  {'the first ever, loops compiled':36} {first:6.3f} s, {first / loop:5.2f} loops")
        for name, more in (("a later one, as JSON", ["--json"]), ("a later one, as text", [])):
            later = best_of(ROUNDS, partial(run_uth, folder, "exact", "--blind", "500,50,10,3,3/2,2", *more))
            print(f"  {name:36} {later:6.3f} s, {later / loop:5.2f} loops, {first / later:5.1f} x the first's speed")


def bench() -> None:
    """Print every measurement of the exact count."""
    loop = best_of(ROUNDS, partial(calibrate, STEPS))
    bench_games(loop)
    bench_information(loop)
    bench_advice(loop)
    bench_processes(loop)


if __name__ == "__main__":
    bench()
