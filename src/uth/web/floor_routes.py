"""The floor's and the dealer's documents: what the staff sees beside the table everyone sees."""

from __future__ import annotations

from fastapi import APIRouter

from uth.errors import Refused
from uth.host.people_log import Session
from uth.host.roles import Action, may
from uth.protocol.console import ConsoleDocument
from uth.protocol.floor import FloorDocument
from uth.web.console_document import console_document
from uth.web.floor_document import floor_document
from uth.web.who import Anyone, TheHouse

router = APIRouter(prefix="/api/v1", tags=["floor"])


@router.get("/floor")
async def floor(house: TheHouse, session: Anyone) -> FloorDocument:
    """The whole floor: tables, links, awards with their evidence, what waits for a second person."""
    return floor_document(house, require_staff(session, Action.READ_LOG))


@router.get("/tables/{name}/console")
async def console(name: str, house: TheHouse, session: Anyone) -> ConsoleDocument:
    """What a dealer needs beside the table: the next delivery, sensors and buttons, what may be reported, payouts."""
    require_staff(session, Action.DEAL, Action.READ_LOG)
    live = house.live(name)
    return console_document(live, house.specs[name], off=live.off)


def require_staff(session: Session | None, *actions: Action) -> Session:
    """Return the session if one of the actions is its own; refuse it otherwise."""
    if session is None:
        raise Refused("not_signed_in", None, "sign in as staff first: POST /api/v1/sign-in")
    if not any(may(session.roles, action) for action in actions):
        held = ", ".join(sorted(session.roles))
        wanted = " or ".join(action.replace("_", " ") for action in actions)
        raise Refused("not_your_role", None, f"{wanted} is not for {held}")
    return session
