"""Coaching for one chair: what it sees when it is asked, and the coach's answer as a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from typing_extensions import TypedDict

from uth.cards import Card
from uth.coach.coaching import Choice, Coaching
from uth.errors import Refused
from uth.rules.values import Street
from uth.strategy.named import Situation
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.refusals import decisions
from uth.table.round.state import Table
from uth.units import Seat
from uth.views.chair import TableView, view_of


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


class CoachingDocument(TypedDict):
    """What the coach says about one decision of one's own seat."""

    round: int
    seat: int
    street: Literal["preflop", "flop", "river"]
    choices: list[CoachedChoice]
    """Best first."""
    reason: str
    notes: list[str]
    """What the values take into account or leave out."""


class CoachAnswer(TypedDict):
    """The newest coaching of the seat in this round, or null; `counting` while it is being computed."""

    coaching: CoachingDocument | None
    counting: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedDecision:
    """A decision as the chair that is asked sees it."""

    situation: Situation
    dead: tuple[Card, ...]
    """Cards it has seen besides its hole and the board: those of its other hand."""
    offered: tuple[int, ...]
    """The multiples it may choose; 0 is a check, at the river a fold."""


def asked_at(table: Table, posted: Posted, seat: Seat) -> AskedDecision | None:
    """Return the decision the seat is asked for, from what it sees, or ``None`` if it is not asked."""
    view = view_of(table, posted, seat)
    answers = decisions(table, seat, posted) if view.turn == seat and view.street is not None else ()
    if not answers or view.street is None:
        return None
    return asked_in(view, posted, seat, view.street, answers)


def asked_in(
    view: TableView, posted: Posted, seat: Seat, street: Street, answers: tuple[c.Check | c.MakePlay | c.Fold, ...]
) -> AskedDecision:
    """Return the decision, from the view of the seat alone."""
    own = view.seats[seat].spot
    hole = tuple(card for card in own.cards if card is not None) if own is not None else ()
    board = tuple(card for card in view.community if card is not None)
    in_order = tuple(view.community[: len(board)]) == board
    shown = {Street.PREFLOP: 0, Street.FLOP: 3, Street.RIVER: 5}[street]
    if own is None or len(hole) != 2 or len(board) != shown or not in_order or any(view.dealer):
        says = "a card was shown out of turn in this round; the coach values only rounds that were dealt as usual"
        raise Refused("not_coached", None, says)
    others = (each.spot.cards for at, each in view.seats.items() if at != seat and each.spot is not None)
    return AskedDecision(
        situation=Situation(
            posted=posted, hole=hole, board=board, street=street, wagers=own.wagers, meters=meters_in(view)
        ),
        dead=tuple(sorted(card for cards in others for card in cards if card is not None)),
        offered=tuple(each.multiple if isinstance(each, c.MakePlay) else 0 for each in answers),
    )


def meters_in(view: TableView) -> dict[str, int]:
    """Return the meters in whole cents."""
    return {name: int(cents) for name, cents in view.meters.items()}


def coaching_document(coaching: Coaching, round_: int, seat: Seat) -> CoachingDocument:
    """Return the coaching as a document; decimals are for display, `fraction` is exact."""
    return {
        "round": round_,
        "seat": seat,
        "street": coaching.street.value,
        "choices": [_choice(each) for each in coaching.choices],
        "reason": coaching.reason,
        "notes": list(coaching.notes),
    }


def _choice(choice: Choice) -> CoachedChoice:
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
