"""Finds the line of each key of a TOML text, so that a fault can name its line."""

from __future__ import annotations

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of every table, key and row of a list that starts a line."""
    found: dict[Path, int] = {(): 1}
    counts: dict[Path, int] = {}
    table: Path = ()
    open_list: Path | None = None
    row = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if open_list is not None:
            if line.lstrip().startswith("{"):
                found[(*open_list, row)] = number
                row += 1
            if line.strip().startswith("]"):
                open_list = None
            continue
        if header := _HEADER.match(line):
            table = _table(header[1], _parts(header[2]), counts)
            found.setdefault(table, number)
            found.setdefault(tuple(part for part in table if isinstance(part, str)), number)
        elif key := _KEY.match(line):
            path = (*table, *_parts(key[1]))
            for depth in range(len(table) + 1, len(path) + 1):
                found.setdefault(path[:depth], number)
            if line.rstrip().endswith("["):
                open_list, row = path, 0
    return found


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of that path, or of the nearest table around it."""
    while path not in lines:
        path = path[:-1]
    return lines[path]


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _table(bracket: str, parts: tuple[str, ...], counts: dict[Path, int]) -> Path:
    path: Path = ()
    for part in parts[:-1]:
        path = (*path, part)
        if path in counts:
            path = (*path, counts[path] - 1)
    path = (*path, parts[-1])
    if bracket == "[[":
        counts[path] = counts.get(path, 0) + 1
        return (*path, counts[path] - 1)
    return path
