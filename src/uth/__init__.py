"""Ultimate Texas Hold'em under five real rule books: the game, its settlement and its exact mathematics."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from uth.cards import DECK, Card, parse_cards, stacked
from uth.errors import Broken, Malformed, Refused, Stale
from uth.ranking import Category, Hand, rank

if TYPE_CHECKING:
    from uth.adjudicate.document import settle_document
    from uth.rules.loader import load
    from uth.rules.values import Street, Wager
    from uth.table.apply import apply
    from uth.table.decide import act, decide
    from uth.table.offers import offers
    from uth.table.posted import Posted, post
    from uth.table.refusals import refusal_of
    from uth.table.settlement import settle
    from uth.table.state import Table, new_table

__version__ = "0.1.0"

_LATER = {
    "Posted": "uth.table.posted",
    "Street": "uth.rules.values",
    "Table": "uth.table.state",
    "Wager": "uth.rules.values",
    "act": "uth.table.decide",
    "apply": "uth.table.apply",
    "decide": "uth.table.decide",
    "load": "uth.rules.loader",
    "new_table": "uth.table.state",
    "offers": "uth.table.offers",
    "post": "uth.table.posted",
    "refusal_of": "uth.table.refusals",
    "settle": "uth.table.settlement",
    "settle_document": "uth.adjudicate.document",
}
"""What is imported only when it is asked for, so that ranking a hand does not load a rule book."""

__all__ = [
    "DECK", "Broken", "Card", "Category", "Hand", "Malformed", "Posted", "Refused", "Stale", "Street", "Table",
    "Wager", "__version__", "act", "apply", "decide", "load", "new_table", "offers", "parse_cards",
    "post", "rank", "refusal_of", "settle", "settle_document", "stacked",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'uth' has no attribute {name!r}")
