"""What whoever watches over the house asks: whether it is open, and its numbers."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from uth.web.who import TheHouse, TheHub

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(house: TheHouse) -> PlainTextResponse:
    """Whether the house is open and everything in it runs; what does not is said with status 503."""
    faults = house.faults()
    return PlainTextResponse("\n".join(faults) or "ok", status_code=503 if faults else 200)


@router.get("/metrics")
async def metrics(house: TheHouse, hub: TheHub) -> Response:
    """Numbers for Prometheus; none of them tells a card."""
    registry = CollectorRegistry()
    numbers = {
        "uth_tables": ("Tables that run.", len(house.tables)),
        "uth_listeners": ("Connections at tables.", hub.count),
        "uth_rounds": ("Rounds settled since the house was made.", sum(t.table.rounds for t in house.tables.values())),
        "uth_seats_taken": ("Seats with somebody on them.", sum(len(t.table.chairs) for t in house.tables.values())),
    }
    for name, (says, value) in numbers.items():
        Gauge(name, says, registry=registry).set(value)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
