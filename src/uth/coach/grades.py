"""Grades of decisions by what they cost."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Final


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BELOW: Final = ((Grade.INACCURACY, Fraction(1, 10)), (Grade.MISTAKE, Fraction(1, 2)))
"""A decision that costs less than this many antes has the grade; one that costs more than all of them is a blunder."""


def grade_of(cost: Fraction) -> Grade:
    """Return the grade of a decision that costs so many antes against the best one."""
    if cost <= 0:
        return Grade.BEST
    return next((grade for grade, limit in BELOW if cost < limit), Grade.BLUNDER)
