"""Mishaps: with `--irregularities`, something occasionally goes wrong at the table and is ruled on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from uth.rules.procedure import Remedy
from uth.table.floor.irregularities import (
    CardDrawnInError,
    CardOffTable,
    CardsFaceUp,
    ConductBroken,
    DealerCardExposed,
    ExtraCardToAll,
    Irregularity,
    MachineJammed,
    NotShuffled,
    ProgressiveDown,
    SeatMissed,
    ShufflerJammed,
    WrongCommunityShown,
    WrongNumberOfCards,
)
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.refusals import refusal_of
from uth.table.round.state import FloorCall, Table

ONE_IN: Final = 30
"""On average one in this many of the dealer's steps goes wrong."""

FLOOR: Final = "the floor"
REASONS: Final = {
    Remedy.CONTINUE: "nobody gained by it",
    Remedy.VOID_ROUND: "no hand can be trusted",
    Remedy.VOID_HAND: "the other hands are not affected",
}


def mishap(table: Table, posted: Posted, key: bytes, steps: int) -> c.Report | None:
    """Return the irregularity to report now, or ``None``; determined by the key and the step."""
    if not table.is_dealing:
        return None
    drawn = int.from_bytes(hashlib.sha256(b"mishap" + key + steps.to_bytes(8, "big")).digest()[:8], "big")
    if drawn % ONE_IN:
        return None
    possible = [each for each in _all(table) if refusal_of(table, c.Report(irregularity=each), posted) is None]
    return c.Report(irregularity=possible[drawn // ONE_IN % len(possible)]) if possible else None


def _all(table: Table) -> Iterator[Irregularity]:
    """Yield the possible irregularities with their facts."""
    yield from (DealerCardExposed(), CardsFaceUp(cards=1), CardsFaceUp(cards=2), CardDrawnInError(), CardOffTable())
    yield from (ShufflerJammed(), MachineJammed(), NotShuffled(), ExtraCardToAll(fixable=False))
    face_down = range(table.round.community_shown + 1, len(table.round.community) + 1)
    yield WrongCommunityShown(positions=tuple(face_down)[:2] or (5,))
    yield WrongNumberOfCards(seat=None, cards=3, fixable=False)
    yield ProgressiveDown(at_win=False)
    for seat in table.round.seats:
        yield WrongNumberOfCards(seat=seat, cards=3, fixable=False)
        yield SeatMissed(seat=seat, fixable=False)
        yield ConductBroken(seat=seat)


def ruling(call: FloorCall) -> c.RuleOnIrregularity:
    """Return the floor's ruling where the book leaves it open: the mildest of its choices, with a reason."""
    remedy = call.choices[0]
    return c.RuleOnIrregularity(remedy=remedy, by=FLOOR, reason=REASONS.get(remedy, "it puts the round right"))
