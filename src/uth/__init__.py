"""Ultimate Texas Hold'em under five real rule books: the game, its settlement and its exact mathematics.

>>> from uth import Category, load, parse_cards, post, rank
>>> print(rank(parse_cards("As Ad Ah 7c 7d Kd 9s")))
Full House, Aces over Sevens
>>> posted = post(load("massachusetts"), {"trips": "B"})
>>> print(posted.trips.pays[Category.FULL_HOUSE])
8 to 1
"""

from __future__ import annotations

from uth.extras import lazy

TYPE_CHECKING = False  # type checkers take it for true, and nothing has to import `typing`
if TYPE_CHECKING:
    from uth.adjudicate.document import settle_document
    from uth.adjudicate.types import PlayedRoundDocument, SettlementDocument
    from uth.cards import DECK, Card, parse_cards, stacked
    from uth.errors import Broken, Malformed, Refused, Stale
    from uth.ranking import Category, Hand, rank
    from uth.rules.loader import load
    from uth.rules.values import Street, Wager
    from uth.table.dealer import deal_until_asked
    from uth.table.posted import Posted, post
    from uth.table.round import commands
    from uth.table.round.apply import apply
    from uth.table.round.decide import act, decide
    from uth.table.round.refusals import offers, refusal_of
    from uth.table.round.state import Table, new_table
    from uth.table.settle.settled import PlayedRound, PlayedSeat, Settlement
    from uth.table.settle.settlement import settle

__version__ = "0.1.0"

_HOMES = {
    "DECK": "uth.cards",
    "Broken": "uth.errors",
    "Card": "uth.cards",
    "Category": "uth.ranking",
    "Hand": "uth.ranking",
    "Malformed": "uth.errors",
    "PlayedRound": "uth.table.settle.settled",
    "PlayedRoundDocument": "uth.adjudicate.types",
    "PlayedSeat": "uth.table.settle.settled",
    "Posted": "uth.table.posted",
    "Refused": "uth.errors",
    "Settlement": "uth.table.settle.settled",
    "SettlementDocument": "uth.adjudicate.types",
    "Stale": "uth.errors",
    "Street": "uth.rules.values",
    "Table": "uth.table.round.state",
    "Wager": "uth.rules.values",
    "act": "uth.table.round.decide",
    "apply": "uth.table.round.apply",
    "commands": "uth.table.round.commands",
    "deal_until_asked": "uth.table.dealer",
    "decide": "uth.table.round.decide",
    "load": "uth.rules.loader",
    "new_table": "uth.table.round.state",
    "offers": "uth.table.round.refusals",
    "parse_cards": "uth.cards",
    "post": "uth.table.posted",
    "rank": "uth.ranking",
    "refusal_of": "uth.table.round.refusals",
    "settle": "uth.table.settle.settlement",
    "settle_document": "uth.adjudicate.document",
    "stacked": "uth.cards",
}
"""Names that are imported on first use, so that ranking a hand does not load a rule book."""

__all__ = [
    "DECK", "Broken", "Card", "Category", "Hand", "Malformed", "PlayedRound", "PlayedRoundDocument", "PlayedSeat",
    "Posted", "Refused", "Settlement", "SettlementDocument", "Stale", "Street", "Table", "Wager", "__version__", "act",
    "apply", "commands", "deal_until_asked", "decide", "load", "new_table", "offers", "parse_cards", "post", "rank",
    "refusal_of", "settle", "settle_document", "stacked",
]  # fmt: skip


__getattr__, __dir__ = lazy(__name__, _HOMES)
