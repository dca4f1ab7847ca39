"""Routes for the review of one's own rounds: a round, a report of many, and a hand shared by link."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from re import fullmatch
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Response
from starlette.requests import HTTPConnection
from typing_extensions import TypedDict

from uth.errors import Malformed, Refused
from uth.history.reviews import HANDS_MAX, Progress, Reviews
from uth.history.round_review import SeatReview
from uth.history.session_report import SessionReport
from uth.house.signing_key import HouseKey
from uth.people.people import equal_secrets
from uth.rules.loader import BOOKS
from uth.store.rounds import RoundFilter
from uth.units import Seat
from uth.web.history_routes import Number, Time, end_of_day
from uth.web.past_rounds import NOT_SIGNED_IN, HistoryDep
from uth.web.requests import HouseDep, OptionalSession

SHARE: Final = "uth share"
"""The kind of text that is signed for the link of a shared hand."""
TAG_LENGTH: Final = 32
SHARED: Final = rf"^[1-9]\d?-[0-9a-f]{{{TAG_LENGTH}}}$"

Shared = Annotated[
    str | None, Query(pattern=SHARED, description="The hand that its player shared: what `share` of a review says.")
]


class SharedSeat(TypedDict):
    """How to share a seat's hand: the value of `hand` in the link of the round."""

    seat: int
    hand: str


class RoundReview(TypedDict):
    """The reviews of the reader's own seats in a round, or of the seat that was shared with the reader."""

    counting: bool
    reviews: list[SeatReview]
    share: list[SharedSeat]
    """The reader's own hands that were turned up; a folded hand stays hidden."""


class ReportAnswer(TypedDict):
    """The report, or how many of its hands are reviewed."""

    counting: bool
    done: int
    of: int
    report: SessionReport | None


def reviews_of(connection: HTTPConnection) -> Reviews:
    """Return the reviews of this app."""
    reviews: Reviews = connection.app.state.reviews
    return reviews


ReviewsDep = Annotated[Reviews, Depends(reviews_of)]


def shared_hand(key: HouseKey, table: str, number: int, seat: int) -> str:
    """Return the word under which the player of a seat shares its hand; only the house can make it."""
    signature = key.signature(SHARE, f"{table}\n{number}\n{seat}")["signature"]
    return f"{seat}-{sha256(bytes.fromhex(signature)).hexdigest()[:TAG_LENGTH]}"


def seat_shared(key: HouseKey, table: str, number: int, hand: str) -> Seat:
    """Return the seat whose hand is shared; refuse a word that the house did not make."""
    seat = Seat(int(hand.partition("-")[0])) if fullmatch(SHARED, hand) else Seat(0)
    if not equal_secrets(hand, shared_hand(key, table, number, seat)):
        raise Refused("not_shared", None, "this link does not share a hand of this round")
    return seat


router = APIRouter(prefix="/api/v1", tags=["history"])


@router.get("/tables/{name}/rounds/{number}/review")
async def of_round(
    name: str,
    number: Number,
    session: OptionalSession,
    reviews: ReviewsDep,
    past: HistoryDep,
    house: HouseDep,
    response: Response,
    hand: Shared = None,
) -> RoundReview:
    """Your own decisions in a settled round, graded; 202 while they are computed.

    With `hand`, the decisions of a hand that its player shared; a hand that was folded face down stays hidden.
    """
    if hand is not None:
        return await _shared(reviews, past, name, number, seat_shared(house.key, name, number, hand), response)
    if session is None:
        return {"counting": False, "reviews": [], "share": []}
    found = await reviews.of_round(name, number, session.player)
    if found is None:
        response.status_code = 202
        return {"counting": True, "reviews": [], "share": []}
    turned_up = [each["seat"] for each in found if not each["folded"]]
    share: list[SharedSeat] = [{"seat": seat, "hand": shared_hand(house.key, name, number, seat)} for seat in turned_up]
    return {"counting": False, "reviews": found, "share": share}


async def _shared(
    reviews: Reviews, past: HistoryDep, table: str, number: int, seat: Seat, response: Response
) -> RoundReview:
    round_ = await past.round(table, number)
    chair = round_.end.chairs.get(seat)
    found = await reviews.of_round(table, number, chair.player) if chair is not None else []
    if found is None:
        response.status_code = 202
    shown = [each for each in found or () if each["seat"] == seat and not each["folded"]]
    return {"counting": found is None, "reviews": shown, "share": []}


@router.get("/review")
async def report(
    session: OptionalSession,
    reviews: ReviewsDep,
    response: Response,
    table: Annotated[str | None, Query(max_length=40)] = None,
    since: Time = None,
    until: Time = None,
    last: Annotated[int | None, Query(ge=1, le=HANDS_MAX, description="Only the newest hands.")] = None,
    book: Annotated[str | None, Query(max_length=40, description="Only hands of a rule book.")] = None,
) -> ReportAnswer:
    """The report of your own hands: what decisions cost, and what was luck; 202 while hands are being reviewed."""
    if session is None:
        raise Refused("not_signed_in", None, NOT_SIGNED_IN)
    if book is not None and book not in BOOKS:
        raise Malformed("book", book, f"is not a rule book; one of {', '.join(BOOKS)}")
    wanted = replace(RoundFilter(player=session.player), table=table, since=since, until=end_of_day(until))
    found = await reviews.report(wanted, last=last, book=book)
    if isinstance(found, Progress):
        response.status_code = 202
        return {"counting": True, "done": found.done, "of": found.of, "report": None}
    return {"counting": False, "done": found["hands"], "of": found["hands"], "report": found}
