"""The order of the deck for each key and round; the reference implementation of `vector_decks`.

Random words come from the SplitMix64 generator. A word is 64 bits and is taken modulo at most 52, so that the bias is
below one part in 2 to the 58th. These decks are for learning; a house has its own shuffle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np

from uth.cards import DECK, Card, parse_cards, require_distinct
from uth.errors import Malformed

Generator: TypeAlias = np.random.Generator

WORD: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB


def drawn_key(generator: Generator) -> int:
    """Return a random key of 64 bits."""
    return int(generator.integers(0, WORD, dtype=np.uint64, endpoint=True))


def deck_of(key: int, round_number: int) -> tuple[Card, ...]:
    """Return the deck of that round in dealing order."""
    cards, words = list(DECK), _words(key, round_number)
    for place in range(len(cards) - 1):
        other = place + next(words) % (len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _words(key: int, round_number: int) -> Iterator[int]:
    state = _mixed(key + STEP * (round_number + 1) & WORD)
    while True:
        state = state + STEP & WORD
        yield _mixed(state)


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * FIRST & WORD
    word = (word ^ word >> 27) * SECOND & WORD
    return word ^ word >> 31


def deck_in(options: dict[str, Any] | None) -> tuple[Card, ...] | None:
    """Return the deck from the options of `reset`, or ``None``: the given cards on top, the others below."""
    named = (options or {}).get("deck")
    if named is None:
        return None
    try:
        cards = parse_cards(named) if isinstance(named, str) else tuple(Card(card) for card in named)
    except TypeError:
        says = "is not a deck; write its first cards in the order they are dealt, as in 'As Kd 7h'"
        raise Malformed("options.deck", named, says) from None
    require_distinct(cards, "options.deck")
    return cards + tuple(card for card in DECK if card not in cards)
