"""The package: its public names, and what a wheel contains."""

from __future__ import annotations

import os
import pydoc
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import check_install
import pytest

import uth

ROOT = Path(__file__).parent.parent


def test_every_public_name_is_in_dir_and_in_the_help() -> None:
    assert set(uth.__all__) <= set(dir(uth))
    text = pydoc.plain(pydoc.TextDoc().document(uth))
    assert [name for name in uth.__all__ if name not in text and name != "__version__"] == []


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of what a wheel is built from, as a plain clone has it: without the page."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    ignored = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    return tmp_path


def build(clone: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel where there is no npm."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=clone,
        env={**os.environ, "PATH": str(clone), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def pages(clone: Path) -> list[str]:
    (wheel,) = (clone / "dist").glob("*.whl")
    return [name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("uth/web/page/")]


def test_a_wheel_is_not_built_without_its_page(clone: Path) -> None:
    done = build(clone)
    assert done.returncode != 0
    assert "the page is not built: it needs Node.js 18 or newer with npm" in done.stderr
    assert not list(clone.glob("dist/*.whl"))


def test_a_wheel_without_the_page_is_built_only_on_request(clone: Path) -> None:
    assert build(clone, UTH_WITHOUT_PAGE="1").returncode == 0
    assert pages(clone) == []


def test_a_wheel_contains_the_page_that_was_built(clone: Path) -> None:
    page = clone / "src" / "uth" / "web" / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html>", encoding="utf-8")
    assert build(clone).returncode == 0
    assert pages(clone) == ["uth/web/page/index.html"]


@pytest.mark.slow
def test_the_core_is_small_and_runs_from_the_wheel_in_a_clean_environment(
    clone: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = clone / "src" / "uth" / "web" / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html>", encoding="utf-8")
    assert build(clone).returncode == 0
    (wheel,) = (clone / "dist").glob("*.whl")
    installed = check_install.install(wheel, check_install.CORE, tmp_path_factory.mktemp("clean"))
    assert installed.failed == ()
    assert installed.megabytes < 15
    assert installed.packages < 12
