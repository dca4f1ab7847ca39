"""The machine code of a loop: compiled by Numba, kept in a file, loaded by LLVM.

The file holds the function's name and an object file, and before them a digest of both and of all that they were
compiled from: if anything has changed, the digest is another and the loop is compiled anew.
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
"""What runs a loop: it takes room for what is returned, room for a fault, and the words of the arguments."""

DIGEST_SIZE: Final = 16


def load(function: FunctionType, kinds: str, arguments: tuple[object, ...], words: int) -> Entry:
    """Return the version of a loop for such arguments, ready to run: from its file, or compiled and then kept there."""
    made_of = "\n".join((llvmlite.__version__, made_by(), kinds, *processor(), *ingredients(function))).encode()
    file = file_of(function, kinds)
    code = kept(file, made_of)
    if code is None:
        from uth.kernels.numba_code import compiled

        code = compiled(function, arguments, words)
        keep(file, made_of, code)
    name, _, built = code.partition(b"\n")
    engine().add_object_file(llvm.ObjectFileRef.from_data(built))
    engine().finalize_object()
    enter = CFUNCTYPE(c_int32, c_void_p, c_void_p, *[c_int64] * words)
    return enter(engine().get_function_address(name.decode()))


@cache
def made_by() -> str:
    """Return the text of the files that say how a loop is compiled, kept and called."""
    files = ("loop.py", "machine_code.py", "numba_code.py")
    return "\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in files)


def ingredients(function: FunctionType) -> Iterator[str]:
    """Yield all that a function is compiled from: its own code, and what the names in it stand for."""
    code = function.__code__
    yield f"{code.co_code.hex()} {code.co_consts} {code.co_varnames} {code.co_names}"
    for name in code.co_names:
        known = plain(function.__globals__.get(name))
        if isinstance(known, FunctionType):
            yield from ingredients(known)
        else:
            yield repr(known)


def plain(known: object) -> Any:
    """Return the function that a loop is made of, or whatever else it is."""
    return getattr(known, "__wrapped__", known)


@cache
def processor() -> tuple[str, str]:
    """Return what machine code is made for."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def engine() -> Any:
    """Return what brings object files into this process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = processor()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return llvm.create_mcjit_compiler(
        llvm.parse_assembly(""), target.create_target_machine(cpu=cpu, features=features, jit=True)
    )


def file_of(function: FunctionType, kinds: str) -> Path:
    """Return where a version is kept: with what Numba keeps if it is told where, else beside the source, if one may."""
    source = Path(function.__code__.co_filename)
    if told := os.environ.get("NUMBA_CACHE_DIR"):
        folder = Path(told)
    elif os.access(source.parent, os.W_OK):
        folder = source.parent / "__pycache__"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "uth"
    version = blake2b(f"{kinds} {processor()}".encode(), digest_size=6).hexdigest()
    return folder / f"{source.stem}.{function.__name__}.{version}.o"


def kept(file: Path, made_of: bytes) -> bytes | None:
    """Return the code in the file; ``None`` if there is none, or it was made of something else."""
    with suppress(OSError):
        content = file.read_bytes()
        code = content[DIGEST_SIZE:]
        if content[:DIGEST_SIZE] == digest_of(made_of, code):
            return code
    return None


def keep(file: Path, made_of: bytes, code: bytes) -> None:
    """Leave the code for the next process, all of it at once; where nothing can be written there is no harm done."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_bytes(digest_of(made_of, code) + code)
        new.replace(file)


def digest_of(made_of: bytes, code: bytes) -> bytes:
    """Return what shows that this code was made of that."""
    return blake2b(made_of + code, digest_size=DIGEST_SIZE).digest()
