"""The sentences of events at a table, as a dealer would say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import Seat, money
from uth.words.blanks import wager_words
from uth.words.phrases import ACTS
from uth.words.procedure import Names, SeatNumbers, procedure_sentence

_ACTS: Final = {act.event: act for act in ACTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Writes the sentences of a table, given the names of its seats, its currency and how cards are written."""

    posted: Posted
    names: Names = field(default_factory=SeatNumbers)
    card: Callable[[Card], str] = str

    def money(self, cents: int | Fraction) -> str:
        """Return the amount in the currency of the book, down to the cent."""
        return money(int(cents), self.posted.rules.currency.symbol)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards, separated by commas if they are words."""
        said = [self.card(card) for card in cards]
        return (", " if any(" " in each for each in said) else " ").join(said)

    def sentence(self, event: e.Event, table: Table) -> str:
        """Return the event as a sentence, given the table after it: no capital, no full stop, no semicolon."""
        return self._sentence(event, table).replace(";", ",")

    def _sentence(self, event: e.Event, table: Table) -> str:
        match event:
            case e.SeatTaken() | e.SeatLeft() | e.ChipsBought() | e.WagerPlaced() | e.WagerTakenBack():
                return self._at_a_seat(event)
            case e.BankTaken() | e.BankGivenUp() | e.BankDeclined() | e.BankSettled() | e.BankCorrected():
                return self._bank(event)
            case (
                e.NoMoreBetsAnnounced()
                | e.GameStarted()
                | e.EntryFeeTaken()
                | e.MeterRaised()
                | e.MeterPaid()
                | e.IncrementReversed()
            ):
                return self._house(event, table)
            case e.HoleDealt() | e.DealerDealt() | e.CommunityDealt() | e.CardBurned():
                return self._dealt(event)
            case e.StreetOpened() | e.PlayMade() | e.WagerCollected() | e.CardsTucked():
                return self._acted(event, table)
            case e.FlopShown() | e.TurnAndRiverShown() | e.DealerHandShown() | e.HandShown():
                return self._shown(event, table)
            case e.WagerSettled() | e.WinningsCut() | e.EnvyPaid() | e.RoundSettled() | e.CardsCollected():
                return self._settled(event, table)
            case _ if isinstance(event, e.PlainEvent):
                act = _ACTS[type(event)]
                return f"{self.names.does(event.seat, act.verb)}{act.rest}"
            case _:
                return procedure_sentence(event, self)

    def _at_a_seat(self, event: e.SeatTaken | e.SeatLeft | e.ChipsBought | e.WagerPlaced | e.WagerTakenBack) -> str:
        does = self.names.does
        match event:
            case e.SeatTaken(seat=seat, player=player):
                return f"{does(seat, 'sit')} down as {player}"
            case e.SeatLeft(seat=seat, cents=cents):
                return f"{does(seat, 'get')} up with {self.money(cents)}"
            case e.ChipsBought(seat=seat, cents=cents):
                return f"{does(seat, 'buy')} in for {self.money(cents)}"
            case e.WagerPlaced(seat=seat, wager=wager, cents=cents):
                return f"{does(seat, 'bet')} {self.money(cents)} on {wager_words(wager)}"
            case e.WagerTakenBack(seat=seat, wager=wager, reason=reason):
                return f"{does(seat, 'take')} back {wager_words(wager)}" + (f": {reason}" if reason else "")

    def _bank(self, event: e.BankTaken | e.BankGivenUp | e.BankDeclined | e.BankSettled | e.BankCorrected) -> str:
        does = self.names.does
        match event:
            case e.BankTaken(seat=seat, cents=cents):
                return f"{does(seat, 'bank')} this round with {self.money(cents)}"
            case e.BankGivenUp(seat=seat):
                return f"{does(seat, 'give')} the bank up"
            case e.BankDeclined(seat=seat):
                return f"{does(seat, 'let')} the bank go by"
            case e.BankSettled(seat=seat, wager=wager, used=used, net=net):
                came_to = f"{'gains' if net >= 0 else 'loses'} {self.money(abs(net))}"
                return f"{self.names.whose(seat)} bank {came_to}, {self.money(used)} of {self.money(wager)} used"
            case e.BankCorrected(seat=seat, cents=cents):
                return f"{self.names.whose(seat)} bank {'gets' if cents >= 0 else 'pays'} {self.money(abs(cents))} more"

    def _house(
        self,
        event: e.NoMoreBetsAnnounced
        | e.GameStarted
        | e.EntryFeeTaken
        | e.MeterRaised
        | e.MeterPaid
        | e.IncrementReversed,
        table: Table,
    ) -> str:
        match event:
            case e.NoMoreBetsAnnounced():
                return "no more bets"
            case e.GameStarted():
                return "the game starts, no wager changes"
            case e.EntryFeeTaken(seat=seat, cents=cents):
                return f"{self.names.does(seat, 'pay')} the entry fee of {self.money(cents)}"
            case e.MeterRaised(meter=meter):
                return f"the {meter} meter rises to {self.money(table.meters[meter])}"
            case e.IncrementReversed(meter=meter):
                return f"the {meter} meter goes back to {self.money(table.meters[meter])}"
            case e.MeterPaid(meter=meter, cents=cents, seeded=seeded):
                again = f" and starts again from {self.money(table.meters[meter])}" if seeded else ""
                return f"the {meter} meter pays {self.money(cents)}{again}"

    def _dealt(self, event: e.HoleDealt | e.DealerDealt | e.CommunityDealt | e.CardBurned) -> str:
        match event:
            case e.HoleDealt(seat=seat, cards=cards):
                return f"{self.names.does(seat, 'get')} {self.cards(cards)}"
            case e.DealerDealt(cards=cards):
                return f"the dealer gets {self.cards(cards)}"
            case e.CommunityDealt(cards=cards):
                return f"the board gets {self.cards(cards)}"
            case e.CardBurned():
                return "dealer burns a card"

    def _acted(
        self,
        event: e.StreetOpened | e.PlayMade | e.WagerCollected | e.CardsTucked,
        table: Table,
    ) -> str:
        match event:
            case e.StreetOpened(street=street):
                return f"{'the dealer asks' if table.turn is not None else 'nobody is asked'} {street.words}"
            case e.PlayMade(seat=seat, multiple=multiple, cents=cents):
                return f"{self.names.does(seat, 'play')} {multiple}x, {self.money(cents)}"
            case e.WagerCollected(seat=seat, wager=wager, cents=cents):
                return f"{self.names.whose(seat)} {wager_words(wager)} {self.money(cents)} is collected"
            case e.CardsTucked(seat=seat, under=under):
                return f"{self.names.whose(seat)} cards lie face down under {wager_words(under)}"

    def _shown(self, event: e.FlopShown | e.TurnAndRiverShown | e.DealerHandShown | e.HandShown, table: Table) -> str:
        match event:
            case e.FlopShown(cards=cards):
                return f"the flop: {self.cards(cards)}"
            case e.TurnAndRiverShown(cards=cards):
                return f"turn and river: {self.cards(cards)}"
            case e.DealerHandShown(cards=cards, hand=hand, qualifies=qualifies, five=five):
                which = "which qualifies" if qualifies else "which does not qualify"
                shared = [card for card in five if card not in cards]
                beside = f" with {self.cards(shared)} of the board" if shared else ""
                return f"{self.dealer_shows(table)} {self.cards(cards)}{beside}: {hand.words}, {which}"
            case e.HandShown(seat=seat, hand=hand, outcome=outcome):
                announced = {Outcome.WIN: ", it wins", Outcome.LOSE: ", it loses", Outcome.PUSH: ", it pushes"}
                return f"{self.names.does(seat, 'show')} {hand.words}{announced.get(outcome, '') if outcome else ''}"

    def dealer_shows(self, table: Table) -> str:
        """Return who shows the dealer's hand: the dealer, or the player who banks."""
        if table.round.banker is None:
            return "the dealer shows"
        return f"{self.names.does(table.round.banker.seat, 'show')} the banker's hand,"

    def _settled(
        self, event: e.WagerSettled | e.WinningsCut | e.EnvyPaid | e.RoundSettled | e.CardsCollected, table: Table
    ) -> str:
        match event:
            case e.WagerSettled(seat=seat, settled=settled):
                spot = table.round.spots.get(seat)
                collected = spot is not None and settled.wager in spot.collected and settled.outcome is Outcome.LOSE
                return self.settled_words(seat, settled) + (", taken at the fold" if collected else "")
            case e.WinningsCut(seat=seat, wager=wager, cents=cents):
                return f"the limit keeps {self.money(cents)} of {self.names.whose(seat)} {wager_words(wager)}"
            case e.EnvyPaid(seat=seat, from_seat=other, cents=cents):
                whose = self.names.whose(other)
                return f"{self.names.does(seat, 'get')} {self.money(cents)} of envy for {whose} hand"
            case e.RoundSettled(house=house):
                came_to = f"{'gains' if house >= 0 else 'loses'} {self.money(abs(house))}"
                return f"the round is settled, the house {came_to}"
            case e.CardsCollected():
                return "the layout is clear"

    def settled_words(self, seat: Seat, settled: SettledWager) -> str:
        """Return one settled wager: ``seat 1 loses ante $10``, ``seat 1 wins $15 on blind``."""
        does, wager = self.names.does, wager_words(settled.wager)
        match settled.outcome:
            case Outcome.WIN:
                return f"{does(seat, 'win')} {self.money(settled.won)} on {wager}"
            case Outcome.LOSE:
                return f"{does(seat, 'lose')} {wager} {self.money(settled.stake)}"
            case Outcome.PUSH:
                return f"{does(seat, 'get')} {wager} {self.money(settled.returned)} back, a push"
            case Outcome.VOID:
                return f"{does(seat, 'get')} {wager} {self.money(settled.returned)} back, void"
            case Outcome.UNCOVERED:
                return self._uncovered(seat, settled)

    def _uncovered(self, seat: Seat, settled: SettledWager) -> str:
        does, wager, net = self.names.does, wager_words(settled.wager), settled.net
        if net > 0:
            return f"{does(seat, 'win')} {self.money(net)} on {wager}, as far as the bank goes"
        if net < 0:
            return f"{does(seat, 'lose')} {self.money(-net)} of {wager}, as far as the bank goes"
        return f"{does(seat, 'get')} {wager} {self.money(settled.returned)} back, uncovered"
