"""Which clauses are met: each clause beside the tests that show it to hold and the code that carries it out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from uth.cli.checkout import Checkout
from uth.cli.clause_marks import Mark, marks_in
from uth.cli.clause_places import Place, places_in
from uth.errors import Malformed
from uth.rules.registry import Clause, Kind, clause, clauses, documents, nearest


@dataclass(frozen=True, slots=True)
class Covered:
    """A clause, its tests and its code."""

    clause: Clause
    tests: tuple[str, ...]
    code: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many clauses have a test, of how many."""

    met: int
    all: int

    def __str__(self) -> str:
        return f"{self.met} of {self.all}" if self.all else "-"


@dataclass(frozen=True, slots=True)
class Coverage:
    """Every clause with its tests and code, and a line for each mark that could not be read."""

    rows: tuple[Covered, ...]
    unread: tuple[str, ...]


def coverage_of(checkout: Checkout) -> Coverage:
    """Return the coverage of a checkout; a mark that names no clause is `Malformed`."""
    marks = marks_in(checkout)
    tests: dict[str, list[str]] = {}
    for mark in marks.read:
        require_known(mark)
        tests.setdefault(mark.number, []).append(mark.test)
    places = places_in(checkout)
    rows = (Covered(each, tuple(tests.get(n, ())), tuple(places.get(n, ()))) for n, each in clauses().items())
    return Coverage(tuple(rows), marks.unread)


def require_known(mark: Mark) -> None:
    """Raise `Malformed`, naming the test and the clause, unless there is such a clause."""
    if mark.number not in clauses():
        near = ", ".join(nearest(mark.number))
        says = f"is not a clause, but {mark.test} is marked with it" + (f"; the nearest: {near}" if near else "")
        raise Malformed("clause", mark.number, says)


def selected(
    rows: Sequence[Covered], numbers: Collection[str] = (), kind: Kind | None = None, book: str | None = None
) -> tuple[Covered, ...]:
    """Return the rows of those numbers, that kind and that document; whatever is not asked for does not narrow."""
    wanted = {clause(number).number for number in numbers}
    if book is not None and book not in documents():
        raise Malformed("--book", book, f"is not a document; one of {', '.join(documents())}")
    return tuple(
        row
        for row in rows
        if (not wanted or row.clause.number in wanted)
        and (kind is None or row.clause.kind is kind)
        and (book is None or row.clause.book_key == book)
    )


def tally(rows: Sequence[Covered], kind: Kind | None = None, book: str | None = None) -> Tally:
    """Return how many of the rows of that kind and document have a test."""
    chosen = selected(rows, kind=kind, book=book)
    return Tally(sum(bool(row.tests) for row in chosen), len(chosen))


def summary(rows: Sequence[Covered]) -> list[list[str]]:
    """Return the tallies as a table of text: a heading, a line for each document with rows, and all together."""
    books = [key for key in documents() if any(row.clause.book_key == key for row in rows)]
    heading = ["", *Kind, "all"]
    body = [
        [book or "all", *(str(tally(rows, kind, book)) for kind in Kind), str(tally(rows, book=book))]
        for book in (*books, None)
    ]
    return [heading, *body]
