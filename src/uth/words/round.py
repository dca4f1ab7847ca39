"""The sentences of events at a table, in a dealer's words, and their versions for a person at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.rules.values import Street, Wager
from uth.table.floor import irregularities as i
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import Seat, money
from uth.words.blanks import wager_words
from uth.words.outcomes import returned_uncovered
from uth.words.phrases import ACTS, irregularity_words
from uth.words.procedure import HOLE_CARDS, Names, SeatNumbers, procedure_sentence

_ACTS: Final = {act.event: act for act in ACTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Writes the sentences of a table, with its names of seats, its currency and its notation of cards."""

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

    def wager(self, wager: Wager) -> str:
        """Return the wager inside a sentence, by the book's own name if it has one."""
        named = self.posted.rules.words.wager(wager)
        return named if named != wager.words else wager_words(wager)

    def meter(self, meter: str) -> str:
        """Return the meter inside a sentence; a table's only meter has the name of its wager."""
        table = self.posted.progressive
        return self.wager(Wager.PROGRESSIVE) if table is not None and len(table.meters) == 1 else meter

    @property
    def dealer(self) -> str:
        """The person who deals, in the words of the book: ``the dealer``, ``the croupier``."""
        return f"the {self.posted.rules.words.deals}"

    @property
    def opponent(self) -> str:
        """The hand the players play against, in the words of the book: ``the dealer``, ``the player/dealer``."""
        return f"the {self.posted.rules.words.against}"

    def sentence(self, event: e.Event, table: Table) -> str:
        """Return the event as a sentence, given the table after it: no capital, no full stop, no semicolon."""
        return self._sentence(event, table).replace(";", ",")

    def _sentence(self, event: e.Event, table: Table) -> str:
        match event:
            case e.SeatTaken() | e.SeatLeft() | e.ChipsBought() | e.WagerPlaced() | e.WagerTakenBack():
                return self._at_a_seat(event)
            case e.BankTaken() | e.BankGivenUp() | e.BankDeclined() | e.BankSettled() | e.BankCorrected():
                return self._bank(event, table)
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
                return f"{does(seat, 'bet')} {self.money(cents)} on {self.wager(wager)}"
            case e.WagerTakenBack(seat=seat, wager=wager, reason=reason):
                return f"{does(seat, 'take')} back {self.wager(wager)}" + (f": {reason}" if reason else "")

    def _bank(
        self, event: e.BankTaken | e.BankGivenUp | e.BankDeclined | e.BankSettled | e.BankCorrected, table: Table
    ) -> str:
        does = self.names.does
        match event:
            case e.BankTaken(seat=seat, cents=cents):
                return f"{does(seat, 'bank')} this round with {self.money(cents)}"
            case e.BankGivenUp(seat=seat):
                return f"{does(seat, 'give')} up the bank"
            case e.BankDeclined(seat=seat):
                return f"{does(seat, 'decline')} the bank"
            case e.BankSettled(seat=seat, wager=wager, used=used, net=net):
                came_to = f"{'gains' if net >= 0 else 'loses'} {self.money(abs(net))}"
                return f"{self.names.whose(seat)} bank {came_to}{self.used(used, wager, table)}"
            case e.BankCorrected(seat=seat, cents=cents):
                return f"{self.names.whose(seat)} bank {'gets' if cents >= 0 else 'pays'} {self.money(abs(cents))} more"

    def used(self, used: int, wager: int, table: Table) -> str:
        """Return the end of the sentence: how much of the bank was used, and where uncovered stakes go."""
        said = ", all of it used" if used == wager else f" with {self.money(used)} of {self.money(wager)} used"
        back = returned_uncovered(table)
        told = " and ".join(f"{self.money(cents)} to {self.names.whose(seat)} rail" for seat, cents in back.items())
        return f"{said}: stakes it did not cover go back, {told}" if told else said

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
                return f"the {self.meter(meter)} meter rises to {self.money(table.meters[meter])}"
            case e.IncrementReversed(meter=meter):
                return f"the {self.meter(meter)} meter goes back to {self.money(table.meters[meter])}"
            case e.MeterPaid(meter=meter, cents=cents, seeded=seeded):
                again = f" and starts again from {self.money(table.meters[meter])}" if seeded else ""
                return f"the {self.meter(meter)} meter pays {self.money(cents)}{again}"

    def _dealt(self, event: e.HoleDealt | e.DealerDealt | e.CommunityDealt | e.CardBurned) -> str:
        match event:
            case e.HoleDealt(seat=seat, cards=cards):
                return f"{self.names.does(seat, 'get')} {self.cards(cards)}"
            case e.DealerDealt(cards=cards):
                return f"{self.opponent} gets {self.cards(cards)}"
            case e.CommunityDealt(cards=cards):
                return f"the board gets {self.cards(cards)}"
            case e.CardBurned():
                return f"{self.dealer.removeprefix('the ')} burns a card"

    def _acted(
        self,
        event: e.StreetOpened | e.PlayMade | e.WagerCollected | e.CardsTucked,
        table: Table,
    ) -> str:
        match event:
            case e.StreetOpened(street=street):
                return f"{f'{self.dealer} asks' if table.turn is not None else 'nobody is asked'} {street.words}"
            case e.PlayMade(seat=seat, multiple=multiple, cents=cents):
                return f"{self.names.does(seat, 'play')} {multiple}x, {self.money(cents)}"
            case e.WagerCollected(seat=seat, wager=wager, cents=cents):
                return f"{self.names.whose(seat)} {self.wager(wager)} {self.money(cents)} is collected"
            case e.CardsTucked(seat=seat, under=under):
                return f"{self.names.whose(seat)} cards lie face down under {self.wager(under)}"

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

    def too_few_chips(self, table: Table, seat: Seat) -> str:
        """Return why the seat to act cannot afford every Play of the street; empty if its chips are enough."""
        street, spot = table.street, table.round.spots.get(seat)
        if table.turn != seat or street is None or spot is None:
            return ""
        rail, ante = table.rail(seat), spot.wagers.get(Wager.ANTE, 0)
        short = [multiple for multiple in sorted(self.posted.plays[street]) if multiple * ante > rail]
        if not short:
            return ""
        has = f"you have {self.money(rail)} left" if rail else "you have no chips left"
        return f"{has}, and Play {short[0]}x takes {self.money(short[0] * ante)}"

    def dealer_shows(self, table: Table) -> str:
        """Return how the sentence about the dealer's hand begins: with the dealer, or with the player who banks."""
        if table.round.banker is None:
            return f"{self.opponent} shows"
        return f"{self.names.does(table.round.banker.seat, 'show')} {self.opponent}'s hand,"

    def _settled(
        self, event: e.WagerSettled | e.WinningsCut | e.EnvyPaid | e.RoundSettled | e.CardsCollected, table: Table
    ) -> str:
        match event:
            case e.WagerSettled(seat=seat, settled=settled):
                spot = table.round.spots.get(seat)
                collected = spot is not None and settled.wager in spot.collected and settled.outcome is Outcome.LOSE
                return self.settled_words(seat, settled) + (", taken at the fold" if collected else "")
            case e.WinningsCut(seat=seat, wager=wager, cents=cents):
                return f"the limit keeps {self.money(cents)} of {self.names.whose(seat)} {self.wager(wager)}"
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
        does, wager = self.names.does, self.wager(settled.wager)
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
                return self.uncovered(seat, settled)

    def uncovered(self, seat: Seat, settled: SettledWager) -> str:
        """Return a wager that the bank covered in part or not at all."""
        does, wager, net = self.names.does, self.wager(settled.wager), settled.net
        if net > 0:
            return f"{does(seat, 'win')} {self.money(net)} on {wager}, all the bank had"
        if net < 0:
            back = f"{self.money(settled.returned)} goes back" if settled.returned else "nothing goes back"
            return f"{does(seat, 'lose')} {self.money(-net)} of {wager}, {back} uncovered"
        return f"{does(seat, 'get')} {wager} {self.money(settled.returned)} back, uncovered"


class ScriptTeller(Teller):
    """Writes the sentences of scripts, which are the same in every book so that scripts keep their meaning."""

    __slots__ = ()

    def wager(self, wager: Wager) -> str:
        """Return the wager by its usual name."""
        return wager_words(wager)

    def meter(self, meter: str) -> str:
        """Return the meter by its name in the pay table."""
        return meter

    @property
    def dealer(self) -> str:
        """The dealer, in every book."""
        return "the dealer"

    @property
    def opponent(self) -> str:
        """The dealer, even if a player banks."""
        return "the dealer"

    def dealer_shows(self, table: Table) -> str:
        """Return how the sentence about the dealer's hand begins."""
        if table.round.banker is None:
            return "the dealer shows"
        return f"{self.names.does(table.round.banker.seat, 'show')} the banker's hand,"

    def used(self, used: int, wager: int, table: Table) -> str:  # noqa: ARG002
        """Return the end of the sentence: how much of the bank was used."""
        return f" with {self.money(used)} of {self.money(wager)} used"

    def uncovered(self, seat: Seat, settled: SettledWager) -> str:
        """Return a wager that the bank covered in part or not at all."""
        does, wager, net = self.names.does, self.wager(settled.wager), settled.net
        if net > 0:
            return f"{does(seat, 'win')} {self.money(net)} on {wager}, as far as the bank goes"
        if net < 0:
            return f"{does(seat, 'lose')} {self.money(-net)} of {wager}, as far as the bank goes"
        return f"{does(seat, 'get')} {wager} {self.money(settled.returned)} back, uncovered"


# The sentence for a person at the table. Most are the teller's own. Below are those that differ for a person who sits
# there or watches, and those for a reader who may not know every field of the event.

NOTHING_HIDDEN_NAMED: Final = (e.CardBurned, e.CardsPickedUp, e.WagerSettled, e.DeckShuffled, e.CardsReplaced)
"""Events with hidden cards whose sentence names none of the cards."""
REWORDED: Final = frozenset((
    e.SeatTaken, e.WagerPlaced, e.WagerTakenBack, e.WagersInvited, e.StreetOpened, e.PlayMade, e.FlopShown,
    e.TurnAndRiverShown, e.DealerHandShown, e.BankSettled, e.RoundSettled, e.CardsPickedUp, e.IrregularityReported,
    e.FloorRuled, e.TableSet, e.RoundVoided,
))  # fmt: skip
"""Events with a different sentence for a person at the table."""
_NUMBERS: Final = ("no", "a", "two", "three", "four", "five")
_STREETS: Final = {Street.FLOP: "flop", Street.RIVER: "river"}


def reader_sentence(event: e.Event, table: Table, teller: Teller, *, hides: bool) -> str:
    """Return the sentence with a capital and its clause, without a full stop; empty if there is nothing to say.

    `hides` means that the reader may not know every field; only sentences listed here are then returned.
    """
    if not hides or isinstance(event, NOTHING_HIDDEN_NAMED):
        reworded = _reworded(event, table, teller) if type(event) in REWORDED else None
        said = reworded or _with_clause(teller.sentence(event, table), event)
    else:
        said = _with_clause(_without_hidden(event, teller), event)
    return f"{said[:1].upper()}{said[1:]}"


def _with_clause(said: str, event: e.Event) -> str:
    clause = getattr(event, "clause", None)
    return f"{said} ({clause})" if said and clause else said


def _without_hidden(event: e.Event, teller: Teller) -> str:
    """Return the sentence for a reader who may not know every field; empty for an event not listed here."""
    does = teller.names.does
    match event:
        case e.HoleDealt(seat=seat, cards=cards):
            return f"{does(seat, 'get')} {_cards(len(cards))}"
        case e.DealerDealt(cards=cards):
            return f"{teller.opponent} gets {_cards(len(cards))}"
        case e.CommunityDealt(cards=cards):
            return f"the board gets {_cards(len(cards))}"
        case e.ReadingCorrected():
            return "the dealer corrects a misread card"
        case e.HandsRebuilt():
            return "the hands are rebuilt from the discard rack"
        case e.RoundDisputed(seat=seat, freezes=freezes):
            return f"{does(seat, 'dispute')} the settlement; {_until_ruled(freezes)}"
        case e.RoundReviewed(freezes=freezes):
            return f"the floor reviews the settlement of a round; {_until_ruled(freezes)}"
        case e.DisputeAppealed(seat=seat, regulator=regulator):
            return f"{does(seat, 'take')} the dispute to {regulator}"
        case e.PlayerRemoved(seat=seat):
            return f"the floor has removed {teller.names.name(seat)}"
    return ""


def _cards(count: int) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} card{'' if count == 1 else 's'}"


def _until_ruled(freezes: bool) -> str:
    return "the round is frozen until the floor has ruled" if freezes else "the table goes on"


def _reworded(event: e.Event, table: Table, teller: Teller) -> str | None:
    """Return the sentence for a person at the table, or ``None`` if it is the same as the dealer's."""
    does, whose, money = teller.names.does, teller.names.whose, teller.money
    match event:
        case e.SeatTaken(seat=seat):
            return f"{does(seat, 'sit')} down at seat {seat}"
        case e.WagerPlaced(seat=seat, wager=wager, cents=cents):
            return f"{does(seat, 'wager')} {money(cents)} on {teller.wager(wager)}"
        case e.WagerTakenBack(seat=seat, wager=wager, reason=reason) if reason:
            return _with_clause(f"{whose(seat)} {teller.wager(wager)} wager goes back: {reason}", event)
        case e.WagersInvited():
            return "place your wagers"
        case e.StreetOpened(street=street):
            return f"{teller.dealer} asks" + (f", after the {_STREETS[street]}" if street in _STREETS else "")
        case e.PlayMade(seat=seat, multiple=multiple, cents=cents):
            return f"{does(seat, 'play')} {multiple}×, {money(cents)}"
        case e.FlopShown(cards=cards):
            return f"flop: {teller.cards(cards)}"
        case e.TurnAndRiverShown(cards=cards):
            return f"turn and river: {teller.cards(cards[-2:])}"
        case e.DealerHandShown(cards=cards, five=five, qualifies=qualifies):
            shared = [card for card in five if card not in cards]
            beside = f" with {teller.cards(shared)} of the board," if shared else ""
            who = "and" if table.round.banker is None else "and the hand"
            which = "qualifies" if qualifies else "does not qualify"
            return f"{teller.dealer_shows(table)} {teller.cards(cards)}{beside} {who} {which}"
        case e.BankSettled(seat=seat, wager=wager, used=used, net=net):
            came_to = "came out even" if net == 0 else f"{'won' if net > 0 else 'lost'} {money(abs(net))}"
            return f"{whose(seat)} bank {came_to}{teller.used(used, wager, table)}"
        case e.RoundSettled():
            return "every wager is settled"
        case e.CardsPickedUp(seat=int() as seat, counted=int() as counted) if counted != HOLE_CARDS:
            return f"{whose(seat)} cards are counted: {counted}, not two"
        case e.IrregularityReported(irregularity=what):
            return f"stop: {_wrong(what, teller)}"
        case e.FloorRuled(remedy=remedy, by=by, reason=reason):
            return _with_clause(f"{by} rules: {remedy.words}, because {reason}", event)
        case e.TableSet(hands_per_player=hands, entry_fee=fee):
            most, costs = "one hand" if hands == 1 else f"{hands} hands", money(fee) if fee else "none"
            return _with_clause(f"the floor has set the table: {most} a player, entry fee {costs}", event)
        case e.RoundVoided(clause=clause, saves=saves):
            saved = ", ".join(map(teller.wager, saves))
            back = f"{saved} is dealt out all the same, the other wagers come back" if saved else "wagers come back"
            return f"all hands are void ({clause}); {back}"
    return None


def _wrong(what: i.Irregularity, teller: Teller) -> str:
    match what:
        case i.WrongNumberOfCards(seat=seat, cards=cards):
            holds = f"{teller.opponent} holds" if seat is None else teller.names.does(seat, "hold")
            return f"{holds} {cards} cards"
        case i.SeatMissed(seat=seat):
            return f"{teller.names.does(seat, 'get')} no cards"
    return irregularity_words(what).replace("the dealer", teller.opponent)
