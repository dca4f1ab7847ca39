"""`uth clauses`: which clauses of the five documents are covered, by which tests and in which code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli.streams import complain_of_each
from uth.errors import Malformed, UthError
from uth.rules.registry import ClauseKind, Ruling, rulings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uth.cli.clause_coverage import Covered

WHERE = "run this in a checkout of uth, or name their folder with --tests DIR"


def command(
    numbers: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE", help="Print these clauses or rulings (R12) in full.", show_default=False),
    ] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Print only the clauses without a test.")] = False,
    kind: Annotated[ClauseKind | None, typer.Option(help="Only clauses of this kind.")] = None,
    book: Annotated[str | None, typer.Option(metavar="KEY", help="Only this document: MA, CA, CN, NV or GR.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_matrix: Annotated[bool, typer.Option("--matrix", help="Print the Markdown of docs/clauses.md.")] = False,
    tests: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The directory of tests to read.", show_default="this checkout's")
    ] = None,
) -> None:
    """Print which clauses of the five documents are covered, by which tests and in which code.

    For example, the code and tests of one clause: uth clauses MA.9g

    What has no test yet: uth clauses --missing --book CN
    """
    from uth.cli.clause_coverage import PACKAGE, checkout_of, coverage_of, find_checkout, selected

    try:
        if as_json and as_matrix:
            raise typer.BadParameter("--json and --matrix cannot be printed together")
        ruled = [rulings()[number.upper()] for number in numbers or () if number.upper() in rulings()]
        numbers = [number for number in numbers or () if number.upper() not in rulings()]
        if as_json and ruled and numbers:
            raise typer.BadParameter("--json prints clauses or rulings, not both at once")
        _print_rulings(ruled, as_json)
        if ruled and not numbers:
            return
        checkout = find_checkout((Path.cwd(), PACKAGE)) if tests is None else checkout_of(tests)
        if not checkout.has_tests and (missing or as_matrix):
            option = "--missing" if missing else "--matrix"
            raise Malformed(option, "tests", f"are not installed with the package; {WHERE}")
        coverage = coverage_of(checkout)
        rows = selected(coverage.rows, numbers or (), kind, book.upper() if book else None)
    except UthError as error:
        complain_of_each(error)
        raise typer.Exit(2) from None
    for line in coverage.unread:
        complain_of_each(f"not read: {line}")
    if not checkout.has_tests:
        complain_of_each(f"The tests are not installed with the package; {WHERE}.")
    if as_json or as_matrix:
        _print_file([row for row in rows if not (missing and row.tests)], as_json)
    elif not checkout.has_tests:
        _print_code(rows, bool(numbers))
    elif sys.stdout.isatty():
        _print_tables(rows, missing, bool(numbers))
    else:
        _print_lines(rows, missing, bool(numbers))


def _print_rulings(ruled: Sequence[Ruling], as_json: bool) -> None:
    import json
    from dataclasses import asdict

    if as_json and ruled:
        typer.echo(json.dumps([asdict(each) for each in ruled], indent=2, ensure_ascii=False))
        return
    for each in ruled:
        typer.echo(f"{each.number} (ruling): {each.question}")
        for name in ("ruling", "why", "where"):
            typer.echo(f"  {name:<8}  {getattr(each, name)}")


def _print_file(rows: Sequence[Covered], as_json: bool) -> None:
    import json

    from uth.cli import clause_print as clause_lines
    from uth.cli.clause_print import matrix

    text = json.dumps(clause_lines.as_json(rows), indent=2, ensure_ascii=False) + "\n" if as_json else matrix(rows)
    typer.echo(text, nl=False)


def _print_code(rows: Sequence[Covered], whole: bool) -> None:
    """Print the clauses of an installed package with their summaries and, in full, the code that implements them."""
    for row in rows:
        typer.echo(f"{row.clause.number:<11} {row.clause.kind:<9} {row.clause.says}")
        for place in row.code if whole else ():
            typer.echo(f"{'':<21} {place}")


def _print_lines(rows: Sequence[Covered], missing: bool, whole: bool) -> None:
    from uth.cli import clause_print as clause_lines

    lines = clause_lines.missing if missing else clause_lines.whole if whole else clause_lines.listing
    typer.echo("\n".join(lines(rows)))


def _print_tables(rows: Sequence[Covered], missing: bool, whole: bool) -> None:
    from rich.console import Console

    from uth.cli import clause_print as clause_tables

    console = Console(highlight=False)
    if missing:
        clause_tables.print_missing(rows, console)
    elif whole:
        clause_tables.print_whole(rows, console)
    else:
        clause_tables.print_listing(rows, console)
