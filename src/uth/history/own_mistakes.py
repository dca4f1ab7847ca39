"""The wrong decisions of a player's own rounds, as questions of a drill."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from uth.coach.drills import QuestionDocument
from uth.coach.grades import Grade
from uth.history.round_review import SeatReview

MISTAKES_MAX: Final = 300
"""The most mistakes of one drill; those that cost little are left out first, then the oldest."""
_ORDER: Final = {grade.value: at for at, grade in enumerate(reversed(Grade))}
_MARK: Final = '"drill":{'


def has_mistake(review: str) -> bool:
    """Whether a stored review has a wrong decision that can be drilled."""
    return _MARK in review


def own_mistakes(
    reviews: Iterable[SeatReview], *, street: str | None = None, theme: str | None = None
) -> list[QuestionDocument]:
    """Return the wrong decisions of these reviews, newest first, as questions: by grade, the newest first in each.

    What the house decided because the time ran out is left out. A question that was answered wrong twice comes once.
    """
    found = sorted(
        (
            (_ORDER[decision["grade"]], decision["drill"])
            for review in reviews
            for decision in review["decisions"]
            if decision["drill"] is not None and decision["grade"] is not None and not decision["by_clock"]
        ),
        key=lambda each: each[0],
    )
    questions: dict[str, QuestionDocument] = {}
    for _, question in found:
        if street in (None, question["street"]) and theme in (None, question["kind"]):
            questions.setdefault(question["id"], question)
    return list(questions.values())[:MISTAKES_MAX]


def mistakes_in(
    stored: Iterable[str], *, street: str | None = None, theme: str | None = None
) -> list[QuestionDocument]:
    """Return the mistakes in stored reviews, newest first."""
    return own_mistakes((json.loads(each) for each in stored), street=street, theme=theme)
