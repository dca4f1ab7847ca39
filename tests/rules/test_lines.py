"""The line of every key of a TOML text, in any layout."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from uth.rules.lines import Path, line_of, lines_of
from uth.rules.loader import BOOKS, book_text

TEXT = '''\
a = 1 # not [a.table]
b = [
  { c = 1, d = [1,
    2] }, # a comment, with = and ]
  { c = 2 } ]
"q.r" = """
x = 3
[y]
"""
[y]
z.w = 'its'
[[k]]
n = 1.5
[[k.m]]
[k.p]
s = [[1],
  [2]]
[[k]]
n = 2020-01-01T10:00:00.5
[ k . "p" ]
v = { deep = { deeper = [
  "x" ] } }
'''

WANTED = {
    ("a",): 1,
    ("b",): 2,
    ("b", 0): 3,
    ("b", 0, "d", 1): 4,
    ("b", 1, "c"): 5,
    ("q.r",): 6,
    ("y",): 10,
    ("y", "z"): 11,
    ("y", "z", "w"): 11,
    ("k",): 12,
    ("k", 0): 12,
    ("k", 0, "n"): 13,
    ("k", 0, "m", 0): 14,
    ("k", 0, "p"): 15,
    ("k", 0, "p", "s", 1, 0): 17,
    ("k", 1): 18,
    ("k", 1, "n"): 19,
    ("k", 1, "p"): 20,
    ("k", 1, "p", "v", "deep", "deeper"): 21,
    ("k", 1, "p", "v", "deep", "deeper", 0): 22,
}


def paths_in(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_in(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from paths_in(inner, (*path, at))


@pytest.mark.parametrize(("path", "line"), WANTED.items(), ids=[".".join(map(str, path)) for path in WANTED])
def test_a_key_is_on_the_line_it_is_written_on(path: Path, line: int) -> None:
    assert lines_of(TEXT)[path] == line


@pytest.mark.parametrize("text", [TEXT, *map(book_text, BOOKS)], ids=["text", *BOOKS])
def test_every_value_that_toml_reads_has_a_line_and_nothing_else_has_one(text: str) -> None:
    assert set(paths_in(tomllib.loads(text))) == set(lines_of(text))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_lines_do_not_depend_on_how_lines_end(ending: str) -> None:
    assert lines_of(TEXT.replace("\n", ending)) == lines_of(TEXT)


def test_a_separator_inside_a_text_begins_no_line() -> None:
    assert lines_of('a = "x\u2028y\x85z"\nb = 1\n')[("b",)] == 2


def test_what_is_not_written_is_on_the_line_of_the_nearest_table_around_it() -> None:
    lines = lines_of(TEXT)
    assert line_of(("y", "missing"), lines) == 10
    assert line_of(("k", 1, "m", 0, "o"), lines) == 18
    assert line_of(("nowhere", "at", "all"), lines) == 1
