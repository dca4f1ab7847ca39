"""History: the rounds of a player and of a table, each as its viewer saw it, with its proof, and all of them to keep."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse

from uth.errors import Refused
from uth.host.history import History, Wanted, result_of
from uth.host.round_document import Viewer, round_document
from uth.host.round_index import RoundEntry
from uth.ranking import Category
from uth.rules.values import Wager
from uth.units import PlayerId
from uth.web.recalled import TheHistory, listed, own_or_any, steps_of, viewer_of
from uth.web.who import Anyone, TheHouse

router = APIRouter(prefix="/api/v1", tags=["history"])

TIME: Final = r"^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?Z)?$"
NUMBER_MAX: Final = 2**53 - 1
Time = Annotated[str | None, Query(pattern=TIME, description="A day, or a time such as 2026-07-28T20:15:00Z.")]
Before = Annotated[int | None, Query(ge=0, le=NUMBER_MAX, description="Where the page before this one ended.")]
Limit = Annotated[int, Query(ge=1, le=200)]
Hand = Annotated[
    Literal[tuple(category.key for category in Category)] | None,  # type: ignore[valid-type]
    Query(description="A hand that was turned up."),
]
Wagers = Annotated[list[Wager] | None, Query(description="Wagers that were all made.")]
Result = Annotated[Literal["won", "lost", "even"] | None, Query()]
WinMin = Annotated[int | None, Query(ge=-NUMBER_MAX, le=NUMBER_MAX, description="The least the seat came out with.")]
Number = Annotated[int, Path(ge=1, le=NUMBER_MAX)]
Name = Annotated[str, Query(max_length=80)]


def wanted_of(
    table: Annotated[str | None, Query(max_length=40)] = None,
    since: Time = None,
    until: Time = None,
    result: Result = None,
    hand: Hand = None,
    wager: Wagers = None,
    win_min: WinMin = None,
) -> Wanted:
    """Return which rounds a request asks for."""
    return Wanted(
        table=table,
        since=since,
        until=f"{until}T23:59:59.999Z" if until is not None and "T" not in until else until,
        result=result,
        hand=hand,
        wagers=frozenset(each.value for each in wager or ()),
        win_min=win_min,
    )
