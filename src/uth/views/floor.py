"""The floor: every table and its pending matters, every link, and pending approvals."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from uth.house.house import House
from uth.house.links import Waiting
from uth.house.live_table import LiveTable
from uth.house.notices import Notices
from uth.house.specs import TableSpec
from uth.people.roles import MAY, HouseAction, Session, is_bot, name_of
from uth.rules.values import Wager
from uth.store.codec import encoded
from uth.table.round.due import due_words
from uth.table.round.state import Chair, Phase
from uth.units import Seat
from uth.views.game_manager import FloorLink, floor_link
from uth.views.listing import BookNames, book_names
from uth.views.named import only_named
from uth.views.stopped import DisputeDocument, FloorCallDocument, call_of, dispute_of, waiting_disputes


class FloorSeat(TypedDict):
    """A player at a table, and their chips."""

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
    """Whether it is the seat's turn and its player is absent, so that the floor may act for it."""
    removed: bool
    """Whether the floor has removed the player, who leaves once the cards are collected."""


class Setting(TypedDict):
    """A setting of a running table: its value, and the most the book allows."""

    now: int
    most: int


class TableSettings(TypedDict):
    """What the book lets the floor set at a running table; null if nothing."""

    hands: Setting | None
    entry_fee: Setting | None


class BannedDocument(TypedDict):
    """A player who is banned from the house, and why."""

    player: str
    reason: str


class OwedDocument(TypedDict):
    """An award that is owed to a seat."""

    seat: int
    name: str
    cents: int


class FloorTable(TypedDict):
    """A table as the floor sees it."""

    name: str
    book: str
    book_name: str
    """The book's display name."""
    symbol: str
    words: BookNames
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
    """Whether a guest created it."""
    progressive_down: bool
    reported_down: bool
    """Whether it was reported down at this table, where the floor then reports it back up."""
    call: FloorCallDocument | None
    dispute: DisputeDocument | None
    """The dispute that freezes the table."""
    disputes: list[DisputeDocument]
    """The other disputes and reviews, pending with the floor or with the regulator."""
    settings: TableSettings
    removal_voids: bool
    """Whether the book voids the hand of a removed player."""
    owed: list[OwedDocument]


class Approval(TypedDict):
    """A request that a second person has to approve."""

    number: int
    link: str | None
    table: str | None
    """The link or table it is about."""
    asked_by: str
    command: dict[str, Any]


class FloorDocument(TypedDict):
    """The whole floor: tables, links and pending approvals."""

    off: bool
    barred: list[str]
    banned: list[BannedDocument]
    tables: list[FloorTable]
    links: list[FloorLink]
    approvals: list[Approval]
    may: list[str]
    """The commands and actions the reader's roles allow."""


def floor_document(house: House, session: Session) -> FloorDocument:
    """Return the floor, with the actions that this session's roles allow."""
    return {
        "off": house.switches.house,
        "barred": sorted(house.switches.players),
        "banned": [{"player": player, "reason": why} for player, why in sorted(house.switches.banned.items())],
        "tables": [
            floor_table(live, house.specs[live.name], house.switches.players, house.notices)
            for live in house.open_tables
        ],
        "links": [floor_link(link, house.tables) for link in house.links.live.values()],
        "approvals": [approval(each) for each in house.approvals.open.values()],
        "may": sorted(_name(what) for what, roles in MAY.items() if roles & session.roles),
    }


def floor_table(live: LiveTable, spec: TableSpec, barred: set[str], notices: Notices) -> FloorTable:
    """Return one table: its state, its players, and its pending matters."""
    table, posted = live.table, live.posted
    return {
        "name": live.name,
        "book": posted.rules.name,
        "book_name": posted.rules.short_name,
        "symbol": posted.rules.currency.symbol,
        "words": book_names(posted.rules),
        "phase": table.phase.value,
        "due": due_words(table, posted),
        "turn": table.turn,
        "round": table.rounds + (table.phase is not Phase.SETTLED),
        "seats": posted.rules.seats.count.value,
        "taken": [_seat(live, seat, chair, barred=barred) for seat, chair in sorted(table.chairs.items())],
        "dealt_by": spec.dealt_by,
        "deck": spec.deck,
        "awards": spec.awards,
        "link": live.link.name if live.link is not None else None,
        "off": live.off,
        "guest": live.guest,
        "progressive_down": table.system_down,
        "reported_down": table.progressive_down,
        "call": call_of(live),
        "dispute": dispute_of(live, notices),
        "disputes": waiting_disputes(live, notices),
        "settings": settings_of(live),
        "removal_voids": live.posted.rules.floor.removal_voids is not None,
        "owed": [{"seat": each.seat, "name": name_of(each.player), "cents": each.cents} for each in table.owed],
    }


def settings_of(live: LiveTable) -> TableSettings:
    """Return the settings that the book lets the floor change at this table, each with value and limit."""
    floor, posted = live.posted.rules.floor, live.posted
    hands, fee = floor.hands_limited, floor.entry_fee_set
    most = posted.rules.seats.hands_per_player.value
    return {
        "hands": {"now": posted.hands_per_player, "most": most} if hands is not None and hands.value else None,
        "entry_fee": {"now": posted.limits.entry_fee, "most": posted.limits.ante.min}
        if fee is not None and fee.value
        else None,
    }


def _seat(live: LiveTable, seat: Seat, chair: Chair, *, barred: set[str]) -> FloorSeat:
    staked, spot = 0, live.table.round.spots.get(seat)
    if spot is not None and live.table.phase is not Phase.SETTLED:
        staked = sum(cents for wager, cents in spot.on_layout.items() if wager is not Wager.MATCH_PLAY)
        made = spot.decision.multiple if spot.decision is not None else None
        staked += (made or 0) * spot.wagers.get(Wager.ANTE, 0)
    return {
        "seat": seat,
        "player": chair.player,
        "name": name_of(chair.player),
        "bot": is_bot(chair.player),
        "rail": live.table.rail(seat),
        "staked": staked,
        "barred": chair.player in barred,
        "away": seat in live.clock.away,
        "absent": live.clock.until_absent(live.table, seat) == 0,
        "removed": chair.player in live.table.removed,
    }


def approval(waiting: Waiting) -> Approval:
    """Return a pending approval."""
    return {
        "number": waiting.number,
        "link": waiting.link,
        "table": waiting.table,
        "asked_by": waiting.command.by,
        "command": only_named(encoded(waiting.command)),
    }


def _name(what: type | HouseAction) -> str:
    return what.value if isinstance(what, HouseAction) else what.__name__
