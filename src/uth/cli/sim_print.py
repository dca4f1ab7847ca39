"""Prints a simulation: each wager against its exact value, then seats, sessions and meters."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from uth.cli.streams import complain
from uth.errors import UthError
from uth.rules.values import Wager
from uth.sim.block import BlockResult
from uth.sim.gathered import Gathered
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared, prepare
from uth.sim.run import Simulated, executor_on, simulate
from uth.sim.strategies import require_own
from uth.units import money

Document = dict[str, Any]


def show(gathered: Gathered, document: Document, seconds: float) -> None:
    """Print the results in readable form."""
    console = Console(highlight=False)
    plan = gathered.prepared.plan
    symbol = plan.posted.rules.currency.symbol
    names = sorted({seat.strategy for seat in plan.seats})
    who = "1 seat" if len(plan.seats) == 1 else f"{len(plan.seats)} seats"
    console.print(f"[bold]{plan.posted.rules.title}[/bold]: {who}, played [bold]{', '.join(names)}[/bold]")
    pace = f", {gathered.hands / seconds:,.0f} hands a second" if seconds > 1 else ""
    console.print(f"{gathered.rounds:,} rounds{pace}; shuffle key {plan.shuffle_key}", style="dim")
    console.print()
    console.print(_wagers(document, narrow=console.width < 72))
    if len({seat.strategy for seat in plan.seats}) > 1 or len({str(seat.wagers) for seat in plan.seats}) > 1:
        console.print(_seats(document))
    console.print(_more(document, symbol))
    if "sessions" in document:
        console.print(_sessions(document["sessions"]))
    if "meters" in document:
        console.print(_meters(document["meters"], symbol))
    if "months" in document and document["months"]["count"]:
        console.print(_months(document["months"]))


def _wagers(document: Document, *, narrow: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=not narrow, padding=0 if narrow else (0, 1))
    table.add_column("antes a hand")
    compared = document["exact"] is not None or any(each["exact"] is not None for each in document["wagers"].values())
    for heading in ("mean", "± error", "deviation", *(("exact", "z") if compared else ())):
        table.add_column(heading, justify="right")
    lines = {Wager(name).words if name != "envy" else "Envy": each for name, each in document["wagers"].items()}
    for name, each in {**lines, "All together": document}.items():
        exact = "" if each["exact"] is None else f"{each['exact']:+.6f}"
        z = "" if each["z"] is None else f"{each['z']:+.2f}"
        style = "bold" if each is document else ""
        deviation = f"{each['standard_deviation']:.4f}"
        found = f"{each['mean']:+.6f}", f"{each['standard_error']:.6f}", deviation
        table.add_row(name, *found, *((exact, z) if compared else ()), style=style)
    return table


def _seats(document: Document) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("seat", "strategy"):
        table.add_column(heading)
    for heading in ("mean", "± error", "deviation"):
        table.add_column(heading, justify="right")
    for seat in document["by_seat"]:
        numbers = f"{seat['mean']:+.6f}", f"{seat['standard_error']:.6f}", f"{seat['standard_deviation']:.4f}"
        table.add_row(str(seat["seat"]), seat["strategy"], *numbers)
    return table


def _two() -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    return table


def _more(document: Document, symbol: str) -> Table:
    table = _two()
    for says, share in document.get("decisions", {}).items():
        table.add_row(says.capitalize(), f"{share:.4%}")
    hour = document["hour"]
    table.add_row(f"An hour of {hour['rounds']} rounds, on average", money(round(hour["mean_cents"]), symbol))
    spread = money(round(hour["standard_deviation_cents"]), symbol)
    table.add_row("  standard deviation", spread)
    if "bank" in document:
        bank = document["bank"]
        table.add_row("The player/dealer, a round, in antes", f"{bank['mean']:+.6f} ± {bank['standard_error']:.6f}")
        table.add_row("  share of the wager used", f"{bank['used_share']:.4%}")
        table.add_row("  rounds in which it ran out", f"{bank['ran_out']:.4%}")
    if "irregularities" in document:
        table.add_row("Void rounds", f"{document['irregularities']['void_rounds']:,}")
        for kind, count in document["irregularities"]["kinds"].items():
            table.add_row(f"  {kind.replace('_', ' ')}", f"{count:,}")
    return table


def _sessions(sessions: Document) -> Table:
    table = _two()
    table.add_row("Sessions", f"{sessions['count']:,}")
    ended = f"{sessions['ahead']:.2%}, {sessions['even']:.2%}, {sessions['behind']:.2%}"
    table.add_row("  ended ahead, even, behind", ended)
    if "ruin" in sessions:
        table.add_row(f"  bankroll of {sessions['bankroll']:g} antes gone", f"{sessions['ruin']:.3%}")
        table.add_row("  as far behind after all hands", f"{sessions['behind_by_the_bankroll_at_the_end']:.3%}")
    if "goal_reached" in sessions:
        table.add_row(f"  goal of {sessions['goal']:g} antes ahead reached", f"{sessions['goal_reached']:.3%}")
        table.add_row("  as far ahead after all hands", f"{sessions['ahead_by_the_goal_at_the_end']:.3%}")
    quantiles = ", ".join(f"{antes:+d}" for antes in sessions["quantiles"].values())
    table.add_row("  antes at 1, 5, 25, 50, 75, 95, 99%", quantiles)
    fall = sessions["drawdown"]
    table.add_row("  drawdown, mean and maximum", f"{fall['mean']:.1f}, {fall['deepest']:.1f} antes")
    longest = f"{fall['mean_longest_hands']:.1f}, {fall['longest_hands']} hands"
    table.add_row("  below a peak, mean and maximum", longest)
    return table


def _meters(meters: Document, symbol: str) -> Table:
    table = _two()
    for name, meter in meters.items():
        won, between = meter["emptied_cents"], meter["rounds_between"]
        table.add_row(f"Meter {name}, from {money(meter['seed_cents'], symbol)}", money(meter["now_cents"], symbol))
        table.add_row("  won in full", f"{won['count']:,} times")
        if not won["count"]:
            continue
        least, most = money(won["least"], symbol), money(won["most"], symbol)
        table.add_row("  size when won, on average", money(round(won["mean"]), symbol))
        table.add_row("  minimum and maximum", f"{least}, {most}")
        table.add_row("  rounds between two wins", f"{between['mean']:,.0f}")
        table.add_row("  hours", f"{meter['hours_between']:,.0f}")
    return table


def _months(months: Document) -> Table:
    table = _two()
    table.add_row(f"Months of {months['rounds']:,} rounds", f"{months['count']:,}")
    table.add_row("  kept of the progressive wagers", f"{months['hold']:.2%} ± {months['hold_standard_deviation']:.2%}")
    table.add_row("  in the best and the worst month", f"{months['hold_most']:.2%}, {months['hold_least']:.2%}")
    table.add_row("  months with a loss for the house", f"{months['paid_out_more_than_taken']:.2%}")
    return table


BlockObserver = Callable[[Gathered, BlockResult], None]


def worked(plan: Plan, workers: int | None, ray: str | None, sessions_out: Path | None) -> tuple[Simulated, float]:
    """Run the plan; return the results and the seconds it took."""
    require_own(plan)
    prepared = prepare(plan)
    if sessions_out is None:
        return _watched(prepared, workers, ray, _nothing)
    from uth.sim.sessions import SessionFile

    file = SessionFile(sessions_out, prepared)
    simulated, seconds = _watched(prepared, workers, ray, lambda gathered, _: file.add(gathered.last_sessions))
    if simulated.stopped is None or simulated.interrupted:
        try:
            file.close()
        except UthError as fault:
            simulated = replace(simulated, stopped=fault)
    return simulated, seconds


def _nothing(_: Gathered, __: BlockResult) -> None:
    """Ignore a block."""


def _watched(prepared: Prepared, workers: int | None, ray: str | None, also: BlockObserver) -> tuple[Simulated, float]:
    executor = executor_on(prepared, workers, ray, _say)
    start = perf_counter()
    if not sys.stderr.isatty():
        return simulate(prepared, executor, also), perf_counter() - start
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rounds", total=prepared.plan.rounds)

        def seen(gathered: Gathered, block: BlockResult) -> None:
            also(gathered, block)
            says = f"{gathered.mean:+.5f} ± {gathered.standard_error:.5f} antes"
            progress.update(task, completed=gathered.rounds, description=says)

        return simulate(prepared, executor, seen), perf_counter() - start


def _say(line: str) -> None:
    complain("sim", line)
