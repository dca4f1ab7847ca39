"""The clause matrix: every clause with its tests and its code, as the Markdown of docs/clauses.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from uth.cli.clause_coverage import Covered, summary
from uth.rules.registry import documents

BUILD_COMMAND = "python scripts/build_clause_matrix.py"


def matrix(rows: Sequence[Covered]) -> str:
    """Return the matrix; it holds no line numbers, so that only a change of names changes it."""
    return "\n".join(_lines(rows)) + "\n"


def _lines(rows: Sequence[Covered]) -> Iterator[str]:
    yield "# Clauses"
    yield ""
    yield f"Written by `{BUILD_COMMAND}`; a test fails when the tests or the code have moved on."
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
