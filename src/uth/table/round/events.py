"""Events of a table. Its state is the fold of `apply` over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.ranking import Hand
from uth.rules.values import Means, Street, Wager
from uth.table.deck.events import *  # noqa: F403 - any event is `events.X`
from uth.table.deck.events import DeckEvent
from uth.table.floor.events import *  # noqa: F403
from uth.table.floor.events import DisputeEvent, FloorEvent, IrregularityEvent
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import PlayerId, Seat

NOBODY: Final = PlayerId("")
"""The player in records that do not name one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveStopped:
    """No progressive wagers are taken."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveRestored:
    """Progressive wagers are taken again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetersRead:
    """The link reported its meters; the link feeds and pays them, not this table."""

    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRead:
    """The link reported whether it takes wagers, and which sensors do not light."""

    down: bool
    dark: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardOwed:
    """A hand button was turned on again after the round was settled: the seat's wager won an award, now pending."""

    seat: Seat
    settled: SettledWager
    """The wager as it is now settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardChanged:
    """A pending award has another amount: an earlier one of the same round and meter was withdrawn (CN.37)."""

    seat: Seat
    cents: int
    to: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardBrought:
    """An award of a meter is paid: cheques lie on the rail, a check is handed over."""

    seat: Seat
    cents: int
    means: Means
    round: int = 0
    """The round it was won in; 0 in logs older than this field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardDenied:
    """An award was not confirmed and is not paid: its wager has won nothing."""

    seat: Seat
    cents: int
    by: str
    reason: str
    round: int = 0
    cites: tuple[str, ...] = ()
    """The clauses by which its wager loses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTakenBack:
    """An award that was paid in cheques was backed out: it is off the rail again (R60)."""

    seat: Seat
    cents: int
    by: str
    reason: str
    round: int
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyOwed:
    """A progressive seat is owed envy for another's hand; it waits with that hand's award (R81)."""

    seat: Seat
    from_seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyDenied:
    """Envy is not paid: its award was not confirmed."""

    seat: Seat
    from_seat: Seat
    cents: int
    reason: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyTakenBack:
    """Envy that was paid is off the rail again: its award was backed out."""

    seat: Seat
    from_seat: Seat
    cents: int
    reason: str
    round: int


ProgressiveEvent = (
    ProgressiveStopped
    | ProgressiveRestored
    | MetersRead
    | LinkRead
    | AwardOwed
    | AwardChanged
    | AwardBrought
    | AwardDenied
    | AwardTakenBack
    | EnvyOwed
    | EnvyDenied
    | EnvyTakenBack
)
"""Events about the table's meters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player sat down."""

    seat: Seat
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A player got up with the chips on the rail."""

    seat: Seat
    cents: int
    player: PlayerId = NOBODY
    """The player; empty in logs of earlier versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBought:
    """Chips came onto a seat's rail."""

    seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced:
    """A wager lies on the layout at this amount."""

    seat: Seat
    wager: Wager
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerTakenBack:
    """A wager went back to its rail before it was locked."""

    seat: Seat
    wager: Wager
    clause: str | None = None
    """The clause or ruling by which the house returned it; ``None`` if the player took it back."""
    reason: str = ""
    """Why the house returned it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTaken:
    """A seat banks the round to the extent of its wager."""

    seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankGivenUp:
    """The banker's wager went back before 'No more bets'; nobody banks."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BankDeclined:
    """A seat declined the bank; the button moves on clockwise."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoreBetsAnnounced:
    """Nothing is made, increased or withdrawn from here on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """'Start Game' was pressed: the progressive wagers are locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFeeTaken:
    """The house took its fee for a hand."""

    seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRaised:
    """A progressive wager fed a meter, to the fraction of a cent."""

    meter: str
    amount: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleDealt:
    """Cards went face down to a seat."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerDealt:
    """Cards went face down to the dealer."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityDealt:
    """Community cards went to the middle of the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned:
    """The next card went to the discard rack unseen."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetOpened:
    """The dealer asks, clockwise, every seat that has yet to play."""

    street: Street


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A seat waits."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMade:
    """A seat made its play wager."""

    seat: Seat
    multiple: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A seat gave its hand up."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCollected:
    """A wager that a fold lost went to the tray at once; it is settled with the others, and moves no chips then."""

    seat: Seat
    wager: Wager
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTucked:
    """A seat's two cards lie face down under one of its wagers."""

    seat: Seat
    under: Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopShown:
    """The first three community cards are face up."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAndRiverShown:
    """All five community cards are face up."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerHandShown:
    """The dealer's cards are face up and the hand is announced."""

    cards: tuple[Card, ...]
    hand: Hand
    qualifies: bool
    five: tuple[Card, ...] = ()
    """The five cards that make the hand; the dealer's own cards are positioned by them (MA.9f)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """A seat's cards are turned up and its hand is announced, as its wagers are settled."""

    seat: Seat
    hand: Hand
    outcome: Outcome | None = None
    """The result against the dealer's hand; ``None`` for a hand that does not play against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSettled:
    """One wager was settled; an award of a meter is brought separately."""

    seat: Seat
    settled: SettledWager
    award: int = 0
    """The part of the winnings that is an award, which is not on the rail yet."""
    round: int = 0
    """The settled round that this corrects; 0 while the round is being settled."""
    at_cage: bool = False
    """Whether a correction is paid at the cage, because the player has left the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningsCut:
    """The aggregate limit kept so much of what a wager was owed; the wager settled before it cites the clause."""

    seat: Seat
    wager: Wager
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid:
    """A progressive seat was paid for another's hand: onto its rail, or by check once its player has left."""

    seat: Seat
    from_seat: Seat
    cents: int
    means: Means = Means.CHEQUES
    round: int = 0
    """The round it was won in; 0 if it is paid as the round is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterPaid:
    """A meter paid an award, and was seeded again if the award was the whole of it."""

    meter: str
    cents: int
    seeded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSettled:
    """The player/dealer's wager came back with what it gained or lost."""

    seat: Seat
    wager: int
    used: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """Every wager of the round is settled."""

    players: int
    house: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCollected:
    """The layout is clear for the next round."""


ProcedureEvent = DeckEvent | IrregularityEvent | ProgressiveEvent | DisputeEvent | FloorEvent
"""Events outside the round."""

PlainEvent = Checked | Folded
"""Acts of a seat whose events use the words of their commands; `uth.words.phrases.ACTS` has them."""
ToldEvent = WinningsCut
"""Events that leave the table unchanged; a union once there is more than one."""

Event = (
    SeatTaken
    | SeatLeft
    | ChipsBought
    | WagerPlaced
    | WagerTakenBack
    | BankTaken
    | BankGivenUp
    | BankDeclined
    | NoMoreBetsAnnounced
    | GameStarted
    | EntryFeeTaken
    | MeterRaised
    | HoleDealt
    | DealerDealt
    | CommunityDealt
    | CardBurned
    | StreetOpened
    | Checked
    | PlayMade
    | Folded
    | WagerCollected
    | CardsTucked
    | FlopShown
    | TurnAndRiverShown
    | DealerHandShown
    | HandShown
    | WagerSettled
    | WinningsCut
    | EnvyPaid
    | MeterPaid
    | BankSettled
    | RoundSettled
    | CardsCollected
    | ProcedureEvent
)
