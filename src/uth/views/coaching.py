"""Coaching for one chair: what it sees when it is asked, and the coach's answer as a document."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from uth.coach.asked import AskedDecision, asked_decision
from uth.coach.coaching import Choice, Coaching
from uth.table.posted import Posted
from uth.table.round.refusals import decisions
from uth.table.round.state import Table
from uth.units import Seat
from uth.views.table import TableView, view_of


class CoachedChoice(TypedDict):
    """An action the seat is offered, and its exact value."""

    action: str
    """`4x`, `check` or `fold`."""
    multiple: int
    """The multiple of the ante; 0 is a check, at the river a fold."""
    fraction: str
    """The value in antes, exactly: `p/q`."""
    antes: float
    cents: float
    cost: float
    """What it costs in antes against the best action."""
    cost_cents: float
    grade: Literal["best", "inaccuracy", "mistake", "blunder"]


class ValuesDocument(TypedDict):
    """What the coach says about one decision."""

    street: Literal["preflop", "flop", "river"]
    choices: list[CoachedChoice]
    """Best first."""
    reason: str
    notes: list[str]
    """What the values take into account or leave out."""


class CoachingDocument(ValuesDocument):
    """What the coach says about one decision of one's own seat."""

    round: int
    seat: int


class CoachAnswer(TypedDict):
    """The newest coaching of the seat in this round, or null; `counting` while it is being computed."""

    coaching: CoachingDocument | None
    counting: bool


def asked_at(table: Table, posted: Posted, seat: Seat) -> AskedDecision | None:
    """Return the decision the seat is asked for, from its view alone, or ``None`` if it is not asked."""
    view = view_of(table, posted, seat)
    answers = decisions(table, seat, posted) if view.turn == seat else ()
    own = view.seats[seat].spot if seat in view.seats else None
    if not answers or view.street is None or own is None:
        return None
    return asked_decision(
        posted,
        view.street,
        hole=own.cards,
        community=view.community,
        dealer=view.dealer,
        others=(each.spot.cards for at, each in view.seats.items() if at != seat and each.spot is not None),
        wagers=own.wagers,
        meters=meters_in(view),
        answers=answers,
    )


def meters_in(view: TableView) -> dict[str, int]:
    """Return the meters in whole cents."""
    return {name: int(cents) for name, cents in view.meters.items()}


def coaching_document(coaching: Coaching, round_: int, seat: Seat) -> CoachingDocument:
    """Return the coaching of a seat's decision as a document."""
    return {**values_document(coaching), "round": round_, "seat": seat}


def values_document(coaching: Coaching) -> ValuesDocument:
    """Return the coaching as a document; decimals are for display, `fraction` is exact."""
    return {
        "street": coaching.street.value,
        "choices": [choice_document(each) for each in coaching.choices],
        "reason": coaching.reason,
        "notes": list(coaching.notes),
    }


def choice_document(choice: Choice) -> CoachedChoice:
    """Return an action with its value; decimals are for display, `fraction` is exact."""
    return {
        "action": choice.action,
        "multiple": choice.multiple,
        "fraction": f"{choice.value.numerator}/{choice.value.denominator}",
        "antes": float(choice.value),
        "cents": float(choice.cents),
        "cost": float(choice.cost),
        "cost_cents": float(choice.cost_cents),
        "grade": choice.grade.value,
    }
