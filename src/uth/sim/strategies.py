"""The strategies at a table as the compiled loop looks them up, and the exact solutions they come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from uth.errors import Malformed
from uth.exact.flops import start_classes
from uth.exact.game import MainGame
from uth.exact.posted_game import main_game
from uth.exact.result import Solution
from uth.exact.solve import solve
from uth.kernels.exact_index import NO_ACTION, Bytes
from uth.kernels.sim_choices import Strategies
from uth.kernels.sim_table import ALONE, DECISIONS
from uth.ranking import Category
from uth.rules.values import Street, Wager
from uth.sim.choices import packed, river_entries
from uth.sim.plan import Plan, SeatPlan
from uth.strategy.named import STRATEGIES, strategy_named
from uth.table.posted import Posted

Ending = tuple[Street, int]
"""How a hand decides in the end: the street, and the multiple, 0 for a fold."""


def endings(posted: Posted) -> tuple[Ending | None, ...]:
    """Return every way a hand can decide, by its number: a fold first, then none at all."""
    play = posted.rules.play
    plays = [(street, multiple) for street in Street for multiple in sorted(play.multiples(street))]
    if len(plays) > DECISIONS - 2:
        says = f"are {len(plays)} decisions; the simulator knows {DECISIONS - 2} at most"
        raise Malformed("play", len(plays), says, play.preflop.cite)
    return (Street.RIVER, 0), None, *plays


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The strategies of a table: their tables, which of them each seat has, their exact solutions, and the grade of
    what a fold forfeits by the category of hole and flop."""

    tables: Strategies
    of_seat: tuple[int, ...]
    solutions: tuple[Solution, ...] = field(repr=False)
    grades: Bytes = field(repr=False)


def solved(plan: Plan) -> Solved:
    """Return the strategies of all seats, each solved once; a strategy of the user's own has the best in its place."""
    keys: list[tuple[str, MainGame]] = []
    of_seat = []
    for seat in plan.seats:
        key = _name(seat), _game(plan, seat)
        if key not in keys:
            keys.append(key)
        of_seat.append(keys.index(key))
    solutions = tuple(_solution(name, game) for name, game in keys)
    graded = max(solutions, key=lambda each: len(each.game.grades)).game
    grades = np.array([graded.grades.index(graded.progressive_pays(category)) for category in Category], np.uint8)
    return Solved(
        tables=_tables(solutions, len(graded.grades), endings(plan.posted)),
        of_seat=tuple(of_seat),
        solutions=solutions,
        grades=grades,
    )


def _name(seat: SeatPlan) -> str:
    name = "optimal" if seat.is_own else seat.strategy
    if name not in STRATEGIES:
        says = f"is not a strategy; one of {', '.join(STRATEGIES)}, or your own as FILE.py:function"
        raise Malformed("strategy", name, says)
    return name


def _game(plan: Plan, seat: SeatPlan) -> MainGame:
    """Return the game the seat decides about, with the side wagers that a fold forfeits."""
    return main_game(plan.posted, seat.wagers if Wager.ANTE in seat.wagers else None, dict(plan.meters))


@lru_cache(maxsize=8)
def _solution(name: str, game: MainGame) -> Solution:
    return solve(game, strategy_named(name).policy(game))


def _tables(solutions: tuple[Solution, ...], grades: int, ends: tuple[Ending | None, ...]) -> Strategies:
    numbers = {end: number for number, end in enumerate(ends) if number != ALONE}
    _, classes = start_classes()
    preflop, flop, river, decisions = [], [], [], []
    for solution in solutions:
        game = solution.game
        starts = [numbers[Street.PREFLOP, start.multiple] if start.multiple else 0 for start in solution.starts]
        preflop.append(np.array(starts, np.uint8)[classes])
        actions = solution.played.flop
        flop.append(packed(np.where(actions == NO_ACTION, 0, actions).astype(np.uint8).ravel()))
        rivers = [packed(river_entries(each)) for each in solution.played.river]
        river.append([rivers[grade if len(rivers) > 1 else 0] for grade in range(grades)])
        flops = [numbers[Street.FLOP, choose(game.flop)] if game.flop else 0 for choose in (min, max)]
        rivers_said = [numbers[Street.RIVER, choose(game.river)] for choose in (min, max)]
        decisions.append([0, *flops, 0, *rivers_said, 0, 0])
    return Strategies(
        preflop=np.array(preflop), flop=np.array(flop), river=np.array(river), decisions=np.array(decisions, np.uint8)
    )
