"""The FastAPI app of a house: routers, middleware and error handlers."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI

from uth.bots.bots import Bots
from uth.history.history import History
from uth.history.reviews import Reviews
from uth.house.house import House
from uth.web import (
    audit_routes,
    coach_routes,
    drill_routes,
    health_routes,
    history_routes,
    link_routes,
    page,
    people_routes,
    review_routes,
    round_preview,
    rules_routes,
    staff_routes,
    strategy_routes,
    table_routes,
)
from uth.web.error_responses import RESPONSES, register_error_responses
from uth.web.health_routes import gauges_of
from uth.web.hub import Hub
from uth.web.limits import Bounds, ConnectionLimits, Now
from uth.web.metrics import Metrics
from uth.web.requests import require_names_once
from uth.web.security import AllowedHosts, SecurityMiddleware
from uth.web.strategy_routes import StrategyPages
from uth.web.table_routes import Lobby

ROUTERS = (
    people_routes.router,
    staff_routes.router,
    table_routes.router,
    staff_routes.bot_router,
    link_routes.router,
    staff_routes.floor_router,
    link_routes.win_page_router,
    history_routes.router,
    review_routes.router,
    round_preview.image_router,
    rules_routes.router,
    strategy_routes.router,
    coach_routes.router,
    drill_routes.router,
    audit_routes.router,
    health_routes.router,
    round_preview.router,
    page.router,
)
"""The page comes last, because it matches any path."""
ROUTES = APIRouter(responses=RESPONSES, dependencies=[Depends(require_names_once)])
"""All routes, made once and shared by every app of the process: FastAPI takes 0.2 s to read their types."""
for router in ROUTERS:
    ROUTES.include_router(router)


def make_app(
    house: House,
    hub: Hub,
    *,
    bots: Bots | None = None,
    bounds: Bounds | None = None,
    metrics: Metrics | None = None,
    hosts: AllowedHosts | None = None,
    behind_proxy: bool = False,
    now: Now = time.monotonic,
) -> FastAPI:
    """Return the app of a house; its lifespan opens and closes the house."""
    limits, metrics = ConnectionLimits(bounds=bounds or Bounds(), now=now), metrics or Metrics()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="uth",
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(
        SecurityMiddleware, limits=limits, metrics=metrics, hosts=hosts or AllowedHosts(), behind_proxy=behind_proxy
    )
    register_error_responses(app)
    app.state.house, app.state.hub, app.state.limits, app.state.metrics = house, hub, limits, metrics
    app.state.history, app.state.lobby = History(house=house), Lobby()
    app.state.reviews = Reviews(history=app.state.history)
    app.state.bots, app.state.strategies = bots, StrategyPages()
    metrics.gauges(lambda: gauges_of(house, hub, limits))
    app.router.routes.extend(ROUTES.routes)
    return app
