"""`uth`: the tree of its commands."""

from __future__ import annotations

import typer

from uth.cli import advise, clauses, deal, exact, house, join, meter, play, rules, serve, settle, sim, verify

app = typer.Typer(
    name="uth",
    help="Ultimate Texas Hold'em: a table, an adjudicator, five rule books and the exact numbers.",
    epilog="Try: uth play | uth rules show massachusetts | uth settle ROUND.json | uth exact | uth advise --hole AhKd",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("play")(play.command)
app.command("join")(join.command)
app.command("deal")(deal.command)
app.command("serve")(serve.command)
app.command("settle")(settle.command)
app.command("verify")(verify.command)
app.command("advise")(advise.command)
app.command("exact")(exact.command)
app.command("sim")(sim.command)
app.add_typer(house.app, name="house")
app.add_typer(meter.app, name="meter")
app.add_typer(rules.app, name="rules")
app.command("clauses")(clauses.command)
