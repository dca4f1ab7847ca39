"""The win page of an award of the house: one sheet to print, to sign and to file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Response

from uth.host.live_link import LiveLink
from uth.host.roles import Action
from uth.progressive import events as ke
from uth.store.codec import decoded
from uth.store.entries import Stored
from uth.store.meter_awards import AwardHistory, history_in
from uth.web.floor_routes import require_staff
from uth.web.recalled import TheHistory
from uth.web.who import Anyone, TheHouse
from uth.winpage.page import time_words, win_page
from uth.winpage.written import symbol_for, written

router = APIRouter(prefix="/api/v1", tags=["links"])

MEDIA: Final = {"html": "text/html; charset=utf-8", "text": "text/plain; charset=utf-8", "pdf": "application/pdf"}
Form = Annotated[Literal["html", "text", "pdf"], Query(alias="format", description="html, text or pdf.")]


@router.get("/links/{name}/awards/{number}/win-page", response_class=Response)
async def page(
    name: str, number: int, house: TheHouse, past: TheHistory, session: Anyone, form: Form = "html"
) -> Response:
    """The win page of an award that J-POT has recorded, from the link's own log.

    It carries a seal of the log, so that what it says can be checked later; of a round that is on it carries none.
    """
    require_staff(session, Action.READ_LOG)
    live = house.links.link(name)
    records = await house.store.read(live.stream)
    known = await asyncio.to_thread(_history, live, records, number)
    posted = (await house.recalled(known.award.table)).posted
    noted = (await past.open_records()).below - 1
    seal = await house.store.seal_at(noted) if noted else "none yet"
    foot = (
        f"Link {name}, record {known.moments[0].line}; seal of position {noted} of the log: {seal}",
        f"Printed {time_words(datetime.now(UTC).isoformat())}",
    )
    sheet = win_page(known, live.terms, posted, symbol=symbol_for(form, posted), foot=foot)
    document = await asyncio.to_thread(written, sheet, form)
    headers = {"content-disposition": f'inline; filename="win-{name}-{number}.{form.replace("text", "txt")}"'}
    return Response(document, media_type=MEDIA[form], headers=headers)


def _history(live: LiveLink, records: Sequence[Stored], number: int) -> AwardHistory:
    lines = (
        (record.number, record.at, [decoded(ke.Event, event) for event in record.body["events"]]) for record in records
    )
    return history_in(live.terms, lines, number, f"the link {live.name}")
