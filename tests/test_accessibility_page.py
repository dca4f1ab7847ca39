"""docs/accessibility.md has every criterion of WCAG 2.2 A and AA once, and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "accessibility.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d\.\d\.\d+) [^|]+ \| ([^|]+) \| ?([^|]*) ?\|$", PAGE, re.MULTILINE)
CRITERIA = re.findall(
    r"[\d.]+",
    """
    1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12
    1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4
    2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3
    """,
)
"""Levels A and AA; 4.1.1 is no longer one."""


def test_every_criterion_stands_there_once() -> None:
    assert len(CRITERIA) == 55
    assert [number for number, _, _ in ROWS] == CRITERIA


@pytest.mark.parametrize(("number", "how", "tests"), ROWS)
def test_a_criterion_is_checked_by_a_test_or_does_not_apply(number: str, how: str, tests: str) -> None:
    assert how.startswith("does not apply:") == (not tests.strip()), number


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`((?:tests|frontend/tests)/[^`]+)`", PAGE))))
def test_every_test_named_there_exists(named: str) -> None:
    path, _, name = named.partition("::")
    assert (ROOT / path).is_file(), named
    assert not name or re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.M), named
