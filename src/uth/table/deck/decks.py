"""The decks of a table and the stage of each, from the box to the shoe."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from uth.cards import Card
from uth.cites import cites
from uth.records import state
from uth.rules.procedure import OpeningStep
from uth.table.posted import Posted
from uth.units import Seat


class Back(StrEnum):
    """The colour of a deck's backs. No two decks at a table share a colour."""

    RED = "red"
    BLUE = "blue"


class DeckStage(StrEnum):
    """The stage of a deck."""

    RECEIVED = "received"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    SHOWN = "shown"
    WASHED = "washed"
    STACKED = "stacked"
    IN_SHUFFLER = "in_shuffler"
    SHUFFLED = "shuffled"
    CUT = "cut"
    IN_PLACE = "in_place"
    """In the shoe or machine, or dealt out on the table."""
    IN_RACK = "in_rack"


REACHED: Final = {
    OpeningStep.INSPECT: DeckStage.INSPECTED,
    OpeningStep.VERIFY: DeckStage.VERIFIED,
    OpeningStep.SPREAD: DeckStage.SPREAD,
    OpeningStep.SHOW: DeckStage.SHOWN,
    OpeningStep.WASH: DeckStage.WASHED,
    OpeningStep.STACK: DeckStage.STACKED,
}
"""The stage of a deck after each step of the opening."""

FRESH: Final = (DeckStage.RECEIVED, *REACHED.values())
"""The stages before a deck's first shuffle."""


class Pile(StrEnum):
    """The kind of a pile in the discard rack."""

    BURN = "burn"
    FACE_UP = "face_up"
    SEAT = "seat"
    STUB = "stub"
    DEALER = "dealer"
    COMMUNITY = "community"


@state
class Racked:
    """Cards put into the discard rack together."""

    pile: Pile
    cards: tuple[Card, ...]
    seat: Seat | None = None


@state
class Deck:
    """One deck: its stage, and its order once shuffled."""

    stage: DeckStage = DeckStage.RECEIVED
    order: tuple[Card, ...] = ()
    was_cut: bool = False


BACKS: Final = tuple(Back)


@cites("MA.2a", "MA.2b", "CA.DECK3")
def backs(posted: Posted) -> tuple[Back, ...]:
    """Return the backs of the decks that the way of dealing uses: one deck, or two with different backs."""
    return BACKS[: posted.dealing.decks.value]


@cites("MA.3a", "MA.3b", "MA.3c", "MA.3d")
def opening_step(deck: Deck, posted: Posted) -> OpeningStep | None:
    """Return the next step before the deck's first shuffle, or ``None`` if it is ready to be shuffled."""
    if deck.stage not in FRESH:
        return None
    done = FRESH.index(deck.stage)
    return next((step for step in posted.rules.procedure.opening.value if FRESH.index(REACHED[step]) > done), None)
