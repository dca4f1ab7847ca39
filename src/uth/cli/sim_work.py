"""The work behind `uth sim`: who plays, and a bar that shows how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from uth.cli.said import complain
from uth.errors import UthError
from uth.sim.block import BlockResult
from uth.sim.crews import Crew, crew_of
from uth.sim.gathered import Gathered
from uth.sim.own import require_own
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared, prepare
from uth.sim.run import Simulated, simulate

Seen = Callable[[Gathered, BlockResult], None]


def worked(plan: Plan, workers: int | None, ray: str | None, sessions_out: Path | None) -> tuple[Simulated, float]:
    """Return what the plan came to, and the seconds it took."""
    require_own(plan)
    prepared = prepare(plan)
    if sessions_out is None:
        return _watched(prepared, workers, ray, _nothing)
    from uth.sim.files import SessionFile

    file = SessionFile(sessions_out, prepared)
    simulated, seconds = _watched(prepared, workers, ray, lambda gathered, _: file.add(gathered.last_sessions))
    if simulated.stopped is None or simulated.interrupted:
        try:
            file.close()
        except UthError as fault:
            simulated = replace(simulated, stopped=fault)
    return simulated, seconds


def _nothing(_: Gathered, __: BlockResult) -> None:
    """Look at a block and do nothing."""


def _watched(prepared: Prepared, workers: int | None, ray: str | None, also: Seen) -> tuple[Simulated, float]:
    crew = _crew(prepared, workers, ray)
    start = perf_counter()
    if not sys.stderr.isatty():
        return simulate(prepared, crew, also), perf_counter() - start
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rounds", total=prepared.plan.rounds)

        def seen(gathered: Gathered, block: BlockResult) -> None:
            also(gathered, block)
            says = f"{gathered.mean:+.5f} ± {gathered.standard_error:.5f} antes"
            progress.update(task, completed=gathered.rounds, description=says)

        return simulate(prepared, crew, seen), perf_counter() - start


def _crew(prepared: Prepared, workers: int | None, ray: str | None) -> Crew:
    if ray is None:
        return crew_of(prepared, workers, _say)
    from uth.sim.cluster import RayCrew

    return RayCrew(prepared, ray, workers)


def _say(line: str) -> None:
    complain("sim", line)
