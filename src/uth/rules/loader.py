"""Loads a rule set: a book by name, or a file by path."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from uth.errors import Malformed, UthError, quoted
from uth.rules.facts import PAID_BY
from uth.rules.lines import line_of, lines_of
from uth.rules.reader import Fault, Unreadable, ValueReader
from uth.rules.ruleset import BookListing, RuleSet

_FOLDER: Final = files("uth.rules").joinpath("books")


def book_text(name: str) -> str:
    """Return the text of one of the books."""
    return _FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def _books_in_order() -> tuple[str, ...]:
    """Return the names of the books in the folder, by `order` in their `[book]` table, then by name.

    The order is found by a text search, because parsing every book would take longer than `uth settle` takes to start.
    """
    names = (each.name.removesuffix(".toml") for each in _FOLDER.iterdir() if each.name.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: (_order_in(book_text(name)), name)))


def _order_in(text: str) -> int:
    found = re.search(r"^\[book\]\n(?:[^\[\n].*\n|\n)*?order *= *(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else BookListing().order


BOOKS: Final = _books_in_order()
"""The names of the books in the folder `books`."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """A fault in a rule set file, and its line."""

    line: int
    field: str
    says: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.field + ': ' if self.field else ''}{self.says}"


class Unloadable(UthError):
    """A rule set file that does not load, with every fault found in it."""

    def __init__(self, source: str, faults: tuple[LineFault, ...]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {fault}" for fault in self.faults)


def load(name_or_path: str) -> RuleSet:
    """Return the book of that name, or the rule set in that file; raise `Unloadable` with all faults."""
    if name_or_path in BOOKS:
        return load_book(name_or_path)
    path = Path(name_or_path)
    if path.suffix != ".toml" and not path.exists():
        says = f"is not a rule set; one of {', '.join(BOOKS)}, or the path of a .toml file"
        raise Malformed("rules", name_or_path, says)
    try:
        return _load_file(name_or_path, path.stat().st_mtime_ns)
    except UnicodeDecodeError as fault:
        raise Malformed("rules", name_or_path, f"is not text in UTF-8, from byte {fault.start}") from None
    except (OSError, ValueError) as fault:
        says = f"cannot be read: {getattr(fault, 'strerror', None) or fault}"
        raise Malformed("rules", name_or_path, says) from None


@lru_cache(maxsize=16)
def _load_file(path: str, modified_ns: int) -> RuleSet:
    """Read a file, cached until it changes."""
    del modified_ns
    return parse(Path(path).read_text(encoding="utf-8-sig"), path)


@cache
def load_book(name: str) -> RuleSet:
    """Return one of the books, cached."""
    return parse(book_text(name), f"{name}.toml")


@cache
def _earlier_fingerprints() -> dict[str, list[str]]:
    text = files("uth.rules").joinpath("earlier_fingerprints.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def is_based_on_another(name: str) -> bool:
    """Return whether the book is based on another one, in which case it has no document of its own."""
    return re.search(r"^based_on *=", book_text(name), re.MULTILINE) is not None


def book_name(name: str) -> str:
    """Return the display name of the book; for any other rule set, its own name with a capital."""
    return load_book(name).short_name if name in BOOKS else name[:1].upper() + name[1:]


def fingerprints_of(rules: RuleSet) -> tuple[str, ...]:
    """Return the fingerprint of the rules and, for a book, those of its earlier versions."""
    is_book = rules.name in BOOKS and rules.fingerprint == load_book(rules.name).fingerprint
    return (rules.fingerprint, *(_earlier_fingerprints().get(rules.name, ()) if is_book else ()))


def is_same_book(name: str, fingerprint: str, kept: str) -> bool:
    """Return whether a stored fingerprint belongs to these rules or to an earlier version of the same book."""
    return kept == fingerprint or (
        name in BOOKS and fingerprint == load_book(name).fingerprint and kept in fingerprints_of(load_book(name))
    )


def parse(text: str, source: str, *, stored: bool = False) -> RuleSet:
    """Return the rule set in the text; raise `Unloadable` with every fault and its line.

    With ``based_on = "nevada"``, every value that is not given comes from that book. A `stored` rule set is one that a
    house accepted earlier; it is read even if it can no longer be played.
    """
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        place = re.search(r"^(.*?) ?\(at line (\d+)", str(fault))
        line, says = (int(place[2]), place[1]) if place else (text.count("\n") + 1, str(fault))
        raise Unloadable(source, (LineFault(line, "", f"not TOML: {says}"),)) from None
    reader = ValueReader()
    try:
        rules = reader.read(RuleSet, _on_its_base(tree, reader))
    except Unreadable:
        rules = None
    found = [fault for fault in reader.faults if not (stored and fault.unplayable)]
    if rules is None or found:
        lines = lines_of(text)
        faults = {_with_line(fault, lines) for fault in found}
        raise Unloadable(source, tuple(sorted(faults, key=lambda fault: (fault.line, fault.field, fault.says))))
    loaded: RuleSet = rules
    return loaded


def _on_its_base(tree: dict[str, Any], reader: ValueReader, above: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the tree merged over the book it is based on; `above` are the books on the way here."""
    base = tree.pop("based_on", None)
    if base is None:
        return tree
    if base not in BOOKS or base in above:
        says = "is based on itself" if base in above else f"is not one of {', '.join(BOOKS)}"
        reader.faults.append(Fault(("based_on",), f"{quoted(base) if isinstance(base, str) else 'this'} {says}"))
        return tree
    book = _on_its_base(tomllib.loads(book_text(base)), reader, (*above, base))
    book.pop("book", None)  # a book's place and name in lists of books are not inherited
    return merged(_without_pay_cites(book, tree.get("pay")), tree)


def _without_pay_cites(book: dict[str, Any], own: object) -> dict[str, Any]:
    """Return the base without the clauses of the pay tables that the file replaces; those have their own."""
    for kind, facts in PAID_BY.items():
        given = own.get(kind) if isinstance(own, Mapping) else None
        cite = given[0].get("cite") if isinstance(given, list) and given and isinstance(given[0], Mapping) else None
        if not isinstance(cite, str):
            continue
        replaced = {table["cite"] for table in book["pay"].get(kind, ())}
        for fact in facts:
            clauses = book["settlement"]["cites"].get(fact, ())
            if clauses:
                book["settlement"]["cites"][fact] = [each for each in clauses if each not in replaced] or [cite]
    return book


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the base with the changes merged table by table; lists and values are replaced as a whole."""
    whole = dict(base)
    for key, change in changes.items():
        both_tables = isinstance(change, Mapping) and isinstance(whole.get(key), Mapping)
        whole[key] = merged(whole[key], change) if both_tables else change
    return whole


def _with_line(fault: Fault, lines: Mapping[tuple[str | int, ...], int]) -> LineFault:
    field = ".".join(map(str, fault.path))
    return LineFault(line_of(fault.path, lines), _printable(field), _printable(fault.says))


def _printable(text: str) -> str:
    """Return the text on one line, with control characters escaped."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
