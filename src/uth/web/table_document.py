"""A table's document for one chair: its view in JSON, with the offers and the clock beside it."""

from __future__ import annotations

from uth.host.live_table import LiveTable
from uth.host.round_notes import RoundNotes
from uth.host.seen import told
from uth.host.views import view_of
from uth.protocol.table import Clock, TableDocument
from uth.table import commands as c
from uth.table.offers import decisions
from uth.table.state import Phase, Table
from uth.units import Seat
from uth.web.link_document import link_document
from uth.web.seat_document import ANEW, SeatDrawer, faces, five


def table_document(live: LiveTable, table: Table, notes: RoundNotes, chair: Seat | None) -> TableDocument:
    """Return the table as that chair may see it; offers and clock belong to the table as it is now."""
    return own_document(watched_document(live, table, notes), live, table, chair)


def own_document(
    watched: TableDocument, live: LiveTable, table: Table, chair: Seat | None, seats: SeatDrawer = ANEW
) -> TableDocument:
    """Return what everyone may see with what the chair's player alone may see put in: their own seats."""
    if chair is None or chair not in table.chairs:
        return {**watched, "chair": chair}
    player = table.chairs[chair].player
    own = {
        str(seat): seats.own(live, table, seat, watched["seats"][str(seat)])
        for seat, each in table.chairs.items()
        if each.player == player
    }
    return {**watched, "chair": chair, "seats": {**watched["seats"], **own}}


def watched_document(live: LiveTable, table: Table, notes: RoundNotes, seats: SeatDrawer = ANEW) -> TableDocument:
    """Return the table as anybody may see it who only watches."""
    view, now = view_of(table, live.posted), table is live.table
    dealer_up = table.dealer if view.dealer_hand is not None else ()
    return {
        "chair": None,
        "phase": view.phase.value,
        "due": view.due,
        "turn": view.turn,
        "street": view.street.value if view.street is not None else None,
        "seats": {str(seat): seats.watched(live, table, seat) for seat in sorted(table.chairs)},
        "dealer": faces(view.dealer),
        "dealer_hand": view.dealer_hand,
        "dealer_five": five(dealer_up, table),
        "qualifies": view.qualifies,
        "community": faces(view.community),
        "cards_left": view.cards_left,
        "racked": view.racked,
        "banker": {"seat": view.banker.seat, "wager": view.banker.wager} if view.banker is not None else None,
        "button": view.button,
        "meters": {name: int(amount) for name, amount in view.meters.items()},
        "progressive_down": view.progressive_down,
        "void": view.void,
        "envy": [{"seat": each.seat, "from_seat": each.from_seat, "cents": each.cents} for each in notes.envy],
        "trouble": [told(event, table, None) for event in notes.trouble],
        "floor_choices": [choice.value for choice in view.floor_choices],
        "rounds": view.rounds,
        "round": view.rounds + (table.phase is not Phase.SETTLED),
        "off": live.off,
        "commitment": live.secret.published,
        "link": link_document(live.link) if live.link is not None else None,
        "clock": clock(live) if now else None,
    }


def clock(live: LiveTable) -> Clock | None:
    """Return what the house waits for and how long, or ``None`` while nothing runs."""
    left, of = live.clock.time_left(live.table)
    table = live.table
    if left is None or of is None or of <= 0:
        return None
    if table.turn is not None:
        then = "checks" if c.Check(seat=table.turn) in decisions(table, table.turn, live.posted) else "folds"
        return {"what": "decision", "seat": table.turn, "left": left, "of": of, "then": f"seat {table.turn} {then}"}
    if table.phase is Phase.WAGERS:
        return {"what": "wagers", "seat": None, "left": left, "of": of, "then": "no more bets"}
    if table.phase is Phase.SETTLED:
        return {"what": "next_round", "seat": None, "left": left, "of": of, "then": "the next round"}
    return None
