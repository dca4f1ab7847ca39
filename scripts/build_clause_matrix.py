"""Write docs/clauses.md: every clause with its tests and its code."""

from __future__ import annotations

from pathlib import Path

from uth.cli.clause_coverage import checkout_of, coverage_of
from uth.cli.clause_print import matrix

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    rows = coverage_of(checkout_of(ROOT / "tests")).rows
    (ROOT / "docs" / "clauses.md").write_text(matrix(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
