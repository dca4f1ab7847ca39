"""Cards and decks: parsing and printing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

from uth.errors import Malformed

Rank = NewType("Rank", int)
"""0 for a two up to 12 for an ace."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
RANK_WORDS: Final = (
    "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)  # fmt: skip
SUIT_WORDS: Final = ("Clubs", "Diamonds", "Hearts", "Spades")


class Card(int):
    """One of the 52 cards: an integer from 0 (two of clubs) to 51 (ace of spades), four times the rank plus the suit.

    >>> Card("As")
    Card('As')
    >>> Card("Td").words
    'Ten of Diamonds'
    """

    __slots__ = ()

    def __new__(cls, card: str | int) -> Card:
        """Return the card with that name or index; raise `Malformed` for anything else."""
        if type(card) is str:
            found = BY_NAME.get(card)
            if found is not None:
                return found
        elif isinstance(card, int) and not isinstance(card, bool) and 0 <= card < 52:
            return DECK[card]
        raise Malformed("card", card, "is not a card; write rank then suit, as in As, Td, 7h, 2c")

    @property
    def rank(self) -> Rank:
        """The card's rank: 0 for a two up to 12 for an ace."""
        return Rank(self >> 2)

    @property
    def suit(self) -> int:
        """The card's suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades. Suits do not rank."""
        return self & 3

    @property
    def symbol(self) -> str:
        """The card as a symbol: ``A♠``."""
        return RANKS[self >> 2] + SUIT_SYMBOLS[self & 3]

    @property
    def words(self) -> str:
        """The card in words: ``Ace of Spades``."""
        return f"{RANK_WORDS[self >> 2]} of {SUIT_WORDS[self & 3]}"

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)


DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, index) for index in range(52))
"""The 52 cards in order, two of clubs first."""

NAMES: Final[tuple[str, ...]] = tuple(str(card) for card in DECK)
"""The names of the 52 cards in order. ``NAMES[card]`` equals ``str(card)`` but costs only a look-up."""

BY_NAME: Final[dict[str, Card]] = dict(zip(NAMES, DECK, strict=True))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of ``"AhKd 2c"``; spaces and commas between them are optional.

    >>> parse_cards("AhKd 2c")
    (Card('Ah'), Card('Kd'), Card('2c'))
    """
    packed = text.replace(" ", "").replace(",", "")
    return tuple(Card(packed[at : at + 2]) for at in range(0, len(packed), 2))


def stacked(top: str) -> tuple[Card, ...]:
    """Return a deck with the given cards on top, in that order, for examples and tests.

    >>> stacked("As Kd")[:3]
    (Card('As'), Card('Kd'), Card('2c'))
    """
    cards = parse_cards(top)
    require_distinct(cards)
    return cards + tuple(card for card in DECK if card not in cards)


def require_distinct(cards: Iterable[Card], field: str = "cards") -> None:
    """Raise `Malformed` if a card occurs twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise Malformed(field, str(card), "is there twice; one deck has each card once")
        seen.add(card)
