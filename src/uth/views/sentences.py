"""The sentence of an event for one reader: seats by their players' names, the reader's own as ``you``."""

from __future__ import annotations

from dataclasses import dataclass, field

from uth.cards import Card
from uth.people.log import BOT, name_of
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.units import Seat
from uth.words.reader import reader_sentence
from uth.words.round import Teller


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNames:
    """The names of a table's seats for the owner of some of them; records which were used."""

    table: Table
    mine: frozenset[Seat] = frozenset()
    named: set[Seat] = field(default_factory=set)

    def name(self, seat: Seat) -> str:
        """Return ``you``, the player's name, or the number of an empty seat."""
        self.named.add(seat)
        if seat in self.mine:
            return "you"
        chair = self.table.chairs.get(seat)
        return name_of(chair.player).removeprefix(BOT) if chair is not None else f"seat {seat}"

    def does(self, seat: Seat, verb: str) -> str:
        """Return subject and verb: ``you check``, ``Ann checks``."""
        return f"{self.name(seat)} {verb}{'' if seat in self.mine else 's'}"

    def whose(self, seat: Seat) -> str:
        """Return the possessive: ``your``, ``Ann's``."""
        name = self.name(seat)
        return "your" if seat in self.mine else f"{name}'s"


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of an event and the seats it names; it is the same for everyone who has none of them."""

    says: str
    named: frozenset[Seat]


def sentence_of(
    event: e.Event, table: Table, posted: Posted, *, mine: frozenset[Seat] = frozenset(), hides: bool
) -> Sentence:
    """Return the sentence of the event for the owner of those seats, given the table after it."""
    names = SeatNames(table=table, mine=mine)
    says = reader_sentence(event, table, Teller(posted=posted, names=names, card=_in_words), hides=hides)
    return Sentence(says, frozenset(names.named))


def _in_words(card: Card) -> str:
    return card.words
