"""The sentences of a local table: the person's own seats, named opponents, and the dealer's questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.errors import Refused
from uth.rules.values import Street
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.refusal import refusal_says
from uth.table.round.state import Table
from uth.units import PlayerId, Seat
from uth.words.round import Teller

PERSON: Final = PlayerId("you")
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
"""The names of the seats the house plays, clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The players by seat; the person has one seat, or two adjacent ones."""

    players: Mapping[Seat, PlayerId]
    mine: tuple[Seat, ...]

    def name(self, seat: Seat) -> str:
        """Return the name of the seat: ``You``, ``Your first hand``, ``Ada``."""
        if seat not in self.mine:
            return self.players[seat]
        return "You" if len(self.mine) == 1 else f"Your {('first', 'second')[self.mine.index(seat)]} hand"

    def does(self, seat: Seat, verb: str) -> str:
        """Return subject and verb: ``You check``, ``Ada checks``."""
        alone = seat in self.mine and len(self.mine) == 1
        return f"{self.name(seat)} {verb}{'' if alone else 's'}"

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats played by the house."""
        return tuple(seat for seat in self.players if seat not in self.mine)


def seated(seats: int, hands: int) -> Seating:
    """Return the players at a table of that many seats, with the person in the middle."""
    first = (seats - hands) // 2 + 1
    mine = tuple(Seat(first + at) for at in range(hands))
    names = iter(NAMES)
    players = {Seat(at): PERSON if Seat(at) in mine else PlayerId(next(names)) for at in range(1, seats + 1)}
    return Seating(players=players, mine=mine)


def refusal_words(refused: Refused, symbol: str) -> str:
    """Return the refusal as a sentence, with amounts as money and without the name of a dealer's command."""
    says = refusal_says(refused, symbol, with_due=False)
    return f"{says[:1].upper()}{says[1:]}" + (f" ({refused.clause})" if refused.clause else "") + "."


def short_and_long(card: Card) -> str:
    """Return the card as ``Ace of Spades (As)``."""
    return f"{card.words} ({card})"


def drawn(card: Card) -> str:
    """Return the card as ``A♠``, ``10♦``."""
    return card.symbol.replace("T", "10")


@dataclass(frozen=True, slots=True)
class _TellerNames:
    """Adapts `Seating` to the names of a teller."""

    people: Seating

    def name(self, seat: Seat) -> str:
        return self.people.name(seat)

    def does(self, seat: Seat, verb: str) -> str:
        return self.people.does(seat, verb)

    def whose(self, seat: Seat) -> str:
        return "your" if seat in self.people.mine else f"{self.people.name(seat)}'s"


SPOKEN = (
    e.NoMoreBetsAnnounced | e.HoleDealt | e.CardBurned | e.StubCounted | e.CoverAllPaysShown
    | e.FlopShown | e.TurnAndRiverShown | e.DealerHandShown | e.HandLeftExposed
    | e.Checked | e.PlayMade | e.Folded | e.WagerCollected | e.CardsTucked | e.HandShown
    | e.EntryFeeTaken | e.MeterRaised | e.MeterPaid | e.IncrementReversed | e.EnvyPaid
    | e.AwardDenied | e.AwardTakenBack | e.EnvyDenied | e.EnvyTakenBack
    | e.ChipsBought | e.BankTaken | e.BankGivenUp | e.BankDeclined | e.BankSettled
    | e.IrregularityReported | e.IrregularityRuled | e.FloorRuled | e.HandVoided | e.DealPutRight | e.CardsReplaced
)  # fmt: skip
"""The events that the dealer announces; all others are visible on the table or face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Writes the dealer's announcements to the person."""

    people: Seating
    posted: Posted
    card: Callable[[Card], str] = drawn

    @property
    def teller(self) -> Teller:
        """The teller of this table."""
        return Teller(posted=self.posted, names=_TellerNames(self.people), card=self.card)

    def money(self, cents: int | Fraction) -> str:
        """Return the amount in the currency of the book, down to the cent."""
        return self.teller.money(cents)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards, separated by commas if they are words."""
        return self.teller.cards(cards)

    def sentence(self, event: e.Event, table: Table) -> str:
        """Return the event as a sentence, given the table after it; empty if the dealer does not announce it."""
        match event:
            case e.StreetOpened(street=street):
                return self.asks(street) if table.turn is not None else ""
            case e.HoleDealt(seat=seat) if seat not in self.people.mine:
                return ""
            case e.WagerTakenBack(seat=seat, wager=wager, clause=str() as clause, reason=reason):
                whose = self.teller.names.whose(seat)
                return f"{whose[:1].upper()}{whose[1:]} {wager.words.lower()} wager goes back: {reason} ({clause})."
            case _:
                said = self.teller.sentence(event, table) if isinstance(event, SPOKEN) else ""
                clause = getattr(event, "clause", "")
                return f"{said[:1].upper()}{said[1:]}{f' ({clause})' if clause else ''}." if said else ""

    def asks(self, street: Street) -> str:
        """Return the dealer's question with the choices of the book."""
        play = self.posted.rules.play
        choices = [f"play {multiple}x" for multiple in sorted(play.multiples(street), reverse=True)]
        choices += ["check"] if street in play.check.value else []
        choices += ["fold"] if street in play.fold.value else []
        return f"{street.words.capitalize()}: {one_of(choices)}?"


def one_of(choices: Sequence[str]) -> str:
    """Return the choices as ``4, 3 or check``."""
    *most, last = choices or ("nothing to do",)
    return f"{', '.join(most)} or {last}" if most else last
