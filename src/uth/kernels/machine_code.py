"""The machine code of a loop: compiled by Numba, cached in a file, loaded by LLVM.

The file holds a digest, the function's name and an object file. The digest covers both and everything they were
compiled from. If it differs, the loop is compiled again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes import CFUNCTYPE, c_int32, c_int64, c_void_p
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm

Entry = Callable[..., int]
"""The entry point of a loop.

It takes space for the return value, space for an error, and the words of the arguments.
"""

DIGEST_SIZE: Final = 16


def load(function: FunctionType, kinds: str, arguments: tuple[object, ...], words: int) -> Entry:
    """Return a loop ready to run for these argument types, from the cache if possible."""
    made_of = "\n".join((llvmlite.__version__, compiler_source(), kinds, *processor(), *ingredients(function))).encode()
    file = file_of(function, kinds)
    code = read_cache(file, made_of)
    if code is None:
        from uth.kernels.numba_code import compiled

        code = compiled(function, arguments, words)
        write_cache(file, made_of, code)
    name, _, built = code.partition(b"\n")
    engine().add_object_file(llvm.ObjectFileRef.from_data(built))
    engine().finalize_object()
    enter = CFUNCTYPE(c_int32, c_void_p, c_void_p, *[c_int64] * words)
    return enter(engine().get_function_address(name.decode()))


@cache
def compiler_source() -> str:
    """Return the source of the modules that compile, cache and call loops."""
    files = ("loop.py", "machine_code.py", "numba_code.py")
    return "\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in files)


def ingredients(function: FunctionType) -> Iterator[str]:
    """Yield everything that a function is compiled from: its code, and the values of its global names."""
    code = function.__code__
    yield f"{code.co_code.hex()} {code.co_consts} {code.co_varnames} {code.co_names}"
    for name in code.co_names:
        known = plain(function.__globals__.get(name))
        if isinstance(known, FunctionType):
            yield from ingredients(known)
        else:
            yield repr(known)


def plain(known: object) -> Any:
    """Return the function of a loop, or the object itself."""
    return getattr(known, "__wrapped__", known)


@cache
def processor() -> tuple[str, str]:
    """Return the processor for which machine code is made."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def engine() -> Any:
    """Return the LLVM engine that loads object files into this process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = processor()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return llvm.create_mcjit_compiler(
        llvm.parse_assembly(""), target.create_target_machine(cpu=cpu, features=features, jit=True)
    )


def file_of(function: FunctionType, kinds: str) -> Path:
    """Return the cache file: in Numba's cache directory if one is set, else next to the source if it is writable."""
    source = Path(function.__code__.co_filename)
    if directory := os.environ.get("NUMBA_CACHE_DIR"):
        folder = Path(directory)
    elif os.access(source.parent, os.W_OK):
        folder = source.parent / "__pycache__"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "uth"
    version = blake2b(f"{kinds} {processor()}".encode(), digest_size=6).hexdigest()
    return folder / f"{source.stem}.{function.__name__}.{version}.o"


def read_cache(file: Path, made_of: bytes) -> bytes | None:
    """Return the cached code, or ``None`` if there is none or its digest differs."""
    with suppress(OSError):
        content = file.read_bytes()
        code = content[DIGEST_SIZE:]
        if content[:DIGEST_SIZE] == digest_of(made_of, code):
            return code
    return None


def write_cache(file: Path, made_of: bytes, code: bytes) -> None:
    """Write the code to the cache atomically; do nothing if the directory is not writable."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_bytes(digest_of(made_of, code) + code)
        new.replace(file)


def digest_of(made_of: bytes, code: bytes) -> bytes:
    """Return the digest of the code and of everything it was made from."""
    return blake2b(made_of + code, digest_size=DIGEST_SIZE).digest()
