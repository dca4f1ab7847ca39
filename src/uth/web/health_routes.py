"""Health checks and metrics: whether the house is alive, whether it can work, and its numbers."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import HTTPConnection

from uth.errors import UthError
from uth.house.house import House
from uth.store.entries import Unavailable
from uth.web.hub import Hub
from uth.web.limits import Door
from uth.web.metrics import Measures, Numbers
from uth.web.requests import TheHouse, TheHub
from uth.web.watched_store import public_words

router = APIRouter(tags=["health"], default_response_class=PlainTextResponse)

READY_S: Final = 3.0
"""How long the store may take to answer."""


async def measures_of(connection: HTTPConnection) -> Measures:
    """Return what the house has counted."""
    measures: Measures = connection.app.state.measures
    return measures


@router.get("/healthz", responses={503: {"description": "Something has stopped that does not mend itself."}})
async def healthz(house: TheHouse) -> PlainTextResponse:
    """Whether everything in the house runs; what has stopped for good is said, and only a new start mends it."""
    faults = house.faults()
    return PlainTextResponse("\n".join(faults) or "ok", 503 if faults else 200)


@router.get("/readyz", responses={503: {"description": "Not now: the store does not answer, or the house closes."}})
async def readyz(house: TheHouse, hub: TheHub) -> PlainTextResponse:
    """Whether the house can work: the store answers, what was written last is on the disk, and nobody closes it."""
    says = await _hindrance(house, hub)
    return PlainTextResponse("ok" if says is None else says, 200 if says is None else 503)


async def _hindrance(house: House, hub: Hub) -> str | None:
    if hub.closing:
        return "the house closes"
    fault = getattr(house.store, "fault", None)
    if isinstance(fault, Unavailable):
        return public_words(fault)
    try:
        async with asyncio.timeout(READY_S):
            await house.store.streams("house")
    except TimeoutError:
        return f"the store has not answered for {READY_S:.0f} s"
    except UthError as error:
        return public_words(error) if isinstance(error, Unavailable) else "the store does not answer"
    return None


@router.get("/metrics")
async def metrics(measures: Annotated[Measures, Depends(measures_of)]) -> Response:
    """Numbers for Prometheus; none of them tells a card or a name."""
    return Response(generate_latest(measures.registry), media_type=CONTENT_TYPE_LATEST)


def numbers(house: House, hub: Hub, door: Door) -> Numbers:
    """Return the gauges of a house as they stand."""
    tables, listeners = house.open_tables, hub.everyone()
    rounds = house.closed_rounds + sum(live.table.rounds for live in tables)
    return {
        "uth_tables": ("Tables that run.", len(tables)),
        "uth_tables_stopped": ("Tables that have stopped at a fault.", sum(t.stopped is not None for t in tables)),
        "uth_seats_taken": ("Seats with somebody on them.", sum(len(t.table.chairs) for t in tables)),
        "uth_rounds": ("Rounds settled since the house was made.", rounds),
        "uth_people": ("Sessions that are open.", len(house.people.sessions)),
        "uth_sockets": ("Websockets that are open.", door.sockets),
        "uth_listeners": ("Connections at tables and signs.", len(listeners)),
        "uth_frames_waiting": ("Frames that wait to be sent.", sum(len(each.waiting) for each in listeners)),
        "uth_frames_waiting_most": (
            "Frames that wait for the slowest reader.",
            max((len(each.waiting) for each in listeners), default=0),
        ),
        "uth_commands_waiting": ("Commands that wait at tables.", sum(t.waiting for t in tables)),
        "uth_store_waiting": ("Appends that wait to be written.", getattr(house.store, "waiting", 0)),
        "uth_store_fault": ("1 while the store cannot write.", getattr(house.store, "fault", None) is not None),
        "uth_paused": ("1 while everyone has been told that the house waits.", hub.paused is not None),
    }
