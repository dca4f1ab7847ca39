"""Tests written as tables that a dealer can read.

The first line names the columns; columns are separated by two or more spaces or a ``|``. The column ``says`` names the
row, or else the first one does.

    player  dealer  board           acts | ante  blind  play | says
    AsAd    KdQc    8c 7d 2h 9s 4c  4x   | .     .      4    | a dealer below a pair

The result of a wager is written in antes: ``4``, ``3/2``, ``-1``; ``.`` is a push.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from uth.table.settle.settled import Outcome, SettledWager

Row = dict[str, str]

ANTE = 1000


def rows(text: str) -> list[Any]:
    """Return the rows of the table for ``@pytest.mark.parametrize("row", ...)``."""
    header, *lines = (re.split(r"\s*\|\s*|\s{2,}", line.strip()) for line in text.strip().splitlines())
    found = [dict(zip(header, line, strict=True)) for line in lines]
    return [pytest.param(row, id=row.get("says", row[header[0]]).replace(" ", "-")) for row in found]


def in_antes(settled: SettledWager, ante: int = ANTE) -> str:
    """Return the result of a wager as a table writes it."""
    match settled.outcome:
        case Outcome.PUSH:
            assert (settled.returned, settled.won) == (settled.stake, 0)
            return "."
        case Outcome.WIN | Outcome.LOSE:
            return str(Fraction(settled.net, ante))
        case Outcome.VOID | Outcome.UNCOVERED:
            return settled.outcome.value
