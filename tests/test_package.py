"""The package: its public names, and the contents of a wheel."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import os
import pydoc
import random
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import build_schemas
import check_install
import jsonschema_rs
import pytest

import uth
from twin.random_rounds import random_round
from uth import settle_document
from uth.rules.loader import BOOKS

ROOT = Path(__file__).parent.parent


PUBLIC = ("uth", "uth.client", "uth.env", "uth.exact", "uth.sim", "uth.strategy", "uth.table")


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_in_dir_and_can_be_imported_and_has_a_docstring(name: str) -> None:
    package = importlib.import_module(name)
    assert set(package.__all__) <= set(dir(package))
    public = {each: getattr(package, each) for each in package.__all__}
    assert [each for each, value in public.items() if callable(value) and not inspect.getdoc(value)] == []
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing


def with_examples() -> list[str]:
    """Return the modules whose docstrings show a session of Python."""
    return [
        ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        for file in sorted((ROOT / "src" / "uth").rglob("*.py"))
        if re.search(r"^\s*>>> ", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@pytest.mark.parametrize("name", with_examples())
def test_the_examples_in_docstrings_hold(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


def test_a_public_name_stays_what_it_is_once_its_module_is_imported() -> None:
    for package in PUBLIC:
        module = importlib.import_module(package)
        for name in module.__all__:
            getattr(module, name)  # imports its home
            found = getattr(module, name)
            hidden = inspect.ismodule(found) and found.__name__ == f"{package}.{name}"
            assert not hidden, f"{package}.{name} is hidden by the module of that name"


def test_every_public_package_shows_examples() -> None:
    shown_elsewhere = {"uth.client", "uth.env"}  # docs/client.md, which needs a house, and docs/environments.md
    assert set(PUBLIC) - shown_elsewhere <= set(with_examples())


def test_every_public_name_is_in_the_help() -> None:
    text = pydoc.plain(pydoc.TextDoc().document(uth))
    assert [name for name in uth.__all__ if name not in text and name != "__version__"] == []


def test_the_schemas_are_up_to_date_and_accept_every_round_and_every_settlement() -> None:
    for name, text in build_schemas.files().items():
        stored = (build_schemas.FOLDER / name).read_text(encoding="utf-8")
        assert stored == text, "run .venv/bin/python scripts/build_schemas.py"
    round_, settlement = (
        jsonschema_rs.validator_for(json.loads(text)) for text in list(build_schemas.files().values())[:2]
    )
    rng = random.Random(20)
    for book in BOOKS:
        for _ in range(60):
            document = random_round(rng, book)
            round_.validate(document)
            settlement.validate(json.loads(json.dumps(settle_document(document))))
    assert not round_.is_valid({**random_round(rng, "nevada"), "unknown": 1})


def test_the_package_can_be_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "uth", "-V"], capture_output=True, text=True, check=True)
    assert done.stdout == f"uth {uth.__version__}\n"


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
