"""The books at a glance: who sits, who banks, what is wagered, which pay tables there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from uth.rulebook.pays_said import tables_of
from uth.rules.loader import BOOKS, load_book
from uth.rules.ruleset import RuleSet, plain
from uth.rules.values import Wager
from uth.table.posted import fullest_way, post


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One book in a list of books."""

    name: str
    title: str
    seats: int
    banked_by: str
    wagers: tuple[Wager, ...]
    pay_tables: dict[str, tuple[str, ...]]


def listed_books() -> tuple[Listed, ...]:
    """Return the five books in their order."""
    return tuple(listed(load_book(name)) for name in BOOKS)


def listed(rules: RuleSet) -> Listed:
    """Return the book as a list shows it."""
    posted = post(rules, dealing=fullest_way(rules))
    return Listed(
        name=rules.name,
        title=rules.title,
        seats=rules.seats.count.value,
        banked_by=rules.seats.banked_by.value,
        wagers=tuple(which for which in Wager if posted.offers(which)),
        pay_tables={kind: tuple(tables) for kind, tables in tables_of(rules).items() if tables},
    )


def tables_counted(rules: RuleSet) -> int:
    """Return how many pay tables the rule set has."""
    return sum(len(names) for names in listed(rules).pay_tables.values())


def values_counted(rules: RuleSet) -> int:
    """Return how many values the rule set has, clauses not counted."""
    return _leaves(plain(rules))


def _leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_leaves(inner) for key, inner in value.items() if key not in ("cite", "cites"))
    if isinstance(value, list):
        return sum(map(_leaves, value))
    return value is not None
