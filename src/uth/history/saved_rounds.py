"""Reviews of saved rounds: documents with their proof, one file for each or an export of many."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from typing_extensions import TypedDict

from uth.coach.drills import Question, question_of
from uth.errors import Malformed
from uth.history.own_mistakes import own_mistakes
from uth.history.round_check import replay_of
from uth.history.round_review import SeatReview, review_of
from uth.history.session_report import PlayedHand, SessionReport, session_report
from uth.store.codec import read_json


class SavedReview(TypedDict):
    """The review of a saved round: the seats of the reader it was saved for."""

    table: str
    round: int
    at: str | None
    reviews: list[SeatReview]


class SavedReport(TypedDict):
    """The report of saved rounds."""

    rounds: int
    report: SessionReport


def documents_in(text: bytes, name: str) -> list[Any]:
    """Return the rounds in a file: a document, a list of them, or one on each line."""
    try:
        whole = read_json(text)
    except (ValueError, RecursionError):
        lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
        return [_on_line(line, at, name) for at, line in lines]
    return whole if isinstance(whole, list) else [whole]


def _on_line(line: bytes, at: int, name: str) -> Any:
    try:
        return read_json(line)
    except (ValueError, RecursionError) as fault:
        raise Malformed(f"{name}, line {at}", line[:40].decode(errors="replace"), f"is not JSON: {fault}") from None


def saved_review(document: Any) -> SavedReview:
    """Return the review of a saved round."""
    round_, viewer = replay_of(document)
    chairs = round_.end.chairs
    mine = [seat for seat in sorted(round_.end.round.spots) if chairs[seat].player == viewer.player]
    return {
        "table": round_.table,
        "round": round_.number,
        "at": document["times"]["settled"],
        "reviews": [review_of(round_, seat) for seat in mine],
    }


def saved_mistakes(documents: Sequence[Any]) -> list[Question]:
    """Return the wrong decisions in saved rounds as questions of a drill, worst and newest first."""
    saved = sorted(map(saved_review, documents), key=lambda each: each["at"] or "", reverse=True)
    return [question_of(each) for each in own_mistakes(review for each in saved for review in each["reviews"])]


def saved_report(documents: Sequence[Any]) -> SavedReport:
    """Return the report of saved rounds, in the order of time."""
    hands = sorted((hand for each in documents for hand in _hands(each)), key=lambda hand: (hand.at, hand.seat))
    return {"rounds": len(documents), "report": session_report(hands)}


def _hands(document: Any) -> Iterator[PlayedHand]:
    saved = saved_review(document)
    for review in saved["reviews"]:
        seat = document["seats"][str(review["seat"])]
        yield PlayedHand(
            table=saved["table"],
            round=saved["round"],
            seat=review["seat"],
            at=saved["at"] or "",
            net=seat["net"] or 0,
            lines=tuple((line["wager"], line["net"]) for line in seat["lines"]),
            review=json.dumps(review),
        )
