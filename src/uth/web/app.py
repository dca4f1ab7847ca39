"""The app: HTTP routes over the house, and the way to the websocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from pydantic import BaseModel, Field
from starlette.datastructures import Headers

from uth.errors import Malformed, Refused, Stale, UthError
from uth.host.house import House
from uth.host.live_table import LiveTable
from uth.host.people import Session
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.units import Seat
from uth.web.hub import Hub, Listener, view_frame
from uth.web.security import COOKIE, SecureHeaders, is_forged, same_origin
from uth.web.sockets import TableSocket


class SignIn(BaseModel):
    """A name and a password."""

    name: str = Field(max_length=40)
    password: str = Field(max_length=200)


class Invitation(SignIn):
    """An invitation's word, and the account to make of it."""

    word: str = Field(max_length=100)


class Switch(BaseModel):
    """What is switched off or on."""

    what: str = Field(max_length=10)
    name: str = Field(default="", max_length=60)
    off: bool


class Forged(UthError):
    """A request that changes something did not come from a page of this house."""


def make_app(house: House, hub: Hub) -> FastAPI:
    """Return the app of a house; opening and closing the house is its lifespan."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(title="uth", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(SecureHeaders)
    app.state.house, app.state.hub = house, hub
    _errors(app)
    _people(app, house)
    _tables(app, house, hub)
    _health(app, house, hub)
    return app


def _errors(app: FastAPI) -> None:
    @app.exception_handler(UthError)
    async def said(_: Request, error: UthError) -> JSONResponse:
        status = {Malformed: 422, Refused: 409, Stale: 409, Forged: 403}.get(type(error), 409)
        code = getattr(error, "code", None) or type(error).__name__.lower()
        clause = getattr(error, "clause", None)
        return JSONResponse({"code": str(code), "clause": clause, "says": str(error)}, status_code=status)


def _session(request: Request) -> Session | None:
    house: House = request.app.state.house
    return house.people.session(request.cookies.get(COOKIE))


def _sender(request: Request) -> Session:
    """Return who changes something: signed in, from a page of this house, with the session's word."""
    session = _session(request)
    if session is None:
        raise Refused("not_signed_in", None, "ask for a seat first: POST /api/v1/guest")
    if not same_origin(request.headers) or is_forged(session, request.headers):
        raise Forged("the request lacks the session's x-csrf word or comes from another origin")
    return session


Sender = Annotated[Session, Depends(_sender)]
Anyone = Annotated[Session | None, Depends(_session)]


def _let_in(response: Response, request: Request, token: str) -> dict[str, Any]:
    house: House = request.app.state.house
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return _who(house.people.session(token))


def _who(session: Session | None) -> dict[str, Any]:
    if session is None:
        return {"person": None, "roles": [], "csrf": None}
    return {"person": session.person, "roles": sorted(session.roles), "csrf": session.csrf}


def _people(app: FastAPI, house: House) -> None:
    @app.get("/api/v1/me")
    async def me(session: Anyone) -> dict[str, Any]:
        """Who you are."""
        return _who(session)

    @app.post("/api/v1/guest")
    async def guest(request: Request, response: Response) -> dict[str, Any]:
        """Be a guest, with play chips, at once."""
        if not same_origin(request.headers):
            raise Forged("the request comes from another origin")
        known = _session(request)
        return _who(known) if known is not None else _let_in(response, request, await house.people.welcome())

    @app.post("/api/v1/sign-in")
    async def sign_in(request: Request, response: Response, who: SignIn) -> dict[str, Any]:
        """Sign in as staff."""
        if not same_origin(request.headers):
            raise Forged("the request comes from another origin")
        return _let_in(response, request, await house.people.sign_in(who.name, who.password))

    @app.post("/api/v1/accept")
    async def accept(request: Request, response: Response, invitation: Invitation) -> dict[str, Any]:
        """Make the account an invitation is for, and sign in."""
        if not same_origin(request.headers):
            raise Forged("the request comes from another origin")
        await house.people.accept(invitation.word, invitation.name, invitation.password)
        return _let_in(response, request, await house.people.sign_in(invitation.name, invitation.password))

    @app.post("/api/v1/sign-out")
    async def sign_out(request: Request, response: Response, _: Sender) -> dict[str, Any]:
        """End the session."""
        await house.people.sign_out(request.cookies.get(COOKIE, ""))
        response.delete_cookie(COOKIE, path="/")
        return _who(None)

    @app.post("/api/v1/switch")
    async def switch(session: Sender, switch: Switch) -> dict[str, Any]:
        """Stop new wagers of the house, a table or a player, or let them in again."""
        await house.switch(session, switch.what, switch.name, off=switch.off)
        return {"what": switch.what, "name": switch.name, "off": switch.off}


def _tables(app: FastAPI, house: House, hub: Hub) -> None:
    @app.get("/api/v1/books")
    async def books() -> list[dict[str, str]]:
        """The rule books a table can be made with."""
        return [{"name": name, "title": load_book(name).title} for name in BOOKS]

    @app.get("/api/v1/tables")
    async def lobby() -> list[dict[str, Any]]:
        """Every table: its book, its limits, who sits there, its meters."""
        return [_listed(live) for live in house.tables.values()]

    @app.post("/api/v1/tables", status_code=201)
    async def make(session: Sender, document: dict[str, Any]) -> dict[str, Any]:
        """Make a table."""
        spec = await house.make_table(session, document)
        return _listed(house.live(spec.name))

    @app.get("/api/v1/tables/{name}")
    async def table(name: str, session: Anyone) -> dict[str, Any]:
        """The table as you may see it now."""
        player = session.player if session is not None else None
        return view_frame(house.live(name), Listener(player=player))

    @app.get("/api/v1/tables/{name}/rules")
    async def rules(name: str) -> dict[str, Any]:
        """The table's own rule book, in words."""
        posted = house.live(name).posted
        return {"name": posted.rules.name, "fingerprint": posted.rules.fingerprint, "title": posted.rules.title}

    @app.get("/api/v1/tables/{name}/proof")
    async def proof(name: str) -> dict[str, Any]:
        """What anyone needs to deal the settled round again."""
        shown = house.live(name).proof()
        words = {str(seat): word for seat, word in shown.words.items()}
        return {"commitment": shown.commitment, "secret": shown.secret, "words": words, "cut": shown.cut}

    @app.websocket("/ws/v1/tables/{name}")
    async def at_table(socket: WebSocket, name: str, after: int | None = None) -> None:
        """Sit at or watch a table; frames as in docs/protocol.md."""
        if not same_origin(Headers(scope=socket.scope)) or name not in house.tables:
            await socket.close(1008)
            return
        session = house.people.session(socket.cookies.get(COOKIE))
        await TableSocket(socket, house, hub, house.live(name), session).serve(after)


def _listed(live: LiveTable) -> dict[str, Any]:
    """Return a table as the lobby lists it."""
    rules, table = live.posted.rules, live.table
    limits = live.posted.limits
    return {
        "name": live.name,
        "book": rules.name,
        "title": rules.title,
        "currency": rules.currency.code,
        "phase": table.phase.value,
        "seats": rules.seats.count.value,
        "taken": {str(Seat(seat)): chair.player for seat, chair in sorted(table.chairs.items())},
        "ante": [limits.ante.min, limits.ante.max],
        "wagers": [wager.value for wager in Wager if live.posted.offers(wager)],
        "meters": {name: int(amount) for name, amount in table.meters.items()},
        "off": live.off,
    }


def _health(app: FastAPI, house: House, hub: Hub) -> None:
    registry = CollectorRegistry()
    tables = Gauge("uth_tables", "Tables that run.", registry=registry)
    listeners = Gauge("uth_listeners", "Connections at tables.", registry=registry)
    rounds = Gauge("uth_rounds", "Rounds settled since the house was made.", registry=registry)

    @app.get("/healthz")
    async def healthz() -> PlainTextResponse:
        """Whether the house is open."""
        return PlainTextResponse("ok")

    @app.get("/metrics")
    async def metrics() -> Response:
        """Numbers for whoever watches over the house."""
        tables.set(len(house.tables))
        listeners.set(hub.count)
        rounds.set(sum(live.table.rounds for live in house.tables.values()))
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
