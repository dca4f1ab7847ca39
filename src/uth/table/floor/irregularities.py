"""Irregularities: the errors that can be reported, with the facts a ruling needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from uth.errors import quoted
from uth.rules.procedure import Fact, IrregularityKind
from uth.units import Seat


class _Plain:
    """An irregularity without facts."""

    __slots__ = ()

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that a ruling depends on."""
        return frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCardExposed(_Plain):
    """A dealer card was seen before the showdown."""

    kind: ClassVar = IrregularityKind.DEALER_CARD_EXPOSED
    positions: tuple[int, ...] = (1, 2)
    """The positions of the exposed cards; both by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsFaceUp:
    """Cards were found face up in the shoe or the deck, or were dealt face up."""

    kind: ClassVar = IrregularityKind.CARDS_FACE_UP
    cards: int
    before: int = 0
    """The number found earlier in the round. The table fills it in."""

    @property
    def facts(self) -> frozenset[Fact]:
        """Whether one card or several were found over the whole round."""
        return frozenset({"several" if self.cards + self.before > 1 else "one"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawnInError(_Plain):
    """A card was drawn that should not have been, and nobody saw its face."""

    kind: ClassVar = IrregularityKind.CARD_DRAWN_IN_ERROR


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongNumberOfCards:
    """A seat, or the dealer if no seat is named, holds a wrong number of cards."""

    kind: ClassVar = IrregularityKind.WRONG_NUMBER_OF_CARDS
    seat: Seat | None
    cards: int
    fixable: bool
    """Whether the dealer can complete the deal in sequence."""
    deck_whole: bool = True
    """Whether the deck has the right number of cards; matters where the dealer's hand is to be put right (MA.14d)."""

    @property
    def facts(self) -> frozenset[Fact]:
        """Who was misdealt to, whether it can be put right, and whether the deck is whole."""
        whole: Fact = "deck_whole" if self.deck_whole else "deck_not_whole"
        return frozenset(
            {"dealer" if self.seat is None else "seat", "fixable" if self.fixable else "not_fixable", whole}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMissed:
    """A seat with a wager got no cards."""

    kind: ClassVar = IrregularityKind.SEAT_MISSED
    seat: Seat
    fixable: bool

    @property
    def facts(self) -> frozenset[Fact]:
        """Whether it can be put right."""
        return frozenset({"fixable" if self.fixable else "not_fixable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraCardToAll:
    """Every seat got a card too many."""

    kind: ClassVar = IrregularityKind.EXTRA_CARD_TO_ALL
    fixable: bool

    @property
    def facts(self) -> frozenset[Fact]:
        """Whether it can be put right."""
        return frozenset({"fixable" if self.fixable else "not_fixable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCommunityShown(_Plain):
    """Community cards were turned up that were not due; the first is 1."""

    kind: ClassVar = IrregularityKind.WRONG_COMMUNITY_SHOWN
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotShuffled(_Plain):
    """The deck turns out not to have been shuffled, or not cut."""

    kind: ClassVar = IrregularityKind.NOT_SHUFFLED


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOffTable(_Plain):
    """A card fell off the table."""

    kind: ClassVar = IrregularityKind.CARD_OFF_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class StubCountWrong:
    """The count of the stub does not make a whole deck."""

    kind: ClassVar = IrregularityKind.STUB_COUNT_WRONG
    misdealt: bool
    """Whether a hand has more or fewer than two cards, in which case the deck is whole after all."""

    @property
    def facts(self) -> frozenset[Fact]:
        """Whether the cards were misdealt."""
        return frozenset({"misdealt" if self.misdealt else "not_misdealt"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerJammed(_Plain):
    """The shuffler jammed, stopped, or did not finish its cycle."""

    kind: ClassVar = IrregularityKind.SHUFFLER_JAMMED


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerCountWrong(_Plain):
    """The shuffler says that the deck it shuffled is not whole."""

    kind: ClassVar = IrregularityKind.SHUFFLER_COUNT_WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineJammed(_Plain):
    """The automated shoe jammed."""

    kind: ClassVar = IrregularityKind.MACHINE_JAMMED


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveDown:
    """The progressive system failed."""

    kind: ClassVar = IrregularityKind.PROGRESSIVE_DOWN
    at_win: bool
    """Whether it failed at the time of a progressive win."""

    @property
    def facts(self) -> frozenset[Fact]:
        """Whether it failed at the time of a win."""
        return frozenset({"at_win" if self.at_win else "before_win"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductBroken(_Plain):
    """A player exchanged, showed or told cards, or otherwise broke the rules of conduct."""

    kind: ClassVar = IrregularityKind.CONDUCT_BROKEN
    seat: Seat


Irregularity = (
    DealerCardExposed
    | CardsFaceUp
    | CardDrawnInError
    | WrongNumberOfCards
    | SeatMissed
    | ExtraCardToAll
    | WrongCommunityShown
    | NotShuffled
    | CardOffTable
    | StubCountWrong
    | ShufflerJammed
    | ShufflerCountWrong
    | MachineJammed
    | ProgressiveDown
    | ConductBroken
)


def faults_in(what: object) -> Iterator[str]:
    """Yield the faults in a malformed report."""
    if not isinstance(what, Irregularity):
        yield f"{quoted(what)} is not an irregularity"
        return
    for name in ("fixable", "misdealt", "at_win", "deck_whole"):
        if type(getattr(what, name, True)) is not bool:
            yield f"{name} {quoted(getattr(what, name))} is not true or false"
    cards = getattr(what, "cards", 1)
    if type(cards) is not int or not 0 <= cards <= 52:
        yield f"cards {quoted(cards)} is not 0 to 52"
    seat = getattr(what, "seat", 1)
    the_dealer = seat is None and isinstance(what, WrongNumberOfCards)
    if type(seat) is not int and not the_dealer:
        yield f"seat {quoted(seat)} is not a seat"
    elif not the_dealer and getattr(what, "deck_whole", True) is False:
        yield "deck_whole false is about the dealer's hand alone; leave out the seat"
    if isinstance(what, DealerCardExposed) and what.positions not in ((1,), (2,), (1, 2)):
        yield f"positions {quoted(what.positions)} are not the first card, the second, or both: 1, 2, or 1 and 2"
    if isinstance(what, WrongCommunityShown):
        known = isinstance(what.positions, tuple) and all(type(at) is int and 1 <= at <= 5 for at in what.positions)
        if not known or not what.positions or len(set(what.positions)) != len(what.positions):
            yield f"positions {quoted(what.positions)} are not different numbers from 1 to 5"
