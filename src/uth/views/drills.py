"""Drills as documents: what can be drilled, a question, and an answer with its grade."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from uth.coach.coaching import Coaching
from uth.coach.drills import QuestionDocument, besides_of
from uth.coach.kinds import KINDS
from uth.coach.progress import ItemDocument, lost_of
from uth.rules.loader import BOOKS, load_book
from uth.rules.ruleset import RuleSet
from uth.table.posted import post
from uth.views.coaching import ValuesDocument, values_document


class DrillBook(TypedDict):
    """A book that can be drilled."""

    name: str
    short_name: str
    tables: dict[str, list[str]]
    """The pay tables that can matter to a decision, by kind; the first is the default."""
    beside: list[str]
    """The wagers that a fold forfeits, which change decisions if they are down."""


class DrillTheme(TypedDict):
    """A kind of decision."""

    name: str
    title: str
    street: Literal["preflop", "flop", "river"]


class DrillOptions(TypedDict):
    """What can be drilled."""

    books: list[DrillBook]
    themes: list[DrillTheme]


class DrillQuestion(TypedDict):
    """A question, or null while the first decisions of its game are being solved."""

    question: QuestionDocument | None
    counting: bool


class DrillMistakes(TypedDict):
    """The reader's own wrong decisions in past rounds, worst and newest first, or how many hands are reviewed."""

    counting: bool
    done: int
    of: int
    questions: list[QuestionDocument]


class DrillResult(TypedDict):
    """An answer to a question, graded; null while the first decisions of its game are being solved."""

    counting: bool
    values: ValuesDocument | None
    multiple: int
    """What was answered."""
    lost: int
    """What the answer costs, in millionths of an ante."""
    item: ItemDocument | None
    """The question with its answers, and when it comes again; the player keeps it."""


def drill_options() -> DrillOptions:
    """Return the books with their pay tables, and the kinds of decisions."""
    return {
        "books": [_book(load_book(name)) for name in BOOKS],
        "themes": [{"name": each.name, "title": each.title, "street": each.street.value} for each in KINDS],
    }


def _book(rules: RuleSet) -> DrillBook:
    beside = [wager.value for wager in besides_of(post(rules))]
    kinds = ("blind", *beside)
    return {
        "name": rules.name,
        "short_name": rules.short_name,
        "tables": {kind: [table.name for table in getattr(rules.pay, kind)] for kind in kinds},
        "beside": beside,
    }


def drill_result(coaching: Coaching, multiple: int, item: ItemDocument) -> DrillResult:
    """Return the answer as a document."""
    return {
        "counting": False,
        "values": values_document(coaching),
        "multiple": multiple,
        "lost": lost_of(coaching.choice(multiple)),
        "item": item,
    }
