"""What stops a table until the floor decides: a call for a ruling, or a dispute with its evidence."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from uth.house.live_table import LiveTable
from uth.house.notices import Notices
from uth.people.roles import name_of
from uth.store.codec import encoded
from uth.table.floor.corrections import most_won, standing
from uth.table.floor.disputed import Dispute
from uth.views.lines import Line, line
from uth.views.named import only_named


class FloorCallDocument(TypedDict):
    """What the book leaves to the floor, and the choices."""

    irregularity: dict[str, Any]
    choices: list[str]
    clause: str


class DisputeDocument(TypedDict):
    """A dispute about a settled round, with the cards and the settlement as evidence."""

    dispute: int
    seat: int | None
    """The seat that disputes; null if management reviews the round."""
    name: str
    """The player or manager who opened it."""
    says: str
    round: int
    freezes: bool
    """Whether the table is frozen until it is resolved."""
    finding: str | None
    appealed: bool
    """Whether the player has appealed to the regulator."""
    regulator: str
    notice: str | None
    """The state of the notice to the regulator in words, if one is due."""
    seats: dict[str, list[str]]
    """The hole cards of every seat."""
    dealer: list[str]
    community: list[str]
    settled: dict[str, list[Line]]
    """How each wager is settled now, by seat."""
    most: dict[str, dict[str, int]]
    """The most each wager can win under the posted tables, by seat and wager."""


def call_of(live: LiveTable) -> FloorCallDocument | None:
    """Return what the floor is called for, or ``None``."""
    call = live.table.round.floor
    if call is None:
        return None
    what: dict[str, Any] = only_named(encoded(call.irregularity))
    return {"irregularity": what, "choices": [choice.value for choice in call.choices], "clause": call.clause}


def dispute_of(live: LiveTable, notices: Notices | None = None) -> DisputeDocument | None:
    """Return the dispute that freezes the table, or ``None``; its round is settled, so the cards may be shown."""
    dispute = live.table.dispute
    return dispute_document(live, dispute, notices) if dispute is not None else None


def waiting_disputes(live: LiveTable, notices: Notices | None = None) -> list[DisputeDocument]:
    """Return the open disputes that do not freeze the table, oldest first."""
    return [dispute_document(live, each, notices) for each in live.table.disputes if each.waits and not each.is_open]


def dispute_document(live: LiveTable, dispute: Dispute, notices: Notices | None = None) -> DisputeDocument:
    """Return a dispute with its evidence."""
    hands, posted = dispute.evidence.hands, live.posted
    lines: dict[str, list[Line]] = {}
    most: dict[str, dict[str, int]] = {}
    for (seat, wager), settled in standing(live.table, dispute.evidence).items():
        lines.setdefault(str(seat), []).append(line(settled, posted))
        most.setdefault(str(seat), {})[wager.value] = most_won(settled, dispute.evidence, posted)
    player = live.table.disputers.get(dispute.number)
    return {
        "dispute": dispute.number,
        "seat": dispute.seat,
        "name": name_of(player) if player is not None else dispute.by or f"seat {dispute.seat}",
        "says": dispute.says,
        "round": dispute.evidence.round,
        "freezes": dispute.freezes,
        "finding": dispute.finding.value if dispute.finding is not None else None,
        "appealed": dispute.appealed,
        "regulator": posted.rules.floor.regulator.value,
        "notice": (notices or Notices()).says(live.name, dispute, posted.rules.floor.regulator.value),
        "seats": {str(seat): [str(card) for card in cards] for seat, cards in sorted(hands.seats.items())},
        "dealer": [str(card) for card in hands.dealer],
        "community": [str(card) for card in hands.community],
        "settled": lines,
        "most": most,
    }
