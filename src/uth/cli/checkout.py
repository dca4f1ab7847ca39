"""A source checkout: the folder of tests and the folder of code that belong together."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uth.errors import Malformed

PACKAGE: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Checkout:
    """Where the tests are, and where the code is that they test."""

    tests: Path
    source: Path

    def test_path(self, file: Path) -> str:
        """Return the test file's path as people write it: from the checkout's own folder, ``tests/...``."""
        return file.relative_to(self.tests.parent).as_posix()

    def code_path(self, file: Path) -> str:
        """Return the code file's path as people write it: ``src/uth/...`` in a checkout, ``uth/...`` installed."""
        parent = self.source.parent
        return file.relative_to(parent.parent if parent.name == "src" else parent).as_posix()


def checkout_of(tests: Path) -> Checkout:
    """Return the checkout that holds those tests; tests that stand alone are taken to test the running package."""
    if not tests.is_dir():
        raise Malformed("--tests", str(tests), "is not a folder")
    tests = tests.resolve()
    beside = tests.parent / "src" / "uth"
    return Checkout(tests, beside if beside.is_dir() else PACKAGE)


def find_checkout(starts: Iterable[Path]) -> Checkout:
    """Return the first checkout of uth at one of the starts or above it."""
    for start in starts:
        for folder in (start, *start.parents):
            if is_checkout(folder):
                return checkout_of(folder / "tests")
    raise Malformed("--tests", "tests", "is in no checkout of uth here or above; name the folder with --tests DIR")


def is_checkout(folder: Path) -> bool:
    """Return whether the folder holds the project uth, its tests included, and not some other project."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == "uth" and (folder / "tests").is_dir()
