"""A link's document: its meters, what waits and what was won, as everyone may see it."""

from __future__ import annotations

from itertools import islice

from uth.host.live_link import LiveLink
from uth.progressive import events as ke
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.state import Award, AwardStage
from uth.protocol.link import AwardDocument, LinkDocument
from uth.web.table_snapshot import LinkSnapshot

RECENT = 10


def link_document(live: LiveLink | LinkSnapshot) -> LinkDocument:
    """Return the link as a sign shows it."""
    gone = (AwardStage.WITHDRAWN, AwardStage.BACKED_OUT)
    won = (award for award in reversed(live.link.awards) if award.stage not in gone)
    return {
        "name": live.name,
        "book": live.terms.book,
        "wager": live.terms.wager,
        "meters": {name: meter.shown for name, meter in live.link.meters.items()},
        "down": live.link.down,
        "guest": live.guest,
        "tables": list(live.link.stations),
        "pending": [award_document(award) for award in live.open_awards],
        "recent": [award_document(award) for award in islice(won, RECENT)],
    }


def award_document(award: Award) -> AwardDocument:
    """Return an award without its evidence: who won what, and how far it has come."""
    return {
        "award": award.number,
        "table": award.table,
        "round": award.round,
        "seat": award.seat,
        "hand": award.hand,
        "meter": award.meter,
        "cents": award.cents,
        "stage": award.stage.value,
    }


def news(live: LiveLink, events: LinkEvents) -> list[AwardDocument]:
    """Return the awards that have come a step further with these events."""
    moved = [
        event.award
        for event in events
        if isinstance(event, ke.AwardPending | ke.AwardRecorded | ke.AwardPaid | ke.AwardWithdrawn | ke.AwardBackedOut)
    ]
    return [award_document(live.link.awards[number - 1]) for number in dict.fromkeys(moved)]
