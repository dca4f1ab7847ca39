"""Every value of a rule set but its pays in a few words, by the name of its field: what a comparison compares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final

from uth.ranking import Category
from uth.rulebook.irregularities_said import condition, done, left_to_the_floor, rules_on
from uth.rulebook.words import limits, listed, several, share, wager
from uth.rules.procedure import IrregularityKind, Remedy
from uth.rules.ruleset import AggregateLimit, DealingRules, RuleSet, WagerLimits
from uth.rules.values import Cited, Street, Wager
from uth.units import money

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
"""How a number that is neither money nor a mere count is said, by its field."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value in words, with its clause; two that mean the same are equal however their books put it."""

    says: str
    cite: str = ""
    means: str | None = None
    """What the words come to, where two books have different words for the same."""

    def differs_from(self, other: Said) -> bool:
        """Return whether the two come to something else."""
        return (self.means or self.says) != (other.means or other.says)


@dataclass(frozen=True, slots=True)
class Entry:
    """One part of a book: a section, or one of several of its kind, such as a way of dealing by its name.

    `whole` says it in one line, under the field it stands for; `fields` say it value by value.
    """

    whole: tuple[str, Said]
    fields: dict[str, Said]


Entries = dict[tuple[str, str], Entry]
"""The parts of a book by section and name; a section that is there once has no name."""


def entries_of(rules: RuleSet) -> Entries:
    """Return every value of the book but its pays."""
    entries: Entries = {}
    for name in (*_PLAIN, *_LATER):
        record = getattr(rules, name)
        if record is not None:
            said = dict(_fields(record, rules.currency.symbol))
            entries[name.replace("_", " "), ""] = Entry(next(iter(said.items())), said)
    only_to = rules.pay.only_to
    if only_to is not None:
        said = {"all odds with 'to'": Said(_said(only_to.value, "", ""), only_to.cite)}
        entries["pay", ""] = Entry(next(iter(said.items())), said)
    for limit in rules.aggregate_limit:
        entries["aggregate limit", limit.when.replace("_", " ")] = _alone(_limit(limit, rules), limit.cite)
    for way in rules.dealing:
        whole = f"{way.says}; {several(way.decks.value, 'deck')}, shuffled by {way.shuffled_by.value}"
        entries["dealing", way.name] = Entry(("", Said(whole, way.opening.cite)), dict(_steps(way)))
    for kind in IrregularityKind:
        entries["irregularity", kind.replace("_", " ")] = _irregularity(kind, rules)
    for void in rules.void:
        saved = f"; saves {listed(map(wager, void.saves))}" if void.saves else ""
        entries["void", void.clause] = _alone(f"{void.says}; voids {listed(void.scope, 'or')}{saved}", void.clause)
    for conduct in rules.conduct:
        entries["conduct", conduct.clause] = _alone(conduct.says, conduct.clause)
    return entries


def _alone(says: str, cite: str) -> Entry:
    return Entry(("", Said(says, cite)), {"": Said(says, cite)})


def _limit(limit: AggregateLimit, rules: RuleSet) -> str:
    least = ", or what the minimum wagers could win" if limit.or_minimum_wagers else ""
    return f"{money(limit.cents, rules.currency.symbol)}{least}; counts {', '.join(map(wager, limit.counts))}"


def _irregularity(kind: IrregularityKind, rules: RuleSet) -> Entry:
    """Return what is done about it, in the order in which the rules are tried; what is not ruled on is the floor's."""
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
    """Yield the fields of a record; the clause of the whole record is that of each field without its own."""
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
