"""Routes for guests, staff sign-in and switches."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from uth.errors import Refused
from uth.house.house import House
from uth.house.logs import LOG
from uth.people.people import GUEST_SESSION_S
from uth.people.roles import Session
from uth.store.entries import Unavailable
from uth.views.frames import Chips
from uth.web.limits import address_of
from uth.web.requests import AllowedOrigin, Body, CsrfSession, HouseDep, OptionalSession, house_of, limits_of
from uth.web.security import COOKIE

router = APIRouter(prefix="/api/v1", tags=["people"])


class Guest(Body):
    """The name a guest would like."""

    name: str = Field(default="", max_length=20)


class Ban(Body):
    """A player, whether they are banned, and why."""

    name: str = Field(max_length=60)
    reason: str = Field(max_length=300)
    banned: bool


class SignIn(Body):
    """A name and a password."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=200)


class InvitationToken(Body):
    """The token of an invitation."""

    word: str = Field(max_length=100)


class Acceptance(InvitationToken):
    """The token of an invitation and the new account; a password reset needs no name."""

    name: str = Field(default="", max_length=40)
    password: str = Field(max_length=200)


class Switch(Body):
    """What to switch off or on."""

    what: str = Field(max_length=10)
    name: str = Field(default="", max_length=60)
    off: bool


def identity(session: Session | None, house: House) -> dict[str, Any]:
    """Return the identity of the session, for its own page."""
    where = {"timezone": house.timezone}
    if session is None:
        return {"person": None, "name": None, "roles": [], "csrf": None, **where}
    who = {"person": session.person, "name": session.name, "roles": sorted(session.roles), "csrf": session.csrf}
    return {**who, **where}


def _start_session(response: Response, request: Request, token: str, *, lasts_s: int | None = None) -> dict[str, Any]:
    """Set the cookie of the session; without `lasts_s` the browser forgets it when it is closed."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/", max_age=lasts_s)
    house = house_of(request)
    return identity(house.people.session(token), house)


@router.get("/me")
async def me(session: OptionalSession, house: HouseDep) -> dict[str, Any]:
    """Who you are, and the time zone of the house."""
    return identity(session, house)


@router.get("/chips")
async def chips(session: OptionalSession, house: HouseDep) -> Chips:
    """Your bankroll, your chips at the tables, and the tables where you sit."""
    if session is None:
        allowance = house.bankrolls.allowance
        return {
            "bankroll": 0, "seated": 0, "reach": allowance, "allowance": allowance, "due": allowance > 0, "tables": []
        }  # fmt: skip
    held, tables = await house.bankrolls.holdings(session.player), await house.tables_of(session.player)
    due = await house.bankrolls.is_due(session.player)
    allowance = house.bankrolls.allowance
    topped = max(allowance - int(sum(held)), 0) if due else 0
    return {
        "bankroll": int(held.away),
        "seated": int(held.seated),
        "reach": int(held.away) + topped,
        "allowance": allowance,
        "due": due,
        "tables": tables,
    }


@router.post("/guest", dependencies=[AllowedOrigin])
async def guest(
    request: Request, response: Response, session: OptionalSession, house: HouseDep, body: Guest | None = None
) -> dict[str, Any]:
    """Create a guest with play chips."""
    if session is not None:
        return identity(session, house)
    limits_of(request).guests.take(address_of(request.scope))
    token = await house.people.welcome(body.name if body is not None else "")
    return _start_session(response, request, token, lasts_s=GUEST_SESSION_S)


@router.post("/sign-in", dependencies=[AllowedOrigin])
async def sign_in(request: Request, response: Response, house: HouseDep, body: SignIn) -> dict[str, Any]:
    """Sign in as staff."""
    return _start_session(response, request, await _sign_in(request, house, body.name, body.password))


@router.post("/invitation", dependencies=[AllowedOrigin])
async def invitation(request: Request, house: HouseDep, body: InvitationToken) -> dict[str, Any]:
    """What an invitation is for, a new account with these roles or a new password, or that it is no longer valid."""
    limits_of(request).sign_ins.take(address_of(request.scope))
    try:
        found = await house.people.invitation(body.word)
    except Unavailable:
        raise
    except Refused:
        return {"good": False, "account": None, "roles": []}
    return {"good": True, "account": found.account, "roles": sorted(found.roles)}


@router.post("/accept", dependencies=[AllowedOrigin])
async def accept(request: Request, response: Response, house: HouseDep, body: Acceptance) -> dict[str, Any]:
    """Accept an invitation: create its account or reset the password, and sign in."""
    limits_of(request).sign_ins.take(address_of(request.scope))
    name = await house.people.accept(body.word, body.name, body.password)
    return _start_session(response, request, await house.people.sign_in(name, body.password, address_of(request.scope)))


async def _sign_in(request: Request, house: House, name: str, password: str) -> str:
    """Return a session token; a failed attempt is counted and logged.

    The log names only existing accounts, because people type passwords into the name field.
    """
    address = address_of(request.scope)
    limits_of(request).sign_ins.take(address)
    try:
        return await house.people.sign_in(name, password, address)
    except Refused as refused:
        known = name if name in house.people.accounts else None
        LOG.warning("a sign-in has failed", code=str(refused.code), account=known, address=address)
        raise


@router.post("/sign-out")
async def sign_out(request: Request, response: Response, house: HouseDep, _: CsrfSession) -> dict[str, Any]:
    """End the session."""
    await house.people.sign_out(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, path="/")
    return identity(None, house)


@router.post("/ban")
async def ban(session: CsrfSession, house: HouseDep, body: Ban) -> dict[str, Any]:
    """Ban a player from the house, or lift the ban."""
    await house.ban(session, body.name, body.reason, banned=body.banned)
    return {"name": body.name, "banned": body.banned}


@router.post("/switch")
async def switch(session: CsrfSession, house: HouseDep, body: Switch) -> dict[str, Any]:
    """Stop or allow new wagers in the house, at a table or by a player."""
    await house.switch(session, body.what, body.name, off=body.off)
    return {"what": body.what, "name": body.name, "off": body.off}
