"""docs/clauses.md agrees with the registry, the tests and the code."""

from __future__ import annotations

from pathlib import Path

from uth.cli.clause_coverage import checkout_of, coverage_of
from uth.cli.clause_print import BUILD_COMMAND, matrix

ROOT = Path(__file__).resolve().parents[1]


def test_the_clause_matrix_is_up_to_date() -> None:
    file = ROOT / "docs" / "clauses.md"
    written = file.read_text(encoding="utf-8") if file.exists() else ""
    current = matrix(coverage_of(checkout_of(ROOT / "tests")).rows)
    changed = sorted(set(written.splitlines()) ^ set(current.splitlines()))[:5]
    assert written == current, "\n".join(
        ["docs/clauses.md is out of date; run", f"    .venv/bin/{BUILD_COMMAND}", *changed]
    )


def test_every_mark_on_a_test_can_be_read() -> None:
    assert coverage_of(checkout_of(ROOT / "tests")).unread == ()
