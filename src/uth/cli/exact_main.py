"""The main game of `uth exact`: solved, with progress messages on a terminal, and printed as tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from uth.cards import RANKS
from uth.errors import Malformed
from uth.exact.chart import place_of
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
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
GRID_WIDTH = 13 * 5 + 3
PLAYED, CHECKED = "white on dark_green", "black on grey70"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactAnswer:
    """A game solved under a strategy, under the best play and, where a fold forfeits wagers, under the usual play."""

    posted: Posted
    strategy: str
    solution: Solution
    best: Solution
    usual: Solution | None
    costs: Mapping[Street, Fraction]
    """The cost of the strategy on each street; empty for the best play."""
    mistakes: tuple[Mistake, ...]
    """The starting hands and flops that cost the strategy most."""
    limited: Limited | None
    """The game under the table's aggregate payout limit, if the stakes are high enough to reach it."""

    @property
    def cost(self) -> Fraction:
        """The cost of the strategy relative to the best play, in antes."""
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
    """Print the current computation, if this is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
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
    """Return the cost of the policy on each street, and its costliest mistakes."""
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


def show_main(answer: ExactAnswer) -> None:
    """Print the solution in readable form."""
    console = Console(highlight=False)
    solution = answer.solution
    console.print(f"[bold]{answer.posted.rules.title}[/bold]: the main game, played [bold]{answer.strategy}[/bold]")
    console.print()
    console.print(_numbers(answer))
    console.print()
    console.print(_grid(solution, narrow=console.width < GRID_WIDTH))
    console.print("The superscript after a hand is the multiple it plays before the flop; a hand without one checks.")
    console.print()
    console.print(_decisions(solution))
    console.print(_closest(solution) if not answer.costs else _mistakes(answer))


def _numbers(answer: ExactAnswer) -> Table:
    solution = answer.solution
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim", overflow="fold")
    edge = solution.house_edge
    table.add_row("House edge, of the ante", f"{float(edge):.6%}", f"{edge.numerator}/{edge.denominator}")
    table.add_row("Element of risk, of all wagers", f"{float(solution.element_of_risk):.6%}", "")
    table.add_row("Average wager, in antes", f"{float(solution.average_wager):.9f}", "")
    table.add_row("Standard deviation, in antes", f"{solution.standard_deviation:.9f}", "")
    for name, value in (("Ante", solution.ante), ("Blind", solution.blind), ("Play", solution.play)):
        table.add_row(f"Value of the {name.lower()}", f"{float(value):+.9f}", f"{value.numerator}/{value.denominator}")
    if solution.game.trips_wager or solution.game.progressive_wager:
        table.add_row("Value of what a fold forfeits", f"{float(solution.side):+.9f}", "")
    if answer.strategy != "optimal":
        table.add_row("Cost against the best play", f"{float(answer.cost):.6%}", "of the ante")
    if answer.limited is not None:
        table.add_row("Edge under the payout limit", f"{-float(answer.limited.ev):.6%}", "of the ante")
        cost = float(answer.limited.cost_of_the_usual_strategy)
        table.add_row("Cost of the usual strategy under it", f"{cost:.6%}", "of the ante")
    if answer.usual_cost is not None:
        table.add_row("Cost of the usual strategy here", f"{float(answer.usual_cost):.6%}", "of the ante")
    return table


def _grid(solution: Solution, *, narrow: bool) -> Text:
    cells = {place_of(start.name): start for start in solution.starts}
    text = Text()
    for row in range(13):
        for column in range(13):
            start = cells[row, column]
            style = PLAYED if start.multiple else CHECKED
            raised = str(start.multiple).translate(RAISED) if start.multiple else ""
            cell = f"{start.name}{raised}".ljust(4)
            text.append(cell if narrow else f" {cell}", style=style)
        text.append(f"  {RANKS[12 - row]}\n", style="dim")
    return text


def _decisions(solution: Solution) -> Table:
    table = Table(title="How deals end", box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    table.add_column("street")
    table.add_column("action")
    table.add_column("deals", justify="right")
    table.add_column("share", justify="right")
    for decision in solution.decisions:
        row = (decision.street, action(decision.street, decision.multiple), f"{decision.deals:,}")
        table.add_row(*row, f"{float(decision.frequency):.6%}")
    return table


def _mistakes(answer: ExactAnswer) -> Table:
    told = ", ".join(f"{street} {float(cost):.6%}" for street, cost in answer.costs.items())
    table = Table(title=f"Cost by street: {told}", box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    for heading in ("hand", "flop", "does", "best"):
        table.add_column(heading)
    table.add_column("costs each time, in antes", justify="right")
    for mistake in answer.mistakes:
        does, best = action(mistake.street, mistake.chosen), action(mistake.street, mistake.best)
        table.add_row(mistake.hole, mistake.board, does, best, f"{float(mistake.cost):.6f}")
    return table


def _closest(solution: Solution) -> Table:
    table = Table(title="Closest before the flop", box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    table.add_column("hand")
    table.add_column("choice")
    table.add_column("gain over the other, in antes", justify="right")
    closest = sorted((start for start in solution.starts if len(start.values) > 1), key=lambda start: abs(start.margin))
    for start in closest[:6]:
        table.add_row(start.name, action("preflop", start.multiple), f"{float(start.margin):+.6f}")
    return table
