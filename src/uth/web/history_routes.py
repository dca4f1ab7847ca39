"""Routes for past rounds: lists, documents, step-by-step views, proofs and exports, each as its viewer saw them."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import StreamingResponse

from uth.errors import Refused
from uth.history.history import History
from uth.history.round_document import Viewer, signed_document
from uth.history.round_types import RoundDocument
from uth.ranking import Category
from uth.rules.values import Wager
from uth.store.rounds import RoundEntry, RoundFilter, result_of
from uth.web.past_rounds import HistoryDep, KeyDocument, RoundsPage, RoundSteps, listed, own_or_any, steps_of, viewer_of
from uth.web.requests import HouseDep, OptionalSession

KINDS: Final = {"csv": "text/csv", "json": "application/json", "jsonl": "application/jsonl"}
COLUMNS: Final = ("at", "table", "round", "seat", "result", "net_cents", "hand", "wagers")
PAGE: Final = 100


def export_of(past: History, wanted: RoundFilter, viewer: Viewer, format: str) -> AsyncIterator[str]:
    """Yield the export in that format."""
    if format == "csv":
        return _table(past, wanted)
    return _documents(past, wanted, viewer, lines=format == "jsonl")


async def _entries(past: History, wanted: RoundFilter) -> AsyncIterator[RoundEntry]:
    before: int | None = None
    while True:
        page = await past.rounds(wanted, before=before, limit=PAGE)
        for entry in page.entries:
            yield entry
        if page.before is None:
            return
        before = page.before


async def _table(past: History, wanted: RoundFilter) -> AsyncIterator[str]:
    yield _row(COLUMNS)
    async for entry in _entries(past, wanted):
        for seat in entry.seats:
            if wanted.player in (None, seat.player):
                ended = (seat.seat, result_of(seat.net), seat.net, seat.hand or "", " ".join(seat.wagers))
                yield _row((entry.at, entry.table, entry.number, *ended))


def _row(values: tuple[Any, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(values)
    return line.getvalue()


async def _documents(past: History, wanted: RoundFilter, viewer: Viewer, *, lines: bool) -> AsyncIterator[str]:
    begun = False
    async for entry in _entries(past, wanted):
        found = await past.round(entry.table, entry.number)
        text = json.dumps(
            await asyncio.to_thread(signed_document, found, viewer, past.house.key), separators=(",", ":")
        )
        yield f"{text}\n" if lines else f"{',' if begun else '['}\n{text}"
        begun = True
    if not lines:
        yield "\n]\n" if begun else "[]\n"


router = APIRouter(prefix="/api/v1", tags=["history"])

TIME: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z)?$"
HAND: Final = f"^({'|'.join(category.key for category in Category)})$"
NUMBER_MAX: Final = 2**53 - 1
Time = Annotated[str | None, Query(pattern=TIME, description="A day, or a time such as 2026-07-28T20:15:00Z.")]
Before = Annotated[int | None, Query(ge=0, le=NUMBER_MAX, description="Where the page before this one ended.")]
Limit = Annotated[int, Query(ge=1, le=200)]
Number = Annotated[int, Path(ge=1, le=NUMBER_MAX)]
Person = Annotated[
    str | None, Query(max_length=80, description="Whose rounds; only staff may ask for those of others.")
]


def filter_of(
    table: Annotated[str | None, Query(max_length=40)] = None,
    since: Time = None,
    until: Time = None,
    result: Annotated[Literal["won", "lost", "even"] | None, Query()] = None,
    hand: Annotated[str | None, Query(pattern=HAND, description="A hand that was turned up.")] = None,
    wager: Annotated[list[Wager] | None, Query(description="Wagers that were all made.")] = None,
    win_min: Annotated[int | None, Query(ge=-NUMBER_MAX, le=NUMBER_MAX, description="In cents, net.")] = None,
) -> RoundFilter:
    """Return the filter of a request."""
    return RoundFilter(
        table=table,
        since=since,
        until=end_of_day(until),
        result=result,
        hand=hand,
        wagers=frozenset(each.value for each in wager or ()),
        win_min=win_min,
    )


def end_of_day(until: str | None) -> str | None:
    """Return a time unchanged, and a date as the last millisecond of that day."""
    return f"{until}T23:59:59.999Z" if until is not None and "T" not in until else until


Filters = Annotated[RoundFilter, Depends(filter_of)]


@router.get("/key")
async def key(house: HouseDep) -> KeyDocument:
    """The public key that signs the documents of this house, and its former keys."""
    return {"algorithm": "Ed25519", "public_key": house.key.public, "former": house.former_keys}


@router.get("/history")
async def history(
    session: OptionalSession,
    past: HistoryDep,
    filters: Filters,
    player: Person = None,
    before: Before = None,
    limit: Limit = 50,
) -> RoundsPage:
    """Your own rounds, newest first; anyone who may read the log can ask for another player's, or for all."""
    wanted = replace(filters, player=own_or_any(session, player))
    page = await past.rounds(wanted, before=before, limit=limit)
    viewer = viewer_of(session)
    return {"rounds": [listed(entry, viewer) for entry in page.entries], "before": page.before}


@router.get(
    "/history/export",
    response_class=StreamingResponse,
    responses={200: {"content": {kind: {} for kind in KINDS.values()}}},
)
async def export(
    session: OptionalSession,
    past: HistoryDep,
    filters: Filters,
    format: Annotated[Literal["csv", "json", "jsonl"], Query()] = "csv",
    player: Person = None,
) -> StreamingResponse:
    """Export your own rounds, newest first: CSV, or signed documents that `uth verify` checks."""
    wanted = replace(filters, player=own_or_any(session, player))
    await past.rounds(wanted, before=None, limit=1)  # raises a refusal before the response starts
    lines = export_of(past, wanted, viewer_of(session), format)
    headers = {"content-disposition": f'attachment; filename="rounds.{format}"'}
    return StreamingResponse(lines, media_type=KINDS[format], headers=headers)


@router.get("/tables/{name}/rounds")
async def rounds(
    name: str, session: OptionalSession, past: HistoryDep, filters: Filters, before: Before = None, limit: Limit = 50
) -> RoundsPage:
    """The settled rounds of a table, newest first."""
    page = await past.rounds(replace(filters, table=name), before=before, limit=limit)
    viewer = viewer_of(session)
    return {"rounds": [listed(entry, viewer) for entry in page.entries], "before": page.before}


@router.get("/tables/{name}/rounds/{number}", response_model=RoundDocument)
async def one(name: str, number: Number, session: OptionalSession, past: HistoryDep, house: HouseDep) -> dict[str, Any]:
    """One round as you saw it, settled or in progress."""
    found = await past.round(name, number)
    return await asyncio.to_thread(signed_document, found, viewer_of(session), house.key)


@router.get("/tables/{name}/rounds/{number}/steps")
async def steps(name: str, number: Number, session: OptionalSession, past: HistoryDep, house: HouseDep) -> RoundSteps:
    """A round record by record: the events you were sent, and the table as you saw it."""
    found, live = await past.round(name, number), await house.recalled(name)
    made = await asyncio.to_thread(steps_of, found, viewer_of(session), live)
    return {"table": name, "round": number, "settled": found.settling is not None, "steps": made}


@router.get("/tables/{name}/rounds/{number}/proof", response_model=RoundDocument)
async def proof(
    name: str, number: Number, session: OptionalSession, past: HistoryDep, house: HouseDep, response: Response
) -> dict[str, Any]:
    """A settled round with the secret, the players' words and the cut, from which `uth verify` deals it again."""
    found = await past.round(name, number)
    if found.settling is None:
        raise Refused("round_not_settled", None, "the proof is shown after the settlement")
    if found.shuffle is None:
        raise Refused("no_proof", None, "a real deck was dealt in this round; the house did not shuffle it")
    response.headers["content-disposition"] = f'attachment; filename="{name}-{number}.json"'
    return await asyncio.to_thread(signed_document, found, viewer_of(session), house.key)
