"""Events about cards: decks, the shuffler, the stub, the rack, opening and closing the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from uth.cards import Card
from uth.table.deck.decks import Back, Pile
from uth.table.floor.disputed import RebuiltHands
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckReceived:
    """A deck is at the table."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckInspected:
    """The dealer has inspected the cards."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckVerified:
    """The floorperson has verified the cards."""

    back: Back
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSpread:
    """The cards lie face up, by suit and in sequence."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLookedOver:
    """The first player has looked the cards over."""

    back: Back
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckWashed:
    """The cards are face down and mixed."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckStacked:
    """The cards are in one stack."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverAllModeSet:
    """The shuffler will show the pays of Cover All."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The table is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersInvited:
    """The dealer asks for wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableIdled:
    """Nobody plays; the cards lie spread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The table is closed and the cards are gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerLoaded:
    """A deck is in the shuffler."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled:
    """A deck is shuffled and in one stack, in this order."""

    back: Back
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCut:
    """The deck is cut: so many cards went from the top to the bottom, the cover card to the discard rack."""

    back: Back
    taken: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecutOrdered:
    """A supervisor ordered another cut."""

    back: Back
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPlaced:
    """The deck is in the shoe or the machine."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRead:
    """The next cards of a real deck are these."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingCorrected:
    """The last cards of a real deck were misread; they are these."""

    was: tuple[Card, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StubCounted:
    """The stub was counted face down."""

    cards: int
    expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPickedUp:
    """Cards went to the discard rack together."""

    pile: Pile
    cards: tuple[Card, ...]
    seat: Seat | None = None
    counted: int | None = None
    """The number of cards, where the book counts every hand as it is collected (CA.COUNT)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLeftExposed:
    """A settled hand stays on the table, face up."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverAllPaysShown:
    """The shuffler shows how many hands are in the round, and what Cover All pays for so many."""

    hands: int
    pays: Mapping[str, str] = field(default_factory=dict)
    """The odds by category, highest first: ``{"royal_flush": "1000 to 1"}``; absent from older logs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsRebuilt:
    """The hands of the last round, as the discard rack shows them."""

    hands: RebuiltHands


DeckEvent = (
    DeckReceived
    | DeckInspected
    | DeckVerified
    | DeckSpread
    | DeckLookedOver
    | DeckWashed
    | DeckStacked
    | CoverAllModeSet
    | TableOpened
    | WagersInvited
    | TableIdled
    | TableClosed
    | ShufflerLoaded
    | DeckShuffled
    | DeckCut
    | RecutOrdered
    | DeckPlaced
    | CardsRead
    | ReadingCorrected
    | StubCounted
    | CardsPickedUp
    | HandLeftExposed
    | CoverAllPaysShown
    | HandsRebuilt
)
"""Events about cards outside the round."""
