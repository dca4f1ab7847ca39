"""Two seats against one banker, counted from the cards: what the covariance of `banker_shipped` was made of.

``python -m uth.exact.banker_count [STRATEGY ...]`` counts anew and prints the integers, a few minutes for each.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np

from uth.errors import Malformed, require
from uth.exact.boards import board_tables
from uth.exact.flops import flop_tables, start_classes
from uth.exact.game import DEALS, MainGame
from uth.exact.policies import policy_named
from uth.exact.result import Solution
from uth.exact.run import workers_of
from uth.exact.solve import solve
from uth.kernels.banker import (
    BESIDE,
    COLUMNS,
    FOUND,
    HOLES,
    LANES,
    NETS,
    PRODUCTS,
    SQUARES,
    BankerRoom,
    BankerTables,
    count_flop,
)
from uth.kernels.exact_flops import TIMES
from uth.kernels.exact_index import HIGH, LOW, Integers
from uth.kernels.ranking import card_tables

OTHER_SEATS: Final = comb(43, 2)
"""Holes that a deal to one seat and the banker leaves to another seat."""

PAIR_DEALS: Final = DEALS * OTHER_SEATS
"""Every way to deal a board, the banker's hole, a first and a second seat's."""

NET_MAX: Final = 2700
"""The most equal parts of an ante that a hand may win for a flop's sums to stay below 2^63."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCount:
    """Two seats that play the same way, over all deals; nets are in `scale` equal parts of an ante."""

    scale: int
    nets: int
    """The sum of one seat's nets over the deals of one seat."""
    squares: int
    """The sum of their squares."""
    products: int
    """The sum of the products of two seats' nets, over the deals of two."""
    beside: tuple[int, ...]
    """The sum of one seat's nets over the deals of two in which the other makes each category, high card first."""


@cache
def banker_tables() -> BankerTables:
    """Return what the count looks up."""
    starts = np.zeros(1 << 13, np.int64)
    for size, start, _, mask, *_ in board_tables().sets.tolist():
        if size:
            starts[mask] = start
    return BankerTables(told=flop_tables().told, set_starts=starts, cards=card_tables())


def banker_room() -> BankerRoom:
    """Return room for one thread to work in."""
    return BankerRoom(
        left=np.zeros(LANES, np.uint8),
        holes=np.zeros((HOLES, COLUMNS), np.int64),
        sorted=np.zeros(HOLES, np.int64),
        spare=np.zeros(HOLES, np.int64),
        nets=np.zeros((LANES, LANES), np.int32),
        by_card=np.zeros(LANES, np.int32),
        squares_by_card=np.zeros(LANES, np.int64),
        beside=np.zeros((LANES, LANES), np.int32),
        of_banker=np.zeros(HOLES, np.int64),
        of_player=np.zeros(HOLES, np.int64),
        counts=np.zeros(257, np.int64),
    )


def refusal_to_count(game: MainGame) -> str | None:
    """Return why the pairs of seats of a game are not counted, or ``None`` if they can be."""
    if game.trips_wager or game.progressive_wager:
        return "a fold forfeits a side wager"
    most = max(*game.preflop, *game.flop, *game.river) + 1 + max(odds or 0 for odds in game.blind)
    if most * game.scale > NET_MAX:
        return "the odds are too high, or of too large a denominator, to count in machine integers"
    return None


def multiples_on(solution: Solution, flop: int) -> Integers:
    """Return what each of the 1,326 holes plays before the river on that flop, 0 where it checks twice."""
    _, classes = start_classes()
    preflop = np.array([start.multiple for start in solution.starts])[classes]
    game, actions = solution.game, solution.played.flop[flop]
    low, high = (min(game.flop), max(game.flop)) if game.flop else (0, 0)
    flops = np.select([actions == LOW, actions == HIGH], [low, high], 0)
    return np.where(preflop > 0, preflop, flops)


def flop_count(solution: Solution, flop: int, room: BankerRoom | None = None) -> list[int]:
    """Return what is found on every turn and river of one of the 1,755 flops."""
    found = np.zeros(FOUND, np.int64)
    cards = flop_tables().flops[flop, :3].astype(np.uint8)
    terms = solution.game.terms()
    chosen = multiples_on(solution, flop)
    count_flop(cards, chosen, solution.played.river[0], terms, banker_tables(), room or banker_room(), found)
    counted: list[int] = found.tolist()
    return counted


def flop_counts(solution: Solution, workers: int) -> Iterator[list[int]]:
    """Yield what is found on each flop, in their order."""
    banker_tables()
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda flop: flop_count(solution, flop), range(len(flop_tables().flops)))


def count_pairs(
    solution: Solution, workers: int | None = None, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> PairCount:
    """Return the count of two seats over every flop, checked against what is known of one seat."""
    why = refusal_to_count(solution.game)
    if why is not None:
        raise Malformed("game", "two seats", f"are not counted: {why}")
    times = flop_tables().flops[:, TIMES].tolist()
    totals = [0] * FOUND
    for done, found in enumerate(flop_counts(solution, workers_of(workers)), start=1):
        totals = [total + times[done - 1] * each for total, each in zip(totals, found, strict=True)]
        progress(done, len(times))
    count = PairCount(
        scale=solution.game.scale,
        nets=totals[NETS],
        squares=totals[SQUARES],
        products=totals[PRODUCTS],
        beside=tuple(totals[BESIDE:]),
    )
    require_agreement(count, solution)
    return count


def require_agreement(count: PairCount, solution: Solution) -> None:
    """Refuse a count whose one seat is not that of the solution, or whose second seats are not all there."""
    scale = count.scale
    require(count.nets == solution.ev * scale * DEALS, "the seats' nets are not those of the solution")
    squares = (solution.variance + solution.ev**2) * scale**2 * DEALS
    require(count.squares == squares, "the squares of the seats' nets are not those of the solution")
    require(sum(count.beside) == count.nets * OTHER_SEATS, "some of the second seats are missing")


def main(names: list[str]) -> None:
    """Count the standard game under each strategy, and print the integers."""
    game = MainGame()
    for name in names or ["optimal"]:
        began = time.monotonic()

        def show(done: int, every: int, name: str = name, began: float = began) -> None:
            if done % 20 == 0 or done == every:
                print(f"\r{name}: {done} of {every} flops, {time.monotonic() - began:.0f} s", end="", file=sys.stderr)

        count = count_pairs(solve(game, policy_named(name, game)), progress=show)
        print(file=sys.stderr)
        print(f'    "{name}": {count!r},', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
