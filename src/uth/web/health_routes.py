"""Health checks and Prometheus metrics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import HTTPConnection

from uth.errors import UthError
from uth.house.cluster import Cluster
from uth.house.house import House
from uth.store.entries import Unavailable
from uth.web.hub import Hub
from uth.web.limits import ConnectionLimits
from uth.web.metrics import Metrics, Numbers
from uth.web.requests import HouseDep, HubDep
from uth.web.watched_store import public_words


async def cluster_of(connection: HTTPConnection) -> Cluster | None:
    """Return the cluster node of this app, or ``None`` if it is not one."""
    cluster: Cluster | None = getattr(connection.app.state, "cluster", None)
    return cluster


ClusterDep = Annotated[Cluster | None, Depends(cluster_of)]

router = APIRouter(tags=["health"], default_response_class=PlainTextResponse)

READY_S: Final = 3.0
"""How long the store may take to answer."""


async def metrics_of(connection: HTTPConnection) -> Metrics:
    """Return the metrics of this app."""
    metrics: Metrics = connection.app.state.metrics
    return metrics


@router.get("/healthz", responses={503: {"description": "Something has stopped and needs a restart."}})
async def healthz(house: HouseDep) -> PlainTextResponse:
    """Whether every part of the house is running; a fault listed here needs a restart."""
    faults = house.faults()
    return PlainTextResponse("\n".join(faults) or "ok", 503 if faults else 200)


@router.get(
    "/readyz", responses={503: {"description": "Not ready: the store does not answer, or the house is closing."}}
)
async def readyz(house: HouseDep, hub: HubDep, cluster: ClusterDep) -> PlainTextResponse:
    """Whether the house accepts commands: the store answers, its last write succeeded, nothing is closing."""
    says = (_not_a_node(cluster) if cluster is not None else None) or await _not_ready(house, hub)
    return PlainTextResponse("ok" if says is None else says, 200 if says is None else 503)


def _not_a_node(cluster: Cluster) -> str | None:
    """Return why a proxy should send no requests to this node, or ``None``."""
    if cluster.draining:
        return "this server is handing its tables over"
    if not cluster.is_current:
        return "this server has lost its connection to the others"
    return None


async def _not_ready(house: House, hub: Hub) -> str | None:
    if hub.closing:
        return "the house is closing"
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
async def prometheus(metrics: Annotated[Metrics, Depends(metrics_of)]) -> Response:
    """Metrics for Prometheus; they contain no card and no name."""
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


def gauges_of(house: House, hub: Hub, limits: ConnectionLimits) -> Numbers:
    """Return the current gauges of a house."""
    tables, listeners = house.open_tables, hub.everyone()
    rounds = house.closed_rounds + sum(live.table.rounds for live in tables)
    return {
        "uth_tables": ("Tables running.", len(tables)),
        "uth_tables_stopped": ("Tables stopped by a fault.", sum(t.stopped is not None for t in tables)),
        "uth_seats_taken": ("Occupied seats.", sum(len(t.table.chairs) for t in tables)),
        "uth_rounds": ("Rounds settled since the house was created.", rounds),
        "uth_people": ("Open sessions.", len(house.people.sessions)),
        "uth_sockets": ("Open websockets.", limits.sockets),
        "uth_listeners": ("Connections at tables and signs.", len(listeners)),
        "uth_frames_waiting": ("Frames waiting to be sent.", sum(len(each.queue) for each in listeners)),
        "uth_frames_waiting_most": (
            "Frames waiting for the slowest reader.",
            max((len(each.queue) for each in listeners), default=0),
        ),
        "uth_commands_waiting": ("Commands waiting at tables.", sum(t.waiting for t in tables)),
        "uth_store_waiting": ("Appends waiting to be written.", getattr(house.store, "waiting", 0)),
        "uth_store_fault": ("1 while the store cannot write.", getattr(house.store, "fault", None) is not None),
        "uth_paused": ("1 while the house is paused.", hub.paused is not None),
    }


def node_gauges(cluster: Cluster) -> Numbers:
    """Return the current gauges of a node."""
    return {
        "uth_nodes": ("Nodes alive, as this one has read last.", len(cluster.state.alive)),
        "uth_node_current": ("1 while this node may run tables.", cluster.is_current),
        "uth_node_draining": ("1 while this node hands its tables over.", cluster.draining),
        "uth_node_leases": ("Tables leased to this node.", len(cluster.node.fence.epochs)),
        "uth_node_renewed_seconds": ("Since this node renewed its lease.", cluster.renewed_s),
        "uth_node_behind": ("Records of the house and its people not applied yet.", cluster.behind),
    }
