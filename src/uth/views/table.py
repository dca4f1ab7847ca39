"""A table as one reader sees it: its view field by field, and its document for the wire, with offers and clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Literal

from typing_extensions import TypedDict

from uth.cites import cites
from uth.house.live_table import TableSnapshot
from uth.records import record
from uth.rules.procedure import Remedy
from uth.rules.values import Street
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.banking import button, settled_bank
from uth.table.round.due import due_words
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Table
from uth.table.settle.awards import Claim, envy_claims
from uth.table.settle.settled import Banker
from uth.units import Seat
from uth.views.events import EventView, event_views, own_seats
from uth.views.link import LinkDocument, meters_shown
from uth.views.seat import (
    PART_BUILDER,
    Face,
    Faces,
    PartBuilder,
    SeatDocument,
    SeatView,
    card_faces,
    faces,
    five,
    seat_view,
)


class Banking(TypedDict):
    """The player/dealer and the wager behind the bank."""

    seat: int
    wager: int
    used: int | None
    """How much of it was used; null until the round is settled."""
    net: int | None
    """Its net result; null until the round is settled."""


class EnvyView(TypedDict):
    """What a seat is paid for the hand of another, pending or denied together with that hand's award."""

    seat: int
    from_seat: int
    cents: int
    state: Literal["waits", "paid", "refused"]
    reason: str
    """Why it was denied."""


class Clock(TypedDict):
    """What the house does when the time is up."""

    what: Literal["decision", "wagers", "bank", "next_round"]
    seat: int | None
    left: float
    """Seconds left when the frame was made."""
    of: float
    then: str
    """What the house does then, in words."""
    more: int
    """How many times the player may still restart the clock (R120)."""


class TableDocument(TypedDict):
    """The table as one chair sees it."""

    chair: int | None
    phase: str
    due: str
    turn: int | None
    street: str | None
    seats: dict[str, SeatDocument]
    dealer: list[Face]
    dealer_hand: str | None
    dealer_five: list[str]
    qualifies: bool | None
    community: list[Face]
    cards_left: int
    racked: int
    banker: Banking | None
    button: int | None
    meters: dict[str, int]
    progressive_down: bool
    void: str | None
    envy: list[EnvyView]
    """The envy of the round on the table."""
    trouble: list[EventView]
    """The irregularities and rulings of the round, in order, as event views for everyone."""
    floor_choices: list[str]
    rounds: int
    round: int
    """The number of the round on the table."""
    off: bool
    commitment: str | None
    """The hash of the next shuffle's secret; null until it is stored, empty if a real deck is dealt."""
    link: LinkDocument | None
    clock: Clock | None


@record
class FeltView:
    """The middle of the table, the same for everyone."""

    phase: Phase
    due: str
    turn: Seat | None
    street: Street | None
    dealer: Faces
    dealer_hand: str | None
    qualifies: bool | None
    community: Faces
    cards_left: int
    racked: int
    banker: Banker | None
    button: Seat | None
    meters: Mapping[str, Fraction]
    progressive_down: bool
    void: str | None
    floor_choices: tuple[Remedy, ...]
    rounds: int


@record
class TableView(FeltView):
    """The table as one chair sees it; chair ``None`` is a watcher."""

    chair: Seat | None
    seats: Mapping[Seat, SeatView]


@cites("MA.7d2")
def view_of(table: Table, posted: Posted, chair: Seat | None = None) -> TableView:
    """Return what that chair may see now."""
    seated = table.chairs.get(chair) if chair is not None else None
    player = seated.player if seated is not None else None
    seats = {seat: seat_view(table, seat, own=player == each.player) for seat, each in sorted(table.chairs.items())}
    felt = felt_view(table, posted)
    return TableView(chair=chair, seats=seats, **{each.name: getattr(felt, each.name) for each in fields(felt)})


def felt_view(table: Table, posted: Posted) -> FeltView:
    """Return what everyone may see in the middle of the table now."""
    dealt = table.round
    return FeltView(
        phase=table.phase,
        due=due_words(table, posted),
        turn=table.asked,
        street=table.street,
        dealer=card_faces(dealt.dealer, table, shown=len(dealt.dealer) if dealt.dealer_hand is not None else 0),
        dealer_hand=str(dealt.dealer_hand) if dealt.dealer_hand is not None else None,
        qualifies=dealt.qualifies,
        community=card_faces(dealt.community, table, shown=dealt.community_shown),
        cards_left=len(dealt.deck),
        racked=sum([len(racked.cards) for racked in table.rack]),
        banker=dealt.banker,
        button=button(table, posted) if posted.player_banks else None,
        meters=dict(table.meters),
        progressive_down=table.system_down,
        void=dealt.void,
        floor_choices=dealt.floor.choices if dealt.floor is not None else (),
        rounds=table.rounds,
    )


def table_document(shown: TableSnapshot, chair: Seat | None) -> TableDocument:
    """Return the table as that chair may see it."""
    watched = watcher_document(shown)
    seats = PART_BUILDER.own_seats(shown, watched["seats"], own_seats(shown.table, chair))
    return {**watched, "chair": chair, "seats": seats}


def watcher_document(shown: TableSnapshot, builder: PartBuilder = PART_BUILDER) -> TableDocument:
    """Return the table as a watcher may see it."""
    table = shown.table
    view = felt_view(table, shown.posted)
    link = builder.link(shown.link) if shown.link is not None else None
    has_claims = bool(table.settled or table.decided)
    dealer_up = table.round.dealer if view.dealer_hand is not None else ()
    return {
        "chair": None,
        "phase": view.phase.value,
        "due": view.due,
        "turn": view.turn,
        "street": view.street.value if view.street is not None else None,
        "seats": builder.seats(shown),
        "dealer": faces(view.dealer),
        "dealer_hand": view.dealer_hand,
        "dealer_five": five(dealer_up, table) if dealer_up else [],
        "qualifies": view.qualifies,
        "community": faces(view.community),
        "cards_left": view.cards_left,
        "racked": view.racked,
        "banker": _banking(shown),
        "button": view.button,
        "meters": link["meters"] if link is not None else meters_shown(shown),
        "progressive_down": view.progressive_down,
        "void": view.void,
        "envy": [_envy(each) for each in envy_claims(table)] if table.round.spots and has_claims else [],
        "trouble": event_views(shown.notes.trouble, table, shown.posted) if shown.notes.trouble else [],
        "floor_choices": [choice.value for choice in view.floor_choices] if view.floor_choices else [],
        "rounds": view.rounds,
        "round": view.rounds + (table.phase is not Phase.SETTLED),
        "off": shown.off,
        "commitment": shown.commitment,
        "link": link,
        "clock": None if shown.is_past else clock(shown),
    }


def _banking(shown: TableSnapshot) -> Banking | None:
    table, banker = shown.table, shown.table.round.banker
    if banker is None:
        return None
    settled = settled_bank(table, shown.posted) if table.phase is Phase.SETTLED else None
    used, net = (settled.used, settled.net) if settled is not None else (None, None)
    return {"seat": banker.seat, "wager": banker.wager, "used": used, "net": net}


def _envy(claim: Claim) -> EnvyView:
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
    """Return what the house waits for and how long, or ``None`` if no clock runs."""
    table, left, of = shown.table, shown.left_s, shown.of_s
    if left is None or of is None or of <= 0:
        return None
    more = shown.more
    if table.asked is not None:
        checks = refusal_of(table, c.Check(seat=table.asked), shown.posted) is None
        then = f"seat {table.turn} {'checks' if checks else 'folds'}"
        return {"what": "decision", "seat": table.turn, "left": left, "of": of, "then": then, "more": more}
    if isinstance(shown.then, c.DeclineBank):
        then = f"the button passes seat {shown.then.seat}"
        return {"what": "bank", "seat": shown.then.seat, "left": left, "of": of, "then": then, "more": 0}
    if shown.then is not None:
        return None
    if table.phase is Phase.WAGERS:
        return {"what": "wagers", "seat": None, "left": left, "of": of, "then": "no more bets", "more": more}
    if table.phase is Phase.SETTLED:
        return {"what": "next_round", "seat": None, "left": left, "of": of, "then": "the next round", "more": 0}
    return None
