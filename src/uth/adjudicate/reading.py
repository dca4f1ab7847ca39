"""Reads a round from a document: every fault is named by its field, its value and its clause."""

from __future__ import annotations

from typing import Any, Final

from uth.adjudicate.cards_seen import CardsSeen
from uth.adjudicate.fields import amount, keys_of, must
from uth.adjudicate.posting import read_posted
from uth.adjudicate.seats import read_seat_number, read_seats, read_void
from uth.cards import Card
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet
from uth.table.played import Banker, PlayedRound
from uth.table.posted import Posted
from uth.units import BANK_CENTS_MAX

KEYS: Final = frozenset(
    {"id", "rules", "tables", "limits", "meters", "board", "dealer", "banker", "seats", "void"}
)  # fmt: skip
BANKER_KEYS: Final = frozenset({"seat", "wager", "hole"})


def read_document(document: Any) -> tuple[PlayedRound, Posted]:
    """Return the round and what its table had posted; of several faults the first is told."""
    must(isinstance(document, dict), "document", document, "is not an object with rules, board, dealer and seats")
    keys_of(document, KEYS, "")
    posted = read_posted(document)
    rules = posted.rules
    table = CardsSeen(rules)
    board = table.cards(document.get("board"), "board", 5, "flop, turn and river")
    banker, dealer = _dealer(document, rules, table)
    void = read_void(document.get("void"), "void", "round", rules)
    seats = read_seats(document.get("seats"), posted, table, banker=banker, void=void)
    meters = _meters(document.get("meters", {}), posted)
    return PlayedRound(board, dealer, seats, meters, banker, void), posted


def _dealer(document: dict[str, Any], rules: RuleSet, table: CardsSeen) -> tuple[Banker | None, tuple[Card, ...]]:
    """Return the banker, where a player banks, and the hole cards everyone plays against."""
    banked_by = rules.seats.banked_by
    if banked_by.value == "house":
        must(
            "banker" not in document, "banker", document.get("banker"), "is not taken: the house banks", banked_by.cite
        )
        return None, table.cards(document.get("dealer"), "dealer", 2, "the dealer's own")
    must("dealer" not in document, "dealer", document.get("dealer"), "is not taken: a player banks", banked_by.cite)
    banker: Any = document.get("banker")
    must(isinstance(banker, dict), "banker", banker, "is not an object with seat, wager and hole", banked_by.cite)
    keys_of(banker, BANKER_KEYS, "banker.")
    seat = read_seat_number(banker.get("seat"), "banker.seat", rules)
    wager = amount(banker.get("wager"), "banker.wager", clause=banked_by.cite, most=BANK_CENTS_MAX)
    return Banker(seat=seat, wager=wager), table.cards(banker.get("hole"), "banker.hole", 2, "the player/dealer's own")


def _meters(value: Any, posted: Posted) -> dict[str, int]:
    must(isinstance(value, dict), "meters", value, "is not an object with an amount for each meter")
    table, known = posted.progressive, posted.seeds
    for name in value:
        if name not in known:
            says = f"is not a meter of this table; {', '.join(known) or 'it has no progressive'}"
            raise Malformed(f"meters.{name}", value[name], says, table.cite if table is not None else None)
    return {name: amount(cents, f"meters.{name}", least=0, most=BANK_CENTS_MAX) for name, cents in value.items()}
