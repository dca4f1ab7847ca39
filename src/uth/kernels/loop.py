"""Compiled loops: Python functions that run as machine code.

Numba compiles a loop once and the machine code is cached in a file. Later processes call it without importing Numba,
whose import and own cache take longer than solving a game.

A loop takes integers and arrays, or tuples of them, and returns an integer or nothing. It may call functions of this
package, which are compiled with it. It allocates no arrays, and its indexing is not bounds-checked.
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
"""The status codes of Numba's machine code for success, with and without a return value."""

_one_at_a_time = Lock()


def loop(function: Function) -> Function:
    """Compile a function to machine code that releases the GIL."""
    return cast(Function, Loop(cast(FunctionType, function)))


class Loop:
    """A function that runs as machine code, compiled once for each combination of argument types."""

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
        """Return the entry point for these argument types, loading or compiling it if needed."""
        with _one_at_a_time:
            if kinds not in self.entries:
                words = len([*words_of(arguments)])
                self.entries[kinds] = load(self.function, kinds, arguments, words)
        return self.entries[kinds]


def kinds_of(arguments: tuple[object, ...]) -> str:
    """Return the type of the arguments; for an array its dtype, dimensions, layout and whether it is writable."""
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
    """Yield the arguments in Numba's calling convention; for an array all fields but its owner."""
    for each in arguments:
        if isinstance(each, np.ndarray):
            yield from (0, 0, each.size, each.itemsize, each.ctypes.data, *each.shape, *each.strides)
        elif isinstance(each, tuple):
            yield from words_of(each)
        else:
            yield int(cast(int, each))
