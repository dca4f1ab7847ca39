"""`uth`: the command tree."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Annotated

import typer

from uth import __version__
from uth.cli import (
    advise,
    clauses,
    deal,
    design,
    drill,
    exact,
    house,
    house_nodes,
    join,
    meter,
    par,
    play,
    review,
    rules,
    serve,
    session,
    settle,
    sim,
    verify,
)

app = typer.Typer(
    name="uth",
    help="Ultimate Texas Hold'em: a table, an adjudicator, rule books and the exact numbers.",
    epilog="Try: uth play | uth rules show massachusetts | uth settle ROUND.json | uth exact | uth advise --hole AhKd",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"uth {__version__}")
        raise typer.Exit


@app.callback()
def _front(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_tell_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Handle options before the command."""


app.command("play")(play.command)
app.command("join")(join.command)
app.command("deal")(deal.command)
app.command("serve")(serve.command)
app.command("settle")(settle.command)
app.command("verify")(verify.command)
app.command("review")(review.command)
app.command("advise")(advise.command)
app.command("drill")(drill.command)
app.command("exact")(exact.command)
app.command("design")(design.command)
app.command("par")(par.command)
app.command("session")(session.command)
app.command("sim")(sim.command)
house.app.command("nodes")(house_nodes.nodes)
app.add_typer(house.app, name="house")
app.add_typer(meter.app, name="meter")
app.add_typer(rules.app, name="rules")
app.command("clauses")(clauses.command)


def app_for(words: Sequence[str]) -> typer.Typer:
    """Return the program with only the command that the arguments begin with; building all of them takes 50 ms."""
    name = words[0] if words else ""
    commands = [each for each in app.registered_commands if each.name == name]
    groups = [each for each in app.registered_groups if each.name == name]
    if not commands and not groups:
        return app
    one = copy(app)
    one.registered_commands, one.registered_groups = commands, groups
    return one
