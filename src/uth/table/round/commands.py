"""Commands of seats and of the dealer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from uth.rules.values import Wager
from uth.table.deck.commands import *  # noqa: F403 - any command is `commands.X`
from uth.table.deck.commands import CorrectReading, DeckCommand, OpeningCommand, ReadCards, RebuildHands, StubCommand
from uth.table.floor.commands import *  # noqa: F403
from uth.table.floor.commands import DisputeCommand, FloorCommand, LinkCommand, ReplaceCards, Report
from uth.units import PlayerId, Seat


class Tender(StrEnum):
    """The means of payment for chips."""

    CASH = "cash"
    FOREIGN = "foreign"
    """Cheques, coins or currency of another house or country (CN.46)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """Sit down at a free seat."""

    seat: Seat
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat:
    """Leave the seat with the chips; not while the hand is being played (MA.6e)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn:
    """Buy chips at the table (CN.42)."""

    seat: Seat
    cents: int
    tender: Tender = Tender.CASH


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager:
    """Make a wager before the cards, or change it to this amount; the blind follows the ante."""

    seat: Seat
    wager: Wager
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackWager:
    """Take a wager back before 'No more bets'."""

    seat: Seat
    wager: Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """Bank the round as its player/dealer, to the extent of this wager."""

    seat: Seat
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpBank:
    """Take the banker's wager back before 'No more bets'."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineBank:
    """Decline the player/dealer's button in this round (R21)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Wait: make no play wager on this street."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MakePlay:
    """Make the play wager: a multiple of the ante."""

    seat: Seat
    multiple: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Give the hand up."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceNoMoreBets:
    """Announce 'No more bets'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame:
    """Press 'Start Game': the wagers are locked, and no wager changes from then on (CN.9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealNext:
    """Deal what comes next: a card, a stack or a burn, by the way of dealing in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowFlop:
    """Turn up the first three community cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTurnAndRiver:
    """Turn up the last two community cards together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDealerHand:
    """Turn up the dealer's cards and announce the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleRound:
    """Settle every wager, one hand at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectCards:
    """Pick the cards up and open the layout for the next round."""


SeatCommand = (
    TakeSeat
    | LeaveSeat
    | BuyIn
    | PlaceWager
    | TakeBackWager
    | Bank
    | GiveUpBank
    | DeclineBank
    | Check
    | MakePlay
    | Fold
    | DisputeCommand
)
BankAct = GiveUpBank | DeclineBank
"""The bank commands without fields other than the seat; a view lists those that are accepted now."""
ProcedureCommand = (
    DeckCommand
    | OpeningCommand
    | StubCommand
    | Report
    | ReplaceCards
    | RebuildHands
    | LinkCommand
    | ReadCards
    | CorrectReading
)
RoundStep = StartGame | ShowFlop | ShowTurnAndRiver | ShowDealerHand | SettleRound | CollectCards
DealerCommand = AnnounceNoMoreBets | DealNext | RoundStep | ProcedureCommand
Command = SeatCommand | DealerCommand | FloorCommand
