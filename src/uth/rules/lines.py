"""Finds the line of each key of a TOML text, so that a fault can name its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""[ \t\r]+|\#[^\n]*
    |(?P<said>\"{3}(?:\\.|(?!\"{3}).)*\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'
    |[\[\]{}=,.\n]|[^\s\[\]{}=,.\#"']+|.)""",
    re.VERBOSE | re.DOTALL,
)


class _Context(Enum):
    """The context of the next token."""

    KEY = auto()
    HEADER = auto()
    VALUE = auto()


@dataclass(slots=True)
class _Open:
    """A list or an inline table that is still open; only a list counts its items."""

    path: Path
    item: int | None


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of every table, key and item of a valid TOML text."""
    scan = _Scan()
    for token, line in _tokens(text):
        scan.take(token, line)
    return {(): 1, **scan.implied, **scan.found}


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of that path, or of the nearest table around it."""
    while path not in lines:
        path = path[:-1]
    return lines[path]


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for match in _TOKEN.finditer(text):
        if match["said"]:
            yield match["said"], line
        line += match[0].count("\n")


class _Scan:
    """Follows the tokens of a TOML text and records where each path is first written."""

    def __init__(self) -> None:
        self.found: dict[Path, int] = {}
        self.implied: dict[Path, int] = {}
        """The tables that exist only because something inside them is defined."""
        self._reading = _Context.KEY
        self._key: list[str] = []
        self._path: Path = ()
        self._table: Path = ()
        self._rows: dict[Path, int] = {}
        self._is_row = False
        self._open: list[_Open] = []

    def take(self, token: str, line: int) -> None:
        """Process one token."""
        match self._reading:
            case _Context.HEADER:
                self._take_header(token, line)
            case _Context.KEY:
                self._take_key(token, line)
            case _Context.VALUE:
                self._take_value(token, line)

    def _take_key(self, token: str, line: int) -> None:
        if token == "[":
            self._reading, self._key = _Context.HEADER, []
        elif token == "}":
            self._close()
        elif token == "=":
            base = self._open[-1].path if self._open else self._table
            self._path = (*base, *self._key)
            for depth in range(len(base) + 1, len(self._path) + 1):
                self.found.setdefault(self._path[:depth], line)
            self._reading, self._key = _Context.VALUE, []
        elif token not in ("\n", ",", "."):
            self._key.append(_part(token))

    def _take_header(self, token: str, line: int) -> None:
        if token == "[":
            self._is_row = True
        elif token == "]":
            self._enter(line)
            self._reading, self._key, self._is_row = _Context.VALUE, [], False
        elif token != ".":
            self._key.append(_part(token))

    def _enter(self, line: int) -> None:
        """Enter the table of the header. A table inside a list of tables belongs to the last row of the list."""
        path: Path = ()
        for part in self._key[:-1]:
            path = (*path, part)
            self.implied.setdefault(path, line)
            if path in self._rows:
                path = (*path, self._rows[path] - 1)
        path = (*path, self._key[-1])
        self.found.setdefault(path, line)
        if self._is_row:
            self._rows[path] = self._rows.get(path, 0) + 1
            path = (*path, self._rows[path] - 1)
            self.found[path] = line
        self._table = path

    def _take_value(self, token: str, line: int) -> None:
        top = self._open[-1] if self._open else None
        if token == "\n":
            self._reading = _Context.VALUE if self._open else _Context.KEY
        elif token == ",":
            if top is not None and top.item is not None:
                top.item += 1
            else:
                self._reading = _Context.KEY
        elif token in ("]", "}"):
            self._close()
        else:
            path = (*top.path, top.item) if top is not None and top.item is not None else self._path
            self.found.setdefault(path, line)
            if token == "[":
                self._open.append(_Open(path, 0))
            elif token == "{":
                self._open.append(_Open(path, None))
                self._reading = _Context.KEY

    def _close(self) -> None:
        """Leave the innermost list or inline table. The second bracket of a header closes nothing."""
        if self._open:
            self._open.pop()
        self._reading = _Context.VALUE


def _part(token: str) -> str:
    return str(tomllib.loads(f"part = {token}")["part"]) if token[0] in "\"'" else token
