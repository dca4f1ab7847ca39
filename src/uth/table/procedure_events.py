"""Events around the round: the cards' way through the table, what went wrong, and how it was ruled on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from uth.cards import Card
from uth.rules.procedure import Moment, Remedy
from uth.rules.values import Means, Wager
from uth.table.decks import Back, Pile
from uth.table.disputed import Evidence, Finding, RebuiltHands
from uth.table.irregularities import Irregularity
from uth.table.settled import SettledWager
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
    """The first player has had the cards to look over."""

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
    """A supervisor has the cards cut again."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLeftExposed:
    """A settled hand stays on the table, face up."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverAllPaysShown:
    """The shuffler shows how many hands are in the round; the pays of Cover All follow from it."""

    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsRebuilt:
    """The hands of the last round, as the discard rack shows them."""

    hands: RebuiltHands


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveStopped:
    """No progressive wagers are taken."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveRestored:
    """Progressive wagers are taken again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetersRead:
    """The meters of the link stand so; it feeds and pays them, not this table."""

    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRead:
    """The link takes wagers or does not, and these sensors do not light."""

    down: bool
    dark: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardBrought:
    """An award of a meter is paid: cheques lie on the rail, a check is handed over."""

    seat: Seat
    cents: int
    means: Means


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardDenied:
    """An award was not confirmed and is not paid."""

    seat: Seat
    cents: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDisputed:
    """A seat disputes the settlement; the round is frozen with its evidence."""

    dispute: int
    seat: Seat
    says: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementReversed:
    """The settlement of one wager was taken back; the corrected one follows."""

    seat: Seat
    settled: SettledWager


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCorrected:
    """The player/dealer paid or got the difference of a correction."""

    seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeResolved:
    """The staff resolved a dispute; so many cents went to the players."""

    dispute: int
    finding: Finding
    by: str
    reason: str
    clause: str
    players: int


ProcedureEvent = (
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
    | StubCounted
    | CardsPickedUp
    | HandLeftExposed
    | CoverAllPaysShown
    | HandsRebuilt
    | IrregularityReported
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
    | ProgressiveStopped
    | ProgressiveRestored
    | MetersRead
    | LinkRead
    | AwardBrought
    | AwardDenied
    | RoundDisputed
    | SettlementReversed
    | BankCorrected
    | DisputeResolved
)
