"""The document of a table for one chair: its view as JSON, with offers and clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from typing_extensions import TypedDict

from uth.table.round import commands as c
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase
from uth.table.settle.awards import Claim, envy_claims
from uth.units import Seat
from uth.views.chair import felt_view
from uth.views.events import EventView, event_views, own_seats
from uth.views.link import LinkDocument, meters_shown
from uth.views.seat import PART_BUILDER, Face, PartBuilder, SeatDocument, faces, five
from uth.views.snapshot import TableSnapshot


class Banking(TypedDict):
    """The player/dealer and the wager behind the bank."""

    seat: int
    wager: int


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
    """What happens then, in words."""


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
    """Of the round on the table."""
    trouble: list[EventView]
    """Its irregularities and rulings, in order: event views for everyone."""
    floor_choices: list[str]
    rounds: int
    round: int
    """The number of the round on the table."""
    off: bool
    commitment: str | None
    """The hash of the next shuffle's secret; null until it is stored, empty if a real deck is dealt."""
    link: LinkDocument | None
    clock: Clock | None


def table_document(shown: TableSnapshot, chair: Seat | None) -> TableDocument:
    """Return the table as that chair may see it."""
    return own_document(watcher_document(shown), shown, chair, own_seats(shown.table, chair))


def own_document(
    watched: TableDocument,
    shown: TableSnapshot,
    chair: Seat | None,
    own: Iterable[Seat],
    builder: PartBuilder = PART_BUILDER,
) -> TableDocument:
    """Return the watcher's document with the player's own seats filled in."""
    seats = dict(watched["seats"])
    for seat in own:
        seats[str(seat)] = builder.own(shown, seat, seats[str(seat)])
    return {**watched, "chair": chair, "seats": seats}


def watcher_document(shown: TableSnapshot, builder: PartBuilder = PART_BUILDER) -> TableDocument:
    """Return the table as a watcher may see it."""
    table = shown.table
    view = felt_view(table, shown.posted)
    link = builder.link(shown.link) if shown.link is not None else None
    dealer_up = table.round.dealer if view.dealer_hand is not None else ()
    return {
        "chair": None,
        "phase": view.phase.value,
        "due": view.due,
        "turn": view.turn,
        "street": view.street.value if view.street is not None else None,
        "seats": {str(seat): builder.watched(shown, seat) for seat in sorted(table.chairs)},
        "dealer": faces(view.dealer),
        "dealer_hand": view.dealer_hand,
        "dealer_five": five(dealer_up, table),
        "qualifies": view.qualifies,
        "community": faces(view.community),
        "cards_left": view.cards_left,
        "racked": view.racked,
        "banker": {"seat": view.banker.seat, "wager": view.banker.wager} if view.banker is not None else None,
        "button": view.button,
        "meters": link["meters"] if link is not None else meters_shown(shown),
        "progressive_down": view.progressive_down,
        "void": view.void,
        "envy": [_envy(each) for each in envy_claims(table)] if table.round.spots else [],
        "trouble": event_views(shown.notes.trouble, table, shown.posted),
        "floor_choices": [choice.value for choice in view.floor_choices],
        "rounds": view.rounds,
        "round": view.rounds + (table.phase is not Phase.SETTLED),
        "off": shown.off,
        "commitment": shown.commitment,
        "link": link,
        "clock": None if shown.is_past else clock(shown),
    }


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
    if table.turn is not None:
        checks = refusal_of(table, c.Check(seat=table.turn), shown.posted) is None
        then = "checks" if checks else "folds"
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
