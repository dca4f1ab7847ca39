"""`uth rules`: list, read, compare and check rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain_of_each, say
from uth.errors import Malformed, UthError
from uth.extras import is_installed

if TYPE_CHECKING:
    from uth.rulebook.difference import Difference
    from uth.rules.ruleset import RuleSet

app = typer.Typer(
    help="List, read, compare and check rule sets.\n\nFor example: uth rules show massachusetts",
    rich_markup_mode=None,
)

Book = Annotated[
    str,
    typer.Argument(
        metavar="NAME|PATH", help="A book's name, or the path of a rule set file.", autocompletion=completion.books
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback(invoke_without_command=True)
def listing(context: typer.Context, as_json: Json = False) -> None:
    """List, read, compare and check rule sets. Without a command: every book.

    For example: uth rules show massachusetts
    """
    if context.invoked_subcommand is not None:
        return
    from uth.rulebook.book import listed_books

    books = listed_books()
    if as_json:
        _print_json(books)
        return
    from uth.cli.rules_print import book_list, put

    put(book_list(books))


@app.command()
def show(book: Book, as_json: Json = False) -> None:
    """Print a rule book, each fact with its clause.

    For example: uth rules show massachusetts, or your own: uth rules show my.toml
    """
    rules = _loaded("show", book)
    if as_json:
        _print_json(rules)
        return
    from uth.cli.rules_print import heading, put, section
    from uth.rulebook.book import pages_of, rulings_section

    under = f"Rule set {rules.name}. Each line has its clause; an R-number is a ruling, listed at the end."
    pages = pages_of(rules)
    put([*heading(rules.title, under), *(part for page in (*pages, rulings_section(pages)) for part in section(page))])


@app.command()
def diff(
    one: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A book's name, or the path of a rule set file.", autocompletion=completion.books
        ),
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help="The one to compare it with.", autocompletion=completion.books)
    ],
    as_json: Json = False,
) -> None:
    """Show how two rule books differ, value by value.

    For example: uth rules diff massachusetts chickasaw
    """
    from uth.rulebook.difference import differences

    books = _loaded("diff", one), _loaded("diff", other)
    found = differences(*books)
    if as_json:
        _print_json([_as_json(each, one, other) for each in found])
    elif not found:
        typer.echo("no difference")
    else:
        from uth.cli.rules_print import difference_table, put

        put(difference_table(found, one, other))


@app.command()
def check(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The rule set file.", autocompletion=completion.files(".toml"))
    ],
) -> None:
    """Check a rule set file: every fault with its line.

    For example: uth rules check my.toml
    """
    from uth.rulebook.book import tables_counted, values_counted

    rules = _loaded("check", file)
    faults = _faults_in_held(rules)
    if faults:
        complain_of_each("\n".join(f"{file}: {fault}" for fault in faults))
        raise typer.Exit(2)
    say(f"{file}: ok, {values_counted(rules)} values, {tables_counted(rules)} pay tables")
    if not is_installed("numpy"):
        say(f"{file}: whether uth exact and uth sim can count it is known once you run: pip install 'uth[exact]'")
        return
    for command, why in _not_counted(rules).items():
        say(f"{file}: can be played, but not by {command}: {why}")


def _faults_in_held(rules: RuleSet) -> list[str]:
    """Return the progressive tables that withhold more or less than the document allows (R12)."""
    from uth.table.posted import post
    from uth.table.settle.progressive import fault_in_held

    offered = rules.pay.progressive if rules.progressive is not None and rules.progressive.offered.value else ()
    found = ((table.name, fault_in_held(post(rules, {"progressive": table.name}))) for table in offered)
    return [f"pay.progressive {name}: {says}" for name, says in found if says is not None]


def _not_counted(rules: RuleSet) -> dict[str, str]:
    """Return the commands that do not support this playable rule set, each with the reason."""
    from uth.exact.game import main_game
    from uth.sim.strategies import endings
    from uth.table.posted import post

    found: dict[str, str] = {}
    for table in rules.pay.blind:
        posted = post(rules, {"blind": table.name})
        for command, tried in (("uth exact and uth sim", main_game), ("uth sim", endings)):
            try:
                tried(posted)
            except Malformed as why:
                found.setdefault(command, str(why))
    return found


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new rule set, in lower case.")],
    base: Annotated[
        str, typer.Option("--from", metavar="BOOK", help="The book to start from.", autocompletion=completion.books)
    ] = "massachusetts",
) -> None:
    """Print a file to start a rule set of your own.

    For example: uth rules new riverboat --from nevada > riverboat.toml
    """
    from uth.rulebook.book import starting_file

    try:
        typer.echo(starting_file(name, base), nl=False)
    except UthError as refused:
        raise _refusal("new", refused) from None


def _as_json(found: Difference, one: str, other: str) -> dict[str, Any]:
    sides = ((one, found.one), (other, found.other))
    values = [{"book": book, "says": said.says, "cite": said.cite} for book, said in sides]
    return {"section": found.section, "field": found.field, "values": values}


def _loaded(command: str, name_or_path: str) -> RuleSet:
    from uth.rules.loader import load

    try:
        return load(name_or_path)
    except UthError as refused:
        raise _refusal(command, refused) from None


def _refusal(command: str, refused: UthError) -> typer.Exit:
    """Print the reason on standard error, on one line, or one line for each fault of a file."""
    complain_of_each(f"uth rules {command}: {refused}" if isinstance(refused, Malformed) else refused)
    return typer.Exit(2)


def _print_json(value: Any) -> None:
    import json

    from uth.rules.ruleset import plain

    typer.echo(json.dumps(plain(value), indent=2))
