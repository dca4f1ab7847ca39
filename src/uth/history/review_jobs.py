"""The jobs of the process that reviews rounds, and their answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from uth.coach.drills import QuestionDocument
from uth.history.own_mistakes import mistakes_in
from uth.history.replayed_round import ReplayedRound, fold, steps_of
from uth.history.round_review import players_seats, review_of
from uth.history.session_report import PlayedHand, SessionReport, session_report
from uth.house.followed_table import table_at
from uth.store.entries import Noted
from uth.store.rounds import StoredReview
from uth.table.posted import Posted
from uth.table.round.state import Table, in_force, new_table


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSpan:
    """A settled round: where it is in the log of its table."""

    number: int
    after: int
    through: int
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRounds:
    """A job: review rounds of one table that follow one checkpoint."""

    table: str
    posted: Posted
    checkpoint: Any
    """The body of the record that holds the checkpoint; ``None`` for the beginning of the table's log."""
    at: int
    """The number of that record; 0 for the beginning."""
    records: Sequence[Noted]
    """The records after it, through the last of the rounds."""
    spans: Sequence[RoundSpan]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """A job: the report of these hands, oldest first."""

    hands: Sequence[PlayedHand]
    book: str | None = None
    """Only hands of this book, if it is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindMistakes:
    """A job: the wrong decisions in these stored reviews, newest first, as questions of a drill."""

    reviews: Sequence[str]
    street: str | None = None
    theme: str | None = None


Job = ReviewRounds | WriteReport | FindMistakes
Answer = list[StoredReview] | SessionReport | list[QuestionDocument]


def done(job: Job) -> Answer:
    """Return the answer to a job."""
    if isinstance(job, FindMistakes):
        return mistakes_in(job.reviews, street=job.street, theme=job.theme)
    if isinstance(job, WriteReport):
        wanted = f'"book":{json.dumps(job.book)}' if job.book is not None else ""
        return session_report(hand for hand in job.hands if wanted in hand.review)
    table = table_at(job.checkpoint) if job.checkpoint is not None else new_table(job.posted)
    return list(_reviews(job, table))


def _reviews(job: ReviewRounds, table: Table) -> list[StoredReview]:
    found: list[StoredReview] = []
    at = job.at
    for span in sorted(job.spans, key=lambda each: each.number):
        table = fold((each for each in job.records if at < each.number <= span.after), table)
        at = max(at, span.after)
        before, steps = steps_of([each for each in job.records if span.after < each.number <= span.through], table)
        round_ = ReplayedRound(
            table=job.table,
            number=span.number,
            posted=in_force(before, job.posted),
            rules_text=None,
            before=before,
            steps=steps,
        )
        found += [
            StoredReview(span.position, seat, json.dumps(review_of(round_, seat), separators=(",", ":")))
            for seat in players_seats(round_)
        ]
    return found
