"""The places in the code that carry out a clause: functions that cite it, and values of a book that come from it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from uth.cli.checkout import Checkout
from uth.errors import Malformed
from uth.rules.lines import line_of, lines_of

_CITING: Final = frozenset({"cite", "cites"})
_NUMBER: Final = re.compile(r"[A-Z]{2}\.[A-Za-z0-9]+")

Keys = tuple[str | int, ...]
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a clause is cited: the file, the line, and the function or the key of the value."""

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}"


def places_in(checkout: Checkout) -> dict[str, list[Place]]:
    """Return by clause every place that cites it, functions and the values of the books alike."""
    found: dict[str, dict[Place, None]] = {}
    for pattern, cites_of in (("**/*.py", cites_of_module), ("rules/books/*.toml", cites_of_book)):
        for file in sorted(checkout.source.glob(pattern)):
            for number, place in cites_of(file.read_text(encoding="utf-8"), checkout.code_path(file)):
                found.setdefault(number, {})[place] = None
    return {number: list(places) for number, places in found.items()}


def cites_of_module(text: str, path: str) -> Iterator[tuple[str, Place]]:
    """Yield each clause that a function or class of the module cites with ``@cites``, and where."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise Malformed("code", f"{path}:{error.lineno}", f"cannot be read: {error.msg}") from None
    return _cites(module, "", path)


def _cites(node: ast.AST, prefix: str, path: str) -> Iterator[tuple[str, Place]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Named):
            for number in cited_by(child):
                yield number, Place(path, child.lineno, prefix + child.name)
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


def cites_of_book(text: str, path: str) -> Iterator[tuple[str, Place]]:
    """Yield each clause that a value of a book cites, with the value's key: under ``cite``, or in a table ``cites``."""
    try:
        book = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed("book", path, f"cannot be read: {error}") from None
    lines = lines_of(text)
    for keys, cite in _citations(book, ()):
        name = ".".join(key for key in keys if isinstance(key, str) and key not in _CITING)
        for number in _NUMBER.findall(cite):
            yield number, Place(path, line_of(keys, lines), name)


def _citations(value: object, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """Yield the text of every citation inside the value, and the keys that lead to it."""
    if isinstance(value, str) and not _CITING.isdisjoint(keys):
        yield keys, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _citations(inner, (*keys, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _citations(inner, (*keys, at))
