"""What stops a table until the floor has spoken: a call for a ruling, or a dispute with its evidence."""

from __future__ import annotations

from typing import Any

from uth.host.live_table import LiveTable
from uth.host.people_log import name_of
from uth.protocol.seat import Line
from uth.protocol.stopped import DisputeDocument, FloorCallDocument
from uth.store.codec import encoded
from uth.web.seat_document import line


def call_of(live: LiveTable) -> FloorCallDocument | None:
    """Return what the floor is called for, or ``None``."""
    call = live.table.floor
    if call is None:
        return None
    what: dict[str, Any] = encoded(call.irregularity)
    return {"irregularity": what, "choices": [choice.value for choice in call.choices], "clause": call.clause}


def dispute_of(live: LiveTable) -> DisputeDocument | None:
    """Return the dispute that freezes the round, or ``None``; the round is settled, so its cards may be shown."""
    dispute = live.table.dispute
    if dispute is None:
        return None
    hands, settled = dispute.evidence.hands, dispute.evidence.settled
    lines: dict[str, list[Line]] = {}
    for seat, wager in settled:
        lines.setdefault(str(seat), []).append(line(wager, live.posted))
    chair = live.table.chairs.get(dispute.seat)
    return {
        "dispute": dispute.number,
        "seat": dispute.seat,
        "name": name_of(chair.player) if chair is not None else f"seat {dispute.seat}",
        "says": dispute.says,
        "round": dispute.evidence.round,
        "seats": {str(seat): [str(card) for card in cards] for seat, cards in sorted(hands.seats.items())},
        "dealer": [str(card) for card in hands.dealer],
        "community": [str(card) for card in hands.community],
        "settled": lines,
    }
