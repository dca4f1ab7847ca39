"""The dealer's console: the next delivery, the Game Manager, what can be reported, what is paid to whom."""

from __future__ import annotations

from typing import Literal

from uth.errors import Refused
from uth.host.live_table import LiveTable
from uth.host.table_specs import TableSpec
from uth.protocol.console import ConsoleDocument, Delivery, NotYet
from uth.store.codec import encoded
from uth.table import commands as c
from uth.table.dealing import next_delivery
from uth.table.due import deck_due, due, starts_apart
from uth.table.reading import to_read
from uth.table.refusals import refusal_of
from uth.table.state import Phase
from uth.web.held_step import held_step
from uth.web.keypad_document import keypads_of
from uth.web.payouts import bank_payout, payouts, still_due
from uth.web.reportable import reports
from uth.web.stopped_document import call_of, dispute_of

ALSO: tuple[c.Command, ...] = (c.GoIdle(), c.CloseTable(), c.RestoreProgressive(), c.RebuildHands())
"""What a dealer or a supervisor may do beside the step that is due."""


def console_document(live: LiveTable, spec: TableSpec, *, off: bool) -> ConsoleDocument:
    """Return what the console shows beside the table."""
    table, posted = live.table, live.posted
    step = due(table, posted)
    waiting = deck_due(table, posted) if not table.is_dealing and table.phase is not Phase.SETTLED else None
    on_link = live.link is not None and live.name in live.link.link.stations
    return {
        "name": live.name,
        "n": live.number,
        "book": posted.rules.name,
        "symbol": posted.rules.currency.symbol,
        "banked_by": posted.rules.seats.banked_by.value,
        "dealt_by": "house" if live.clock.deals_itself else "person",
        "deck": "read" if spec.deck == "read" else "house",
        "off": off,
        "due": step,
        "back": waiting[1].value if waiting is not None and waiting[0] == step else None,
        "delivery": _delivery(live, step),
        "manager": keypads_of(live.link.link, live.name) if live.link is not None and on_link else None,
        "call": call_of(live),
        "dispute": dispute_of(live),
        "reports": reports(table, posted),
        "locks": step == "StartGame" or (step == "AnnounceNoMoreBets" and not starts_apart(posted)),
        "held": held_step(live, step),
        "not_yet": _not_yet(live) if step == "AnnounceNoMoreBets" else None,
        "payouts": payouts(live),
        "still_due": still_due(live),
        "bank": bank_payout(live),
        "ruled": [encoded(event) for event in live.notes.trouble],
        "also": [type(each).__name__ for each in ALSO if not isinstance(refusal_of(table, each, posted), Refused)],
    }


def _delivery(live: LiveTable, step: str) -> Delivery | None:
    """Return the cards the step brings, and where they go."""
    replacing = live.table.replacing
    if step == "ReplaceCards" and replacing is not None:
        to: Literal["dealer", "community"] = "dealer" if replacing.dealer else "community"
        return {"to": to, "seat": None, "cards": to_read(live.table, live.posted)}
    delivery = next_delivery(live.table, live.posted.dealing) if step == "DealNext" else None
    if delivery is None:
        return None
    return {"to": delivery.to, "seat": delivery.seat, "cards": delivery.cards}


def _not_yet(live: LiveTable) -> NotYet | None:
    refused = refusal_of(live.table, c.AnnounceNoMoreBets(), live.posted)
    if not isinstance(refused, Refused):
        return None
    return {"code": str(refused.code), "says": refused.says, "clause": refused.clause}
