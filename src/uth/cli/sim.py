"""`uth sim`: whole tables, dealt by the million."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import Malformed, UthError

if TYPE_CHECKING:
    from uth.sim.run import Simulated


def command(
    rules: Annotated[
        str, typer.Option(help="A rule set by name, or the path of a .toml file.", autocompletion=completion.books)
    ] = "massachusetts",
    table: Annotated[
        list[str] | None,
        typer.Option(help="A pay table, as trips=B; repeatable.", autocompletion=completion.pay_tables),
    ] = None,
    seats: Annotated[int, typer.Option(help="The number of players, 1 to 7.")] = 1,
    rounds: Annotated[str, typer.Option(help="The number of rounds, as 1e8 or 250000.")] = "1e6",
    strategy: Annotated[
        str,
        typer.Option(
            help="optimal, simple, ... or your own as FILE.py:function (slower); comma-separated for each seat.",
            autocompletion=completion.strategies,
        ),
    ] = "optimal",
    wagers: Annotated[
        str, typer.Option(help="The wagers: ante=5,trips=5,progressive=5; semicolon-separated for each seat.")
    ] = "",
    meter: Annotated[
        list[str] | None, typer.Option(help="A meter's starting amount, as main=50000; repeatable.")
    ] = None,
    fresh_meters: Annotated[
        bool, typer.Option("--fresh-meters", help="Start every session with the same meters.")
    ] = False,
    dealing: Annotated[
        str | None,
        typer.Option(help="The way of dealing; Cover All needs a shuffler's.", autocompletion=completion.dealings),
    ] = None,
    bank: Annotated[str | None, typer.Option(help="The player/dealer's wager each round, if a player banks.")] = None,
    session: Annotated[int | None, typer.Option(help="Split the rounds into sessions of this many hands.")] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(help="The bankroll of a session, as 100 or, in antes, 20x; the session ends when it is lost."),
    ] = None,
    goal: Annotated[str | None, typer.Option(help="The win at which a session ends, as 100 or, in antes, 20x.")] = None,
    irregularities: Annotated[
        str | None, typer.Option(help="The chance of an irregularity per round: cards_face_up=0.01, or 0.01 for any.")
    ] = None,
    rounds_an_hour: Annotated[int, typer.Option(help="Rounds per hour, for hourly and monthly figures.")] = 40,
    shuffle_key: Annotated[
        str | None, typer.Option(help="The same key deals the same cards; random by default.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="The number of threads or processes; by default the number of processors.")
    ] = None,
    ray: Annotated[str | None, typer.Option(help="Run on a Ray cluster: auto, local, or its address.")] = None,
    chart: Annotated[Path | None, typer.Option(help="Draw the results into this SVG file.")] = None,
    sessions_out: Annotated[
        Path | None, typer.Option(help="Write every session to this .csv or .parquet file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Deal whole tables by the million and compare the results with the exact values.

    Example: uth sim --rules massachusetts --seats 6 --rounds 1e7 --wagers trips=5,progressive=5

    An evening: uth sim --session 200 --bankroll 40x --goal 40x --chart evening.svg

    Ctrl-C prints the results so far once the current rounds are over; a second Ctrl-C does not wait.
    """
    from uth.cli.sim_options import mishaps_of, plan_of, with_session
    from uth.house.fairness import new_shuffle_key

    try:
        plan = plan_of(
            rules=rules, tables=table or [], seats=seats, rounds=rounds, strategy=strategy, wagers=wagers,
            shuffle_key=shuffle_key if shuffle_key is not None else new_shuffle_key()[:8].hex(), meters=meter or [],
            bank=bank, session=None, rounds_an_hour=rounds_an_hour, mishaps=mishaps_of(irregularities), dealing=dealing,
        )  # fmt: skip
        plan = with_session(plan, session, bankroll, goal, fresh_meters=fresh_meters)
        if sessions_out is not None and plan.session is None:
            raise Malformed("sessions-out", str(sessions_out), "needs sessions; add --session HANDS")
        if chart is not None:
            _require_chart(chart)
        from uth.cli.sim_print import worked

        simulated, seconds = worked(plan, workers, ray, sessions_out)
        status = _tell(simulated, chart, as_json, seconds)
    except UthError as refused:
        complain("sim", refused)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if simulated.abandoned:
        sys.stdout.flush()
        os._exit(status)
    if status:
        raise typer.Exit(status)


def _tell(simulated: Simulated, chart: Path | None, as_json: bool, seconds: float) -> int:
    """Print the results, complete or not, and return the exit status."""
    from uth.sim.report import document_of

    stopped = simulated.stopped
    document = document_of(simulated.gathered, complete=stopped is None)
    if simulated.gathered.rounds or stopped is None:
        if as_json:
            print(json.dumps(document, indent=1))
        else:
            from uth.cli.sim_print import show

            show(simulated.gathered, document, seconds)
    if chart is not None and simulated.gathered.rounds:
        _draw(chart, simulated.gathered, document)
    if stopped is None:
        return 0
    rounds, plan = simulated.gathered.rounds, simulated.gathered.prepared.plan
    why = "stopped" if simulated.interrupted else str(stopped)
    print(f"uth sim: {why}; {rounds:,} of {plan.rounds:,} rounds were dealt", file=sys.stderr)
    return 130 if simulated.interrupted else 1


def _require_chart(chart: Path) -> None:
    """Raise `Malformed` before dealing if the chart could not be written afterwards."""
    if chart.suffix != ".svg":
        raise Malformed("chart", str(chart), "is not an SVG file; the name must end in .svg")
    if not chart.parent.is_dir():
        raise Malformed("chart", str(chart), f"cannot be written: the folder {chart.parent} does not exist")


def _draw(chart: Path, gathered: Any, document: dict[str, Any]) -> None:
    from uth.sim.chart import drawing_of

    try:
        chart.write_text(drawing_of(gathered, document), encoding="utf-8")
    except OSError as fault:
        raise Malformed("chart", str(chart), f"cannot be written: {fault.strerror}") from None
