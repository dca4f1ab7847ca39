"""Prints rule books and their differences: with Rich on a terminal, else as plain text of 80 columns."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from uth.rulebook.book import Listed
from uth.rulebook.difference import Difference, Said
from uth.rulebook.page import Fact, FactGroup, Grid, Section, wager
from uth.rules.values import Wager

PLAIN_WIDTH: Final = 80
WIDTH_MAX: Final = 100
CLAUSE_WIDTH: Final = 12
INDENT: Final = 2


def put(parts: Iterable[RenderableType]) -> None:
    """Print the parts to standard output, one below the other."""
    if sys.stdout.isatty():
        console = Console(highlight=False, soft_wrap=False)
        console.width = min(console.width, WIDTH_MAX)
        for part in parts:
            console.print(part)
        return
    page = StringIO()
    console = Console(file=page, width=PLAIN_WIDTH, color_system=None, force_terminal=False, highlight=False)
    for part in parts:
        console.print(part)
    text = "\n".join(line.rstrip() for line in page.getvalue().replace("─", "-").splitlines())
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    print(text)


def heading(title: str, under: str = "") -> list[RenderableType]:
    """Return the title of a book and a line under it."""
    return [Text(title, "bold"), *([Text(under, "dim")] if under else [])]


def section(page: Section) -> list[RenderableType]:
    """Return a section: its title, its facts with their clauses at the right, its groups and its tables."""
    parts: list[RenderableType] = ["", Rule(Text(page.title, "bold"), align="left", style="green")]
    facts: list[Fact] = []
    for part in page.parts:
        if isinstance(part, Fact):
            facts.append(part)
            continue
        parts += _facts(facts)
        facts = []
        parts += _group(part) if isinstance(part, FactGroup) else _grid(part)
    parts += _facts(facts)
    if parts[-1] == "":
        parts.pop()
    return [part for at, part in enumerate(parts) if part != "" or parts[at - 1 : at] != [""]]


def _facts(facts: Sequence[Fact], numbered: bool = False) -> list[RenderableType]:
    if not facts:
        return []
    table = Table.grid(padding=(0, 2, 0, 0), expand=True, pad_edge=False)
    if numbered:
        table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(width=CLAUSE_WIDTH, style="cyan", overflow="fold")
    for at, fact in enumerate(facts, start=1):
        table.add_row(*([f"{at}."] if numbered else []), Text(fact.says), Text("\n".join(fact.cites)))
    return [Padding(table, (0, 0, 0, INDENT))]


def _group(group: FactGroup) -> list[RenderableType]:
    title = Padding(Text(group.title, "italic"), (0, 0, 0, INDENT))
    return ["", title, *(Padding(each, (0, 0, 0, INDENT)) for each in _facts(group.facts, group.numbered))]


def _grid(grid: Grid) -> list[RenderableType]:
    title = _facts([Fact(grid.title, grid.cites)])
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for at, head in enumerate(grid.head):
        table.add_column(head, justify="right" if at else "left", overflow="fold")
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return ["", *title, Padding(table, (0, 0, 0, 2 * INDENT)), ""]


def difference_table(found: Sequence[Difference], one: str, other: str) -> list[RenderableType]:
    """Return the differences by section: the field, and each book's value with its clause."""
    columns = _three()
    columns.add_row("", Text(one, "bold"), Text(other, "bold"))
    parts: list[RenderableType] = [columns]
    for title, group in groupby(found, key=lambda each: each.section):
        rows = _three()
        for each in group:
            rows.add_row(Padding(Text(each.field), (0, 0, 0, INDENT)), _said(each.one), _said(each.other))
        parts += ["", Text(title, "bold green"), rows]
    return parts


def _three() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0), expand=True, pad_edge=False)
    table.add_column(ratio=3, overflow="fold")
    table.add_column(ratio=4, overflow="fold")
    table.add_column(ratio=4, overflow="fold")
    return table


def _said(said: Said) -> Text:
    return Text.assemble(said.says, (f" ({said.cite})" if said.cite else "", "cyan"))


def book_list(books: Sequence[Listed]) -> list[RenderableType]:
    """Return the list of books, with a suggestion of what to type next."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold green", no_wrap=True)
    table.add_column(overflow="fold")
    for book in books:
        bank = "the house banks" if book.banked_by == "house" else "a player banks"
        table.add_row(book.name, Text(book.title, "bold"))
        table.add_row("", f"{book.seats} seats, {bank}: {', '.join(map(wager, book.wagers))}")
        table.add_row("", Text("pays: " + "; ".join(_pays(book)), "dim"))
    return [table, *(Text.assemble((f"{what:<13}  ", "dim"), how) for what, how in _NEXT)]


def _pays(book: Listed) -> Iterator[str]:
    """Yield the names of the pay tables by wager; a table named after its wager needs no name."""
    for kind, names in book.pay_tables.items():
        said = [] if names == (kind,) else [", ".join(names)]
        yield " ".join([wager(Wager(kind)), *said])


_NEXT: Final = (
    ("read one", "uth rules show massachusetts"),
    ("compare", "uth rules diff massachusetts nevada"),
    ("your own", "uth rules new riverboat --from nevada > riverboat.toml"),
)
