"""The staff's own door: who works here, with which roles, and invitations for new ones."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from uth.bots.bots import Bots
from uth.errors import Malformed, Refused
from uth.house.live_table import LiveTable
from uth.people.invitations import Invitation
from uth.people.log import Session, is_bot
from uth.people.roles import Action, Role, may
from uth.units import PlayerId
from uth.views.console import ConsoleDocument, console_document
from uth.views.floor import FloorDocument, floor_document
from uth.web.limits import address_of
from uth.web.requests import Anyone, Body, Sender, TheHouse, door_of

router = APIRouter(prefix="/api/v1/staff", tags=["staff"])


class Roles(Body):
    """The roles of an account."""

    roles: list[str] = Field(min_length=1, max_length=len(Role))


class Disabled(Body):
    """Whether an account is locked."""

    disabled: bool


class Passwords(Body):
    """One's old password and the new one."""

    old: str = Field(max_length=200)
    new: str = Field(max_length=200)


@router.get("")
async def staff(house: TheHouse, session: Anyone) -> list[dict[str, Any]]:
    """Everyone who works here, their roles, and until when wrong passwords keep them out."""
    _require(session)
    return [
        {
            "name": each.name,
            "roles": sorted(each.roles),
            "disabled": each.disabled,
            "locked_until": _at(house.people.locked_out(each.name)),
        }
        for each in house.people.accounts.values()
    ]


@router.get("/invitations")
async def invitations(house: TheHouse, session: Anyone) -> list[dict[str, Any]]:
    """The invitations that wait: for which roles or whose password, who made them, until when."""
    _require(session)
    await house.people.follow()
    return [_invitation(each) for each in house.people.invitations.waiting(house.people.clock())]


@router.post("/invitations", status_code=201)
async def invite(house: TheHouse, session: Sender, asked: Roles) -> dict[str, Any]:
    """Make a link that makes one account with these roles, once, within a day."""
    _require(session)
    word = await house.people.invite(_roles(asked), session.person)
    return {"word": word, **_invitation(await house.people.invitation(word))}


@router.post("/{name}/reset", status_code=201)
async def reset(name: str, house: TheHouse, session: Sender) -> dict[str, Any]:
    """Make a link that resets the password of an account once, within an hour; its sessions end when it is used."""
    _require(session)
    if name == session.person:
        says = "nobody resets their own password: change it with the old one at /account, or ask another admin"
        raise Refused("your_own_account", None, says)
    word = await house.people.reset(name, session.person)
    return {"word": word, **_invitation(await house.people.invitation(word))}


# Before the invitations: somebody may be called that, and no invitation is called lock-out.
@router.delete("/{name}/lock-out")
async def lift(name: str, house: TheHouse, session: Sender) -> dict[str, Any]:
    """Let an account in again that wrong passwords have locked out."""
    _require(session)
    await house.people.lift(name, session.person)
    return {"name": name, "locked_until": None}


@router.delete("/invitations/{id}")
async def revoke(id: str, house: TheHouse, session: Sender) -> dict[str, Any]:
    """Revoke an invitation."""
    _require(session)
    return _invitation(await house.people.revoke(id, session.person))


@router.post("/{name}/roles")
async def change_roles(name: str, house: TheHouse, session: Sender, asked: Roles) -> dict[str, Any]:
    """Give an account other roles; its sessions end."""
    _require(session)
    if name == session.person and Role.ADMIN.value not in asked.roles:
        raise Refused("your_own_account", None, "nobody takes admin from themselves; another admin does")
    await house.people.change_roles(name, _roles(asked), session.person)
    return {"name": name, "roles": asked.roles}


@router.post("/{name}/disabled")
async def disable(name: str, house: TheHouse, session: Sender, asked: Disabled) -> dict[str, Any]:
    """Lock an account, or open it again; its sessions end."""
    _require(session)
    if asked.disabled and name == session.person:
        raise Refused("your_own_account", None, "nobody locks their own account; another admin does")
    await house.people.disable(name, session.person, disabled=asked.disabled)
    return {"name": name, "disabled": asked.disabled}


@router.post("/password")
async def change_password(request: Request, house: TheHouse, session: Sender, asked: Passwords) -> dict[str, Any]:
    """Change your own password; all your sessions end. Wrong old ones count as at the door."""
    address = address_of(request.scope)
    door_of(request).sign_ins.take(address)
    await house.people.change_password(session.person, asked.old, asked.new, address)
    return {"name": session.person}


def _invitation(each: Invitation) -> dict[str, Any]:
    who = {"id": each.id, "roles": sorted(each.roles), "account": each.account, "by": each.by}
    return {**who, "ends": _at(each.ends)}


def _at(moment: float | None) -> str | None:
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def _roles(asked: Roles) -> frozenset[Role]:
    known = {role.value for role in Role}
    for role in asked.roles:
        if role not in known:
            raise Malformed("roles", role, f"is not one of {', '.join(sorted(known))}")
    return frozenset(map(Role, asked.roles))


def _require(session: Session | None) -> None:
    if session is None or not may(session.roles, Action.MANAGE_PEOPLE):
        raise Refused("not_your_role", None, "that is for admins")


floor_router = APIRouter(prefix="/api/v1", tags=["floor"])


@floor_router.get("/floor")
async def floor(house: TheHouse, session: Anyone) -> FloorDocument:
    """The whole floor: tables, links, awards with their evidence, what waits for a second person."""
    return floor_document(house, require_staff(session, Action.READ_LOG))


@floor_router.get("/tables/{name}/console")
async def console(name: str, house: TheHouse, session: Anyone) -> ConsoleDocument:
    """The dealer's console: the next delivery, sensors and buttons, what may be reported, payouts."""
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


bot_router = APIRouter(prefix="/api/v1/tables/{name}/bots", tags=["bots"])


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


@bot_router.post("", status_code=201)
async def seat(name: str, request: Request, session: Sender, house: TheHouse, asked: Seated) -> dict[str, Any]:
    """Seat bots at the table: a player where they sit themselves, staff anywhere."""
    _require_bots(session, house.live(name))
    seated = await bots_of(request).add(name, asked.strategy, asked.count, banks=asked.banks)
    return {"bots": list(seated)}


@bot_router.delete("/{seat}")
async def get_up(name: str, seat: int, request: Request, session: Sender, house: TheHouse) -> dict[str, Any]:
    """Make the bot at that seat leave, after its hand if one is being played."""
    live = house.live(name)
    _require_bots(session, live)
    player = next((chair.player for at, chair in live.table.chairs.items() if at == seat), PlayerId(""))
    if not is_bot(player):
        raise Refused("no_bot", None, f"no bot sits at seat {seat}")
    bots_of(request).remove(name, player)
    return {"leaves": player}


def _require_bots(session: Session, live: LiveTable) -> None:
    """Refuse a person who may not seat bots at this table."""
    sits = any(chair.player == session.player for chair in live.table.chairs.values())
    if not may(session.roles, Action.SEAT_BOTS) or (session.roles == {Role.PLAYER} and not sits):
        raise Refused("not_your_role", None, "bots are seated by players who sit at the table, and by its staff")
