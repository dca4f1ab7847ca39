"""The auditor's reading: search the log, take it away, have its chain walked, see every balance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import StreamingResponse
from starlette.requests import HTTPConnection

from uth.errors import Broken, Refused
from uth.history.export import signed_lines
from uth.history.open_records import OpenRecords
from uth.people.log import Session
from uth.people.roles import Action, may
from uth.store.entries import Sought, Store
from uth.store.rows import fraction_text, json_text
from uth.web.history_routes import NUMBER_MAX, Before, Limit, Time, end_of_day
from uth.web.past_rounds import TheHistory
from uth.web.requests import Anyone, TheHouse, house_of

PATIENCE_S: Final = 10.0
"""How long a request waits for a walk before it is told to come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """What a walk came to: the position it reached, or what it stopped at."""

    position: int | None
    says: str

    @property
    def holds(self) -> bool:
        """Whether every record is as it was written."""
        return self.position is not None


@dataclass(slots=True, kw_only=True, eq=False)
class Walks:
    """The walk that is under way, or whose end nobody has heard yet."""

    store: Store
    walk: asyncio.Task[Walked] | None = None

    async def ask(self) -> Walked | None:
        """Return what the walk that is on, or a new one, came to; ``None`` where it takes longer than anyone waits."""
        if self.walk is None:
            self.walk = asyncio.create_task(self._walked(), name="walk along the log")
        walk = self.walk
        done, _ = await asyncio.wait({walk}, timeout=PATIENCE_S)
        if not done:
            return None
        if self.walk is walk:
            self.walk = None
        return walk.result()

    async def _walked(self) -> Walked:
        try:
            head = await self.store.verify()
        except Broken as fault:
            return Walked(position=None, says=str(fault))
        return Walked(position=head.position, says="every record is as it was written")


def walks_of(connection: HTTPConnection) -> Walks:
    """Return the walks of the house that is asked."""
    state = connection.app.state
    if not hasattr(state, "walks"):
        state.walks = Walks(store=house_of(connection).store)
    walks: Walks = state.walks
    return walks


TheWalks = Annotated[Walks, Depends(walks_of)]


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
    """Verify the whole log, seal by seal; 202 while that is under way, then ask again.

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
