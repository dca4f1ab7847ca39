"""Routes of the drills: a question, its graded answer, and a check of progress that is brought back.

The house keeps nothing of them: what a player has answered comes with the request and goes back with the answer.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Response

from uth.coach.coaching import coach
from uth.coach.drills import Drill, deal_question, game_of, question_of, theme_named
from uth.coach.progress import (
    ItemDocument,
    ProgressDocument,
    now_utc,
    read_item,
    read_progress,
    reviewed,
    street_named,
)
from uth.errors import Malformed
from uth.history.reviews import Progress
from uth.rules.loader import BOOKS
from uth.views.drills import DrillMistakes, DrillOptions, DrillQuestion, DrillResult, drill_options, drill_result
from uth.web.coach_routes import CoachesDep
from uth.web.requests import AllowedOrigin, OptionalSession
from uth.web.review_routes import ReviewsDep

router = APIRouter(prefix="/api/v1/drill", tags=["coach"])


def wanted(
    book: Annotated[str, Query(description="A rule book.")] = "massachusetts",
    blind: Annotated[str | None, Query(description="The pay table of the blind; by default the book's first.")] = None,
    trips: Annotated[str | None, Query(description="The pay table of trips, if a fold forfeits it.")] = None,
    progressive: Annotated[
        str | None, Query(description="The pay table of the progressive, if a fold forfeits it.")
    ] = None,
    beside: Annotated[str, Query(description="Wagers that a fold forfeits and that are down: trips,progressive.")] = "",
    street: Annotated[str, Query(description="preflop, flop, river or all.")] = "all",
    theme: Annotated[str | None, Query(description="A kind of decision, as suited-kings.")] = None,
    close: Annotated[bool, Query(description="Only close calls.")] = False,
) -> Drill:
    """Return the drill that the parameters describe."""
    if book not in BOOKS:
        raise Malformed("book", book, f"is not a rule book; one of {', '.join(BOOKS)}")
    named = {"blind": blind, "trips": trips, "progressive": progressive}
    game = game_of(
        book, {kind: name for kind, name in named.items() if name}, [each for each in beside.split(",") if each]
    )
    kind = theme_named(theme) if theme else None
    return Drill(game=game, street=street_named(street), theme=kind, close=close)


@router.get("/options")
async def options(coaches: CoachesDep) -> DrillOptions:
    """The books, pay tables and wagers that can be drilled, and the kinds of decisions."""
    return await coaches.drilled(drill_options)


@router.get("/question")
async def question(
    drill: Annotated[Drill, Depends(wanted)],
    coaches: CoachesDep,
    response: Response,
    but: Annotated[str, Query(max_length=200, description="The id of the question before it.")] = "",
) -> DrillQuestion:
    """A question of the drill; 202 while the first decisions of its game are being solved."""
    if not await coaches.is_ready(drill.game):
        response.status_code = 202
        return {"question": None, "counting": True}
    found = await coaches.drilled(deal_question, drill, None, but)
    return {"question": found.document(), "counting": False}


@router.get("/mistakes")
async def mistakes(
    drill: Annotated[Drill, Depends(wanted)], session: OptionalSession, reviews: ReviewsDep, response: Response
) -> DrillMistakes:
    """Your own wrong decisions at the tables, of that street and theme and of any book, worst and newest first.

    At most 300; none without a session, and never another person's. 202 while your hands are being reviewed.
    """
    found = await reviews.mistakes(session.player, drill) if session is not None else []
    if isinstance(found, Progress):
        response.status_code = 202
        return {"counting": True, "done": found.done, "of": found.of, "questions": []}
    return {"counting": False, "done": len(found), "of": len(found), "questions": found}


@router.post("/answers", dependencies=[AllowedOrigin])
async def answers(
    coaches: CoachesDep,
    response: Response,
    question: Annotated[dict[str, Any], Body(description="The question, as it was asked.")],
    multiple: Annotated[int, Body(ge=0, le=100, strict=True, description="0 is a check, at the river a fold.")],
    item: Annotated[dict[str, Any] | None, Body(description="What the player keeps of earlier answers to it.")] = None,
) -> DrillResult:
    """The grade of an answer with the exact value of every action, and when the question comes again."""
    asked = question_of(question, BOOKS)
    if not await coaches.is_ready(asked.game):
        response.status_code = 202
        return {"counting": True, "values": None, "multiple": multiple, "lost": 0, "item": None}
    before = _item_of(item, asked.name) if item is not None else None
    coaching = await coaches.drilled(coach, asked.situation)
    return drill_result(coaching, multiple, reviewed(before, asked, coaching, coaching.choice(multiple), now_utc()))


def _item_of(document: dict[str, Any], name: str) -> ItemDocument:
    found = read_item(document, books=BOOKS)
    if found["question"]["id"] != name:
        raise Malformed("item.question.id", found["question"]["id"], f"is not the question that is answered, {name}")
    return found


@router.post("/progress", dependencies=[AllowedOrigin])
async def checked(document: Annotated[dict[str, Any], Body()], coaches: CoachesDep) -> ProgressDocument:
    """The same progress if its every field is right; the first wrong one is named."""
    return await coaches.drilled(read_progress, document, BOOKS)
