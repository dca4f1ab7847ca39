"""Write docs/rulings.md from src/uth/rules/rulings.toml."""

from __future__ import annotations

import sys
from pathlib import Path

from uth.rules.registry import rulings

PAGE = Path(__file__).parent.parent / "docs" / "rulings.md"
HEAD = """\
# Rulings

The five documents are silent, contradict themselves or contradict each other in places. Each such place has one
ruling here. A ruling is data of a rule set wherever another house could decide otherwise: the value below is the
default, never a constant in code. Where arithmetic can tell which reading was meant, the arithmetic decides, and a
test shows it.

This page is generated. A new ambiguity gets a new entry in `src/uth/rules/rulings.toml`, with its reason; then run
`.venv/bin/python scripts/build_rulings_page.py`. A running house shows the same list under `/rulings`.

"""
POLICY = """
## Policies of a house

How long a chair is kept, who is waited for, which disputes stop a table: decisions about running a house, not readings
of the documents. [Operations](operations.md) names the bounds that change them.

"""
COLUMNS = """\
| # | where | the question | ruling | why |
|---|---|---|---|---|
"""


def page() -> str:
    """Return the page: the rulings on the documents, then the policies of a house."""
    return HEAD + _table(policy=False) + POLICY + _table(policy=True)


def _table(*, policy: bool) -> str:
    rows = (
        f"| {each.number} | {each.where} | {each.question} | {each.ruling} | {each.why} |\n"
        for each in rulings().values()
        if each.policy is policy
    )
    return COLUMNS + "".join(rows)


def main() -> int:
    """Write the page, or with --check only say whether it is up to date."""
    if sys.argv[1:] == ["--check"]:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
