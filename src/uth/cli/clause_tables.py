"""Clauses as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from uth.cli.clause_coverage import Covered, summary
from uth.cli.clause_lines import untested
from uth.rules.registry import documents


def print_listing(rows: Sequence[Covered], console: Console) -> None:
    """Print every clause with its tests under what it says, document by document, then the tallies."""
    for key, group in groupby(rows, key=lambda row: row.clause.book_key):
        table = _clause_table(f"{key}: {documents()[key].name}")
        for row in group:
            tests = Text("\n".join(row.tests), "green") if row.tests else Text("no test", "yellow")
            table.add_row(row.clause.number, row.clause.kind, Text("\n").join([Text(row.clause.says), tests]))
        console.print(table)
        console.print()
    console.print(_tallies(rows))


def print_whole(rows: Sequence[Covered], console: Console) -> None:
    """Print each clause whole: what it says, where it stands, the code that carries it out and its tests."""
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
    """Print the clauses without a test, and how many they are on the last line."""
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
        table.add_column(kind, justify="right", no_wrap=True)
    for line in tallies:
        table.add_row(*line)
    return table
