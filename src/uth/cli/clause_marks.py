"""The clauses that tests are marked with, read from the files as they stand: no test is imported or run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from uth.cli.checkout import Checkout
from uth.errors import Malformed

SCENARIO_HEADER_LINES: Final = 20
_HEADER: Final = re.compile(r"\s*(?:#\s*)?clauses\s*:(.*)", re.IGNORECASE)

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One clause that one test shows to hold; the test is named as pytest names it."""

    test: str
    number: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks in a folder of tests, and a line for each mark that cannot be read without running something."""

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
    """Return the marks of a scenario: the clauses its first lines name, as in ``clauses: MA.3a, MA.3b``."""
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
    """Yield each test of a module's or class's body with the marks that hold for it, those above it first."""
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
    """Yield the marks inside an expression, and inside what the module's own names in it stand for."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and _is_mark(inner):
            yield inner
        elif isinstance(inner, ast.Name) and inner.id in names and inner.id not in followed:
            yield from _marks(names[inner.id], names, followed | {inner.id})


def _named(body: Sequence[ast.stmt]) -> dict[str, ast.AST]:
    """Return what the names of a module stand for: a value given to them, or a function that makes one."""
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
