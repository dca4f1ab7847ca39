"""How two rule sets differ, value by value, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from uth.rulebook.pays_said import GOES_WITH, Rows, tables_of
from uth.rulebook.values_said import Said, entries_of
from uth.rulebook.words import wager
from uth.rules.ruleset import RuleSet
from uth.rules.values import Wager

NOTHING: Final = Said("-")
_BY_CLAUSE: Final = ("void", "conduct")
"""Sections whose parts have their clause for a name: two documents have none in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One value on which two books differ; a dash where a book has no such value."""

    section: str
    field: str
    one: Said
    other: Said


def differences(one: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Return every value on which the two books differ; the book's own name and its clauses alone are no difference."""
    ones, others = tables_of(one), tables_of(other)
    pays = (each for kind in ones for each in _pays(wager(Wager(kind)), ones[kind], others[kind]))
    return (*_values(one, other), *_clauses(one, other), *pays)


def _values(one: RuleSet, other: RuleSet) -> Iterator[Difference]:
    """Yield what differs in parts that both books have, value by value, and the parts that only one has, whole."""
    ones, others = entries_of(one), entries_of(other)
    sections = list(dict.fromkeys(section for section, _ in (*ones, *others)))
    for key in sorted(dict.fromkeys((*ones, *others)), key=lambda key: sections.index(key[0])):
        section, name = key
        here, there = ones.get(key), others.get(key)
        if here is not None and there is not None:
            for field, left, right in _unequal(here.fields, there.fields):
                label = ": ".join(filter(None, (name, field)))
                yield Difference(section=section, field=label, one=left, other=right)
        elif section not in _BY_CLAUSE:
            field, said = (here or others[key]).whole
            left, right = (said, NOTHING) if here is not None else (NOTHING, said)
            yield Difference(section=section, field=name or field, one=left, other=right)


def _unequal(here: Rows, there: Rows) -> Iterator[tuple[str, Said, Said]]:
    for field in dict.fromkeys((*here, *there)):
        left, right = here.get(field, NOTHING), there.get(field, NOTHING)
        if left.differs_from(right):
            yield field, left, right


def _clauses(one: RuleSet, other: RuleSet) -> Iterator[Difference]:
    """Yield which clauses of each list only one of the books has, all on one line."""
    for section in _BY_CLAUSE:
        ones = [each.clause for each in getattr(one, section)]
        others = [each.clause for each in getattr(other, section)]
        if set(ones) != set(others):
            here = _names([clause for clause in ones if clause not in others])
            there = _names([clause for clause in others if clause not in ones])
            yield Difference(section=section, field="clauses", one=here, other=there)


def _pays(kind: str, ones: dict[str, Rows], others: dict[str, Rows]) -> Iterator[Difference]:
    """Yield rows that differ in tables of one name, then tables alike under two names, then those without a match."""
    for name in ones:
        if name in others:
            for row, left, right in _unequal(ones[name], others[name]):
                yield Difference(section=f"{kind} table {name}", field=row, one=left, other=right)
    if set(ones) == set(others) and list(ones)[:1] != list(others)[:1]:
        first, other_first = _names(list(ones)[:1], ones), _names(list(others)[:1], others)
        yield Difference(section=f"{kind} tables", field="a new table opens with", one=first, other=other_first)
    here = {name: rows for name, rows in ones.items() if name not in others}
    there = {name: rows for name, rows in others.items() if name not in ones}
    for names, alike in _alike(here, there):
        left, right = _names(names, here), _names(alike, there)
        yield Difference(section=f"{kind} tables", field="the same pays", one=left, other=right)
        here = {name: rows for name, rows in here.items() if name not in names}
        there = {name: rows for name, rows in there.items() if name not in alike}
    if len(here) == len(there) == 1:
        (name, rows), (other_name, other_rows) = *here.items(), *there.items()
        for row, left, right in _unequal(rows, other_rows):
            yield Difference(section=f"{kind} tables {name} and {other_name}", field=row, one=left, other=right)
    elif here or there:
        left, right = _names(list(here), here), _names(list(there), there)
        yield Difference(section=f"{kind} tables", field="in one book only", one=left, other=right)


def _alike(here: dict[str, Rows], there: dict[str, Rows]) -> list[tuple[list[str], list[str]]]:
    """Return the names under which both books have the same pays."""
    groups: dict[tuple[tuple[str, str], ...], tuple[list[str], list[str]]] = {}
    for at, tables in enumerate((here, there)):
        for name, rows in tables.items():
            pays = tuple((row, said.means or said.says) for row, said in rows.items() if row != GOES_WITH)
            groups.setdefault(pays, ([], []))[at].append(name)
    return [group for group in groups.values() if all(group)]


def _names(names: list[str], tables: dict[str, Rows] | None = None) -> Said:
    if not names:
        return NOTHING
    tables = tables or {}
    cites = dict.fromkeys(next(iter(tables[name].values())).cite for name in names if name in tables)
    return Said(", ".join(names), ", ".join(cites))
