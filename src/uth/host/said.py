"""What went wrong in a round, in words, each with its clause."""

from __future__ import annotations

from uth.table import events as e
from uth.units import Seat

Said = dict[str, str | None]


def said_of(event: e.Event) -> Said | None:
    """Return what an event has to say of an irregularity, or ``None`` if it is about none."""
    match event:
        case e.IrregularityReported(irregularity=what, moment=moment):
            return _said(f"{what.kind.words}, {moment.words}")
        case e.IrregularityRuled(says=says, clause=clause):
            return _said(f"the book rules: {says}", clause)
        case e.FloorCalled(choices=choices, clause=clause):
            return _said(f"the floor is called: {', or '.join(choice.words for choice in choices)}", clause)
        case e.FloorRuled(remedy=remedy, by=by, reason=reason, clause=clause):
            return _said(f"{by} rules: {remedy.words}, because {reason}", clause)
        case e.CardsExposed(cards=cards):
            return _said(f"{' '.join(map(str, cards))} {'is' if len(cards) == 1 else 'are'} seen")
        case e.CardsFoundFaceUp(count=count):
            return _said("a card is found face up" if count == 1 else f"{count} cards are found face up")
        case e.CardsMisdealt(seat=seat, held=held):
            return _said(f"{_holder(seat)} {held} card{'' if held == 1 else 's'}")
        case e.DealPutRight(seat=seat, held=held):
            return _said(f"{_holder(seat)} {held} cards again, dealt in sequence")
        case e.HandVoided(seat=seat, clause=clause):
            return _said(f"the hand of seat {seat} is void", clause)
        case e.RoundVoided(clause=clause):
            return _said("all hands are void", clause)
        case e.ReplacementOrdered(clause=clause):
            return _said("the cards that were seen are shuffled back and replaced", clause)
        case e.ProgressiveStopped(clause=clause):
            return _said("no progressive wagers are taken", clause)
        case e.RecutOrdered(by=by, reason=reason):
            return _said(f"{by} has the cards cut again, because {reason}")
    return None


def _said(says: str, clause: str | None = None) -> Said:
    return {"says": says, "clause": clause}


def _holder(seat: Seat | None) -> str:
    return "the dealer holds" if seat is None else f"seat {seat} holds"
