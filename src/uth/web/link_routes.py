"""The links: meters for everyone, the Game Manager and its awards for the floor."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import Field

from uth.errors import Refused
from uth.host.people_log import Session
from uth.host.roles import Action, may
from uth.progressive import commands as k
from uth.protocol.floor import Approval
from uth.protocol.link import SignDocument
from uth.web.command_frame import Body, command_of
from uth.web.entering import entering
from uth.web.floor_document import approval
from uth.web.keypad_document import floor_link, sign_document
from uth.web.link_document import link_document
from uth.web.sign_socket import SignSocket
from uth.web.who import Anyone, Sender, TheHouse, house_of, hub_of

router = APIRouter(tags=["links"])


class Work(Body):
    """A command of a link, under a word of one's own: sent twice, it is done once."""

    id: str = Field(min_length=1, max_length=64)
    do: dict[str, Any]


class Agreement(Body):
    """Whether the second person agrees."""

    agreed: bool


@router.get("/api/v1/links")
async def links(house: TheHouse) -> list[SignDocument]:
    """Every link: its meters, what waits, what was won."""
    return [sign_document(link, house.tables) for link in house.links.live.values()]


@router.get("/api/v1/links/{name}")
async def link(name: str, house: TheHouse, session: Anyone) -> dict[str, Any]:
    """One link; the floor also sees keypads, sensors and the evidence of every award."""
    live = house.links.link(name)
    shown: dict[str, Any] = {**sign_document(live, house.tables)}
    if session is not None and may(session.roles, Action.READ_LOG):
        shown |= floor_link(live, house.tables)
    return shown


@router.post("/api/v1/links/{name}/do")
async def do(name: str, house: TheHouse, session: Sender, work: Work) -> dict[str, Any]:
    """Do something at the Game Manager; what needs two people answers with the number under which it waits."""
    command: k.Command = command_of(k.Command, work.do)
    done = await house.work_link(session, name, command, work.id)
    return {**done, "link": link_document(house.links.link(name))}


@router.get("/api/v1/approvals")
async def approvals(house: TheHouse, session: Anyone) -> list[Approval]:
    """What waits for a second person."""
    _require_floor(session)
    return [approval(each) for each in house.approvals.open.values()]


@router.post("/api/v1/approvals/{number}")
async def settle(number: int, house: TheHouse, session: Sender, answer: Agreement) -> dict[str, Any]:
    """Agree, as the second person, to what another has asked for, or not."""
    await house.confirm(session, number, agreed=answer.agreed)
    return {"number": number, "agreed": answer.agreed}


@router.websocket("/ws/v1/links/{name}")
async def sign(socket: WebSocket, name: str) -> None:
    """Watch the meters of a link, for as long as you like."""
    house = house_of(socket)
    async with entering(socket, there=name in house.links.live) as visit:
        if visit is not None:
            await SignSocket(socket, house.people, hub_of(socket), house.links.link(name)).serve()


def _require_floor(session: Session | None) -> None:
    if session is None or not may(session.roles, Action.READ_LOG):
        raise Refused("not_your_role", None, "that is for the floor and the auditors")
