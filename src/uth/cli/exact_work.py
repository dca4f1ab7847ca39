"""The computation behind `uth exact`, with progress messages on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from uth.errors import Malformed
from uth.exact.flops import start_classes
from uth.exact.game import MainGame, main_game
from uth.exact.result import Solution, action, document_of, number
from uth.exact.solve import BEST, Policy, solve
from uth.rules.values import Street, Wager
from uth.strategy.named import strategy_named
from uth.table.posted import Posted

if TYPE_CHECKING:
    from uth.exact.limit import Limited
    from uth.exact.mistakes import Mistake


MOST_MISTAKES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactAnswer:
    """A game solved under a strategy, with the best play, and with the usual play where a fold forfeits wagers."""

    posted: Posted
    strategy: str
    solution: Solution
    best: Solution
    usual: Solution | None
    costs: Mapping[Street, Fraction]
    """What the strategy gives away on each street; empty for the best play."""
    mistakes: tuple[Mistake, ...]
    """The starting hands and flops that cost it most."""
    limited: Limited | None
    """The game under the table's aggregate payout limit, if the stakes are high enough to reach it."""

    @property
    def cost(self) -> Fraction:
        """What the strategy loses against the best play, in antes."""
        return self.best.ev - self.solution.ev

    @property
    def usual_cost(self) -> Fraction | None:
        """The cost of playing as if there were no side wagers, in antes."""
        return self.best.ev - self.usual.ev if self.usual is not None else None

    def document(self) -> dict[str, Any]:
        """Return the answer as a JSON document."""
        document = {"rules": self.posted.rules.name, "strategy": self.strategy, **document_of(self.solution)}
        document["cost_against_optimal"] = number(self.cost)
        if self.costs:
            document["cost_by_street"] = {street.value: number(cost) for street, cost in self.costs.items()}
            document["mistakes"] = [_mistake(mistake) for mistake in self.mistakes]
        if self.limited is not None:
            document["aggregate_limit"] = {
                "limit_in_antes": number(self.limited.limit),
                "ev": number(self.limited.ev),
                "house_edge": -float(self.limited.ev),
                "cost_of_the_usual_strategy": number(self.limited.cost_of_the_usual_strategy),
            }
        if self.usual_cost is not None:
            document["cost_of_the_usual_strategy"] = number(self.usual_cost)
        return document


def _mistake(mistake: Mistake) -> dict[str, Any]:
    return {
        "street": mistake.street,
        "hole": mistake.hole,
        "board": mistake.board,
        "chosen": action(mistake.street, mistake.chosen),
        "best": action(mistake.street, mistake.best),
        "cost": number(mistake.cost),
        "frequency": number(mistake.frequency),
    }


@contextmanager
def progress(says: str) -> Iterator[None]:
    """Print what is being computed if this is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(says):
        yield


def solved(posted: Posted, stakes: Mapping[Wager, int], meters: Mapping[str, int], strategy: str) -> ExactAnswer:
    """Return the table's game, solved."""
    game = main_game(posted, stakes, meters)
    if meters and not game.progressive_wager:
        says = "changes nothing here; a meter goes with --bet progressive, or with --wagers that a fold forfeits"
        raise Malformed("meter", ", ".join(meters), says)
    with progress("counting 27,813,810,024,000 deals"):
        policy = strategy_named(strategy).policy(game)
        best = solve(game)
        solution = best if policy is BEST else solve(game, policy)
        usual = solve(game, _usual(posted)) if game.trips_wager or game.progressive_wager else None
        costs, mistakes = _errors(game, policy, best, solution) if policy is not BEST else ({}, ())
        limited = _under_the_limit(posted, stakes, game, best)
    return ExactAnswer(
        posted=posted,
        strategy=strategy,
        solution=solution,
        best=best,
        usual=usual,
        costs=costs,
        mistakes=mistakes,
        limited=limited,
    )


def _under_the_limit(posted: Posted, stakes: Mapping[Wager, int], game: MainGame, best: Solution) -> Limited | None:
    """Return the game under the table's payout limit, or ``None`` if no win at these stakes reaches it."""
    if posted.hand_limit is None:
        return None
    from uth.exact.limit import limit_of, solve_limited

    limit = limit_of(posted, stakes, game)
    return None if limit is None else solve_limited(game, best, limit)


def _errors(
    game: MainGame, policy: Policy, best: Solution, solution: Solution
) -> tuple[Mapping[Street, Fraction], tuple[Mistake, ...]]:
    """Return what the policy gives away on each street, and its costliest mistakes."""
    from uth.exact.mistakes import flop_mistakes, start_mistakes, street_costs

    _, classes = start_classes()
    starts = tuple(solution.starts[number].multiple for number in classes.tolist())
    worst = flop_mistakes(game, policy, best, starts, MOST_MISTAKES)
    costs = street_costs(game, policy, best, solution.ev)
    return costs, (*start_mistakes(policy, best)[:MOST_MISTAKES], *worst)


def _usual(posted: Posted) -> Policy:
    """Return the best play of the game with only ante, blind and play."""
    plain: MainGame = main_game(posted)
    best = solve(plain)
    return Policy(
        preflop=tuple(start.multiple for start in best.starts), flop=best.played.flop, river=best.played.river
    )
