"""The app: HTTP routes over the house, and the way to the websocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from uth.errors import Broken, Malformed, Refused, Stale, UthError
from uth.host.house import House
from uth.store.entries import Unavailable
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
from uth.web.bounds import Bounds
from uth.web.door import Door
from uth.web.health_routes import numbers
from uth.web.hub import Hub
from uth.web.logs import LOG
from uth.web.measures import Measures
from uth.web.rates import TooFast
from uth.web.security import Guard
from uth.web.watched_store import public_words
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
STATUS = {Malformed: 422, TooFast: 429, Unavailable: 503, Refused: 409, Stale: 409, Forged: 403}
"""The first that fits: what is too fast or unavailable is refused, too."""


def make_app(house: House, hub: Hub, *, bounds: Bounds | None = None, measures: Measures | None = None) -> FastAPI:
    """Return the app of a house; opening and closing the house is its lifespan."""
    door, measures = Door(bounds=bounds or Bounds()), measures or Measures()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(title="uth", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, door=door, measures=measures)
    app.add_exception_handler(UthError, _said)
    app.add_exception_handler(Exception, _failed)
    app.state.house, app.state.hub, app.state.door, app.state.measures = house, hub, door, measures
    measures.gauges(lambda: numbers(house, hub, door))
    for router in ROUTERS:
        app.include_router(router)
    return app


async def _said(_: Request, error: Exception) -> JSONResponse:
    """Answer what the house does not do in its own words."""
    code = getattr(error, "code", None) or type(error).__name__.lower()
    clause = getattr(error, "clause", None)
    says, headers = str(error), {}
    if isinstance(error, Unavailable):
        says, headers = public_words(error), {"retry-after": "5"}
    elif isinstance(error, TooFast):
        headers = {"retry-after": str(error.retry_after_s)}
    elif isinstance(error, Broken):
        return await _failed(_, error)
    return JSONResponse({"code": str(code), "clause": clause, "says": says}, status_of(error), headers)


def status_of(error: Exception) -> int:
    """Return the status an error is answered with."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 409)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """Answer a fault of this software, and have it in the log."""
    LOG.error("a request has failed", path=request.url.path, exc_info=error)
    says = "something went wrong here; it is in the log of the house"
    return JSONResponse({"code": "failed", "clause": None, "says": says}, 500)
