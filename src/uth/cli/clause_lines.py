"""Clauses as plain lines: what a pipe, a file or a search gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

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
    """Yield each clause whole: what it says, where it stands, the code that carries it out and its tests."""
    for at, row in enumerate(rows):
        if at:
            yield ""
        yield f"{row.clause.number} ({row.clause.kind}): {row.clause.says}"
        yield f"  {'document':<9} {row.clause.document.name}"
        for label, places in (("code", [str(place) for place in row.code]), ("tests", list(row.tests))):
            for nth, place in enumerate(places or ["none"]):
                yield f"  {'' if nth else label:<9} {place}"


def missing(rows: Sequence[Covered]) -> Iterator[str]:
    """Yield the clauses without a test, and how many they are."""
    for row in rows:
        if not row.tests:
            yield f"{row.clause.number:<11} {row.clause.kind:<9} {row.clause.says}"
    yield untested(rows)


def untested(rows: Sequence[Covered]) -> str:
    """Return how many of the rows have no test, as one line."""
    count = tally(rows)
    return f"{count.all - count.met} of {count.all} clauses have no test"


def as_json(rows: Sequence[Covered]) -> dict[str, Any]:
    """Return the clauses by number as JSON has them."""
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
