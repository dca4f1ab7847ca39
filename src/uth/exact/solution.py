"""Counts a table's main game exactly under a strategy of the registry."""

from __future__ import annotations

from collections.abc import Mapping

from uth.exact.game import main_game
from uth.exact.result import Solution
from uth.exact.solve import solve
from uth.rules.values import Wager
from uth.strategy.named import strategy_named
from uth.table.posted import Posted


def solution_of(
    posted: Posted,
    strategy: str = "optimal",
    *,
    wagers: Mapping[Wager, int] | None = None,
    meters: Mapping[str, int] | None = None,
    workers: int | None = None,
) -> Solution:
    """Return the table's main game counted exactly under a named strategy.

    `wagers` and `meters`, in cents, matter only where a fold forfeits side wagers. `workers` is the number of threads,
    by default one for each processor.
    """
    game = main_game(posted, wagers, meters)
    return solve(game, strategy_named(strategy).policy(game), workers)


price = solution_of
"""The short name of `solution_of`."""
