"""A table's document for one chair: its view in JSON, with the offers and the clock beside it."""

from __future__ import annotations

from uth.host.seen import told
from uth.host.views import view_of
from uth.protocol.table import Clock, Envy, TableDocument
from uth.table import commands as c
from uth.table.claims import Claim, envy_claims
from uth.table.offers import decisions
from uth.table.state import Phase
from uth.units import Seat
from uth.web.link_document import link_document, meters_shown
from uth.web.seat_document import ANEW, SeatDrawer, faces, five
from uth.web.table_snapshot import TableSnapshot


def table_document(shown: TableSnapshot, chair: Seat | None) -> TableDocument:
    """Return the table as that chair may see it."""
    return own_document(watched_document(shown), shown, chair)


def own_document(
    watched: TableDocument, shown: TableSnapshot, chair: Seat | None, seats: SeatDrawer = ANEW
) -> TableDocument:
    """Return what everyone may see with what the chair's player alone may see put in: their own seats."""
    chairs = shown.table.chairs
    if chair is None or chair not in chairs:
        return {**watched, "chair": chair}
    player = chairs[chair].player
    own = {
        str(seat): seats.own(shown, seat, watched["seats"][str(seat)])
        for seat, each in chairs.items()
        if each.player == player
    }
    return {**watched, "chair": chair, "seats": {**watched["seats"], **own}}


def watched_document(shown: TableSnapshot, seats: SeatDrawer = ANEW) -> TableDocument:
    """Return the table as anybody may see it who only watches."""
    table, notes = shown.table, shown.notes
    view = view_of(table, shown.posted)
    dealer_up = table.dealer if view.dealer_hand is not None else ()
    return {
        "chair": None,
        "phase": view.phase.value,
        "due": view.due,
        "turn": view.turn,
        "street": view.street.value if view.street is not None else None,
        "seats": {str(seat): seats.watched(shown, seat) for seat in sorted(table.chairs)},
        "dealer": faces(view.dealer),
        "dealer_hand": view.dealer_hand,
        "dealer_five": five(dealer_up, table),
        "qualifies": view.qualifies,
        "community": faces(view.community),
        "cards_left": view.cards_left,
        "racked": view.racked,
        "banker": {"seat": view.banker.seat, "wager": view.banker.wager} if view.banker is not None else None,
        "button": view.button,
        "meters": meters_shown(shown),
        "progressive_down": view.progressive_down,
        "void": view.void,
        "envy": [_envy(each) for each in envy_claims(table)] if table.spots else [],
        "trouble": [told(event, table, None) for event in notes.trouble],
        "floor_choices": [choice.value for choice in view.floor_choices],
        "rounds": view.rounds,
        "round": view.rounds + (table.phase is not Phase.SETTLED),
        "off": shown.off,
        "commitment": shown.commitment,
        "link": link_document(shown.link) if shown.link is not None else None,
        "clock": None if shown.is_past else clock(shown),
    }


def _envy(claim: Claim) -> Envy:
    owed = claim.owed
    from_seat = owed.from_seat or 0
    return {
        "seat": owed.seat,
        "from_seat": from_seat,
        "cents": owed.cents,
        "state": claim.state.value,
        "reason": claim.reason,
    }


def clock(shown: TableSnapshot) -> Clock | None:
    """Return what the house waits for and how long, or ``None`` while nothing runs."""
    table, left, of = shown.table, shown.left_s, shown.of_s
    if left is None or of is None or of <= 0:
        return None
    if table.turn is not None:
        then = "checks" if c.Check(seat=table.turn) in decisions(table, table.turn, shown.posted) else "folds"
        return {"what": "decision", "seat": table.turn, "left": left, "of": of, "then": f"seat {table.turn} {then}"}
    if isinstance(shown.then, c.DeclineBank):
        then = f"the button passes seat {shown.then.seat}"
        return {"what": "bank", "seat": shown.then.seat, "left": left, "of": of, "then": then}
    if shown.then is not None:
        return None
    if table.phase is Phase.WAGERS:
        return {"what": "wagers", "seat": None, "left": left, "of": of, "then": "no more bets"}
    if table.phase is Phase.SETTLED:
        return {"what": "next_round", "seat": None, "left": left, "of": of, "then": "the next round"}
    return None
