"""The differences between two rule sets, value by value, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from uth.ranking import Category
from uth.rulebook.irregularities_said import condition, done, left_to_the_floor, rules_on
from uth.rulebook.named import FIELDS, SECTIONS, said_of
from uth.rulebook.page import listed, progressive_pay, row_name, several, share, wager
from uth.rules.paytable import ProgressiveTable
from uth.rules.procedure import IrregularityKind, Remedy
from uth.rules.ruleset import AggregateLimit, DealingRules, RuleSet
from uth.rules.values import Cited, Wager
from uth.units import Odds, money

_STEPS: Final = {
    "seats": "{} to each seat",
    "dealer": "{} to the dealer",
    "community": "{} community",
    "burn": "burn {}",
}
_LIMITS: Final = {
    "progressive_offered": "with the progressive",
    "progressive_not_offered": "without the progressive",
    "always": "always",
}
_POSTED: Final = frozenset({"R75", "R89"})
"""The rulings on limits that no document gives, because each house posts its own."""
_BY_CLAUSE: Final = frozenset({"void hands", "conduct"})
"""Sections whose values are named by their clause, so that two documents have no names in common."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value in words, with its clause. Values with the same meaning are equal even if their words differ."""

    says: str
    cite: str = ""
    means: str | None = None
    """The meaning, for values that books word differently."""

    def differs_from(self, other: Said) -> bool:
        """Return whether the two values differ in meaning."""
        return (self.means or self.says) != (other.means or other.says)


Fields = dict[str, Said]
"""The values of one part of a book, by name."""


def values_by_name(rules: RuleSet) -> dict[str, Fields]:
    """Return every value of the book by section and name, except its pays and its ways of dealing."""
    symbol = rules.currency.symbol
    found: dict[str, Fields] = {title: {} for title in SECTIONS.values()}
    found["money"]["currency"] = Said(f"{rules.currency.code} ({symbol})")
    for section, title in SECTIONS.items():
        record = getattr(rules, section)
        if record is not None and section != "currency":
            found[title] |= dict(_fields(section, record, symbol))
    if rules.progressive is not None:
        found["progressive"] |= dict(_fields("awards", rules.progressive.awards, symbol))
    only_to = rules.pay.only_to
    if only_to is not None:
        found["pays"] = {"odds are stated only with 'to'": _yes_or_no(only_to)}
    found["the most one hand may win"] = {
        _LIMITS[limit.when]: Said(_limit(limit, rules), limit.cite) for limit in rules.aggregate_limit
    }
    found["when something goes wrong"] = {kind.words: _irregularity(kind, rules) for kind in IrregularityKind}
    found["void hands"] = {
        void.clause: Said(
            f"{void.says}; voids {listed(void.scope, 'or')}"
            + (f"; saves {listed(map(wager, void.saves))}" if void.saves else ""),
            void.clause,
        )
        for void in rules.void
    }
    found["conduct"] = {each.clause: Said(each.says, each.clause) for each in rules.conduct}
    return found


def _limit(limit: AggregateLimit, rules: RuleSet) -> str:
    least = ", or what the minimum wagers could win" if limit.or_minimum_wagers else ""
    return f"{money(limit.cents, rules.currency.symbol)}{least}; counts {', '.join(map(wager, limit.counts))}"


def _irregularity(kind: IrregularityKind, rules: RuleSet) -> Said:
    """Return the remedies for an irregularity in the order the rules are tried; the floor decides the rest."""
    found = [rule for rule in rules_on(kind, rules) if not left_to_the_floor(rule)]
    if not found:
        clauses = [rule.clause for rule in rules_on(kind, rules)] or ["R42"]
        return Said(Remedy.FLOOR_DECIDES.words, ", ".join(dict.fromkeys(clauses)))
    whens = (condition(rule, after_others=at > 0) for at, rule in enumerate(found))
    parts = (": ".join(filter(None, (when, done(rule)))) for when, rule in zip(whens, found, strict=True))
    return Said("; ".join(parts), ", ".join(dict.fromkeys(rule.clause for rule in found)))


def _fields(section: str, record: Any, symbol: str) -> Iterator[tuple[str, Said]]:
    """Yield the values of a record by name. The record's clause applies to each value without its own."""
    for field in fields(record):
        name, value = f"{section}.{field.name}", getattr(record, field.name)
        if value is None or name not in FIELDS:
            continue
        if isinstance(value, Cited):
            yield FIELDS[name], Said(said_of(name, value.value, symbol), value.cite)
        else:
            yield FIELDS[name], Said(said_of(name, value, symbol), getattr(record, "cite", ""))


def _yes_or_no(value: Cited[bool]) -> Said:
    return Said("yes" if value.value else "no", value.cite)


def steps_of(way: DealingRules) -> Fields:
    """Return the steps of one way of dealing, by name."""
    counts = way.device_counts
    by = {"hand": "hand", "machine": "a machine", "device": "a shuffler"}
    found = {
        "dealt by": Said(by[way.dealt_by.value], way.dealt_by.cite),
        "shuffled by": Said(by[way.shuffled_by.value], way.shuffled_by.cite),
        "decks": Said(str(way.decks.value), way.decks.cite),
        "the shuffler counts the cards": Said("no")
        if counts is None
        else Said("yes" if counts.value else "no", counts.cite),
        "the cards are cut": Said("yes" if way.cut.value else "no", way.cut.cite),
    }
    for name, steps in (("first deal", way.opening), ("flop", way.flop), ("turn and river", way.river)):
        parts = [step.partition(":") for step in steps.value]
        says = ", ".join(_STEPS[to].format(cards) for to, _, cards in parts) or "turned up, already dealt"
        found[name] = Said(says, steps.cite)
    return found


GOES_WITH = "goes with the blind table"
"""The row of a trips table that is posted together with a blind table."""

Rows = Fields
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One value on which two books differ; a book without the value has a dash."""

    section: str
    field: str
    one: Said
    other: Said


def differences(one: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Return every value on which the two books differ. Differences of names or clauses alone do not count."""
    ones, others = tables_of(one), tables_of(other)
    both = (kind for kind in ones if ones[kind] and others[kind])
    pays = (each for kind in both for each in _pays(wager(Wager(kind)), ones[kind], others[kind]))
    return (*_values(one, other), *_dealing(one.dealing, other.dealing), *pays)


def _values(one: RuleSet, other: RuleSet) -> Iterator[Difference]:
    """Yield the differences by name.

    Between two documents, limits that neither gives (R89) are not compared, nor are clauses listed by their number. A
    wager that only one book offers is one difference.
    """
    ones, others = values_by_name(one), values_by_name(other)
    two_documents = one.document != other.document
    for section in dict.fromkeys((*ones, *others)):
        if two_documents and section in _BY_CLAUSE:
            continue
        here, there = ones.get(section, {}), others.get(section, {})
        if section in _OPTIONAL and _not_offered(here) != _not_offered(there):
            here, there = (dict(list(each.items())[:1]) or {_OFFERED: Said("no", "R102")} for each in (here, there))
        for field, left, right in _unequal(here, there):
            cites = {left.cite, right.cite} - {""}
            if not (two_documents and cites and cites <= _POSTED):
                yield Difference(section=section, field=field, one=left, other=right)


_OFFERED: Final = FIELDS["progressive.offered"]
_OPTIONAL: Final = frozenset({SECTIONS["trips"], SECTIONS["cover_all"], SECTIONS["progressive"]})
"""Wagers that a book may leave out. If one does, nothing else of the wager is compared."""


def _not_offered(values: Fields) -> bool:
    return values.get(_OFFERED, NOTHING).says != "yes"


def _unequal(here: Fields, there: Fields) -> Iterator[tuple[str, Said, Said]]:
    for field in dict.fromkeys((*here, *there)):
        left, right = here.get(field, NOTHING), there.get(field, NOTHING)
        if left.differs_from(right):
            yield field, left, right


def _dealing(ones: tuple[DealingRules, ...], others: tuple[DealingRules, ...]) -> Iterator[Difference]:
    """Yield the differences between the most similar ways of dealing, then the ways that only one book has."""
    section = "ways of dealing"
    pairs = _matched(ones, others)
    for here, there in pairs:
        names = dict.fromkeys(way.name.replace("_", " ") for way in (here, there))
        for field, left, right in _unequal(steps_of(here), steps_of(there)):
            yield Difference(section=section, field=f"{' / '.join(names)}: {field}", one=left, other=right)
    for ways, side in ((ones, 0), (others, 1)):
        for way in ways:
            if not any(way is pair[side] for pair in pairs):
                says = Said(_way(way), way.opening.cite)
                left, right = (NOTHING, says) if side else (says, NOTHING)
                yield Difference(section=section, field=way.name.replace("_", " "), one=left, other=right)


def _way(way: DealingRules) -> str:
    by = "a shuffler" if way.shuffled_by.value == "device" else "hand"
    return f"{way.says}; {several(way.decks.value, 'deck')}, shuffled by {by}"


def _matched(
    ones: tuple[DealingRules, ...], others: tuple[DealingRules, ...]
) -> list[tuple[DealingRules, DealingRules]]:
    """Return the ways of dealing paired by similarity, the most similar first; of equal pairs, those of one name."""
    scored = []
    for at, here in enumerate(ones):
        for nth, there in enumerate(others):
            if here.dealt_by.value == there.dealt_by.value or here.name == there.name:
                unlike = len(list(_unequal(steps_of(here), steps_of(there))))
                scored.append((unlike, here.name != there.name, at + nth, at, nth))
    pairs: list[tuple[DealingRules, DealingRules]] = []
    left, right = set(range(len(ones))), set(range(len(others)))
    for *_, at, nth in sorted(scored):
        if at in left and nth in right:
            left.discard(at)
            right.discard(nth)
            pairs.append((ones[at], others[nth]))
    return pairs


def _pays(kind: str, ones: dict[str, Rows], others: dict[str, Rows]) -> Iterator[Difference]:
    """Yield the differences between pay tables of one kind.

    These are differing rows of tables with the same name, another default, equal tables with different names, and last
    the tables without a match.
    """
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
