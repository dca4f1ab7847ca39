"""Clause coverage: each clause with its tests and the code that implements it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uth.errors import Malformed
from uth.rules.lines import line_of, lines_of
from uth.rules.registry import Clause, ClauseKind, clause, clauses, documents, nearest

PACKAGE: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Checkout:
    """The directories of the tests and of the code they test; an installed package has no tests."""

    tests: Path
    source: Path

    @property
    def has_tests(self) -> bool:
        """Return whether there are tests."""
        return self.tests.is_dir()

    def test_path(self, file: Path) -> str:
        """Return the test file's path relative to the checkout: ``tests/...``."""
        return file.relative_to(self.tests.parent).as_posix()

    def code_path(self, file: Path) -> str:
        """Return the code file's path: ``src/uth/...`` in a checkout, ``uth/...`` if installed."""
        parent = self.source.parent
        return file.relative_to(parent.parent if parent.name == "src" else parent).as_posix()


def checkout_of(tests: Path) -> Checkout:
    """Return the checkout that contains those tests; tests outside a checkout test the installed package."""
    if not tests.is_dir():
        raise Malformed("--tests", str(tests), "is not a folder")
    tests = tests.resolve()
    beside = tests.parent / "src" / "uth"
    return Checkout(tests, beside if beside.is_dir() else PACKAGE)


def find_checkout(starts: Iterable[Path]) -> Checkout:
    """Return the first checkout of uth at or above one of the starting points, or the installed package."""
    for start in starts:
        for folder in (start, *start.parents):
            if is_checkout(folder):
                return checkout_of(folder / "tests")
    return Checkout(PACKAGE / "tests", PACKAGE)


def is_checkout(folder: Path) -> bool:
    """Return whether the directory is the uth project with its tests, and not another project."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == "uth" and (folder / "tests").is_dir()


SCENARIO_HEADER_LINES: Final = 20
_HEADER: Final = re.compile(r"\s*(?:#\s*)?clauses\s*:(.*)", re.IGNORECASE)

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One clause marked on one test, by its pytest name."""

    test: str
    number: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks in a directory of tests, and a line for each mark that cannot be read statically."""

    read: tuple[Mark, ...]
    unread: tuple[str, ...]


def marks_in(checkout: Checkout) -> Marks:
    """Return every mark on the tests and scenarios of the checkout, in the order of their paths."""
    read: set[Mark] = set()
    unread: list[str] = []
    for file in sorted({*checkout.tests.rglob("test_*.py"), *checkout.tests.rglob("*_test.py")}):
        found = marks_of_module(file.read_text(encoding="utf-8"), checkout.test_path(file))
        read.update(found.read)
        unread.extend(found.unread)
    for file in checkout.tests.rglob("*.scenario"):
        read.update(marks_of_scenario(file.read_text(encoding="utf-8"), checkout.test_path(file)))
    return Marks(tuple(sorted(read)), tuple(unread))


def marks_of_scenario(text: str, path: str) -> list[Mark]:
    """Return the clauses named in a scenario's first lines, as in ``clauses: MA.3a, MA.3b``."""
    headers = map(_HEADER.fullmatch, text.splitlines()[:SCENARIO_HEADER_LINES])
    return [Mark(path, number) for header in headers if header for number in re.split(r"[,\s]+", header[1]) if number]


def marks_of_module(text: str, path: str) -> Marks:
    """Return the marks of a test module: on functions, on classes, in ``pytestmark`` and in ``pytest.param``."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise Malformed("test", f"{path}:{error.lineno}", f"cannot be read: {error.msg}") from None
    names = _named(module.body)
    taken: dict[ast.Call, None] = {}
    read: list[Mark] = []
    for test, calls in _tests(module.body, "", (), names):
        taken.update(dict.fromkeys(calls))
        read.extend(Mark(f"{path}::{test}", number) for call in calls for number in _numbers(call))
    unread = [
        f"{path}:{call.lineno}: " + ("this mark's numbers are not plain text" if call in taken else "no test is marked")
        for call in ast.walk(module)
        if isinstance(call, ast.Call) and _is_mark(call) and (call not in taken or not _is_plain(call))
    ]
    return Marks(tuple(read), tuple(unread))


def _tests(
    body: Sequence[ast.stmt], prefix: str, above: tuple[ast.Call, ...], names: Mapping[str, ast.AST]
) -> Iterator[tuple[str, tuple[ast.Call, ...]]]:
    """Yield each test in the body of a module or class with its marks, outer ones first."""
    above += tuple(call for value in _pytestmarks(body) for call in _marks(value, names))
    for node in body:
        if not isinstance(node, Definition | ast.ClassDef):
            continue
        own = tuple(call for decorator in node.decorator_list for call in _marks(decorator, names))
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                yield from _tests(node.body, f"{prefix}{node.name}::", above + own, names)
        elif node.name.startswith("test"):
            yield prefix + node.name, above + own


def _marks(node: ast.AST, names: Mapping[str, ast.AST], followed: frozenset[str] = frozenset()) -> Iterator[ast.Call]:
    """Yield the marks inside an expression, following names defined in the module."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and _is_mark(inner):
            yield inner
        elif isinstance(inner, ast.Name) and inner.id in names and inner.id not in followed:
            yield from _marks(names[inner.id], names, followed | {inner.id})


def _named(body: Sequence[ast.stmt]) -> dict[str, ast.AST]:
    """Return the values of a module's names: assigned values, and functions that return one."""
    named: dict[str, ast.AST] = {node.name: node for node in body if isinstance(node, Definition)}
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named.update({target.id: node.value for target in targets if isinstance(target, ast.Name)})
    return named


def _pytestmarks(body: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets):
                yield node.value


def _is_mark(call: ast.Call) -> bool:
    """Return whether the call is ``pytest.mark.clause(...)`` or ``mark.clause(...)``."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "clause"):
        return False
    owner = call.func.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def _numbers(call: ast.Call) -> list[str]:
    return [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def _is_plain(call: ast.Call) -> bool:
    return bool(call.args) and not call.keywords and len(_numbers(call)) == len(call.args)


_CITING: Final = frozenset({"cite", "cites"})
_NUMBER: Final = re.compile(r"[A-Z]{2}\.[A-Za-z0-9]+")

Keys = tuple[str | int, ...]
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, order=True)
class CitationPlace:
    """Where a clause is cited: the file, the line, and the function or the key of the value."""

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}"


def places_in(checkout: Checkout) -> dict[str, list[CitationPlace]]:
    """Return every place that cites each clause, in functions and in the values of the books."""
    found: dict[str, dict[CitationPlace, None]] = {}
    for pattern, cites_of in (("**/*.py", cites_of_module), ("rules/books/*.toml", cites_of_book)):
        for file in sorted(checkout.source.glob(pattern)):
            for number, place in cites_of(file.read_text(encoding="utf-8"), checkout.code_path(file)):
                found.setdefault(number, {})[place] = None
    return {number: list(places) for number, places in found.items()}


def cites_of_module(text: str, path: str) -> Iterator[tuple[str, CitationPlace]]:
    """Yield each clause that a function or class of the module cites with ``@cites``, with its place."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise Malformed("code", f"{path}:{error.lineno}", f"cannot be read: {error.msg}") from None
    return _cites(module, "", path)


def _cites(node: ast.AST, prefix: str, path: str) -> Iterator[tuple[str, CitationPlace]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Named):
            for number in cited_by(child):
                yield number, CitationPlace(path, child.lineno, prefix + child.name)
            yield from _cites(child, f"{prefix}{child.name}.", path)
        else:
            yield from _cites(child, prefix, path)


def cited_by(node: Named) -> list[str]:
    """Return the clauses in the ``@cites`` decorators of a function or class."""
    return [
        argument.value
        for call in node.decorator_list
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == "cites"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def cites_of_book(text: str, path: str) -> Iterator[tuple[str, CitationPlace]]:
    """Yield each clause that a value of a book cites, with the value's key: under ``cite``, or in a table ``cites``.

    A book based on another yields nothing, because it has no document of its own.
    """
    try:
        book = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed("book", path, f"cannot be read: {error}") from None
    lines = lines_of(text)
    for keys, cite in _citations(book, ()) if "based_on" not in book else ():
        name = ".".join(key for key in keys if isinstance(key, str) and key not in _CITING)
        for number in _NUMBER.findall(cite):
            yield number, CitationPlace(path, line_of(keys, lines), name)


def _citations(value: object, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """Yield the text of every citation inside the value, with its keys."""
    if isinstance(value, str) and not _CITING.isdisjoint(keys):
        yield keys, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _citations(inner, (*keys, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _citations(inner, (*keys, at))


@dataclass(frozen=True, slots=True)
class Covered:
    """A clause, its tests and its code."""

    clause: Clause
    tests: tuple[str, ...]
    code: tuple[CitationPlace, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of clauses, and of those with a test."""

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
    """Return the coverage of a checkout; raise `Malformed` for a mark that names no clause."""
    marks = marks_in(checkout)
    tests: dict[str, list[str]] = {}
    for mark in marks.read:
        require_known(mark)
        tests.setdefault(mark.number, []).append(mark.test)
    places = places_in(checkout)
    rows = (Covered(each, tuple(tests.get(n, ())), tuple(places.get(n, ()))) for n, each in clauses().items())
    return Coverage(tuple(rows), marks.unread)


def require_known(mark: Mark) -> None:
    """Raise `Malformed` naming the test and the clause if there is no such clause."""
    if mark.number not in clauses():
        near = ", ".join(nearest(mark.number))
        says = f"is not a clause, but {mark.test} is marked with it" + (f"; the nearest: {near}" if near else "")
        raise Malformed("clause", mark.number, says)


def selected(
    rows: Sequence[Covered], numbers: Collection[str] = (), kind: ClauseKind | None = None, book: str | None = None
) -> tuple[Covered, ...]:
    """Return the rows of those numbers, that kind and that document; ``None`` does not filter."""
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


def tally(rows: Sequence[Covered], kind: ClauseKind | None = None, book: str | None = None) -> Tally:
    """Return the tally of the rows of that kind and document."""
    chosen = selected(rows, kind=kind, book=book)
    return Tally(sum(bool(row.tests) for row in chosen), len(chosen))


def summary(rows: Sequence[Covered]) -> list[list[str]]:
    """Return the tallies as a text table: a heading, a line for each document with rows, and a total."""
    books = [key for key in documents() if any(row.clause.book_key == key for row in rows)]
    heading = ["", *ClauseKind, "all"]
    body = [
        [book or "all", *(str(tally(rows, kind, book)) for kind in ClauseKind), str(tally(rows, book=book))]
        for book in (*books, None)
    ]
    return [heading, *body]
