"""Commands about cards: opening the table, preparing a deck, the stub, the discard rack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from uth.cards import Card
from uth.rules.procedure import OpeningStep
from uth.table.deck.decks import Back
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveDeck:
    """Receive a deck at the table (MA.3a)."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectDeck:
    """Inspect the cards of a deck (MA.3a)."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyDeck:
    """Verify the cards as the floorperson assigned to the table (MA.3b)."""

    back: Back
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadDeck:
    """Spread the cards face up, by suit and in sequence (MA.3b)."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDeck:
    """Let the first player at the table look the cards over (MA.3b)."""

    back: Back
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WashDeck:
    """Turn the cards face down and wash them (MA.3c)."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class StackDeck:
    """Stack the cards (MA.3c)."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCoverAllMode:
    """Set the shuffler to the Cover All mode (MA.12d)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """Open the table for wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoIdle:
    """Spread the cards of an open table where nobody plays (MA.4e)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable:
    """Close the table; the cards leave it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadShuffler:
    """Put a deck into the shuffler: a new one, or the one in the discard rack."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleDeck:
    """Finish the shuffle, by hand or by device; the order comes from outside, never from the rules."""

    back: Back
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutDeck:
    """Cut the deck: so many cards from the top go onto the cover card, the rest on top of them (MA.4c)."""

    back: Back
    taken: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRecut:
    """Order another cut, as a supervisor, before any card is dealt (MA.4d)."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceDeck:
    """Put the stacked deck into the shoe or the machine."""

    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCards:
    """Say which cards of a real deck the next delivery or replacement brings, as a shoe that reads them does."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectReading:
    """Say which cards of a real deck were dealt last: they were misread, and nothing has happened since."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardStub:
    """Put the stub into the discard rack unseen (MA.7e)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountStub:
    """Count the stub face down, then put it into the discard rack (MA.7g)."""

    cards: int
    misdealt: bool = False
    """Where the count is wrong: whether a hand has more or fewer than two cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildHands:
    """Rebuild every hand of the last round from the discard rack (MA.9i)."""


DeckCommand = (
    ReceiveDeck
    | InspectDeck
    | VerifyDeck
    | SpreadDeck
    | ShowDeck
    | WashDeck
    | StackDeck
    | LoadShuffler
    | ShuffleDeck
    | CutDeck
    | PlaceDeck
)
OpeningCommand = SetCoverAllMode | OpenTable | GoIdle | CloseTable
StubCommand = DiscardStub | CountStub
OPENING: Final[dict[OpeningStep, type[DeckCommand]]] = {
    OpeningStep.INSPECT: InspectDeck,
    OpeningStep.VERIFY: VerifyDeck,
    OpeningStep.SPREAD: SpreadDeck,
    OpeningStep.SHOW: ShowDeck,
    OpeningStep.WASH: WashDeck,
    OpeningStep.STACK: StackDeck,
}
"""The command for each step with a deck before its first shuffle."""
