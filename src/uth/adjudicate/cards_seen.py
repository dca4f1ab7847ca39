"""The cards of a document, each there once."""

from __future__ import annotations

from typing import Any, cast

from uth.cards import BY_NAME, Card
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet


class CardsSeen:
    """The cards read so far: each is there once (MA.2a)."""

    def __init__(self, rules: RuleSet) -> None:
        self.seen: set[Card] = set()
        self.clause = rules.deck.cards.cite

    def cards(self, value: Any, field: str, count: int | None, what: str) -> tuple[Card, ...]:
        """Return that many cards, none of them seen before."""
        if type(value) is not list or (count is not None and len(value) != count):
            raise Malformed(field, value, f"is not a list of {count or 'the'} cards, {what}", self.clause)
        cards = tuple([BY_NAME.get(name) if type(name) is str else None for name in value])
        for name, card in zip(value, cards, strict=True):
            if card is None:
                raise Malformed(field, name, "is not a card; write rank then suit, as in As, Td, 7h, 2c", self.clause)
            if card in self.seen:
                raise Malformed(field, name, "is there twice; one deck has each card once", self.clause)
            self.seen.add(card)
        return cast("tuple[Card, ...]", cards)
