"""The whole floor: tables, links, and what waits for a second person."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from uth.protocol.floor_link import FloorLink
from uth.protocol.stopped import DisputeDocument, FloorCallDocument


class FloorSeat(TypedDict):
    """Who sits at a table, and with how much."""

    seat: int
    player: str
    name: str
    bot: bool
    rail: int
    staked: int
    barred: bool


class OwedDocument(TypedDict):
    """An award that a seat waits for."""

    seat: int
    name: str
    cents: int


class FloorTable(TypedDict):
    """A table as the floor sees it."""

    name: str
    book: str
    symbol: str
    phase: str
    due: str
    turn: int | None
    round: int
    seats: int
    taken: list[FloorSeat]
    dealt_by: str
    deck: str
    awards: str
    link: str | None
    off: bool
    guest: bool
    """Whether a guest made it."""
    progressive_down: bool
    call: FloorCallDocument | None
    dispute: DisputeDocument | None
    owed: list[OwedDocument]


class Approval(TypedDict):
    """What one person asked for and another has to agree to."""

    number: int
    link: str
    asked_by: str
    command: dict[str, Any]


class FloorDocument(TypedDict):
    """The whole floor: tables, links, and what waits for a second person."""

    off: bool
    barred: list[str]
    tables: list[FloorTable]
    links: list[FloorLink]
    approvals: list[Approval]
    may: list[str]
    """The commands and actions the reader's roles allow."""
