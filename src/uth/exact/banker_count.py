"""Computes the pair counts of `uth.exact.banker` from the cards: two seats against one banker.

``python -m uth.exact.banker_count [STRATEGY ...]`` recomputes the standard game in a few minutes per strategy.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import combinations, permutations
from typing import Final

import numpy as np

from uth.errors import Malformed
from uth.exact.banker import STANDARD, PairCount, require_agreement
from uth.exact.boards import board_tables
from uth.exact.flops import flop_tables, start_classes
from uth.exact.game import MainGame
from uth.exact.result import Solution
from uth.exact.solve import solve
from uth.exact.standings import workers_of
from uth.kernels.banker import (
    BLIND,
    BY_CATEGORY,
    COLUMNS,
    FOUND,
    HOLES,
    LANES,
    NETS,
    PRODUCTS,
    QUALIFIER,
    SCALE,
    SQUARES,
    TERMS,
    BankerScratch,
    BankerTables,
    count_boards,
)
from uth.kernels.exact_flops import TIMES
from uth.kernels.exact_index import HIGH, LOW, NO_ACTION, Bytes, Integers
from uth.kernels.ranking import card_tables
from uth.ranking import Category
from uth.strategy.named import strategy_named

PARTS_MAX: Final = 2700
"""The most parts of an ante that a hand may win: 1,176 boards x 1,081 bankers x (990 x 2,700)^2 stays below 2^63."""

Progress = Callable[[int, int], None]


@cache
def banker_tables() -> BankerTables:
    """Return the lookup tables of the count."""
    starts = np.zeros(1 << 13, np.int64)
    for size, start, _, mask, *_ in board_tables().sets.tolist():
        if size:
            starts[mask] = start
    return BankerTables(hole_numbers=flop_tables().hole_numbers, set_starts=starts, cards=card_tables())


def banker_scratch() -> BankerScratch:
    """Return scratch arrays for one thread."""
    return BankerScratch(
        left=np.zeros(LANES, np.uint8),
        holes=np.zeros((HOLES, COLUMNS), np.int64),
        sorted=np.zeros(HOLES, np.int64),
        spare=np.zeros(HOLES, np.int64),
        nets=np.zeros((LANES, LANES), np.int32),
        by_card=np.zeros(LANES, np.int32),
        squares_by_card=np.zeros(LANES, np.int64),
        by_cards=np.zeros((LANES, LANES), np.int32),
        of_banker=np.zeros(HOLES, np.int64),
        of_player=np.zeros(HOLES, np.int64),
        counts=np.zeros(257, np.int64),
        totals=np.zeros(2, np.int64),
        once=np.zeros(FOUND, np.int64),
    )


def refusal_to_count(game: MainGame) -> str | None:
    """Return why pairs of seats cannot be counted in this game, or ``None``."""
    if game.trips_wager or game.progressive_wager:
        return "a fold forfeits a side wager"
    plain = MainGame(preflop=game.preflop, flop=game.flop, river=game.river, blind=game.blind, qualifier=game.qualifier)
    if game != plain:
        return "there is more to the game than multiples, a blind and a qualifier"
    most = max((*game.preflop, *game.flop, *game.river)) + 1 + max(odds or 0 for odds in game.blind)
    if most * game.scale > PARTS_MAX:
        return "the blind's odds are too high, or of too large a denominator, for machine integers"
    return None


def terms_of(game: MainGame) -> Integers:
    """Return the game as an array for the compiled loops."""
    terms = np.zeros(TERMS, np.int64)
    terms[QUALIFIER] = game.qualifier or 0
    terms[SCALE] = game.scale
    for category in Category:
        terms[BLIND + category] = int(game.scale * game.blind_pays(category))
    return terms


def multiples_on(solution: Solution, flop: int) -> Integers:
    """Return the multiple that each of the 1,326 holes plays before the river on that flop, 0 if it checks twice."""
    _, classes = start_classes()
    preflop = np.array([start.multiple for start in solution.starts])[classes]
    return np.where(preflop > 0, preflop, _played(solution.game.flop, solution.played.flop[flop]))


def _played(offered: tuple[int, ...], actions: Bytes) -> Bytes:
    """Return the multiple of each action, 0 for none."""
    multiples = np.zeros(NO_ACTION + 1, np.uint8)
    if offered:
        multiples[LOW], multiples[HIGH] = min(offered), max(offered)
    return multiples[actions]


def boards_of(flop: int) -> dict[tuple[int, ...], int]:
    """Return one board of each class that contains the flop, and how many of the 1,176 boards it represents.

    Two boards are in the same class if renaming suits maps one to the other and keeps the flop.
    """
    cards = flop_tables().flops[flop, :3].tolist()
    names = [
        [(card & ~3) + suits[card & 3] for card in range(52)]
        for suits in permutations(range(4))
        if {(card & ~3) + suits[card & 3] for card in cards} == {*cards}
    ]
    left = [card for card in range(52) if card not in cards]
    runouts = Counter(
        min((min(new[a], new[b]), max(new[a], new[b])) for new in names) for a, b in combinations(left, 2)
    )
    return {(*cards, *runout): times for runout, times in runouts.items()}


def flop_count(
    solution: Solution, river: Bytes, flop: int, boards: Mapping[tuple[int, ...], int] | None = None
) -> list[int]:
    """Return the sums over all boards of a flop, or over the given boards with their multiplicities."""
    found = np.zeros(FOUND, np.int64)
    some = boards_of(flop) if boards is None else boards
    cards, times = np.array(list(some), np.uint8), np.array(list(some.values()))
    chosen, terms = multiples_on(solution, flop), terms_of(solution.game)
    count_boards(cards, times, chosen, river, terms, banker_tables(), banker_scratch(), found)
    counted: list[int] = found.tolist()
    return counted


def river_multiples(solution: Solution) -> Bytes:
    """Return the multiple that each hole plays at the river on each board, 0 for a fold."""
    return _played(solution.game.river, solution.played.river[0])


def flop_counts(solution: Solution, workers: int) -> Iterator[list[int]]:
    """Yield the sums of each flop, in order."""
    banker_tables()
    count = partial(flop_count, solution, river_multiples(solution))
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(count, range(len(flop_tables().flops)))


def count_pairs(solution: Solution, workers: int | None = None, progress: Progress | None = None) -> PairCount:
    """Return the count of two seats over every flop; raise `Broken` if it disagrees with the solution for one seat."""
    why = refusal_to_count(solution.game)
    if why is not None:
        raise Malformed("seats", 2, f"are not counted together: {why}")
    times = flop_tables().flops[:, TIMES].tolist()
    totals = [0] * FOUND
    for flop, found in enumerate(flop_counts(solution, workers_of(workers))):
        totals = [total + times[flop] * each for total, each in zip(totals, found, strict=True)]
        if progress is not None:
            progress(flop + 1, len(times))
    count = PairCount(
        scale=solution.game.scale,
        nets=totals[NETS],
        squares=totals[SQUARES],
        products=totals[PRODUCTS],
        nets_by_other_category=tuple(totals[BY_CATEGORY:]),
    )
    require_agreement(count, solution)
    return count


def show(name: str, began: float, done: int, every: int) -> None:
    """Print the progress of the count."""
    if done % 20 == 0 or done == every:
        end = "\n" if done == every else "\r"
        print(f"{name}: {done} of {every} flops, {time.monotonic() - began:.0f} s", end=end, file=sys.stderr)


def main(names: list[str]) -> None:
    """Count the standard game under each strategy, and print the integers."""
    for name in names or ["optimal"]:
        solution = solve(STANDARD, strategy_named(name).policy(STANDARD))
        count = count_pairs(solution, progress=partial(show, name, time.monotonic()))
        print(f'    "{name}": {count!r},', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
