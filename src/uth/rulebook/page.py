"""What a printed rule book is made of: sections of facts, steps and tables, each with its clauses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence that is true at the table, and the clauses or rulings it comes from."""

    says: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Facts that belong together under a small heading, numbered where their order counts."""

    title: str
    facts: tuple[Fact, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table of text with a heading for each column; the first column names the row."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cites: tuple[str, ...] = ()


Part = Fact | Group | Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a printed rule book."""

    title: str
    parts: tuple[Part, ...]


def cited(*cites: str) -> tuple[str, ...]:
    """Return the clauses once each, in the order they are first named."""
    return tuple(dict.fromkeys(cites))


def cites_in(sections: tuple[Section, ...]) -> frozenset[str]:
    """Return every clause and ruling that stands beside something in those sections."""
    found: set[str] = set()
    for section in sections:
        for part in section.parts:
            for fact in part.facts if isinstance(part, Group) else (part,):
                found.update(fact.cites)
    return frozenset(found)
