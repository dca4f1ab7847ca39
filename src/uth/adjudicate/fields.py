"""Readers for single fields of a document; each error names the field and the value."""

from __future__ import annotations

import json
from collections.abc import Collection, Set
from typing import Any

from uth.cards import BY_NAME, Card
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet
from uth.units import WAGER_CENTS_MAX


def must(holds: bool, field: str, value: Any, says: str, clause: str | None = None) -> None:
    """Raise `Malformed` for the field unless the condition holds."""
    if not holds:
        raise Malformed(field, value, says, clause)


def keys_of(table: dict[str, Any], known: Set[str], at: str) -> None:
    """Raise `Malformed` for an unknown key."""
    if not table.keys() <= known:
        key = next(key for key in table if key not in known)
        raise Malformed(at + key, table[key], f"has an unknown key; known here: {', '.join(sorted(known))}")


def part(document: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an optional part of the document."""
    value = document.get(key, {})
    must(isinstance(value, dict), key, value, "is not an object")
    assured: dict[str, Any] = value
    return assured


def text_of(value: Any, field: str, accepted: str) -> str:
    """Return a printable, non-blank text of one line."""
    if type(value) is not str or not value.strip() or not value.isprintable():
        raise Malformed(field, value, f"is not {accepted}: one line of printable characters, not blank")
    return value


def is_json(value: Any) -> bool:
    """Return whether the value can be written as JSON, which has no NaN and no Infinity."""
    if type(value) in (str, int, type(None)):
        return True
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def amount(value: Any, field: str, *, clause: str | None = None, least: int = 1, most: int = WAGER_CENTS_MAX) -> int:
    """Return a whole number of cents; raise `Malformed` for a float, a boolean, a negative or a huge number."""
    if type(value) is not int or not least <= value <= most:
        raise Malformed(field, value, f"is not a whole number of cents from {least} to {most}", clause)
    return value


class CardsSeen:
    """The cards read so far; each may occur once (MA.2a)."""

    __slots__ = ("clause", "seen")

    def __init__(self, rules: RuleSet) -> None:
        self.seen: set[Card] = set()
        self.clause = rules.deck.cards.cite

    def cards(self, value: Any, field: str, count: int | None, what: str) -> tuple[Card, ...]:
        """Return that many cards, none of them read before."""
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
        """Return the error for the first invalid or repeated card."""
        for at, name in enumerate(value):
            card = BY_NAME.get(name) if type(name) is str else None
            if card is None:
                return Malformed(field, name, "is not a card; write rank then suit, as in As, Td, 7h, 2c", self.clause)
            if card in self.seen or name in value[:at]:
                break
        return Malformed(field, name, "is there twice; one deck has each card once", self.clause)

    def see(self, cards: Collection[Card]) -> bool:
        """Record the cards and return true, or return false if one is repeated."""
        seen = self.seen.union(cards)
        if len(seen) < len(self.seen) + len(cards):
            return False
        self.seen = seen
        return True
