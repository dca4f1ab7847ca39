"""Compiles a loop to an object file with Numba, as fast as possible."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

import numba.core.config

from uth.errors import require
from uth.kernels.machine_code import plain

compiler: Any = numba
"""Numba without its type hints, which do not cover the parts used here."""


def compiled(function: FunctionType, arguments: tuple[object, ...], words: int) -> bytes:
    """Return the name of the compiled function and its object file."""
    kinds = tuple(compiler.int64 if isinstance(each, int) else compiler.typeof(each) for each in arguments)
    whole = for_numba(function)
    with fast_compilation():
        whole.compile(kinds)
    made = whole.overloads[kinds]
    name: str = made.fndesc.llvm_func_name
    taken = [*made.library.get_function(name).arguments]
    require(len(taken) == 2 + words, "this version of Numba has another calling convention; use numba 0.68")
    built: bytes = made.library.serialize_using_object_code()[2][0]
    return name.encode() + b"\n" + built


@cache
def for_numba(function: FunctionType) -> Any:
    """Return the function and those it calls as Numba dispatchers without a Python wrapper."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        if isinstance(plain(names.get(name)), FunctionType):
            names[name] = for_numba(plain(names[name]))
    copy = FunctionType(function.__code__, names, function.__name__)
    copy.__module__ = function.__module__
    return compiler.njit(
        error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, no_rewrites=True, _nrt=False
    )(copy)


@contextmanager
def fast_compilation() -> Iterator[None]:
    """Skip LLVM's last optimizations, which make no loop here faster, and garbage collection."""
    config = compiler.core.config
    level, collects = config.OPT, gc.isenabled()
    if "NUMBA_OPT" not in os.environ:
        config.OPT = type(level)(2)
    gc.disable()
    try:
        yield
    finally:
        config.OPT = level
        if collects:
            gc.enable()
