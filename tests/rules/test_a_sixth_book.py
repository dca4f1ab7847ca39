"""A sixth rule book is one TOML file: added to the others, it passes every test that runs for each book."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import uth

TESTS = Path(__file__).parents[1]
SIXTH = TESTS / "support" / "saltmarsh.toml"
IN_EVERY_BOOK = (
    "rules/test_books.py",
    "rules/test_any_text.py",
    "rules/test_rule_book_differences.py",
    "cli/test_books_in_use.py",
    "table/test_dealer.py",
    "table/test_floor_acts.py",
    "table/test_irregularities.py",
    "ledger/test_table_ledger.py",
    "terminal/test_sessions.py",
    "host/test_live_table.py",
    "host/test_views.py",
)
"""From the text of the book to a hand at a live table; `make test-all` runs every test there is."""


def linked(source: Path, target: Path, *, but: tuple[str, ...] = ()) -> Path:
    """Make the target a folder with the same content as the source, except for some entries of it."""
    target.mkdir()
    for entry in source.iterdir():
        if entry.name not in but:
            (target / entry.name).symlink_to(entry)
    return target


@pytest.fixture(scope="module")
def with_a_sixth(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a process whose package has one more book, and no other difference."""
    folder, package = tmp_path_factory.mktemp("package"), Path(uth.__file__).parent
    six = linked(package, folder / "uth", but=("rules", "web"))
    shutil.copytree(package / "web", six / "web")  # the server gives out no file behind a link
    rules = linked(package / "rules", six / "rules", but=("books",))
    shutil.copy(SIXTH, linked(package / "rules" / "books", rules / "books"))
    return {**os.environ, "PYTHONPATH": str(folder)}


def run_in_every_book(env: dict[str, str], *folders: str, slow: bool) -> int:
    """Run the tests of the sixth book, and those that are about all books at once; return how many passed."""
    marks = [] if slow else ["-m", "not slow", "--hypothesis-profile=quick"]
    wanted = [
        "-k",
        "saltmarsh or every_book",
        f"--ignore={__file__}",
        *marks,
        *(str(TESTS / folder) for folder in folders),
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *wanted],
        env=env, cwd=TESTS.parent, text=True, capture_output=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-1000:]
    found = re.search(r"(\d+) passed", ran.stdout)
    return int(found[1]) if found else 0


def test_the_package_with_a_sixth_file_has_six_books(with_a_sixth: dict[str, str]) -> None:
    asked = "from uth.rules.loader import BOOKS, load_book; print(*BOOKS, load_book('saltmarsh').short_name)"
    ran = subprocess.run([sys.executable, "-c", asked], env=with_a_sixth, text=True, capture_output=True, check=True)
    assert ran.stdout.split() == [
        "massachusetts",
        "california",
        "chickasaw",
        "nevada",
        "greece",
        *["saltmarsh", "Saltmarsh"],
    ]


def test_the_sixth_book_passes_what_is_run_in_every_book(with_a_sixth: dict[str, str]) -> None:
    assert run_in_every_book(with_a_sixth, *IN_EVERY_BOOK, slow=False) > 50


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_sixth_book_passes_the_whole_suite(with_a_sixth: dict[str, str]) -> None:
    assert run_in_every_book(with_a_sixth, "", slow=True) > 150
