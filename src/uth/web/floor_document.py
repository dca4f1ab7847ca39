"""The floor at a glance: every table with what it waits for, every link, what waits for a second person."""

from __future__ import annotations

from uth.host.approvals import Waiting
from uth.host.house import House
from uth.host.live_table import LiveTable
from uth.host.notices import Notices
from uth.host.people_log import Session, is_bot, name_of
from uth.host.roles import MAY, Action
from uth.host.table_specs import TableSpec
from uth.protocol.floor import Approval, FloorDocument, FloorSeat, FloorTable, TableSettings
from uth.rules.values import Wager
from uth.store.codec import encoded
from uth.table.due import due
from uth.table.state import Chair, Phase
from uth.units import Seat
from uth.web.keypad_document import floor_link
from uth.web.stopped_document import call_of, dispute_of, waiting_disputes


def floor_document(house: House, session: Session) -> FloorDocument:
    """Return the floor as whoever asks may see and work it."""
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
    """Return one table: where it stands, who sits there, and what it waits for."""
    table, posted = live.table, live.posted
    return {
        "name": live.name,
        "book": posted.rules.name,
        "symbol": posted.rules.currency.symbol,
        "phase": table.phase.value,
        "due": due(table, posted),
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
        "progressive_down": table.progressive_down or table.link_down,
        "call": call_of(live),
        "dispute": dispute_of(live, notices),
        "disputes": waiting_disputes(live, notices),
        "settings": settings_of(live),
        "removal_voids": live.posted.rules.floor.removal_voids is not None,
        "owed": [{"seat": each.seat, "name": name_of(each.player), "cents": each.cents} for each in table.owed],
    }


def settings_of(live: LiveTable) -> TableSettings:
    """Return what the book leaves to the floor at this table, as it stands and how far it goes."""
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
    staked, spot = 0, live.table.spots.get(seat)
    if spot is not None and live.table.phase is not Phase.SETTLED:
        staked = sum(cents for wager, cents in spot.on_layout.items() if wager is not Wager.MATCH_PLAY)
        made = spot.decision.multiple if spot.decision is not None else None
        staked += (made or 0) * spot.wagers.get(Wager.ANTE, 0)
    return {
        "seat": seat,
        "player": chair.player,
        "name": name_of(chair.player),
        "bot": is_bot(chair.player),
        "rail": chair.rail,
        "staked": staked,
        "barred": chair.player in barred,
        "away": seat in live.clock.away,
        "absent": live.clock.until_absent(live.table, seat) == 0,
        "removed": chair.player in live.table.removed,
    }


def approval(waiting: Waiting) -> Approval:
    """Return what waits for a second person."""
    return {
        "number": waiting.number,
        "link": waiting.link,
        "table": waiting.table,
        "asked_by": waiting.command.by,
        "command": encoded(waiting.command),
    }


def _name(what: type | Action) -> str:
    return what.value if isinstance(what, Action) else what.__name__
