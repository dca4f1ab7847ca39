"""Reads a round from a document. Every error names its field, its value and its clause."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from uth.adjudicate.fields import CardsSeen, amount, keys_of, must, part, text_of
from uth.adjudicate.seats import read_seat_number, read_seats, read_void
from uth.cards import Card
from uth.errors import Malformed
from uth.rules.loader import BOOKS, load, load_book
from uth.rules.ruleset import RuleSet
from uth.rules.values import ANTE, TRIPS
from uth.table.posted import Posted, fullest_way, post, with_minimums, with_progressive_wager
from uth.table.settle.settled import Banker, PlayedRound
from uth.units import BANK_CENTS_MAX

Tables = tuple[tuple[str, str | None], ...]
LIMITS: Final = frozenset({"ante_min", "trips_min", "progressive_wager"})
RULES: Final = f"one of {', '.join(BOOKS)}, or the path of a rule set file"


def read_posted(document: dict[str, Any]) -> Posted:
    """Return the posted table; values missing from the document take the book's defaults."""
    name = text_of(document.get("rules"), "rules", RULES)
    tables = part(document, "tables") if "tables" in document else {}
    for kind, table in tables.items():
        if table is not None or kind != "progressive":
            text_of(table, f"tables.{kind}", "the name of a pay table")
    chosen = tuple(sorted(tables.items()))
    ante_min, trips_min, wager = _limits(part(document, "limits")) if "limits" in document else (0, 0, None)
    if name in BOOKS:
        return _posted_book(name, chosen, wager, ante_min, trips_min)
    return _posted(_of(load(name), chosen), wager, ante_min, trips_min)


def _limits(limits: dict[str, Any]) -> tuple[int, int, int | None]:
    keys_of(limits, LIMITS, "limits.")
    ante_min = amount(limits.get("ante_min", 0), "limits.ante_min", least=0)
    trips_min = amount(limits.get("trips_min", 0), "limits.trips_min", least=0)
    wager = limits.get("progressive_wager")
    return ante_min, trips_min, None if wager is None else amount(wager, "limits.progressive_wager")


@lru_cache(maxsize=1024)
def _posted_book(name: str, tables: Tables, wager: int | None, ante_min: int, trips_min: int) -> Posted:
    """Return one of the five books as posted; cached."""
    return _posted(_posted_tables(name, tables), wager, ante_min, trips_min)


def _posted(posted: Posted, wager: int | None, ante_min: int, trips_min: int) -> Posted:
    """Return the table with the limits of the document."""
    return with_minimums(with_progressive_wager(posted, wager), {ANTE: ante_min, TRIPS: trips_min})


@lru_cache(maxsize=256)
def _posted_tables(name: str, tables: Tables) -> Posted:
    """Return the book with those pay tables. Cached without the progressive, which does not affect blind or trips."""
    posted = _of(load_book(name), tables)
    alike = _posted_mains.setdefault((name, posted.blind.name, posted.trips.name), posted)
    return replace(posted, unit_hands=alike.unit_hands)


def _of(rules: RuleSet, tables: Tables) -> Posted:
    """Return the rule set with those pay tables. A document has no way of dealing, so every wager is accepted."""
    return post(rules, dict(tables), dealing=fullest_way(rules))


_posted_mains: dict[tuple[str, str, str], Posted] = {}


KEYS: Final = frozenset(
    {"id", "rules", "tables", "limits", "meters", "board", "dealer", "banker", "seats", "void"}
)  # fmt: skip
BANKER_KEYS: Final = frozenset({"seat", "wager", "hole"})


def read_document(document: Any) -> tuple[PlayedRound, Posted]:
    """Return the round and the posted table; raise `Malformed` for the first fault."""
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
    """Return the banker, if a player banks, and the dealer's hole cards."""
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
