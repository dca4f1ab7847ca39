"""Words: what happened at the table, as its dealer would say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from uth.cards import Card
from uth.errors import Refused
from uth.rules.values import Street
from uth.table import events as e
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.state import Table
from uth.terminal.people import People
from uth.units import Seat, money

AMOUNTS_IN = {
    Refusal.OUTSIDE_THE_LIMITS,
    Refusal.NOT_A_MULTIPLE_OF_THE_UNIT,
    Refusal.BLIND_MUST_EQUAL_ANTE,
    Refusal.TRIPS_NEEDS_ANTE,
    Refusal.PROGRESSIVE_WAGER_IS_FIXED,
    Refusal.PROGRESSIVE_NEVER_ALONE,
    Refusal.MATCH_PLAY_MUST_EQUAL_ANTE,
    Refusal.COVER_ALL_NEEDS_ANTE,
    Refusal.NO_WAGER,
    Refusal.WAGER_NOT_OFFERED,
    Refusal.NOT_ENOUGH_CHIPS,
}
"""The refusals whose every number is an amount in cents."""


def refusal_words(refused: Refused, symbol: str) -> str:
    """Return the refusal's own words, its amounts as money and without the name of a dealer's command."""
    says = refused.says or refused.code.replace("_", " ")
    if refused.code in AMOUNTS_IN:
        says = re.sub(r"\d+", lambda found: money(int(found[0]), symbol), says)
    says = re.sub(r"[;:] due(?: now)?: .*", "", says)
    says = " ".join(says.split())
    return f"{says[:1].upper()}{says[1:]}" + (f" ({refused.clause})" if refused.clause else "") + "."


def short_and_long(card: Card) -> str:
    """Return the card for the ear and the eye: ``Ace of Spades (As)``."""
    return f"{card.words} ({card})"


def drawn(card: Card) -> str:
    """Return the card as it is drawn: ``A♠``, ``10♦``."""
    return card.symbol.replace("T", "10")


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """How one table is told: its people, its currency, and how a card is said."""

    people: People
    posted: Posted
    card: Callable[[Card], str] = drawn

    def money(self, cents: int | Fraction) -> str:
        """Return the amount in the currency of the book, down to the cent."""
        return money(int(cents), self.posted.rules.currency.symbol)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards, with commas where they are words."""
        said = [self.card(card) for card in cards]
        return (", " if any(" " in each for each in said) else " ").join(said)

    def dealer_shows(self, table: Table) -> str:
        """Return who shows the dealer's hand: the house's dealer, or whoever banks."""
        if table.banker is None:
            return "The dealer shows"
        return f"{self.people.does(table.banker.seat, 'show')} the banker's hand,"

    def sentence(self, event: e.Event, table: Table) -> str:
        """Return the event in words, the table being as it left it; nothing for what the eye alone follows."""
        match event:
            case e.NoMoreBetsAnnounced():
                return "No more bets."
            case e.CardBurned():
                return "Dealer burns a card."
            case e.HoleDealt(seat=seat, cards=cards) if seat in self.people.mine:
                return f"{self.people.name(seat)} {self._get(seat)} {self.cards(cards)}."
            case e.StreetOpened(street=street):
                return self.asks(street) if table.turn is not None else ""
            case e.FlopShown(cards=cards):
                return f"The flop: {self.cards(cards)}."
            case e.TurnAndRiverShown(cards=cards):
                return f"Turn and river: {self.cards(cards)}."
            case e.DealerHandShown(cards=cards, hand=hand, qualifies=qualifies):
                which = "which qualifies" if qualifies else "which does not qualify"
                return f"{self.dealer_shows(table)} {self.cards(cards)}: {hand.words}, {which}."
            case e.Checked(seat=seat):
                return f"{self.people.does(seat, 'check')}."
            case e.PlayMade(seat=seat, multiple=multiple, cents=cents):
                return f"{self.people.does(seat, 'play')} {multiple}x, {self.money(cents)}."
            case e.Folded(seat=seat):
                return f"{self.people.does(seat, 'fold')}."
            case _:
                return self._of_money(event, table)

    def _of_money(self, event: e.Event, table: Table) -> str:
        match event:
            case e.EntryFeeTaken(seat=seat, cents=cents):
                return f"{self.people.does(seat, 'pay')} the entry fee of {self.money(cents)}."
            case e.MeterRaised(meter=meter):
                return f"The {meter} meter rises to {self.money(table.meters[meter])}."
            case e.MeterPaid(meter=meter, cents=cents, seeded=seeded):
                again = f" and starts again from {self.money(table.meters[meter])}" if seeded else ""
                return f"The {meter} meter pays {self.money(cents)}{again}."
            case e.ChipsBought(seat=seat, cents=cents):
                return f"{self.people.does(seat, 'buy')} in for {self.money(cents)}."
            case e.BankTaken(seat=seat, cents=cents):
                return f"{self.people.does(seat, 'bank')} this round with {self.money(cents)}."
            case e.BankGivenUp(seat=seat):
                return f"{self.people.does(seat, 'give')} the bank up."
            case e.EnvyPaid(seat=seat, from_seat=other, cents=cents):
                whose = "your hand" if other in self.people.mine else f"{self.people.name(other)}'s hand"
                return f"{self.people.name(seat)} {self._get(seat)} {self.money(cents)} of envy for {whose}."
            case _:
                return ""

    def _get(self, seat: Seat) -> str:
        return "get" if seat in self.people.mine and len(self.people.mine) == 1 else "gets"

    def asks(self, street: Street) -> str:
        """Say what the dealer asks, from the book's own multiples."""
        play = self.posted.rules.play
        choices = [f"play {multiple}x" for multiple in sorted(play.multiples(street), reverse=True)]
        choices += ["check"] if street in play.check.value else []
        choices += ["fold"] if street in play.fold.value else []
        return f"{street.words.capitalize()}: {one_of(choices)}?"


def one_of(choices: Sequence[str]) -> str:
    """Return the choices as one is asked for them: ``4, 3 or check``."""
    *most, last = choices or ("nothing to do",)
    return f"{', '.join(most)} or {last}" if most else last
