"""`uth meter`: the meters of a progressive in a local file, operated by hand or fed by a program."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli import completion
from uth.cli.streams import say
from uth.errors import Malformed

if TYPE_CHECKING:
    from uth.progressive.commands import Command
    from uth.store.meter_file import MeterFile

app = typer.Typer(
    help="Work the meters of a progressive, in a local file.\n\nExample: uth meter new link.meter --rules chickasaw",
    rich_markup_mode=None,
    no_args_is_help=True,
)

File = Annotated[
    str, typer.Argument(metavar="FILE", help="The meter file.", autocompletion=completion.files(".meter", ".jsonl"))
]
AwardNumber = Annotated[int, typer.Argument(metavar="AWARD", help="The number of the award.")]
Rules = Annotated[str | None, typer.Option(metavar="NAME|PATH", help="The rule set file, if it has moved.")]
TableName = Annotated[str, typer.Option("--table", metavar="NAME", help="The table, by its name on the link.")]
By = Annotated[str, typer.Option(metavar="NAME", help="Who does it.")]
Second = Annotated[str, typer.Option(metavar="NAME", help="The second person.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]
Key = Annotated[str | None, typer.Option(metavar="TEXT", help="A command sent twice with the same key is done once.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def new(
    file: File,
    rules: Annotated[
        str,
        typer.Option(
            metavar="NAME|PATH",
            help="A rule set by name, or the path of a .toml file.",
            autocompletion=completion.books,
        ),
    ],
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="progressive=NAME",
            help="The pay table, where the book has several.",
            autocompletion=completion.pay_tables,
        ),
    ] = None,
    wager: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The progressive wager, if the table sets it.")
    ] = None,
    dealing: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A way of dealing of the book, which decides the decks.",
            autocompletion=completion.dealings,
        ),
    ] = None,
) -> None:
    """Create a link in a new file, its meters at their seeds.

    Example: uth meter new link.meter --rules massachusetts --table progressive=PTMGLML02 --wager 5
    """
    from uth.cli.meter_work import begun, work_on
    from uth.units import money

    with work_on("new", lambda: begun(file, rules, table or [], wager, dealing)) as (link, posted):
        symbol = posted.rules.currency.symbol
        meters = ", ".join(f"{name} {money(meter.shown, symbol)}" for name, meter in link.link.meters.items())
        say(f"{file}: {link.terms.book}, pay table {link.terms.table.name}: {meters}")


@app.command()
def show(
    file: File,
    seats: Annotated[int, typer.Option(metavar="N", help="Seats with the wager at a table, for the envy.")] = 1,
    hands_per_hour: Annotated[
        str | None, typer.Option(metavar="N", help="Progressive wagers an hour, all tables of the link together.")
    ] = None,
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Show the meters to the fraction of a cent, what they mean for a player, the awards and the tables.

    Example: uth meter show link.meter --hands-per-hour 240
    """
    from uth.cli.meter_print import document_of
    from uth.cli.meter_work import opened, pace_of, work_on

    with work_on("show", lambda: opened(file, rules, read_only=True)) as (link, posted):
        pace = pace_of(hands_per_hour) if hands_per_hour is not None else None
        document = document_of(link, posted, seats=seats, wagers_an_hour=pace)
        if as_json:
            typer.echo(json.dumps(document, indent=1))
            return
        from uth.cli.meter_print import parts_of
        from uth.cli.rules_print import put

        put(parts_of(document, posted.rules.currency.symbol))


@app.command()
def join(
    file: File,
    table: TableName,
    game: Annotated[str, typer.Option(metavar="NAME", help="The game that is dealt there.")] = "ultimate_texas_holdem",
    pay_table: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its pay table; the link's, if not given.")
    ] = None,
    wager: Annotated[str | None, typer.Option(metavar="AMOUNT", help="Its wager; the link's, if not given.")] = None,
    decks: Annotated[int | None, typer.Option(metavar="N", help="Its decks; the link's, if not given.")] = None,
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Add a table to the link; its pay table, wager and decks must match the link's.

    Example: uth meter join link.meter --table T1
    """
    from dataclasses import replace

    from uth.cli.exact_options import amount_of
    from uth.cli.meter_work import do
    from uth.progressive.commands import JoinLink

    def command(link: MeterFile) -> Command:
        terms = link.terms
        own = terms.table if pay_table in (None, terms.table.name) else replace(terms.table, name=str(pay_table))
        cents = amount_of("wager", wager) if wager is not None else terms.wager
        asked = terms.decks if decks is None else decks
        return JoinLink(table=table, game=game, pay_table=own, wager=cents, decks=asked)

    do("join", file, rules, command, key, as_json)


@app.command()
def coin_in(
    file: File,
    table: TableName,
    round_: Annotated[int, typer.Option("--round", metavar="N", help="The number of the round at that table.")],
    seats: Annotated[str, typer.Option(metavar="1,3,5", help="The seats with the wager.")],
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Press COIN IN: lock the progressive wagers of a round, and feed the meters.

    Example: uth meter coin-in link.meter --table T1 --round 1 --seats 1,3,5
    """
    from uth.cli.meter_work import do, seats_of
    from uth.progressive.commands import CoinIn

    do("coin-in", file, rules, lambda _: CoinIn(table=table, round=round_, seats=seats_of(seats)), key, as_json)


@app.command()
def game_over(file: File, table: TableName, rules: Rules = None, key: Key = None, as_json: Json = False) -> None:
    """Press GAME OVER: the table is ready for the next hand.

    Example: uth meter game-over link.meter --table T1
    """
    from uth.cli.meter_work import do
    from uth.progressive.commands import GameOver

    do("game-over", file, rules, lambda _: GameOver(table=table), key, as_json)


@app.command()
def award(
    file: File,
    table: TableName,
    seat: Annotated[int, typer.Option(metavar="N", help="The seat of the winning hand.")],
    hand: Annotated[str, typer.Option(metavar="HAND", help="The hand, as royal_flush.")],
    by: By,
    evidence: Annotated[
        str, typer.Option(metavar="TEXT", help='The cards, as "As Ks Qs Js Ts"; the hand button needs them.')
    ] = "",
    step: Annotated[
        str | None, typer.Option(metavar="STEP", help="One step only: button, call, key, jpot, run or reject.")
    ] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Why it is rejected.")] = None,
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Record a win: hand button, supervisor, key at JPH, J-POT, key back at RUN.

    Run again after an interruption, it continues where it stopped.

    Example: uth meter award link.meter --table T1 --seat 3 --hand royal_flush --evidence "As Ks Qs Js Ts" --by Kim
    """
    from uth.cli.meter_work import ReportedWin, guided, one_step, opened, tell, work_on
    from uth.units import Seat

    with work_on("award", lambda: opened(file, rules)) as (link, posted):
        win = ReportedWin(table=table, seat=Seat(seat), hand=hand, evidence=evidence, by=by)
        done = guided(link, win, key) if step is None else one_step(link, win, step, reason, key)
        tell(link, posted, done, as_json)
        if not done and not as_json:
            typer.echo("nothing to do: the award is on record and the key stands at RUN")


@app.command()
def record(
    file: File,
    award: AwardNumber,
    step: Annotated[str, typer.Option(metavar="STEP", help="The step that is done, as title_31.")],
    by: By,
    field: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=TEXT", help="What was found; one for each field of the step."),
    ] = None,
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Record a step that the book asks for before an award is paid, with what was found.

    Example: uth meter record link.meter 1 --step title_31 --field result=filed --field reference=2026-118 --by Kim
    """
    from uth.cli.meter_work import do, fields_of
    from uth.progressive.commands import RecordStep

    def command(_: MeterFile) -> Command:
        return RecordStep(award=award, step=step, by=by, fields=fields_of(field or []))

    do("record", file, rules, command, key, as_json)


@app.command()
def pay(
    file: File,
    award: AwardNumber,
    means: Annotated[str, typer.Option(metavar="cheques|check", help="In cheques at the table, or by check.")],
    by: By,
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Pay an award that is on record; the person who verified it cannot pay it (R82).

    Example: uth meter pay link.meter 1 --means check --by Lee
    """
    from uth.cli.meter_work import do
    from uth.progressive.commands import PayAward
    from uth.progressive.state import Means

    def command(_: MeterFile) -> Command:
        if means not in tuple(Means):
            raise Malformed("means", means, f"does not pay an award; {', '.join(Means)}")
        return PayAward(award=award, means=Means(means), by=by)

    do("pay", file, rules, command, key, as_json)


@app.command(context_settings={"ignore_unknown_options": True})
def adjust(
    file: File,
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="The change: 250, or -12.50.")],
    meter: Annotated[str, typer.Option(metavar="NAME", help="The meter.")],
    by: By,
    second: Second,
    reason: Reason,
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="A table whose locked round plays for it.")
    ] = None,
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Change a meter by hand: two people and a reason, never below its seed.

    To take money off while a round is locked, name that round's table with --table (R83).

    Example: uth meter adjust link.meter --meter mega --by Kim --second Lee --reason "counted twice" -12.50
    """
    from uth.cli.meter_work import do, signed_amount_of
    from uth.progressive.commands import AdjustMeter

    def command(_: MeterFile) -> Command:
        cents = signed_amount_of("amount", amount)
        tables = tuple(table or ())
        return AdjustMeter(meter=meter, cents=cents, by=by, second=second, reason=reason, tables=tables)

    do("adjust", file, rules, command, key, as_json)


@app.command()
def back_out(
    file: File,
    award: AwardNumber,
    by: By,
    second: Second,
    reason: Reason,
    rules: Rules = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Back out an award that is on record: two people and a reason.

    Example: uth meter back-out link.meter 1 --by Kim --second Lee --reason "the hand was dead"
    """
    from uth.cli.meter_work import do
    from uth.progressive.commands import BackOutAward

    def command(_: MeterFile) -> Command:
        return BackOutAward(award=award, by=by, second=second, reason=reason)

    do("back-out", file, rules, command, key, as_json)


@app.command()
def feed(
    file: File,
    commands: Annotated[
        str, typer.Argument(metavar="[COMMANDS]", help="A file of commands; - is standard input.")
    ] = "-",
    key: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A name for this feed; if it is fed again, no line is done twice."),
    ] = None,
    rules: Rules = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer every line, even on a terminal.")] = False,
) -> None:
    """Take commands from a file or standard input, one JSON object a line, and answer each.

    Example: uth meter feed link.meter --key monday < commands.jsonl

    A line: {"command": "coin_in", "table": "T1", "round": 1, "seats": [1, 3, 5]}
    """
    from uth.cli.meter_feed import fed
    from uth.cli.meter_work import opened, work_on

    with work_on("feed", lambda: opened(file, rules)) as (link, _):
        raise typer.Exit(fed(link, commands, key, answers=as_json or not sys.stdout.isatty()))


@app.command()
def history(
    file: File,
    last: Annotated[int | None, typer.Option(metavar="N", help="Only the last N commands.")] = None,
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Print the log: every command, its time, and what happened.

    Example: uth meter history link.meter --last 20
    """
    from uth.cli.meter_print import put_history
    from uth.cli.meter_work import opened, work_on

    with work_on("history", lambda: opened(file, rules, read_only=True)) as (link, posted):
        if last is not None and last < 1:
            raise Malformed("last", last, "is not a number of commands")
        put_history(link, posted.rules.currency.symbol, last, as_json=as_json)


@app.command()
def check(file: File, rules: Rules = None, as_json: Json = False) -> None:
    """Check a file independently: every byte, every command decided again, every cent accounted for.

    Example: uth meter check link.meter
    """
    from uth.cli.meter_work import opened, work_on
    from uth.store.meter_file import audit

    with work_on("check", lambda: opened(file, rules, read_only=True)) as (link, _):
        found = audit(link)
        if as_json:
            balances = {str(account): str(cents) for account, cents in found.balances.items()}
            answer = {"commands": found.commands, "lines": link.line, "chain": found.chain, "balances": balances}
            typer.echo(json.dumps(answer, indent=1))
        else:
            say(f"{file}: ok, {found.commands} commands in {link.line} lines, hash {found.chain}")


@app.command()
def win_page(
    file: File,
    award: AwardNumber,
    form: Annotated[
        str | None, typer.Option("--format", metavar="text|html|pdf", help="Text, unless OUT ends otherwise.")
    ] = None,
    out: Annotated[str | None, typer.Option("--out", "-o", metavar="OUT", help="Write it to this file.")] = None,
    font: Annotated[
        str | None, typer.Option(metavar="PATH", help="A TrueType font for the PDF, where names need one.")
    ] = None,
    rules: Rules = None,
) -> None:
    """Write the win page of an award that is on record, to be signed and filed.

    Example: uth meter win-page link.meter 1 -o win.pdf
    """
    from uth.cli.meter_print import put_page
    from uth.cli.meter_work import opened, work_on

    with work_on("win-page", lambda: opened(file, rules, read_only=True)) as (link, posted):
        put_page(link, posted, award, form, out, font)
