"""The auditor's reading: search the log, take it away, have its chain walked, see every balance."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from uth.errors import Refused
from uth.host.log_export import signed_lines
from uth.host.open_records import OpenRecords
from uth.host.people_log import Session
from uth.host.roles import Action, may
from uth.store.entries import Sought, Store
from uth.store.rows import fraction_text, json_text
from uth.web.history_routes import NUMBER_MAX, Before, Limit, Time, end_of_day
from uth.web.recalled import TheHistory
from uth.web.walks import TheWalks
from uth.web.who import Anyone, TheHouse

router = APIRouter(prefix="/api/v1", tags=["audit"])

STREAM: Final = r"^[A-Za-z0-9/._~-]{1,80}$"
KIND: Final = r"^[A-Za-z_]{1,40}$"


def _require(session: Session | None, action: Action) -> None:
    if session is None:
        raise Refused("not_signed_in", None, "sign in as staff first: POST /api/v1/sign-in")
    if not may(session.roles, action):
        held = ", ".join(sorted(session.roles))
        raise Refused("not_your_role", None, f"{action.replace('_', ' ')} is not for {held}")


@router.get("/log")
async def search(
    session: Anyone,
    past: TheHistory,
    house: TheHouse,
    stream: Annotated[
        str | None, Query(pattern=STREAM, description="table/nevada, people, house; table/ for all tables.")
    ] = None,
    person: Annotated[str | None, Query(max_length=80, description="Who did it.")] = None,
    kind: Annotated[str | None, Query(pattern=KIND, description="An event or a command, such as RoundSettled.")] = None,
    since: Time = None,
    until: Time = None,
    before: Before = None,
    limit: Limit = 50,
) -> dict[str, Any]:
    """Search the log, the newest first; of a round that is on it tells no more than everyone heard."""
    _require(session, Action.READ_LOG)
    says = [f'"by":{json_text(person)}'] if person is not None else []
    says += [f'"is":{json_text(kind)}'] if kind is not None else []
    sought = Sought(stream=stream, says=tuple(says), since=since, until=end_of_day(until))
    open_records = await past.open_records()
    found = await house.store.search(sought, before=before, limit=limit)
    return {"records": [open_records.shown(record) for record in found.records], "before": found.before}


@router.get("/log/export", response_class=StreamingResponse, responses={200: {"content": {"application/jsonl": {}}}})
async def export(session: Anyone, past: TheHistory, house: TheHouse) -> StreamingResponse:
    """The log as JSON lines, all of it; of a table that is in a round the records since its shuffle are sealed.

    The last line signs those before it.
    """
    _require(session, Action.EXPORT_LOG)
    lines = signed_lines(_lines(house.store, await past.open_records()), house.key)
    headers = {"content-disposition": 'attachment; filename="log.jsonl"'}
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


async def _lines(store: Store, open_records: OpenRecords) -> AsyncIterator[bytes]:
    async for record in store.export():
        if record.position >= open_records.end:
            return
        yield open_records.line(record)


@router.get("/log/verify")
async def verify(
    session: Anyone, past: TheHistory, house: TheHouse, walks: TheWalks, response: Response
) -> dict[str, Any]:
    """Have the whole log walked, seal by seal; 202 while that is still under way, then ask again.

    `noted` is a position with its seal, to note down where nobody who writes the log can reach.
    """
    _require(session, Action.READ_LOG)
    walked = await walks.ask()
    if walked is None:
        response.status_code = 202
        return {"holds": None, "says": "the log is being walked; ask again", "position": None, "noted": None}
    noted = (await past.open_records()).below - 1
    seal = {"position": noted, "chain": await house.store.seal_at(noted)} if noted else None
    return {"holds": walked.holds, "says": walked.says, "position": walked.position, "noted": seal}


@router.get("/balances")
async def balances(
    session: Anyone, house: TheHouse, position: Annotated[int | None, Query(ge=0, le=NUMBER_MAX)] = None
) -> dict[str, Any]:
    """What each account holds, from the transfers alone; at a position of the log, or now."""
    _require(session, Action.READ_LOG)
    found = await house.store.trial_balance(position)
    accounts = {str(account): fraction_text(cents) for account, cents in found.items()}
    return {"position": position, "accounts": accounts, "sum": fraction_text(sum(found.values(), Fraction(0)))}
