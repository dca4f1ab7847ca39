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
    away: bool
    """Whether the player has no connection to the table."""
    absent: bool
    """Whether the seat is asked and its player absent, so that the floor may act for it."""
    removed: bool
    """Whether the floor has removed the player, who gets up once the cards are collected."""


class Setting(TypedDict):
    """A setting of a running table: as it stands, and the most the book allows."""

    now: int
    most: int


class TableSettings(TypedDict):
    """What the book leaves to the floor at a running table; null where it leaves nothing."""

    hands: Setting | None
    entry_fee: Setting | None


class BannedDocument(TypedDict):
    """A player who is banned from the house, and why."""

    player: str
    reason: str


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
    """The dispute that freezes the table."""
    disputes: list[DisputeDocument]
    """The other disputes and reviews that wait for the floor, or are with the regulator."""
    settings: TableSettings
    removal_voids: bool
    """Whether the book voids the hand of a player who is removed."""
    owed: list[OwedDocument]


class Approval(TypedDict):
    """What one person asked for and another has to agree to."""

    number: int
    link: str | None
    table: str | None
    """The link or the table it is about."""
    asked_by: str
    command: dict[str, Any]


class FloorDocument(TypedDict):
    """The whole floor: tables, links, and what waits for a second person."""

    off: bool
    barred: list[str]
    banned: list[BannedDocument]
    tables: list[FloorTable]
    links: list[FloorLink]
    approvals: list[Approval]
    may: list[str]
    """The commands and actions the reader's roles allow."""
