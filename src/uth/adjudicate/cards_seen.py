"""The cards of a document, each there once."""

from __future__ import annotations

from typing import Any

from uth.cards import Card
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet


class CardsSeen:
    """The cards read so far: each is there once (MA.2a)."""

    def __init__(self, rules: RuleSet) -> None:
        self.seen: dict[Card, str] = {}
        self.clause = rules.deck.cards.cite

    def cards(self, value: Any, field: str, count: int | None, what: str) -> tuple[Card, ...]:
        """Return that many cards, none of them seen before."""
        if type(value) is not list or (count is not None and len(value) != count):
            raise Malformed(field, value, f"is not a list of {count} cards, {what}", self.clause)
        return tuple([self._card(each, field) for each in value])

    def _card(self, value: Any, field: str) -> Card:
        try:
            card = Card(value) if type(value) is str else None
        except Malformed:
            card = None
        if card is None:
            raise Malformed(field, value, "is not a card; write rank then suit, as in As, Td, 7h, 2c", self.clause)
        if card in self.seen:
            says = f"is there twice, in {self.seen[card]} too; one deck has each card once"
            raise Malformed(field, value, says, self.clause)
        self.seen[card] = field
        return card
