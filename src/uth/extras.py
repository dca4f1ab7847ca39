"""The extras of the package: which one to install for a missing module, and names that are imported on first use."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for true, and nothing has to import `typing`
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final

BY_COMMAND: Final = {
    "advise": "exact",
    "design": "exact",
    "drill": "exact",
    "exact": "exact",
    "house": "serve",
    "join": "client",
    "meter": "meter",
    "par": "exact",
    "play": "meter",
    "review": "serve",
    "serve": "serve",
    "session": "exact",
    "sim": "sim",
    "verify": "verify",
}
"""The extra that each command needs, `uth play` only for a file of meters. All other commands need none."""
BY_MODULE: Final = {
    "fpdf": "pdf",
    "psycopg": "postgres",
    "pyarrow": "parquet",
    "ray": "cluster",
    "textual": "tui",
}
"""Modules that only some options of a command need, with their extras."""
NOT_ON_WINDOWS: Final = frozenset({"fcntl", "pwd", "uvloop"})


def is_installed(module: str) -> bool:
    """Whether the module can be imported, without importing it."""
    from importlib.util import find_spec

    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def advice(missing: ModuleNotFoundError, extra: str | None) -> str | None:
    """Return in one line what to install, or ``None`` if no extra has the missing module."""
    module = (missing.name or "").partition(".")[0]
    if module in NOT_ON_WINDOWS and sys.platform == "win32":
        return "does not run on Windows; use the Windows Subsystem for Linux"
    extra = BY_MODULE.get(module, extra)
    if extra is None or module == "uth":
        return None
    else_ = ", or add --plain" if extra == "tui" else ""
    return f"{module} is not installed; run: pip install 'uth[{extra}]'{else_}"


def lazy(
    package: str, homes: Mapping[str, str], extra: str | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return a `__getattr__` for the package, which imports each name from its home on first use, and a `__dir__`."""

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        home = homes[name]
        try:
            found = import_module(home)
        except ModuleNotFoundError as missing:
            says = advice(missing, extra)
            if says is None:
                raise
            raise ModuleNotFoundError(f"{package}.{name}: {says}", name=missing.name) from missing
        value = found if home.endswith(f".{name}") and not hasattr(found, name) else getattr(found, name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return get, names
