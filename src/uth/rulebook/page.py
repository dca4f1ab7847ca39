"""The parts of a printed rule book: sections of facts, steps and tables, each with its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from uth.ranking import Category
from uth.rules.paytable import COMMUNITY_ROYAL, ProgressiveRow, ProgressiveTable
from uth.rules.ruleset import RuleSet, WagerLimits
from uth.rules.values import Wager, percent
from uth.table.posted import Posted
from uth.units import money


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence about the table, with the clauses or rulings behind it."""

    says: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FactGroup:
    """Facts under a small heading, numbered if their order matters."""

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


Part = Fact | FactGroup | Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The subject of a rule book: a rule set with its defaults, or one table with its posted choices."""

    posted: Posted
    at_table: bool

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.posted.rules

    def unless(self, other: str) -> str:
        """Return the end of a sentence on a value that a table may post differently."""
        return " at this table" if self.at_table else f" unless the table {other}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a printed rule book."""

    title: str
    parts: tuple[Part, ...]


def section_document(section: Section) -> dict[str, Any]:
    """Return the section as JSON values."""
    return {"title": section.title, "parts": [_part_document(part) for part in section.parts]}


def _part_document(part: Part) -> dict[str, Any]:
    match part:
        case Fact(says=says, cites=cites):
            return {"kind": "fact", "says": says, "cites": list(cites)}
        case FactGroup(title=title, facts=facts, numbered=numbered):
            group = {"kind": "group", "title": title, "numbered": numbered}
            return {**group, "facts": [_part_document(each) for each in facts]}
        case Grid(title=title, head=head, rows=rows, cites=cites):
            grid = {"head": list(head), "rows": [list(row) for row in rows]}
            return {"kind": "grid", "title": title, **grid, "cites": list(cites)}


def section_of(document: Mapping[str, Any]) -> Section:
    """Return the section from its JSON values, the inverse of `section_document`."""
    return Section(title=document["title"], parts=tuple(map(_part_of, document["parts"])))


def _part_of(part: Mapping[str, Any]) -> Part:
    if part["kind"] == "group":
        return FactGroup(title=part["title"], facts=tuple(map(_fact_of, part["facts"])), numbered=part["numbered"])
    if part["kind"] == "grid":
        rows = tuple(tuple(row) for row in part["rows"])
        return Grid(title=part["title"], head=tuple(part["head"]), rows=rows, cites=tuple(part["cites"]))
    return _fact_of(part)


def _fact_of(part: Mapping[str, Any]) -> Fact:
    return Fact(part["says"], tuple(part["cites"]))


def cited(*cites: str) -> tuple[str, ...]:
    """Return the clauses without duplicates, in order."""
    return tuple(dict.fromkeys(cites))


def cites_in(sections: tuple[Section, ...]) -> frozenset[str]:
    """Return every clause and ruling cited in those sections."""
    found: set[str] = set()
    for section in sections:
        for part in section.parts:
            for each in part.facts if isinstance(part, FactGroup) else (part,):
                found.update(each.cites)
    return frozenset(found)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def several(count: int, noun: str) -> str:
    """Return a counted noun: ``one card``, ``two cards``."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return the words as a list in a sentence: ``ante, blind and play``."""
    *most, end = list(words) or ["nothing"]
    return f"{', '.join(most)} {last} {end}" if most else end


def wager(which: Wager) -> str:
    """Return the wager as it is written inside a sentence."""
    return which.words if which is Wager.COVER_ALL else which.words.lower()


def hand(which: Category) -> str:
    """Return the hand as it is written inside a sentence: ``a straight``, ``three of a kind``."""
    article = {Category.HIGH_CARD, Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE}
    article |= {Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
    said = "a pair" if which is Category.ONE_PAIR else which.words.lower()
    return f"a {said}" if which in article else said


def row_name(row: ProgressiveRow) -> str:
    """Return the hand of a progressive's row as a heading."""
    return "Community Royal Flush" if row.hand == COMMUNITY_ROYAL else Category[row.hand.upper()].words


def limits(of: WagerLimits, symbol: str) -> str:
    """Return the minimum and maximum of a wager: ``$5 to $500``, or one amount."""
    return money(of.min, symbol) if of.min == of.max else f"{money(of.min, symbol)} to {money(of.max, symbol)}"


def share(part: Fraction) -> str:
    """Return the share as text, rounded to a hundredth of a percent if it has no short form."""
    exact = percent(part)
    return exact if exact.endswith("%") else f"about {percent(Fraction(round(part * 10_000), 10_000))}"


def progressive_pay(row: ProgressiveRow, table: ProgressiveTable, rules: RuleSet) -> str:
    """Return what a row pays as this book publishes it."""
    if row.for_one is None:
        whole = "the meter" if len(table.meters) == 1 else f"the {(row.meter or '').capitalize()} meter"
        return f"{row.percent}% of {whole}"
    return rules.pay.fixed_pay(row, table)


def only_to(rules: RuleSet) -> bool:
    """Return whether the book forbids odds with the word "for"."""
    return rules.pay.only_to is not None and rules.pay.only_to.value


def dealer(rules: RuleSet) -> str:
    """Return the holder of the opposing hand: ``the dealer``, ``the croupier``, ``the player/dealer``."""
    return f"the {rules.words.against}"


def deals(rules: RuleSet) -> str:
    """Return the person who deals: ``the dealer``, ``the croupier``, ``the casino dealer``."""
    return f"the {rules.words.deals}"
