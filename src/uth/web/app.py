"""The app: HTTP routes over the house, and the way to the websocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from uth.errors import Malformed, Refused, Stale, UthError
from uth.host.house import House
from uth.web import (
    audit_routes,
    floor_routes,
    health_routes,
    history_routes,
    link_routes,
    page,
    people_routes,
    rules_routes,
    spec_routes,
    staff_routes,
    table_routes,
    win_page_routes,
)
from uth.web.hub import Hub
from uth.web.security import SecureHeaders
from uth.web.who import Forged

ROUTERS = (
    people_routes.router,
    staff_routes.router,
    table_routes.router,
    spec_routes.router,
    link_routes.router,
    floor_routes.router,
    win_page_routes.router,
    history_routes.router,
    rules_routes.router,
    audit_routes.router,
    health_routes.router,
    page.router,
)
"""The page comes last: it answers whatever path nobody else does."""
STATUS = {Malformed: 422, Refused: 409, Stale: 409, Forged: 403}


def make_app(house: House, hub: Hub) -> FastAPI:
    """Return the app of a house; opening and closing the house is its lifespan."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(title="uth", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(SecureHeaders)
    app.add_exception_handler(UthError, _said)
    app.state.house, app.state.hub = house, hub
    for router in ROUTERS:
        app.include_router(router)
    return app


async def _said(_: Request, error: Exception) -> JSONResponse:
    """Answer what the house does not do in its own words."""
    code = getattr(error, "code", None) or type(error).__name__.lower()
    clause = getattr(error, "clause", None)
    status = STATUS.get(type(error), 409)
    return JSONResponse({"code": str(code), "clause": clause, "says": str(error)}, status_code=status)
