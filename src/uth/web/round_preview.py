"""The preview of a round for those who get its link: tags in the page's head, and an image."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response

from uth.coach.grades import Grade
from uth.errors import Refused, UthError
from uth.history.history import History
from uth.history.replayed_round import ReplayedRound
from uth.history.reviews import Reviews
from uth.history.round_document import Viewer, round_document
from uth.history.round_review import DecisionReview, SeatReview
from uth.units import money
from uth.web.history_routes import NUMBER_MAX, Number
from uth.web.page import BUILT, is_built, page
from uth.web.past_rounds import HistoryDep
from uth.web.review_routes import ReviewsDep, Shared, seat_shared
from uth.web.round_image import HEIGHT, WIDTH, PictureHand, RoundPicture, draw

SITE: Final = "Ultimate Texas Hold'em"

router = APIRouter(include_in_schema=False)
image_router = APIRouter(prefix="/api/v1", tags=["history"])


async def picture_of(history: History, reviews: Reviews, table: str, number: int, hand: str | None) -> RoundPicture:
    """Return the picture of a settled round: what everyone saw, and the grade of a hand that its player shared."""
    round_ = await history.round(table, number)
    if round_.settling is None:
        raise Refused("round_not_settled", None, "a round has a preview after its settlement")
    seat = seat_shared(history.house.key, table, number, hand) if hand is not None else None
    found = None
    if seat is not None:
        chair = round_.end.chairs.get(seat)
        of_player = await reviews.of_round(table, number, chair.player) if chair is not None else []
        found = next((each for each in of_player or () if each["seat"] == seat and not each["folded"]), None)
    return await asyncio.to_thread(_picture, round_, found)


def _picture(round_: ReplayedRound, review: SeatReview | None) -> RoundPicture:
    document = round_document(round_, Viewer())
    symbol, words = round_.posted.rules.currency.symbol, round_.posted.rules.words
    shown = {int(seat): each for seat, each in document["seats"].items() if each["cards"] and None not in each["cards"]}
    seat = review["seat"] if review is not None and review["seat"] in shown else min(shown, default=None)
    hands = []
    if seat is not None:
        hands.append(_hand(shown[seat]["name"], shown[seat]["hand"], shown[seat]["cards"]))
    if document["dealer"]:
        opponent = words.opponent.value if words.opponent is not None else "dealer"
        hands.append(_hand(opponent.capitalize(), document["dealer_hand"], document["dealer"]))
    worst = _worst(review) if review is not None else None
    return RoundPicture(
        title=f"{_named(round_.table)}, round {round_.number}",
        hands=tuple(hands),
        board=tuple(document["community"]),
        result=_result(document, seat, symbol),
        verdict=_verdict(worst) if worst is not None else "",
        grade=worst["grade"] or "" if worst is not None else "",
    )


def _hand(who: str, held: str | None, cards: list[str | None]) -> PictureHand:
    name = who.partition(":")[2] or who
    return PictureHand(label=f"{name}: {held}" if held else name, cards=tuple(cards))


def _named(table: str) -> str:
    words = table.replace("-", " ")
    return words[:1].upper() + words[1:]


def _result(document: dict[str, Any], seat: int | None, symbol: str) -> str:
    """Return what the seat won or lost, or all players together."""
    if seat is None:
        return "Nobody's hand was turned up." if document["seats"] else ""
    name, net = document["seats"][str(seat)]["name"], document["seats"][str(seat)]["net"] or 0
    name = name.partition(":")[2] or name
    return f"{name} {'won' if net > 0 else 'lost'} {money(abs(net), symbol)}." if net else f"{name} broke even."


def _worst(review: SeatReview) -> DecisionReview | None:
    graded = [each for each in review["decisions"] if each["grade"] is not None]
    return max(graded, key=lambda each: each["cost"], default=None)


def _verdict(worst: DecisionReview) -> str:
    if worst["grade"] == Grade.BEST.value or worst["grade"] is None:
        return "Every decision was the best one."
    best = worst["choices"][0]["action"]
    return f"{worst['grade'].capitalize()}: {worst['action']} where {best} was best, {worst['cost']:.3f} antes."


def tags_of(picture: RoundPicture, base: str, table: str, number: int, hand: str | None) -> str:
    """Return the tags of a round's page; `base` is the address of the house."""
    query = f"?{urlencode({'hand': hand})}" if hand is not None else ""
    place = quote(table, safe="")
    says = " ".join(each for each in (picture.result, picture.verdict) if each)
    held = ", ".join(f"{each.label} ({_cards(each.cards)})" for each in picture.hands)
    tags = {
        "og:type": "website",
        "og:site_name": SITE,
        "og:title": picture.title,
        "og:description": says,
        "og:url": f"{base}/round/{place}/{number}{query}",
        "og:image": f"{base}/api/v1/tables/{place}/rounds/{number}/preview.png{query}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{held}; board {_cards(picture.board)}. {says}",
        "twitter:card": "summary_large_image",
        "twitter:title": picture.title,
        "twitter:description": says,
        "twitter:image": f"{base}/api/v1/tables/{place}/rounds/{number}/preview.png{query}",
    }
    return "".join(
        f'<meta {"name" if key.startswith("twitter:") else "property"}="{key}" content="{escape(value)}" />\n'
        for key, value in tags.items()
    )


def _cards(cards: tuple[str | None, ...]) -> str:
    return " ".join(each or "?" for each in cards)


@image_router.get(
    "/tables/{name}/rounds/{number}/preview.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
async def preview(name: str, number: Number, past: HistoryDep, reviews: ReviewsDep, hand: Shared = None) -> Response:
    """The preview image of a settled round: what everyone saw of it, and the grade of a hand that was shared."""
    picture = await picture_of(past, reviews, name, number, hand)
    data = await asyncio.to_thread(draw, picture)
    return Response(data, media_type="image/png", headers={"cache-control": "public, max-age=300"})


@router.api_route("/round/{name}/{number}", methods=["GET", "HEAD"])
async def round_page(
    request: Request, name: str, number: str, past: HistoryDep, reviews: ReviewsDep, hand: str | None = None
) -> Response:
    """Return the page of a round, with the tags of its preview in its head."""
    if not is_built():
        return await page(request)
    try:
        tags = await _tags(request, past, reviews, name, number, hand)
    except UthError:
        return await page(request)
    text = (BUILT / "index.html").read_text(encoding="utf-8").replace("</head>", f"{tags}</head>", 1)
    return Response(text, media_type="text/html", headers={"cache-control": "no-cache"})


async def _tags(request: Request, past: History, reviews: Reviews, name: str, number: str, hand: str | None) -> str:
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= NUMBER_MAX:
        raise Refused("no_round", None, "there is no such round")
    picture = await picture_of(past, reviews, name, int(number), hand)
    return tags_of(picture, f"{request.url.scheme}://{request.url.netloc}", name, int(number), hand)
