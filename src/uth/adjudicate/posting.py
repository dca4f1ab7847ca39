"""Reads what the table of a document has posted: its rule set, its pay tables and its limits."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from uth.adjudicate.fields import amount, keys_of, part, text_of
from uth.rules.loader import BOOKS, load, load_book
from uth.rules.ruleset import RuleSet
from uth.rules.values import ANTE, TRIPS
from uth.table.posted import Posted, fullest_way, post, with_minimums, with_progressive_wager

Tables = tuple[tuple[str, str | None], ...]
LIMITS: Final = frozenset({"ante_min", "trips_min", "progressive_wager"})
RULES: Final = f"one of {', '.join(BOOKS)}, or the path of a rule set file"


def read_posted(document: dict[str, Any]) -> Posted:
    """Return what the table has posted; what the document leaves out is the book's first."""
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
    """Return one of the five books as posted; they are kept, since they do not change."""
    return _posted(_posted_tables(name, tables), wager, ante_min, trips_min)


def _posted(posted: Posted, wager: int | None, ante_min: int, trips_min: int) -> Posted:
    """Return the table with the limits of the document."""
    return with_minimums(with_progressive_wager(posted, wager), {ANTE: ante_min, TRIPS: trips_min})


@lru_cache(maxsize=256)
def _posted_tables(name: str, tables: Tables) -> Posted:
    """Return the book with those pay tables; one unit on blind or trips is settled alike beside any progressive."""
    posted = _of(load_book(name), tables)
    alike = _posted_mains.setdefault((name, posted.blind.name, posted.trips.name), posted)
    return replace(posted, unit_hands=alike.unit_hands)


def _of(rules: RuleSet, tables: Tables) -> Posted:
    """Return the rule set with those pay tables; a document has no way of dealing, so every wager is taken."""
    return post(rules, dict(tables), dealing=fullest_way(rules))


_posted_mains: dict[tuple[str, str, str], Posted] = {}
