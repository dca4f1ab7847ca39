"""Ultimate Texas Hold'em under five real rule books: the game, its settlement and its exact mathematics."""

from __future__ import annotations

TYPE_CHECKING = False  # whoever checks types takes it for true, and nobody else has to load `typing` first
if TYPE_CHECKING:
    from uth.adjudicate.document import settle_document
    from uth.cards import DECK, Card, parse_cards, stacked
    from uth.errors import Broken, Malformed, Refused, Stale
    from uth.ranking import Category, Hand, rank
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
    "DECK": "uth.cards",
    "Broken": "uth.errors",
    "Card": "uth.cards",
    "Category": "uth.ranking",
    "Hand": "uth.ranking",
    "Malformed": "uth.errors",
    "Posted": "uth.table.posted",
    "Refused": "uth.errors",
    "Stale": "uth.errors",
    "Street": "uth.rules.values",
    "Table": "uth.table.state",
    "Wager": "uth.rules.values",
    "act": "uth.table.decide",
    "apply": "uth.table.apply",
    "decide": "uth.table.decide",
    "load": "uth.rules.loader",
    "new_table": "uth.table.state",
    "offers": "uth.table.offers",
    "parse_cards": "uth.cards",
    "post": "uth.table.posted",
    "rank": "uth.ranking",
    "refusal_of": "uth.table.refusals",
    "settle": "uth.table.settlement",
    "settle_document": "uth.adjudicate.document",
    "stacked": "uth.cards",
}
"""What is imported only when it is asked for: ranking a hand loads no rule book, and the program starts at once."""

__all__ = [
    "DECK", "Broken", "Card", "Category", "Hand", "Malformed", "Posted", "Refused", "Stale", "Street", "Table",
    "Wager", "__version__", "act", "apply", "decide", "load", "new_table", "offers", "parse_cards",
    "post", "rank", "refusal_of", "settle", "settle_document", "stacked",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'uth' has no attribute {name!r}")
