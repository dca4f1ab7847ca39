"""What went wrong at the table, how it was ruled on, and what was done about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.cards import Card
from uth.rules.procedure import Moment, Remedy
from uth.rules.values import Wager
from uth.table.decks import Back
from uth.table.irregularities import Irregularity
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityReported:
    """Something went wrong."""

    irregularity: Irregularity
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRuled:
    """The book rules on it."""

    remedies: tuple[Remedy, ...]
    clause: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCalled:
    """The book leaves it to the floor."""

    irregularity: Irregularity
    choices: tuple[Remedy, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorRuled:
    """The floor has ruled, and why."""

    remedy: Remedy
    by: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExposed:
    """Cards were seen that should not have been."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsFoundFaceUp:
    """So many cards were found face up."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMisdealt:
    """A seat, or the dealer where no seat is named, has so many cards and should not."""

    seat: Seat | None
    held: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPutRight:
    """A seat, or the dealer, has the right number of cards again, dealt in sequence."""

    seat: Seat | None
    held: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVoided:
    """A hand is dead."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """All hands are dead; what is saved is dealt out and settled."""

    clause: str
    saves: tuple[Wager, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementReversed:
    """A meter gave back what a wager that is void had fed it."""

    meter: str
    amount: Fraction
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacementOrdered:
    """The dealer's cards, or community cards by their place, are to be shuffled back and replaced."""

    dealer: bool
    positions: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReplaced:
    """The cards went back, the rest was shuffled with them, and new ones lie in their places."""

    dealer: bool
    positions: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshuffleOrdered:
    """A deck has to be shuffled again before it is used."""

    back: Back
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalOrdered:
    """The deck in play leaves the table when the cards are collected."""

    back: Back
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRemoved:
    """A deck left the table; another is to be received."""

    back: Back


IrregularityEvent = (
    IrregularityReported
    | IrregularityRuled
    | FloorCalled
    | FloorRuled
    | CardsExposed
    | CardsFoundFaceUp
    | CardsMisdealt
    | DealPutRight
    | HandVoided
    | RoundVoided
    | IncrementReversed
    | ReplacementOrdered
    | CardsReplaced
    | ReshuffleOrdered
    | RemovalOrdered
    | DeckRemoved
)
"""What goes wrong, and what becomes of it."""
