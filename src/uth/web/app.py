"""The app: HTTP routes over the house, and the way to the websocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from uth.bots.bots import Bots
from uth.history.history import History
from uth.house.house import House
from uth.web import (
    audit_routes,
    health_routes,
    history_routes,
    link_routes,
    page,
    people_routes,
    rules_routes,
    staff_routes,
    table_routes,
)
from uth.web.error_responses import RESPONSES, answer_all
from uth.web.health_routes import numbers
from uth.web.hub import Hub
from uth.web.limits import Bounds, Door, Now
from uth.web.metrics import Measures
from uth.web.security import Guard, Hosts
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
    rules_routes.router,
    audit_routes.router,
    health_routes.router,
    page.router,
)
"""The page comes last: it answers whatever path nobody else does."""


def make_app(
    house: House,
    hub: Hub,
    *,
    bots: Bots | None = None,
    bounds: Bounds | None = None,
    measures: Measures | None = None,
    hosts: Hosts | None = None,
    behind_proxy: bool = False,
    now: Now = time.monotonic,
) -> FastAPI:
    """Return the app of a house; opening and closing the house is its lifespan."""
    door, measures = Door(bounds=bounds or Bounds(), now=now), measures or Measures()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        following = asyncio.create_task(app.state.history.follow_all(), name="history")
        yield
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await house.close()

    app = FastAPI(title="uth", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, responses=RESPONSES)
    app.add_middleware(Guard, door=door, measures=measures, hosts=hosts or Hosts(), behind_proxy=behind_proxy)
    answer_all(app)
    app.state.house, app.state.hub, app.state.door, app.state.measures = house, hub, door, measures
    app.state.history, app.state.lobby = History(house=house), Lobby()
    app.state.bots = bots
    measures.gauges(lambda: numbers(house, hub, door))
    for router in ROUTERS:
        app.include_router(router)
    return app
