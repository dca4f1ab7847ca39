"""Reads a round from a document: every fault is named by its field, its value and its clause."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from uth.adjudicate.cards_seen import CardsSeen
from uth.adjudicate.fields import amount, keys_of, must, part, text_of
from uth.adjudicate.seats import read_seat_number, read_seats, read_void
from uth.cards import Card
from uth.errors import Malformed
from uth.rules.loader import BOOKS, load, load_book
from uth.rules.ruleset import RuleSet
from uth.rules.values import Wager
from uth.table.played import Banker, PlayedRound
from uth.table.posted import Posted, post, with_minimums
from uth.units import BANK_CENTS_MAX

KEYS: Final = frozenset(
    {"id", "rules", "tables", "limits", "meters", "board", "dealer", "banker", "seats", "void"}
)  # fmt: skip
Tables = tuple[tuple[str, str | None], ...]
LIMITS: Final = frozenset({"ante_min", "trips_min", "progressive_wager"})


def read_document(document: Any) -> tuple[PlayedRound, Posted]:
    """Return the round and what its table had posted."""
    must(isinstance(document, dict), "document", document, "is not an object with rules, board, dealer and seats")
    keys_of(document, KEYS, "")
    posted = _posted(document)
    rules = posted.rules
    table = CardsSeen(rules)
    board = table.cards(document.get("board"), "board", 5, "flop, turn and river")
    banker, dealer = _dealer(document, rules, table)
    void = read_void(document.get("void"), "void", "round", rules)
    seats = read_seats(document.get("seats"), posted, table, banker=banker, void=void)
    played = PlayedRound(
        board=board,
        dealer=dealer,
        seats=seats,
        meters=_meters(document.get("meters", {}), posted),
        banker=banker,
        void=void,
    )
    return played, posted


def _posted(document: dict[str, Any]) -> Posted:
    name = text_of(document.get("rules"), "rules", f"one of {', '.join(BOOKS)}, or the path of a rule set file")
    tables = part(document, "tables")
    for kind, table in tables.items():
        if table is not None or kind != "progressive":
            text_of(table, f"tables.{kind}", "the name of a pay table")
    limits = part(document, "limits")
    keys_of(limits, LIMITS, "limits.")
    minimums = {
        Wager.ANTE: amount(limits.get("ante_min", 0), "limits.ante_min", least=0),
        Wager.TRIPS: amount(limits.get("trips_min", 0), "limits.trips_min", least=0),
    }
    wager = limits.get("progressive_wager")
    if wager is not None:
        amount(wager, "limits.progressive_wager")
    posted = _post(load(name), name, tuple(sorted(tables.items())), wager)
    return with_minimums(posted, minimums)


def _post(rules: RuleSet, name: str, tables: Tables, wager: int | None) -> Posted:
    """Return what the table has posted; the five books are kept, since they do not change."""
    if name in BOOKS:
        return _posted_book(name, tables, wager)
    return post(rules, dict(tables), progressive_wager=wager)


@lru_cache(maxsize=256)
def _posted_book(name: str, tables: Tables, wager: int | None) -> Posted:
    return post(load_book(name), dict(tables), progressive_wager=wager)


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
    keys_of(banker, frozenset({"seat", "wager", "hole"}), "banker.")
    seat = read_seat_number(banker.get("seat"), "banker.seat", rules)
    wager = amount(banker.get("wager"), "banker.wager", clause=banked_by.cite, most=BANK_CENTS_MAX)
    return Banker(seat=seat, wager=wager), table.cards(banker.get("hole"), "banker.hole", 2, "the player/dealer's own")


def _meters(value: Any, posted: Posted) -> dict[str, int]:
    must(isinstance(value, dict), "meters", value, "is not an object with an amount for each meter")
    table = posted.progressive
    known = [meter.name for meter in table.meters] if table is not None else []
    for name in value:
        if name not in known:
            says = f"is not a meter of this table; {', '.join(known) or 'it has no progressive'}"
            raise Malformed(f"meters.{name}", value[name], says, table.cite if table is not None else None)
    return {name: amount(cents, f"meters.{name}", least=0, most=BANK_CENTS_MAX) for name, cents in value.items()}
