"""Benchmark hand ranking against phevaluator and the plain implementation, on one core in one run.

Each round times every contestant once; the best round of each counts, so that a busy machine does not slow only one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import inf
from random import Random
from time import perf_counter

import numpy as np
import phevaluator

from uth.cards import DECK
from uth.kernels.ranking import rank_array, rank_boards
from uth.kernels.ranking_counts import count_by_category
from uth.ranking import order_of, rank
from uth.ranking_plain import rank_plain

ROUNDS = 40


def seconds_each(contestants: dict[str, tuple[int, Callable[[], object]]], rounds: int) -> dict[str, float]:
    """Return each contestant's seconds per hand."""
    best = dict.fromkeys(contestants, inf)
    for _ in range(rounds):
        for name, (hands, go) in contestants.items():
            go()  # a warm-up run, so that no contestant pays for filling caches
            start = perf_counter()
            go()
            best[name] = min(best[name], (perf_counter() - start) / hands)
    return best


def bench_calls(size: int) -> None:
    """Print single calls: ours with cards, theirs with integers and with names."""
    deal = Random(size)
    hands = [tuple(deal.sample(DECK, size)) for _ in range(2000)]
    numbers = [tuple(map(int, hand)) for hand in hands]
    names = [tuple(map(str, hand)) for hand in hands]
    evaluate = phevaluator.evaluate_cards
    times = seconds_each(
        {
            "phevaluator, integers": (len(hands), lambda: [evaluate(*hand) for hand in numbers]),
            "phevaluator, names": (len(hands), lambda: [evaluate(*hand) for hand in names]),
            "rank": (len(hands), lambda: [rank(hand) for hand in hands]),
            "order_of": (len(hands), lambda: [order_of(hand) for hand in hands]),
        },
        ROUNDS,
    )
    peer = times["phevaluator, integers"]
    print(f"one hand of {size} cards a call")
    for name, seconds in times.items():
        print(f"  {name:28} {seconds * 1e9:8,.0f} ns   {seconds / peer:5.2f} x phevaluator's")


def bench_arrays() -> None:
    """Print arrays of hands, in millions per second and as a ratio to the plain implementation."""
    deal = Random(1)
    hands = np.array([deal.sample(range(52), 7) for _ in range(100_000)], np.uint8)
    holes = np.array(list(combinations(range(52), 2)), np.uint8)
    boards = hands[:200, :5].copy()
    few = [[DECK[card] for card in hand] for hand in hands[:100].tolist()]
    fives, sixes = hands[:, :5].copy(), hands[:, :6].copy()
    times = seconds_each(
        {
            "rank_plain, 7 cards": (len(few), lambda: [rank_plain(hand) for hand in few]),
            "rank_array, 7 cards": (len(hands), lambda: rank_array(hands)),
            "  the same, distinct=False": (len(hands), lambda: rank_array(hands, distinct=False)),
            "  6 cards, distinct=False": (len(sixes), lambda: rank_array(sixes, distinct=False)),
            "  5 cards, distinct=False": (len(fives), lambda: rank_array(fives, distinct=False)),
            "rank_boards, 200 x 1326": (len(boards) * len(holes), lambda: rank_boards(boards, holes)),
        },
        ROUNDS,
    )
    times |= seconds_each({"count_by_category(7)": (133_784_560, lambda: count_by_category(7))}, 2)
    plain = times["rank_plain, 7 cards"]
    print("arrays of hands, one core")
    for name, seconds in times.items():
        print(f"  {name:28} {1e-6 / seconds:8,.3f} million/s {plain / seconds:9,.0f} x the plain twin")


def bench() -> None:
    """Print the speed of hand ranking."""
    for size in (5, 6, 7):
        bench_calls(size)
    bench_arrays()


if __name__ == "__main__":
    bench()
