"""The differences between two rule sets, value by value, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final

from uth.ranking import Category
from uth.rulebook.irregularities_said import condition, done, left_to_the_floor, rules_on
from uth.rulebook.page import limits, listed, progressive_pay, row_name, several, share, wager
from uth.rules.paytable import ProgressiveTable
from uth.rules.procedure import IrregularityKind, Remedy
from uth.rules.ruleset import AggregateLimit, DealingRules, RuleSet, WagerLimits
from uth.rules.values import Cited, Street, Wager
from uth.units import Odds, money

_MONEY: Final = frozenset({"wager", "cents", "entry_fee"})
_STEPS: Final = {
    "seats": "{} to each seat",
    "dealer": "{} to the dealer",
    "community": "{} community",
    "burn": "burn {}",
}
_PLAIN: Final = ("currency", "deck", "seats", "ante", "play", "dealer", "trips", "cover_all", "progressive")
_LATER: Final = ("settlement", "procedure", "limits", "floor")
_WORDS: Final = {
    "from_the_bankers_left": "clockwise from the player/dealer's left",
    "action": "what is collected and what is paid",
    "payouts": "what is paid",
    "hole_and_flop": "hole cards and flop",
    "racked": "to the discard rack",
    "kept": "picked up with the other cards",
}
_UNITS: Final = {"cut_min": "{} cards", "stub_count_every": "once in {} rounds"}
"""The words for a number that is neither money nor a count, by field."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value in words, with its clause; values with the same meaning are equal even if their words differ."""

    says: str
    cite: str = ""
    means: str | None = None
    """The meaning, if two books have different words for the same."""

    def differs_from(self, other: Said) -> bool:
        """Return whether the two values differ in meaning."""
        return (self.means or self.says) != (other.means or other.says)


@dataclass(frozen=True, slots=True)
class BookPart:
    """One part of a book: a section, or one of several of its kind, such as a way of dealing by its name.

    `whole` states it in one line, under the field it belongs to; `fields` state it value by value.
    """

    whole: tuple[str, Said]
    fields: dict[str, Said]


Entries = dict[tuple[str, str], BookPart]
"""The parts of a book by section and name; a section that occurs once has no name."""


def entries_of(rules: RuleSet) -> Entries:
    """Return every value of the book except its pays."""
    entries: Entries = {}
    for name in (*_PLAIN, *_LATER):
        record = getattr(rules, name)
        if record is not None:
            said = dict(_fields(record, rules.currency.symbol))
            entries[name.replace("_", " "), ""] = BookPart(next(iter(said.items())), said)
    only_to = rules.pay.only_to
    if only_to is not None:
        said = {"all odds with 'to'": Said(_said(only_to.value, "", ""), only_to.cite)}
        entries["pay", ""] = BookPart(next(iter(said.items())), said)
    for limit in rules.aggregate_limit:
        entries["aggregate limit", limit.when.replace("_", " ")] = _alone(_limit(limit, rules), limit.cite)
    for way in rules.dealing:
        whole = f"{way.says}; {several(way.decks.value, 'deck')}, shuffled by {way.shuffled_by.value}"
        entries["dealing", way.name] = BookPart(("", Said(whole, way.opening.cite)), dict(_steps(way)))
    for kind in IrregularityKind:
        entries["irregularity", kind.replace("_", " ")] = _irregularity(kind, rules)
    for void in rules.void:
        saved = f"; saves {listed(map(wager, void.saves))}" if void.saves else ""
        entries["void", void.clause] = _alone(f"{void.says}; voids {listed(void.scope, 'or')}{saved}", void.clause)
    for conduct in rules.conduct:
        entries["conduct", conduct.clause] = _alone(conduct.says, conduct.clause)
    return entries


def _alone(says: str, cite: str) -> BookPart:
    return BookPart(("", Said(says, cite)), {"": Said(says, cite)})


def _limit(limit: AggregateLimit, rules: RuleSet) -> str:
    least = ", or what the minimum wagers could win" if limit.or_minimum_wagers else ""
    return f"{money(limit.cents, rules.currency.symbol)}{least}; counts {', '.join(map(wager, limit.counts))}"


def _irregularity(kind: IrregularityKind, rules: RuleSet) -> BookPart:
    """Return the remedies for an irregularity, in the order the rules are tried; the floor decides the rest."""
    found = [rule for rule in rules_on(kind, rules) if not left_to_the_floor(rule)]
    if not found:
        clauses = [rule.clause for rule in rules_on(kind, rules)] or ["R42"]
        return _alone(Remedy.FLOOR_DECIDES.words, *clauses)
    whens = (condition(rule, after_others=at > 0) for at, rule in enumerate(found))
    parts = (": ".join(filter(None, (when, done(rule)))) for when, rule in zip(whens, found, strict=True))
    return _alone("; ".join(parts), ", ".join(dict.fromkeys(rule.clause for rule in found)))


def _steps(way: DealingRules) -> Iterator[tuple[str, Said]]:
    yield "dealt by", Said(way.dealt_by.value, way.dealt_by.cite)
    yield "shuffled by", Said(way.shuffled_by.value, way.shuffled_by.cite)
    yield "decks", Said(_said(way.decks.value, "decks", ""), way.decks.cite)
    counts = way.device_counts
    yield "shuffler counts", Said("no") if counts is None else Said(_said(counts.value, "", ""), counts.cite)
    yield "cut", Said(_said(way.cut.value, "cut", ""), way.cut.cite)
    for name, steps in (("opening", way.opening), ("flop", way.flop), ("turn and river", way.river)):
        parts = [step.partition(":") for step in steps.value]
        says = ", ".join(_STEPS[to].format(cards) for to, _, cards in parts) or "turned up, already dealt"
        yield name, Said(says, steps.cite)


def _fields(record: Any, symbol: str) -> Iterator[tuple[str, Said]]:
    """Yield the fields of a record; the record's clause applies to each field without its own."""
    for field in fields(record):
        value = getattr(record, field.name)
        if value is None or field.name in ("cite", "cites", "opening_cites"):
            continue
        name = field.name.replace("_", " ")
        if isinstance(value, Cited):
            yield name, Said(_said(value.value, field.name, symbol), value.cite)
        else:
            yield name, Said(_said(value, field.name, symbol), getattr(record, "cite", ""))


def _counted(value: int, name: str) -> str:
    return _UNITS.get(name, "{}").format(value)


def _said(value: Any, name: str, symbol: str) -> str:
    """Return one value in words: amounts as money, multiples as times the ante, hands and wagers by name."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Category():
            return value.words.lower()
        case int():
            return (money(value, symbol) if value else "none") if name in _MONEY else _counted(value, name)
        case Fraction():
            return share(value)
        case WagerLimits():
            return limits(value, symbol)
        case Wager():
            return wager(value)
        case Street():
            return value.words
        case tuple():
            if name.startswith("withheld"):
                return listed((_said(item, name, symbol) for item in value), "to")
            if all(type(item) is int for item in value):
                return f"{listed((str(item) for item in value), 'or')} times the ante" if value else "none"
            return ", ".join(_said(item, name, symbol) for item in value) or "none"
    return _WORDS.get(str(value), str(value).replace("_", " "))


GOES_WITH = "goes with the blind table"
"""The row of a trips table that is posted together with a blind table."""

Rows = dict[str, Said]
Tables = dict[str, dict[str, Rows]]
"""Rows by kind of wager, as a rule set writes it, and name of table."""


def tables_of(rules: RuleSet) -> Tables:
    """Return every pay table of the book, highest hand first."""
    pay = rules.pay
    return {
        "blind": {table.name: _odds(table.pays, table.cite) for table in pay.blind},
        "trips": {
            table.name: _odds(table.pays, table.cite)
            | ({GOES_WITH: Said(table.blind, table.cite)} if table.blind is not None else {})
            for table in pay.trips
        },
        "cover_all": {
            table.name: {
                f"{hands} hands, {row}": said
                for hands in sorted(table.hands)
                for row, said in _odds(table.hands[hands], table.cite).items()
            }
            for table in pay.cover_all
        },
        "progressive": {table.name: _progressive(table, rules) for table in pay.progressive},
    }


def _odds(pays: Mapping[Category, Odds], cite: str) -> Rows:
    return {hand.words.lower(): Said(str(pays[hand]), cite) for hand in sorted(pays, reverse=True)}


def _progressive(table: ProgressiveTable, rules: RuleSet) -> Rows:
    symbol = rules.currency.symbol
    rows: Rows = {}
    for row in table.rows:
        envy = f", envy {money(row.envy, symbol)}" if row.envy else ""
        paid = f"{row.for_one} for 1{envy}" if row.for_one is not None else None
        rows[row_name(row).lower()] = Said(progressive_pay(row, table, rules) + envy, table.cite, paid)
    for meter in table.meters:
        fed = f"{share(meter.increment)} of each wager" if meter.increment is not None else "what the house leaves"
        says = f"seed {money(meter.seed, symbol)} on {money(100, symbol)}, fed by {fed}"
        rows[f"{meter.name} meter"] = Said(says, ", ".join(meter.cites) or table.cite)
    return rows


NOTHING: Final = Said("-")
_BY_CLAUSE: Final = ("void", "conduct")
"""Sections whose parts are named by their clause, so that two documents have none in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One value on which two books differ; a dash if a book does not have it."""

    section: str
    field: str
    one: Said
    other: Said


def differences(one: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Return every value on which the two books differ; names and clauses alone do not count."""
    ones, others = tables_of(one), tables_of(other)
    pays = (each for kind in ones for each in _pays(wager(Wager(kind)), ones[kind], others[kind]))
    return (*_values(one, other), *_clauses(one, other), *pays)


def _values(one: RuleSet, other: RuleSet) -> Iterator[Difference]:
    """Yield the differences in parts that both books have, then the parts that only one has."""
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
    """Yield the clauses of each list that only one of the books has, on one line."""
    for section in _BY_CLAUSE:
        ones = [each.clause for each in getattr(one, section)]
        others = [each.clause for each in getattr(other, section)]
        if set(ones) != set(others):
            here = _names([clause for clause in ones if clause not in others])
            there = _names([clause for clause in others if clause not in ones])
            yield Difference(section=section, field="clauses", one=here, other=there)


def _pays(kind: str, ones: dict[str, Rows], others: dict[str, Rows]) -> Iterator[Difference]:
    """Yield rows that differ in tables of one name, then equal tables under two names, then tables without a match."""
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
