"""The cards of a document, each there once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from uth.cards import BY_NAME, Card
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet


class CardsSeen:
    """The cards read so far: each is there once (MA.2a)."""

    __slots__ = ("clause", "seen")

    def __init__(self, rules: RuleSet) -> None:
        self.seen: set[Card] = set()
        self.clause = rules.deck.cards.cite

    def cards(self, value: Any, field: str, count: int | None, what: str) -> tuple[Card, ...]:
        """Return that many cards, none of them seen before."""
        if type(value) is not list or (count is not None and len(value) != count):
            raise Malformed(field, value, f"is not a list of {count or 'the'} cards, {what}", self.clause)
        try:
            cards = tuple([BY_NAME[name] for name in value])
        except (KeyError, TypeError):
            raise self._fault_in(value, field) from None
        if not self.see(cards):
            raise self._fault_in(value, field)
        return cards

    def _fault_in(self, value: list[Any], field: str) -> Malformed:
        """Return what is wrong with the first card that is none, or that is there already."""
        for at, name in enumerate(value):
            card = BY_NAME.get(name) if type(name) is str else None
            if card is None:
                return Malformed(field, name, "is not a card; write rank then suit, as in As, Td, 7h, 2c", self.clause)
            if card in self.seen or name in value[:at]:
                break
        return Malformed(field, name, "is there twice; one deck has each card once", self.clause)

    def see(self, cards: Collection[Card]) -> bool:
        """Whether those cards are all different and none of them was seen before; then they are seen now."""
        seen = self.seen.union(cards)
        if len(seen) < len(self.seen) + len(cards):
            return False
        self.seen = seen
        return True
