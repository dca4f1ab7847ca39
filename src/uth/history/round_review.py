"""The review of a settled round: a seat's decisions, graded from what its chair saw when it was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal

from typing_extensions import TypedDict

from uth.coach.drills import QuestionDocument, question_at
from uth.coach.expected import expected_wagers
from uth.coach.review import ReviewedDecision, reviewed
from uth.errors import Malformed, Refused
from uth.history.replayed_round import ReplayedRound, ReplayStep
from uth.house.followed_table import HOUSE
from uth.people.roles import is_bot, name_of
from uth.ranking import rank
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.units import Seat
from uth.views.coaching import CoachedChoice, asked_at, choice_document
from uth.views.table import view_of
from uth.words.procedure import irregularity_note

VERSION: Final = 2
"""The version of stored reviews; others are computed again."""

DECISIONS: Final = (e.PlayMade, e.Checked, e.Folded)
Decided = e.PlayMade | e.Checked | e.Folded


class DecisionReview(TypedDict):
    """A decision that was made, with the exact value of every action that was offered."""

    n: int
    """The number of its record."""
    street: Literal["preflop", "flop", "river"]
    action: str
    """What was chosen: ``4x``, ``check`` or ``fold``."""
    by_clock: bool
    """Whether the time ran out and the house answered for the seat."""
    hole: list[str]
    board: list[str]
    kind: str | None
    """The kind of decision, such as ``suited-kings``; null if the decision is not valued."""
    title: str
    """The kind as people read it."""
    grade: Literal["best", "inaccuracy", "mistake", "blunder"] | None
    lost: str
    """What it cost in antes against the best action, exactly: `p/q`."""
    cost: float
    cost_cents: float
    choices: list[CoachedChoice]
    """Best first; empty if the decision is not valued."""
    reason: str
    """Why the best action is best; or why the decision is not valued."""
    notes: list[str]
    drill: QuestionDocument | None
    """A wrong decision as a question of a drill; null if no drill has its game."""


class ExpectedGroup(TypedDict):
    """Wagers whose result is expected together, before the cards are dealt and under the best play, in cents."""

    name: str
    wagers: list[str]
    expected: str
    """Exactly: `p/q`."""
    deviation: float


class SeatReview(TypedDict):
    """The review of one seat in one round."""

    v: int
    seat: int
    book: str
    symbol: str
    ante: int
    decisions: list[DecisionReview]
    folded: bool
    would_have: Literal["won", "tied", "lost"] | None
    """How a folded hand compares with the dealer's, if the chair saw both in the end."""
    expected: list[ExpectedGroup]
    """Empty if the expectation is not known; then `unknown` says why."""
    unknown: str | None


def players_seats(round_: ReplayedRound) -> list[Seat]:
    """Return the seats that people played in the round."""
    chairs = round_.end.chairs
    return sorted(seat for seat in round_.end.round.spots if not is_bot(chairs[seat].player))


def review_of(round_: ReplayedRound, seat: Seat) -> SeatReview:
    """Return the review of a seat; raise `Refused` before the round is settled."""
    if round_.settling is None:
        raise Refused("round_not_settled", None, "a round is reviewed after its settlement")
    spot = round_.end.round.spots[seat]
    decided = list(_decided(round_, seat))
    asked_first = decided[0][2] if decided else round_.start
    expected, unknown = _expected(round_, seat, {name: int(cents) for name, cents in asked_first.meters.items()})
    return {
        "v": VERSION,
        "seat": seat,
        "book": round_.posted.rules.name,
        "symbol": round_.posted.rules.currency.symbol,
        "ante": spot.wagers.get(Wager.ANTE, 0),
        "decisions": [_decision(*each, round_.posted, seat) for each in decided],
        "folded": spot.folded,
        "would_have": _would_have(round_, seat),
        "expected": expected,
        "unknown": unknown,
    }


def _decided(round_: ReplayedRound, seat: Seat) -> Iterator[tuple[ReplayStep, Decided, Table]]:
    """Yield the decisions of the seat, each with the table before it."""
    table = round_.before
    for step in round_.steps:
        for event, state in zip(step.events, step.states, strict=True):
            if isinstance(event, DECISIONS) and event.seat == seat:
                yield step, event, table
            table = state


def _decision(step: ReplayStep, event: Decided, before: Table, posted: Posted, seat: Seat) -> DecisionReview:
    multiple = event.multiple if isinstance(event, e.PlayMade) else 0
    action = f"{multiple}x" if multiple else "fold" if isinstance(event, e.Folded) else "check"
    street = view_of(before, posted, seat).street
    review: ReviewedDecision | None = None
    says = "it was made out of turn"
    try:
        asked = asked_at(before, posted, seat)
        review = reviewed(asked, multiple) if asked is not None else None
    except (Refused, Malformed) as fault:
        says = fault.says if isinstance(fault, Refused) else str(fault)
    document: DecisionReview = {
        "n": step.number,
        "street": street.value if street is not None else "river",
        "action": action,
        "by_clock": name_of(step.by) == HOUSE,
        "hole": [str(card) for card in before.round.spots[seat].hole],
        "board": [str(card) for card in before.round.board],
        "kind": None,
        "title": "",
        "grade": None,
        "lost": "0/1",
        "cost": 0.0,
        "cost_cents": 0.0,
        "choices": [],
        "reason": f"This decision is not valued: {says}.",
        "notes": [],
        "drill": None,
    }
    if review is None:
        return document
    chosen, coaching = review.chosen, review.coaching
    question = question_at(review.asked, multiple) if chosen.cost else None
    return {
        **document,
        "kind": review.kind.name,
        "title": review.kind.title,
        "grade": review.grade.value,
        "lost": _fraction(chosen.cost),
        "cost": float(chosen.cost),
        "cost_cents": float(chosen.cost_cents),
        "choices": [choice_document(each) for each in coaching.choices],
        "reason": coaching.reason,
        "notes": list(coaching.notes),
        "drill": question.document() if question is not None else None,
    }


def _expected(round_: ReplayedRound, seat: Seat, meters: Mapping[str, int]) -> tuple[list[ExpectedGroup], str | None]:
    """Return the expectation of the seat's wagers with these meters before a card is dealt, or why it is not known."""
    posted, end = round_.posted, round_.end
    wagers = end.round.spots[seat].wagers
    first = round_.closing or 0
    if any(irregularity_note(event, posted.rules.words) for step in round_.steps[first:] for event in step.events):
        return [], "something went wrong in this round"
    spots = end.round.spots.values()
    try:
        groups = expected_wagers(
            posted,
            wagers,
            meters,
            in_progressive=sum(1 for spot in spots if spot.wagers.get(Wager.PROGRESSIVE)),
            hands=len(spots) + 1,
        )
    except Malformed as fault:
        return [], str(fault)
    return [
        {
            "name": each.name,
            "wagers": [wager.value for wager in each.wagers],
            "expected": _fraction(each.expected),
            "deviation": each.deviation,
        }
        for each in groups
    ], None


def _would_have(round_: ReplayedRound, seat: Seat) -> Literal["won", "tied", "lost"] | None:
    end = round_.end
    spot, seen = end.round.spots[seat], view_of(end, round_.posted, seat)
    dealer = [card for card in seen.dealer if card is not None]
    board = [card for card in seen.community if card is not None]
    if not spot.folded or len(dealer) != 2 or len(board) != 5 or len(spot.hole) != 2:
        return None
    mine, theirs = rank((*spot.hole, *board)), rank((*dealer, *board))
    return "won" if mine > theirs else "lost" if mine < theirs else "tied"


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
