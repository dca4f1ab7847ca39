"""A compiled loop: a function written in Python that runs as machine code.

Numba compiles it, once. The machine code is kept in a file, and a later process calls it there without Numba, which
takes longer to import and to load what it keeps itself than a game takes to solve.

A loop takes whole numbers and arrays, or tuples of them, and returns a whole number or nothing. It may call functions
of this folder, which are compiled with it. It makes no array, and does not look where it reads and writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import byref, c_int64
from functools import update_wrapper
from threading import Lock
from types import FunctionType
from typing import Final, TypeVar, cast

import numpy as np

from uth.errors import require
from uth.kernels.machine_code import Entry, load

Function = TypeVar("Function", bound=Callable[..., object])

DONE: Final = (0, -2)
"""What Numba's machine code says when all is well: that it returned something, or nothing."""

_one_at_a_time = Lock()


def loop(function: Function) -> Function:
    """Have a function run as machine code; threads that run it do not hold each other up."""
    return cast(Function, Loop(cast(FunctionType, function)))


class Loop:
    """A function that runs as machine code, in one version for each kind of arguments."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.function = function
        self.entries: dict[str, Entry] = {}

    def __call__(self, *arguments: object) -> int | None:
        """Run the loop."""
        kinds = kinds_of(arguments)
        entry = self.entries.get(kinds) or self.entered(kinds, arguments)
        returned, fault = c_int64(), c_int64()
        status = entry(byref(returned), byref(fault), *words_of(arguments))
        require(status in DONE, f"{self.function.__name__} stopped with {status}")
        return None if self.function.__annotations__["return"] == "None" else returned.value

    def entered(self, kinds: str, arguments: tuple[object, ...]) -> Entry:
        """Return where to enter the version for such arguments, which is there from now on."""
        with _one_at_a_time:
            if kinds not in self.entries:
                words = len([*words_of(arguments)])
                self.entries[kinds] = load(self.function, kinds, arguments, words)
        return self.entries[kinds]


def kinds_of(arguments: tuple[object, ...]) -> str:
    """Return what a version depends on: of an array its numbers, dimensions, layout and whether it can be written."""
    kinds = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            flags = each.flags
            layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
            kinds.append(f"{each.dtype.str}{each.ndim}{layout}{'' if flags.writeable else 'read'}")
        elif isinstance(each, tuple):
            kinds.append(f"{type(each).__name__}({kinds_of(each)})")
        else:
            kinds.append("int")
    return " ".join(kinds)


def words_of(arguments: tuple[object, ...]) -> Iterator[int]:
    """Yield the arguments as Numba's machine code takes them: of an array, all that is known of it but its owner."""
    for each in arguments:
        if isinstance(each, np.ndarray):
            yield from (0, 0, each.size, each.itemsize, each.ctypes.data, *each.shape, *each.strides)
        elif isinstance(each, tuple):
            yield from words_of(each)
        else:
            yield int(cast(int, each))
