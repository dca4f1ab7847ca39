"""Routes for links: meters for everyone, the Game Manager and awards for the floor."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Response, WebSocket
from pydantic import Field

from uth.errors import Refused
from uth.history.history import History
from uth.house.live_link import LiveLink
from uth.people.roles import HouseAction, Session, may, name_of
from uth.progressive import commands as k
from uth.progressive import events as ke
from uth.progressive.award_history import AwardHistory, history_in
from uth.progressive.state import Award
from uth.store.codec import command_of, decoded
from uth.store.entries import Stored
from uth.views.floor import Approval, approval
from uth.views.game_manager import floor_link, sign_document
from uth.views.link import SignDocument, link_document
from uth.views.win_page import WonRound, win_page, won_round
from uth.views.win_page_text import rendered, symbol_for
from uth.web.past_rounds import HistoryDep
from uth.web.requests import Body, CsrfSession, HouseDep, OptionalSession, house_of, hub_of
from uth.web.sockets import SignSocket, admission
from uth.web.staff_routes import require_staff

router = APIRouter(tags=["links"])


class Work(Body):
    """A link command with an idempotency key."""

    id: str = Field(min_length=1, max_length=64)
    do: dict[str, Any]


class Agreement(Body):
    """Whether the second person agrees."""

    agreed: bool


@router.get("/api/v1/links")
async def links(house: HouseDep) -> list[SignDocument]:
    """Every link: its meters, pending awards and wins."""
    return [sign_document(link, house.tables) for link in house.links.live.values()]


@router.get("/api/v1/links/{name}")
async def link(name: str, house: HouseDep, session: OptionalSession) -> dict[str, Any]:
    """One link; the floor also gets keypads, sensors and the evidence of every award."""
    live = house.links.link(name)
    shown: dict[str, Any] = {**sign_document(live, house.tables)}
    if session is not None and may(session.roles, HouseAction.READ_LOG):
        shown |= floor_link(live, house.tables)
    return shown


@router.post("/api/v1/links/{name}/do")
async def do(name: str, house: HouseDep, session: CsrfSession, work: Work) -> dict[str, Any]:
    """Execute a Game Manager command; one that needs two people returns the number of its approval."""
    command: k.Command = command_of(k.Command, work.do)
    done = await house.work_link(session, name, command, work.id)
    return {**done, "link": link_document(house.links.link(name))}


@router.get("/api/v1/approvals")
async def approvals(house: HouseDep, session: OptionalSession) -> list[Approval]:
    """The commands that wait for a second person."""
    _require_floor(session)
    return [approval(each) for each in house.approvals.open.values()]


@router.post("/api/v1/approvals/{number}")
async def settle(number: int, house: HouseDep, session: CsrfSession, answer: Agreement) -> dict[str, Any]:
    """Approve or decline a command as the second person."""
    await house.confirm(session, number, agreed=answer.agreed)
    return {"number": number, "agreed": answer.agreed}


@router.websocket("/ws/v1/links/{name}")
async def sign(socket: WebSocket, name: str) -> None:
    """Watch the meters of a link."""
    house = house_of(socket)
    async with admission(socket, exists=name in house.links.live) as admitted:
        if admitted is not None:
            await SignSocket(socket, house.people, hub_of(socket), house.links.link(name)).serve()


def _require_floor(session: Session | None) -> None:
    if session is None or not may(session.roles, HouseAction.READ_LOG):
        raise Refused("not_your_role", None, "only the floor and auditors may read this")


win_page_router = APIRouter(prefix="/api/v1", tags=["links"])

MEDIA: Final = {"html": "text/html; charset=utf-8", "text": "text/plain; charset=utf-8", "pdf": "application/pdf"}
Form = Annotated[Literal["html", "text", "pdf"], Query(alias="format", description="html, text or pdf.")]


@win_page_router.get("/links/{name}/awards/{number}/win-page", response_class=Response)
async def page(
    name: str, number: int, house: HouseDep, past: HistoryDep, session: OptionalSession, form: Form = "html"
) -> Response:
    """The win page of an award that J-POT has recorded or that was paid unattended, from the link's log.

    It carries a seal of the log so that it can be checked later; records of a round in progress are not sealed.
    """
    require_staff(session, HouseAction.READ_LOG)
    live = house.links.link(name)
    records = await house.store.read(live.stream)
    known = await asyncio.to_thread(_history, live, records, number)
    posted = (await house.recalled(known.award.table)).posted
    round_ = await _round(past, known.award)
    noted = (await past.open_records()).below - 1
    seal = await house.store.seal_at(noted) if noted else "none yet"
    sheet = win_page(
        known,
        live.terms,
        posted,
        link=name,
        symbol=symbol_for(form, posted),
        foot=f"Link {name}, record {known.moments[0].line}; seal of position {noted} of the log: {seal}",
        printed=datetime.now(UTC).isoformat(),
        round_=round_,
        zone=house.zone,
    )
    document = await asyncio.to_thread(rendered, sheet, form)
    headers = {"content-disposition": f'inline; filename="win-{name}-{number}.{form.replace("text", "txt")}"'}
    return Response(document, media_type=MEDIA[form], headers=headers)


async def _round(past: History, award: Award) -> WonRound | None:
    """Return who won the award, and the envy of its round; ``None`` if the round is not in the log."""
    try:
        played = await past.round(award.table, award.round)
    except Refused:
        return None
    names = {seat: name_of(chair.player) for seat, chair in played.start.chairs.items()}
    events = [event for step in played.steps for event in step.events]
    return won_round(names, events, award.seat)


def _history(live: LiveLink, records: Sequence[Stored], number: int) -> AwardHistory:
    lines = (
        (record.number, record.at, str(record.body["by"]), [decoded(ke.Event, each) for each in record.body["events"]])
        for record in records
    )
    return history_in(live.terms, lines, number, f"the link {live.name}")
