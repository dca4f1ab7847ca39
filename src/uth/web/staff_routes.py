"""Routes for staff: accounts, roles, invitations and passwords, the floor and the dealer's console, bots."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from uth.bots.bots import Bots
from uth.errors import Malformed, Refused
from uth.house.live_table import LiveTable
from uth.people.invitations import Invitation
from uth.people.roles import HouseAction, Role, Session, is_bot, may
from uth.store.codec import command_of
from uth.table.round import commands as c
from uth.units import PlayerId
from uth.views.console import ConsoleDocument, ForeseenRuling, console_document, foreseen
from uth.views.floor import FloorDocument, floor_document
from uth.web.limits import address_of
from uth.web.requests import Body, CsrfSession, HouseDep, OptionalSession, limits_of

router = APIRouter(prefix="/api/v1/staff", tags=["staff"])


class Roles(Body):
    """The roles of an account."""

    roles: list[str] = Field(min_length=1, max_length=len(Role))


class Disabled(Body):
    """Whether an account is disabled."""

    disabled: bool


class Passwords(Body):
    """The old and the new password."""

    old: str = Field(max_length=200)
    new: str = Field(max_length=200)


@router.get("")
async def staff(house: HouseDep, session: OptionalSession) -> list[dict[str, Any]]:
    """All staff accounts with their roles and lock-outs."""
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
async def invitations(house: HouseDep, session: OptionalSession) -> list[dict[str, Any]]:
    """The open invitations: roles or account, creator and expiry."""
    _require(session)
    await house.people.follow()
    return [_invitation(each) for each in house.people.invitations.waiting(house.people.clock())]


@router.post("/invitations", status_code=201)
async def invite(house: HouseDep, session: CsrfSession, body: Roles) -> dict[str, Any]:
    """Create an invitation for one account with these roles, valid once and for a day."""
    _require(session)
    word = await house.people.invite(_roles(body), session.person)
    return {"word": word, **_invitation(await house.people.invitation(word))}


@router.post("/{name}/reset", status_code=201)
async def reset(name: str, house: HouseDep, session: CsrfSession) -> dict[str, Any]:
    """Create a password reset for an account, valid once and for an hour; using it ends the account's sessions."""
    _require(session)
    if name == session.person:
        says = "you cannot reset your own password: change it at /account, or ask another admin"
        raise Refused("your_own_account", None, says)
    word = await house.people.reset(name, session.person)
    return {"word": word, **_invitation(await house.people.invitation(word))}


# Before `/invitations/{id}`: a person may be named "invitations", but no invitation has the id "lock-out".
@router.delete("/{name}/lock-out")
async def lift(name: str, house: HouseDep, session: CsrfSession) -> dict[str, Any]:
    """Lift the lock-out caused by wrong passwords."""
    _require(session)
    await house.people.lift(name, session.person)
    return {"name": name, "locked_until": None}


@router.delete("/invitations/{id}")
async def revoke(id: str, house: HouseDep, session: CsrfSession) -> dict[str, Any]:
    """Revoke an invitation."""
    _require(session)
    return _invitation(await house.people.revoke(id, session.person))


@router.post("/{name}/roles")
async def change_roles(name: str, house: HouseDep, session: CsrfSession, body: Roles) -> dict[str, Any]:
    """Change the roles of an account; its sessions end."""
    _require(session)
    if name == session.person and Role.ADMIN.value not in body.roles:
        raise Refused("your_own_account", None, "you cannot remove your own admin role; ask another admin")
    await house.people.change_roles(name, _roles(body), session.person)
    return {"name": name, "roles": body.roles}


@router.post("/{name}/disabled")
async def disable(name: str, house: HouseDep, session: CsrfSession, body: Disabled) -> dict[str, Any]:
    """Disable or enable an account; its sessions end."""
    _require(session)
    if body.disabled and name == session.person:
        raise Refused("your_own_account", None, "you cannot disable your own account; ask another admin")
    await house.people.disable(name, session.person, disabled=body.disabled)
    return {"name": name, "disabled": body.disabled}


@router.post("/password")
async def change_password(request: Request, house: HouseDep, session: CsrfSession, body: Passwords) -> dict[str, Any]:
    """Change your own password; all your sessions end. Wrong passwords count as failed sign-ins."""
    address = address_of(request.scope)
    limits_of(request).sign_ins.take(address)
    await house.people.change_password(session.person, body.old, body.new, address)
    return {"name": session.person}


def _invitation(each: Invitation) -> dict[str, Any]:
    who = {"id": each.id, "roles": sorted(each.roles), "account": each.account, "by": each.by}
    return {**who, "ends": _at(each.ends)}


def _at(moment: float | None) -> str | None:
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def _roles(body: Roles) -> frozenset[Role]:
    known = {role.value for role in Role}
    for role in body.roles:
        if role not in known:
            raise Malformed("roles", role, f"is not one of {', '.join(sorted(known))}")
    return frozenset(map(Role, body.roles))


def _require(session: Session | None) -> None:
    if session is None or not may(session.roles, HouseAction.MANAGE_PEOPLE):
        raise Refused("not_your_role", None, "that is for admins")


floor_router = APIRouter(prefix="/api/v1", tags=["floor"])


@floor_router.get("/floor")
async def floor(house: HouseDep, session: OptionalSession) -> FloorDocument:
    """The whole floor: tables, links, awards with their evidence, pending approvals."""
    return floor_document(house, require_staff(session, HouseAction.READ_LOG))


@floor_router.get("/tables/{name}/console")
async def console(name: str, house: HouseDep, session: OptionalSession) -> ConsoleDocument:
    """The dealer's console: the next delivery, sensors and buttons, reportable irregularities, payouts."""
    require_staff(session, HouseAction.DEAL, HouseAction.READ_LOG)
    live = await house.running(name)
    return console_document(live, house.specs[name], off=live.off)


class Reported(Body):
    """A report that has not been made yet."""

    irregularity: dict[str, Any]


@floor_router.post("/tables/{name}/ruling")
async def ruling(name: str, house: HouseDep, session: CsrfSession, body: Reported) -> ForeseenRuling:
    """What the book would do about an irregularity, or why it cannot have happened; nothing is reported yet."""
    require_staff(session, HouseAction.DEAL)
    live = await house.running(name)
    report: c.Report = command_of(c.Command, {"is": "Report", "irregularity": body.irregularity})
    return foreseen(live.table, report, live.posted)


def require_staff(session: Session | None, *actions: HouseAction) -> Session:
    """Return the session if it may do one of the actions; refuse it otherwise."""
    if session is None:
        raise Refused("not_signed_in", None, "sign in as staff first: POST /api/v1/sign-in")
    if not any(may(session.roles, action) for action in actions):
        held = ", ".join(sorted(session.roles))
        wanted = " or ".join(action.replace("_", " ") for action in actions)
        raise Refused("not_your_role", None, f"{wanted} is not for {held}")
    return session


bot_router = APIRouter(prefix="/api/v1/tables/{name}/bots", tags=["bots"])


class BotRequest(Body):
    """The bots to seat."""

    strategy: str = Field(default="simple", max_length=40)
    count: int = 1
    banks: bool = False


def bots_of(request: Request) -> Bots:
    """Return the bots of this app."""
    bots: Bots | None = getattr(request.app.state, "bots", None)
    if bots is None:
        raise Refused("no_bots", None, "this house has no bots")
    return bots


@bot_router.post("", status_code=201)
async def seat(name: str, request: Request, session: CsrfSession, house: HouseDep, body: BotRequest) -> dict[str, Any]:
    """Seat bots: players at their own table, staff at any."""
    _require_bots(session, await house.running(name))
    seated = await bots_of(request).add(name, body.strategy, body.count, banks=body.banks)
    return {"bots": list(seated)}


@bot_router.delete("/{seat}")
async def get_up(name: str, seat: int, request: Request, session: CsrfSession, house: HouseDep) -> dict[str, Any]:
    """Remove the bot at a seat, after its hand if one is being played."""
    live = await house.running(name)
    _require_bots(session, live)
    player = next((chair.player for at, chair in live.table.chairs.items() if at == seat), PlayerId(""))
    if not is_bot(player):
        raise Refused("no_bot", None, f"no bot sits at seat {seat}")
    bots_of(request).remove(name, player)
    return {"leaves": player}


def _require_bots(session: Session, live: LiveTable) -> None:
    """Refuse a person who may not seat bots at this table."""
    sits = any(chair.player == session.player for chair in live.table.chairs.values())
    if not may(session.roles, HouseAction.SEAT_BOTS) or (session.roles == {Role.PLAYER} and not sits):
        raise Refused("not_your_role", None, "only players at the table and staff can seat bots")
