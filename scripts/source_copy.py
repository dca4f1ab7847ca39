"""A copy of the source in a temporary directory, for running tests with one change at a time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("src", "tests", "scripts", "examples", "docs", "frontend/src")
FILES: Final = ("pyproject.toml", "README.md")
PYTEST: Final = ("-m", "pytest", "-q", "-x", "-n", "0", "--no-header", "-p", "no:cacheprovider")


class SourceCopy:
    """The current source, without caches and the built page."""

    def __init__(self) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="uth-copy-"))
        ignored = shutil.ignore_patterns("__pycache__", "page")
        for name in FOLDERS:
            if (ROOT / name).exists():
                shutil.copytree(ROOT / name, self.place / name, ignore=ignored)
        for name in FILES:
            shutil.copy(ROOT / name, self.place / name)

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        """Change the file's text while the block runs."""
        path = self.place / file
        source = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(source, encoding="utf-8")

    def python(self, arguments: Sequence[str], timeout_s: float) -> subprocess.CompletedProcess[str] | None:
        """Run Python on the copy and return the result, or ``None`` after a timeout."""
        paths = os.pathsep.join(str(self.place / name) for name in ("src", "tests", "scripts"))
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            return subprocess.run(
                [sys.executable, *arguments],
                cwd=self.place,
                env=environment,
                capture_output=True,
                text=True,
                timeout=timeout_s,
            )
        except subprocess.TimeoutExpired:
            return None

    def pytest(self, arguments: Sequence[str], timeout_s: float) -> subprocess.CompletedProcess[str] | None:
        """Run tests on the copy up to the first failure; return the result, or ``None`` after a timeout."""
        return self.python([*PYTEST, *arguments], timeout_s)

    def close(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.place, ignore_errors=True)
