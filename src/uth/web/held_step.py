"""Why the step that is due has to wait: asked of the link as the table itself asks it, and nothing is moved."""

from __future__ import annotations

from typing import Final

from uth.errors import Refused
from uth.host.linked_table import Linked, SharedLink
from uth.host.live_table import LiveTable
from uth.host.turn import needs_link
from uth.protocol.console import HeldStep
from uth.table import commands as c
from uth.table.refusal import Refusal
from uth.table.refusal_words import refusal_says
from uth.table.refusals import refusal_of

AT_THE_LINK: Final[dict[str, c.Command]] = {
    "AnnounceNoMoreBets": c.AnnounceNoMoreBets(),
    "StartGame": c.StartGame(),
    "SettleRound": c.SettleRound(),
    "CollectCards": c.CollectCards(),
}
"""The steps that a link follows."""


def held_step(live: LiveTable, step: str) -> HeldStep | None:
    """Return why the link would refuse that step now, or ``None`` where it would not."""
    command = AT_THE_LINK.get(step)
    if command is None or live.link is None or live.name not in live.link.link.stations:
        return None
    if not needs_link(live.table, command):
        return None
    symbol = live.posted.rules.currency.symbol
    own = refusal_of(live.table, command, live.posted)
    if own is not None and own.code == Refusal.ENVY_WAITS:
        return {"says": refusal_says(own, symbol), "clause": own.clause}
    place = Linked(name=live.name, posted=live.posted, shared=SharedLink(link=live.link.link))
    try:
        list(place.before(live.table, command))
    except Refused as refused:
        return {"says": refusal_says(refused, symbol), "clause": refused.clause}
    return None
