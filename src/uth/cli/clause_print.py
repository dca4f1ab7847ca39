"""Prints clauses as plain lines, as tables for a terminal, or as the Markdown of docs/clauses.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from uth.cli.clause_coverage import Covered, summary, tally
from uth.rules.registry import documents


def listing(rows: Sequence[Covered]) -> Iterator[str]:
    """Yield every clause with its tests under it, document by document, then the tallies."""
    for key, group in groupby(rows, key=lambda row: row.clause.book_key):
        yield f"{key}: {documents()[key].name}"
        for row in group:
            yield f"{row.clause.number:<11} {row.clause.kind:<9} {row.clause.says}"
            yield from (f"{'':<11} {'':<9} {test}" for test in row.tests or ("no test",))
        yield ""
    heading, *tallies = summary(rows)
    for line in (["with a test", *heading[1:]], *tallies):
        yield f"{line[0]:<11} " + " ".join(f"{cell:>11}" for cell in line[1:])


def whole(rows: Sequence[Covered]) -> Iterator[str]:
    """Yield each clause in full: its summary, its document, its code and its tests."""
    for at, row in enumerate(rows):
        if at:
            yield ""
        yield f"{row.clause.number} ({row.clause.kind}): {row.clause.says}"
        yield f"  {'document':<9} {row.clause.document.name}"
        for label, places in (("code", [str(place) for place in row.code]), ("tests", list(row.tests))):
            for nth, place in enumerate(places or ["none"]):
                yield f"  {'' if nth else label:<9} {place}"


def missing(rows: Sequence[Covered]) -> Iterator[str]:
    """Yield the clauses without a test, and their number."""
    for row in rows:
        if not row.tests:
            yield f"{row.clause.number:<11} {row.clause.kind:<9} {row.clause.says}"
    yield untested(rows)


def untested(rows: Sequence[Covered]) -> str:
    """Return one line with the number of rows without a test."""
    count = tally(rows)
    return f"{count.all - count.met} of {count.all} clauses have no test"


def as_json(rows: Sequence[Covered]) -> dict[str, Any]:
    """Return the clauses by number for JSON."""
    return {
        row.clause.number: {
            "kind": row.clause.kind.value,
            "says": row.clause.says,
            "document": row.clause.document.name,
            "tests": list(row.tests),
            "code": [{"path": place.path, "line": place.line, "name": place.name} for place in row.code],
        }
        for row in rows
    }


def print_listing(rows: Sequence[Covered], console: Console) -> None:
    """Print every clause with its tests, document by document, then the tallies."""
    for key, group in groupby(rows, key=lambda row: row.clause.book_key):
        table = _clause_table(f"{key}: {documents()[key].name}")
        for row in group:
            tests = Text("\n".join(row.tests), "green") if row.tests else Text("no test", "yellow")
            table.add_row(row.clause.number, row.clause.kind, Text("\n").join([Text(row.clause.says), tests]))
        console.print(table)
        console.print()
    console.print(_tallies(rows))


def print_whole(rows: Sequence[Covered], console: Console) -> None:
    """Print each clause in full: its summary, its document, its code and its tests."""
    for at, row in enumerate(rows):
        if at:
            console.print()
        console.print(Text.assemble((row.clause.number, "bold"), f" ({row.clause.kind}): ", row.clause.says))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row("document", Text(row.clause.document.name))
        grid.add_row("code", Text("\n".join(map(str, row.code)), "cyan") if row.code else Text("none", "yellow"))
        grid.add_row("tests", Text("\n".join(row.tests), "green") if row.tests else Text("none", "yellow"))
        console.print(grid)


def print_missing(rows: Sequence[Covered], console: Console) -> None:
    """Print the clauses without a test, then their number."""
    for key, group in groupby((row for row in rows if not row.tests), key=lambda row: row.clause.book_key):
        table = _clause_table(f"{key}: {documents()[key].name}")
        for row in group:
            table.add_row(row.clause.number, row.clause.kind, Text(row.clause.says))
        console.print(table)
        console.print()
    console.print(Text(untested(rows), "bold"))


def _clause_table(title: str) -> Table:
    table = Table(title=Text(title, "bold"), title_justify="left", box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _tallies(rows: Sequence[Covered]) -> Table:
    heading, *tallies = summary(rows)
    table = Table(box=None, pad_edge=False)
    table.add_column("with a test", style="bold")
    for kind in heading[1:]:
        table.add_column(kind, justify="right")
    for line in tallies:
        table.add_row(*line)
    return table


BUILD_COMMAND = "python scripts/build_clause_matrix.py"


def matrix(rows: Sequence[Covered]) -> str:
    """Return the matrix without line numbers, so that it changes only when names do."""
    return "\n".join(_lines(rows)) + "\n"


def _lines(rows: Sequence[Covered]) -> Iterator[str]:
    yield "# Clauses"
    yield ""
    yield f"Written by `{BUILD_COMMAND}`; a test fails when it is out of date."
    yield "`uth clauses MA.9g` prints one clause with the lines of its code."
    yield ""
    heading, *tallies = summary(rows)
    yield from _table(["with a test", *heading[1:]], tallies)
    for key, document in documents().items():
        of_document = [row for row in rows if row.clause.book_key == key]
        if of_document:
            yield ""
            yield f"## {key}: {document.name}"
            yield ""
            yield from _table(["clause", "kind", "says", "tests", "code"], map(_cells, of_document))


def _cells(row: Covered) -> list[str]:
    code = dict.fromkeys(f"{place.path} {place.name}" for place in row.code)
    return [row.clause.number, row.clause.kind, _escaped(row.clause.says), _listed(row.tests), _listed(code)]


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heading)} |"
    yield "|" + "---|" * len(heading)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _listed(names: Iterable[str]) -> str:
    return "<br>".join(f"`{name}`" for name in names)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
