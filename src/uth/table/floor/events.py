"""Events about irregularities, rulings and remedies, disputes, and management by the floor."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.cards import Card
from uth.rules.procedure import Moment, Remedy
from uth.rules.values import Wager
from uth.table.deck.decks import Back
from uth.table.floor.disputed import Evidence, Finding
from uth.table.floor.irregularities import Irregularity
from uth.table.settle.settled import SettledWager
from uth.units import PlayerId, Seat


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
    """The floor ruled, with a reason."""

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
    """Cards were found face up."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMisdealt:
    """A seat, or the dealer if no seat is named, has a wrong number of cards."""

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
"""Events about an irregularity, from the report to the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDisputed:
    """A seat disputes the settlement of a round; the evidence is kept with it."""

    dispute: int
    seat: Seat
    says: str
    evidence: Evidence
    freezes: bool = True
    """Whether the table is frozen until the dispute is resolved; otherwise the dispute waits."""
    late: bool = False
    """Whether the table no longer shows the settlement of that round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReviewed:
    """Management opened a review of a settled round without a player's dispute."""

    dispute: int
    by: str
    reason: str
    evidence: Evidence
    freezes: bool
    late: bool
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementReversed:
    """The settlement of one wager was taken back; the corrected one follows."""

    seat: Seat
    settled: SettledWager
    round: int = 0
    """The settled round; 0 in older logs, where it is the last one."""
    at_cage: bool = False
    """Whether the difference is paid at the cage, because the player has left the seat."""


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
    round: int = 0
    second: str | None = None
    """The second person who agreed to a correction."""
    regulator: str = ""
    """The regulator to whom the player may appeal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAppealed:
    """The player took a dispute to the regulator, whom management notifies at once (CN.51)."""

    dispute: int
    seat: Seat
    says: str
    regulator: str
    clause: str
    round: int


DisputeEvent = RoundDisputed | RoundReviewed | SettlementReversed | BankCorrected | DisputeResolved | DisputeAppealed
"""Events about a dispute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActedForSeat:
    """The floor acts for a seat whose player is absent; what it does follows."""

    seat: Seat
    by: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSet:
    """The floor changed what the book leaves to management; these are in force from now on."""

    hands_per_player: int
    entry_fee: int
    by: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRemoved:
    """The floor removed a player, who leaves at once, or once the round is settled."""

    seat: Seat
    player: PlayerId
    by: str
    reason: str
    clause: str
    from_house: bool


FloorEvent = ActedForSeat | TableSet | PlayerRemoved
"""Events of management by the floor, other than rulings and disputes."""
