"""Ultimate Texas Hold'em under five real rule books: the game, its settlement and its exact mathematics."""

from uth.cards import DECK, Card, parse_cards
from uth.errors import Broken, Malformed, Refused, Stale
from uth.ranking import Category, Hand, rank

__version__ = "0.1.0"

__all__ = [
    "DECK", "Broken", "Card", "Category", "Hand", "Malformed", "Refused", "Stale",
    "__version__", "parse_cards", "rank",
]  # fmt: skip
