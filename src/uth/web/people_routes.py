"""The door: guests, staff who sign in, and the switches."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from uth.errors import Refused
from uth.house.house import House
from uth.house.logs import LOG
from uth.people.log import Session
from uth.store.entries import Unavailable
from uth.web.limits import address_of
from uth.web.requests import Anyone, Body, OwnPage, Sender, TheHouse, door_of, house_of
from uth.web.security import COOKIE

router = APIRouter(prefix="/api/v1", tags=["people"])


class Guest(Body):
    """What a guest would like to be called."""

    name: str = Field(default="", max_length=20)


class Ban(Body):
    """A player, whether they are banned from the house, and why."""

    name: str = Field(max_length=60)
    reason: str = Field(max_length=300)
    banned: bool


class SignIn(Body):
    """A name and a password."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=200)


class Word(Body):
    """An invitation's word."""

    word: str = Field(max_length=100)


class Acceptance(Word):
    """An invitation's word, and the account to make of it; a new password needs no name."""

    name: str = Field(default="", max_length=40)
    password: str = Field(max_length=200)


class Switch(Body):
    """What is switched off or on."""

    what: str = Field(max_length=10)
    name: str = Field(default="", max_length=60)
    off: bool


def who(session: Session | None) -> dict[str, Any]:
    """Return who somebody is, as their own page may know it."""
    if session is None:
        return {"person": None, "name": None, "roles": [], "csrf": None}
    return {"person": session.person, "name": session.name, "roles": sorted(session.roles), "csrf": session.csrf}


def _let_in(response: Response, request: Request, token: str) -> dict[str, Any]:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return who(house_of(request).people.session(token))


@router.get("/me")
async def me(session: Anyone) -> dict[str, Any]:
    """Who you are."""
    return who(session)


@router.post("/guest", dependencies=[OwnPage])
async def guest(
    request: Request, response: Response, session: Anyone, house: TheHouse, asked: Guest | None = None
) -> dict[str, Any]:
    """Create a guest with play chips."""
    if session is not None:
        return who(session)
    door_of(request).guests.take(address_of(request.scope))
    return _let_in(response, request, await house.people.welcome(asked.name if asked is not None else ""))


@router.post("/sign-in", dependencies=[OwnPage])
async def sign_in(request: Request, response: Response, house: TheHouse, asked: SignIn) -> dict[str, Any]:
    """Sign in as staff."""
    return _let_in(response, request, await _signed_in(request, house, asked.name, asked.password))


@router.post("/invitation", dependencies=[OwnPage])
async def invitation(request: Request, house: TheHouse, asked: Word) -> dict[str, Any]:
    """What an invitation is for: a new account with these roles, or a new password for this account; or that it is
    good no more, which is an answer like any other."""
    door_of(request).sign_ins.take(address_of(request.scope))
    try:
        found = await house.people.invitation(asked.word)
    except Unavailable:
        raise
    except Refused:
        return {"good": False, "account": None, "roles": []}
    return {"good": True, "account": found.account, "roles": sorted(found.roles)}


@router.post("/accept", dependencies=[OwnPage])
async def accept(request: Request, response: Response, house: TheHouse, asked: Acceptance) -> dict[str, Any]:
    """Create the account of an invitation, or reset its password, and sign in."""
    door_of(request).sign_ins.take(address_of(request.scope))
    name = await house.people.accept(asked.word, asked.name, asked.password)
    return _let_in(response, request, await house.people.sign_in(name, asked.password, address_of(request.scope)))


async def _signed_in(request: Request, house: House, name: str, password: str) -> str:
    """Return the token of who signs in; what fails is counted, and in the log, with a name only if it is an account's:
    people type passwords where names belong."""
    address = address_of(request.scope)
    door_of(request).sign_ins.take(address)
    try:
        return await house.people.sign_in(name, password, address)
    except Refused as refused:
        known = name if name in house.people.accounts else None
        LOG.warning("a sign-in has failed", code=str(refused.code), account=known, address=address)
        raise


@router.post("/sign-out")
async def sign_out(request: Request, response: Response, house: TheHouse, _: Sender) -> dict[str, Any]:
    """End the session."""
    await house.people.sign_out(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, path="/")
    return who(None)


@router.post("/ban")
async def ban(session: Sender, house: TheHouse, asked: Ban) -> dict[str, Any]:
    """Ban a player from the house until the ban is lifted, or lift it."""
    await house.ban(session, asked.name, asked.reason, banned=asked.banned)
    return {"name": asked.name, "banned": asked.banned}


@router.post("/switch")
async def switch(session: Sender, house: TheHouse, asked: Switch) -> dict[str, Any]:
    """Stop new wagers of the house, a table or a player, or let them in again."""
    await house.switch(session, asked.what, asked.name, off=asked.off)
    return {"what": asked.what, "name": asked.name, "off": asked.off}
