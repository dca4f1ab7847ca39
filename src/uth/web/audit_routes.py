"""Routes for auditors: search, export and verify the log, and list balances."""

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
from uth.people.roles import HouseAction, Session, may, refused_role
from uth.store.entries import Sought, Store
from uth.store.rows import fraction_text, json_text
from uth.web.history_routes import NUMBER_MAX, Before, Limit, Time, end_of_day
from uth.web.past_rounds import HistoryDep
from uth.web.requests import HouseDep, OptionalSession, house_of

PATIENCE_S: Final = 10.0
"""How long a request waits for a verification before it gets 202."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationResult:
    """The result of verifying the log: the last position, or the first fault."""

    position: int | None
    says: str

    @property
    def holds(self) -> bool:
        """Whether the log is intact."""
        return self.position is not None


@dataclass(slots=True, kw_only=True, eq=False)
class LogVerification:
    """Runs at most one verification of the log at a time."""

    store: Store
    task: asyncio.Task[VerificationResult] | None = None

    async def result(self) -> VerificationResult | None:
        """Return the result of the running verification, or of a new one; ``None`` after `PATIENCE_S`."""
        if self.task is None:
            self.task = asyncio.create_task(self._verify(), name="verify the log")
        task = self.task
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_S)
        if not done:
            return None
        if self.task is task:
            self.task = None
        return task.result()

    async def _verify(self) -> VerificationResult:
        try:
            head = await self.store.verify()
        except Broken as fault:
            return VerificationResult(position=None, says=str(fault))
        return VerificationResult(position=head.position, says="every record is as it was written")


def verification_of(connection: HTTPConnection) -> LogVerification:
    """Return the log verification of this app."""
    state = connection.app.state
    if not hasattr(state, "verification"):
        state.verification = LogVerification(store=house_of(connection).store)
    verification: LogVerification = state.verification
    return verification


VerificationDep = Annotated[LogVerification, Depends(verification_of)]


router = APIRouter(prefix="/api/v1", tags=["audit"])

STREAM: Final = r"^[A-Za-z0-9/._~-]{1,80}$"
KIND: Final = r"^[A-Za-z_]{1,40}$"


def _require(session: Session | None, action: HouseAction) -> None:
    if session is None:
        raise Refused("not_signed_in", None, "sign in as staff first: POST /api/v1/sign-in")
    if not may(session.roles, action):
        raise refused_role(session.roles, action)


@router.get("/log")
async def search(
    session: OptionalSession,
    past: HistoryDep,
    house: HouseDep,
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
    """Search the log, newest first; a round in progress shows only what everyone at the table has seen."""
    _require(session, HouseAction.READ_LOG)
    says = [f'"by":{json_text(person)}'] if person is not None else []
    says += [f'"is":{json_text(kind)}'] if kind is not None else []
    sought = Sought(stream=stream, says=tuple(says), since=since, until=end_of_day(until))
    open_records = await past.open_records()
    found = await house.store.search(sought, before=before, limit=limit)
    for record in found.records:
        await open_records.know(record)
    return {"records": [open_records.search_result(record) for record in found.records], "before": found.before}


@router.get("/log/export", response_class=StreamingResponse, responses={200: {"content": {"application/jsonl": {}}}})
async def export(session: OptionalSession, past: HistoryDep, house: HouseDep) -> StreamingResponse:
    """Export the whole log as JSON lines.

    If a round is in progress at a table, its records since the shuffle are sealed. The last line signs all lines
    before it.
    """
    _require(session, HouseAction.EXPORT_LOG)
    lines = signed_lines(_lines(house.store, await past.open_records()), house.key)
    headers = {"content-disposition": 'attachment; filename="log.jsonl"'}
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


async def _lines(store: Store, open_records: OpenRecords) -> AsyncIterator[bytes]:
    async for record in store.export():
        if record.position >= open_records.end:
            return
        await open_records.know(record)
        yield open_records.line(record)


@router.get("/log/verify")
async def verify(
    session: OptionalSession, past: HistoryDep, house: HouseDep, verification: VerificationDep, response: Response
) -> dict[str, Any]:
    """Verify the seals of the whole log; 202 while that is running.

    `noted` is a position and its seal. Keep it where nobody who can write to the log has access.
    """
    _require(session, HouseAction.READ_LOG)
    result = await verification.result()
    if result is None:
        response.status_code = 202
        return {"holds": None, "says": "the log is being verified; ask again", "position": None, "noted": None}
    noted = (await past.open_records()).below - 1
    seal = {"position": noted, "chain": await house.store.seal_at(noted)} if noted else None
    return {"holds": result.holds, "says": result.says, "position": result.position, "noted": seal}


@router.get("/balances")
async def balances(
    session: OptionalSession, house: HouseDep, position: Annotated[int | None, Query(ge=0, le=NUMBER_MAX)] = None
) -> dict[str, Any]:
    """The balance of each account, computed from the transfers, now or at a position of the log."""
    _require(session, HouseAction.READ_LOG)
    found = await house.store.trial_balance(position)
    accounts = {str(account): fraction_text(cents) for account, cents in found.items()}
    return {"position": position, "accounts": accounts, "sum": fraction_text(sum(found.values(), Fraction(0)))}
