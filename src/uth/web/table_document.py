"""A table's document for one chair: its view in JSON, with the offers and the clock beside it."""

from __future__ import annotations

from functools import lru_cache

from uth.cards import Card
from uth.errors import Refused
from uth.host.bots import is_bot
from uth.host.live_table import LiveTable
from uth.host.people import name_of
from uth.host.views import Faces, SeatView, seat_view, view_of
from uth.protocol.documents import Clock, Face, Line, OfferedWager, Offers, SeatDocument, TableDocument
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table.offers import decisions, wager_offers
from uth.table.posted import Posted
from uth.table.refusals import refusal_of
from uth.table.settled import SettledWager
from uth.table.shown import best_five, odds_of
from uth.table.state import Phase, Table
from uth.units import Seat
from uth.web.link_document import link_document


def table_document(live: LiveTable, table: Table, chair: Seat | None) -> TableDocument:
    """Return the table as that chair may see it; offers and clock belong to the table as it is now."""
    return own_document(watched_document(live, table), live, table, chair)


def own_document(watched: TableDocument, live: LiveTable, table: Table, chair: Seat | None) -> TableDocument:
    """Return what everyone may see with what the chair's player alone may see put in: their own seats."""
    if chair is None or chair not in table.chairs:
        return {**watched, "chair": chair}
    player = table.chairs[chair].player
    own = {
        str(seat): _seat(live, table, seat, seat_view(table, seat, own=True), own=True)
        for seat, each in table.chairs.items()
        if each.player == player
    }
    return {**watched, "chair": chair, "seats": {**watched["seats"], **own}}


def watched_document(live: LiveTable, table: Table) -> TableDocument:
    """Return the table as anybody may see it who only watches."""
    view, now = view_of(table, live.posted), table is live.table
    dealer_up = table.dealer if view.dealer_hand is not None else ()
    return {
        "chair": None,
        "phase": view.phase.value,
        "due": view.due,
        "turn": view.turn,
        "street": view.street.value if view.street is not None else None,
        "seats": {str(seat): _seat(live, table, seat, seen, own=False) for seat, seen in view.seats.items()},
        "dealer": _faces(view.dealer),
        "dealer_hand": view.dealer_hand,
        "dealer_five": _five(dealer_up, table),
        "qualifies": view.qualifies,
        "community": _faces(view.community),
        "cards_left": view.cards_left,
        "racked": view.racked,
        "banker": {"seat": view.banker.seat, "wager": view.banker.wager} if view.banker is not None else None,
        "button": view.button,
        "meters": {name: int(amount) for name, amount in view.meters.items()},
        "progressive_down": view.progressive_down,
        "void": view.void,
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


def _faces(faces: Faces) -> list[Face]:
    return [str(card) if card is not None else None for card in faces]


def _five(hole: tuple[Card, ...], table: Table) -> list[str]:
    """Return the five cards that make a hand that lies face up."""
    cards = (*hole, *table.community)
    return list(_best(cards)) if len(hole) == 2 and len(cards) == 7 else []


@lru_cache(maxsize=4096)
def _best(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(str, best_five(cards)))


def _seat(live: LiveTable, table: Table, seat: Seat, seen: SeatView, *, own: bool) -> SeatDocument:
    spot, held = seen.spot, table.spots.get(seat)
    decision = spot.decision if spot is not None else None
    shown = spot is not None and spot.hand is not None and held is not None
    return {
        "name": name_of(seen.player),
        "mine": own,
        "bot": is_bot(seen.player),
        "rail": seen.rail,
        "ready": seat in live.clock.ready,
        "wagers": {wager.value: cents for wager, cents in spot.wagers.items()} if spot is not None else {},
        "cards": _faces(spot.cards) if spot is not None else [],
        "decision": {"street": decision.street.value, "multiple": decision.multiple} if decision is not None else None,
        "hand": spot.hand if spot is not None else None,
        "five": _five(held.hole, table) if shown and held is not None else [],
        "void": spot.void if spot is not None else None,
        "lines": [line(settled, live.posted) for at, settled in table.settled if at == seat],
        "offers": offers(live, table, seat) if own and table is live.table else None,
    }


def line(settled: SettledWager, posted: Posted) -> Line:
    """Return how a wager was settled."""
    coupon = settled.wager is Wager.MATCH_PLAY
    return {
        "wager": settled.wager.value,
        "stake": settled.stake,
        "outcome": settled.outcome.value,
        "returned": settled.returned,
        "won": settled.won,
        "net": settled.won if coupon else settled.net,
        "odds": odds_of(settled, posted),
        "row": settled.row,
        "clauses": list(settled.cites),
        "cut": settled.cut,
    }


def offers(live: LiveTable, table: Table, seat: Seat) -> Offers:
    """Return what the seat may do now, found by asking the one place that refuses."""
    posted, laid = live.posted, table.spots[seat].wagers if seat in table.spots else {}
    answers = decisions(table, seat, posted) if table.turn == seat else ()
    waits = table.phase is Phase.WAGERS
    wagers: list[OfferedWager] = [
        {"wager": each.wager.value, "min": each.cents_min, "max": each.cents_max, "unit": each.unit}
        for each in (wager_offers(table, seat, posted) if waits and not _is_off(live, table, seat) else ())
    ]
    players_bank = posted.rules.seats.banked_by.value == "player"
    return {
        "wagers": wagers,
        "back": [
            wager.value
            for wager in Wager
            if waits and wager in laid and _may(live, c.TakeBackWager(seat=seat, wager=wager))
        ],
        "plays": [each.multiple for each in answers if isinstance(each, c.MakePlay)],
        "check": any(isinstance(each, c.Check) for each in answers),
        "fold": any(isinstance(each, c.Fold) for each in answers),
        "bank": waits and players_bank and _may(live, c.Bank(seat=seat, cents=posted.limits.ante.min)),
        "leave": _may(live, c.LeaveSeat(seat=seat)),
        "ready": waits and seat in table.spots and seat not in live.clock.ready,
    }


def _is_off(live: LiveTable, table: Table, seat: Seat) -> bool:
    return live.off or live.switches.stop(live.name, table.chairs[seat].player)


def _may(live: LiveTable, command: c.Command) -> bool:
    return not isinstance(refusal_of(live.table, command, live.posted), Refused)
