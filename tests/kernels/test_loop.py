"""A compiled loop equals its function, and the next process runs the same machine code without Numba."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pytest

from uth.kernels.exact_index import Integers
from uth.kernels.loop import Loop, kinds_of, loop
from uth.kernels.machine_code import file_of, ingredients, read_cache

STEP = 3


class Pair(NamedTuple):
    """Two rows."""

    first: Integers
    second: Integers


def stepped(number: int) -> int:
    """Return the number so many steps on."""
    return number + STEP


@loop
def add_rows(times: int, rows: Pair, total: Integers) -> int:
    """Add both rows to the total that many times, a step more in each place, and return how many places there are."""
    for place in range(len(total)):
        total[place] += stepped(times * (rows.first[place] + rows.second[place]))
    return len(total)


@loop
def count_above(table: Integers, least: int, counts: Integers) -> None:
    """Count the numbers of each row of a table that are not below the least."""
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            counts[row] += table[row, column] >= least


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def rows_of(*numbers: int) -> Integers:
    return np.array(numbers, np.int64)


def plain(function: Callable[..., object]) -> FunctionType:
    assert isinstance(function, Loop)
    return function.function


def test_a_loop_does_what_its_function_does() -> None:
    rows = Pair(rows_of(1, 2, 3), rows_of(10, 20, 30))
    slow, fast = rows_of(0, 5, 0), rows_of(0, 5, 0)
    assert plain(add_rows)(2, rows, slow) == add_rows(2, rows, fast) == 3
    assert slow.tolist() == fast.tolist() == [25, 52, 69]


@pytest.mark.parametrize(
    "turn",
    [lambda table: table, lambda table: np.asfortranarray(table), lambda table: table[::2, 1:]],
    ids=["row by row", "column by column", "with gaps"],
)
def test_a_table_is_read_however_it_lies_in_memory(turn: Callable[[Integers], Integers]) -> None:
    table = turn(np.arange(30).reshape(5, 6))
    slow, fast = np.zeros(len(table), np.int64), np.zeros(len(table), np.int64)
    plain(count_above)(table, 13, slow)
    count_above(table, 13, fast)
    assert fast.tolist() == slow.tolist() != [0] * len(table)


def test_other_numbers_another_layout_or_nothing_to_write_make_another_version() -> None:
    table = np.zeros((4, 4), np.int64)
    fixed = table.copy()
    fixed.flags.writeable = False
    kinds = [kinds_of((each,)) for each in (table, table.astype(np.int32), table[:, 1:], table[0], fixed)]
    assert len(set(kinds)) == len(kinds)


def test_what_a_loop_is_made_of_includes_what_it_calls_and_every_number_it_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = [*ingredients(plain(add_rows))]
    monkeypatch.setitem(globals(), "STEP", 4)
    assert [*ingredients(plain(add_rows))] != before


def test_code_is_kept_only_for_what_it_was_made_of(a_folder_of_its_own: Path) -> None:
    loop_ = Loop(plain(count_above))
    arguments = np.zeros((2, 2), np.int64), 1, np.zeros(2, np.int64)
    loop_(*arguments)
    file = file_of(loop_.function, kinds_of(arguments))
    assert file.parent == a_folder_of_its_own
    assert [*a_folder_of_its_own.iterdir()] == [file]
    assert read_cache(file, b"something else") is None


def test_a_damaged_file_is_compiled_anew() -> None:
    arguments = np.full((2, 3), 7), 7, np.zeros(2, np.int64)
    Loop(plain(count_above))(*arguments)
    file = file_of(plain(count_above), kinds_of(arguments))
    whole = file.read_bytes()
    file.write_bytes(whole[:-100] + bytes(100))
    Loop(plain(count_above))(*arguments)
    assert arguments[2].tolist() == [6, 6]
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_made_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "folder"))
    counts = np.zeros(1, np.int64)
    Loop(plain(count_above))(np.ones((1, 5), np.int64), 1, counts)
    assert counts.tolist() == [5]


def test_code_is_kept_where_numba_is_told_or_beside_the_source_or_with_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "told")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert file_of(plain(add_rows), "int").parent == Path("told")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert file_of(plain(add_rows), "int").parent == Path(__file__).parent / "__pycache__"
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert file_of(plain(add_rows), "int").parent == tmp_path / "uth"


def test_the_next_process_ranks_hands_without_numba(a_folder_of_its_own: Path) -> None:
    says = (
        "import sys, numpy; from uth.kernels.ranking import rank_array;"
        "print(rank_array(numpy.arange(10, dtype=numpy.uint8).reshape(2, 5)).tolist(), 'numba' in sys.modules)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(a_folder_of_its_own)}
    first, second = (
        subprocess.run([sys.executable, "-c", says], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert first.split()[-1] == "True"
    assert second == first.replace("True", "False")
