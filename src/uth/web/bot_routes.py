"""Bots over HTTP: who may seat them at a table, and have them get up again."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from uth.errors import Refused
from uth.host.bots import Bots
from uth.host.live_table import LiveTable
from uth.host.people_log import Session, is_bot
from uth.host.roles import Action, Role, may
from uth.units import PlayerId
from uth.web.command_frame import Body
from uth.web.who import Sender, TheHouse

router = APIRouter(prefix="/api/v1/tables/{name}/bots", tags=["bots"])


class Seated(Body):
    """Which bots are to sit down."""

    strategy: str = Field(default="simple", max_length=40)
    count: int = 1
    banks: bool = False


def bots_of(request: Request) -> Bots:
    """Return the bots of the house that is asked."""
    bots: Bots | None = getattr(request.app.state, "bots", None)
    if bots is None:
        raise Refused("no_bots", None, "this house has no bots")
    return bots


@router.post("", status_code=201)
async def seat(name: str, request: Request, session: Sender, house: TheHouse, asked: Seated) -> dict[str, Any]:
    """Seat bots at the table: a player where they sit themselves, staff anywhere."""
    _require(session, house.live(name))
    seated = await bots_of(request).add(name, asked.strategy, asked.count, banks=asked.banks)
    return {"bots": list(seated)}


@router.delete("/{seat}")
async def get_up(name: str, seat: int, request: Request, session: Sender, house: TheHouse) -> dict[str, Any]:
    """Have the bot at that seat get up, after its hand if one is being played."""
    live = house.live(name)
    _require(session, live)
    player = next((chair.player for at, chair in live.table.chairs.items() if at == seat), PlayerId(""))
    if not is_bot(player):
        raise Refused("no_bot", None, f"no bot sits at seat {seat}")
    bots_of(request).remove(name, player)
    return {"leaves": player}


def _require(session: Session, live: LiveTable) -> None:
    """Refuse whoever may not seat bots at this table."""
    sits = any(chair.player == session.player for chair in live.table.chairs.values())
    if not may(session.roles, Action.SEAT_BOTS) or (session.roles == {Role.PLAYER} and not sits):
        raise Refused("not_your_role", None, "bots are seated by players who sit at the table, and by its staff")
