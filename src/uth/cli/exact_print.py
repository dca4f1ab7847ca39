"""Print an exact solution: the numbers, the chart of 169 hands, the decisions, the closest calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from uth.cards import RANKS
from uth.exact.chart import place_of
from uth.exact.result import Solution, action

if TYPE_CHECKING:
    from uth.cli.exact_work import ExactAnswer

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
PLAYED, CHECKED = "white on dark_green", "black on grey70"


def show_main(answer: ExactAnswer) -> None:
    """Print the solution for a person."""
    console = Console(highlight=False)
    solution = answer.solution
    console.print(f"[bold]{answer.posted.rules.title}[/bold]: the main game, played [bold]{answer.strategy}[/bold]")
    console.print()
    console.print(_numbers(answer))
    console.print()
    console.print(_grid(solution))
    console.print("The superscript after a hand is the multiple it plays before the flop; a hand without one checks.")
    console.print()
    console.print(_decisions(solution))
    console.print(_closest(solution) if not answer.costs else _mistakes(answer))


def _numbers(answer: ExactAnswer) -> Table:
    solution = answer.solution
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
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
        table.add_row("Usual strategy costs under it", f"{cost:.6%}", "of the ante")
    if answer.usual_cost is not None:
        table.add_row("Cost of the usual strategy here", f"{float(answer.usual_cost):.6%}", "of the ante")
    return table


def _grid(solution: Solution) -> Text:
    cells = {place_of(start.name): start for start in solution.starts}
    text = Text()
    for row in range(13):
        for column in range(13):
            start = cells[row, column]
            style = PLAYED if start.multiple else CHECKED
            raised = str(start.multiple).translate(RAISED) if start.multiple else ""
            text.append(f" {start.name}{raised}".ljust(5), style=style)
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
    table = Table(title=f"Given away: {told}", box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
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
