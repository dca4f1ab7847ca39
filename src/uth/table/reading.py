"""The cards of a real deck, named as they come: the table never says itself which they are."""

from __future__ import annotations

from uth.cards import Card
from uth.errors import Refused
from uth.table import commands as c
from uth.table.dealing import next_delivery
from uth.table.due import due
from uth.table.opening import not_due
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.remedies import to_replace
from uth.table.state import Table


def to_read(table: Table, posted: Posted) -> int:
    """Return how many cards the step that is due brings."""
    match due(table, posted):
        case "ReplaceCards":
            return len(to_replace(table))
        case "DealNext":
            delivery = next_delivery(table, posted.dealing)
            return delivery.cards if delivery is not None and table.deck else 0
    return 0


def is_read(table: Table, posted: Posted) -> bool:
    """Whether the cards the step that is due brings have been named."""
    count = to_read(table, posted)
    if table.replacing is not None:
        return len(table.read) == count
    return table.read == table.deck[:count] or count == 0


def refused_reading(table: Table, command: c.ReadCards, posted: Posted) -> Refused | None:
    """Return why those are not the cards that come next, or ``None``."""
    count = to_read(table, posted)
    if count == 0:
        return not_due(table, posted)
    cards, left = command.cards, {*table.deck, *to_replace(table)}
    known = isinstance(cards, tuple) and all(type(card) is Card and card in left for card in cards)
    clause = table.replacing.clause if table.replacing is not None else posted.dealing.opening.cite
    if isinstance(cards, tuple) and len(cards) != count:
        says = f"{_cards(count)} next, and {len(cards) or 'none'} {'was' if len(cards) == 1 else 'were'} read"
        return Refused(Refusal.NOT_THE_NEXT_CARDS, clause, says)
    if not known or len(set(cards)) != count:
        says = f"{_cards(count)} next, and what was read has been dealt already or was read twice: look again"
        return Refused(Refusal.NOT_THE_NEXT_CARDS, clause, says)
    return None


def _cards(count: int) -> str:
    return "one card comes" if count == 1 else f"{count} cards come"
