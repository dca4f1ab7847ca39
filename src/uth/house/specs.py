"""The spec of a table: its rule book, what it posts, and how fast it deals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from uth.errors import Malformed
from uth.house.clock import Pace
from uth.rules.loader import BOOKS, load_book, parse
from uth.rules.ruleset import PostedLimits, RuleSet, WagerLimits
from uth.rules.values import Wager
from uth.table.posted import Posted, fullest_way, post
from uth.table.settle.progressive import fault_in_held
from uth.units import WAGER_CENTS_MAX

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
OWN_LINK: Final = "own-"
"""The prefix of the link of a guest's table; the rest is the table's name."""
AGREEMENT_MAX: Final = 200
LINK: Final = re.compile(rf"(?:{OWN_LINK})?{NAME.pattern}")
SPEEDS: Final = {
    "slow": Pace(step=0.7, decision=60.0, wagers=30.0, bank=30.0, between_rounds=8.0),
    "usual": Pace(step=0.35, decision=30.0, wagers=20.0, between_rounds=5.0),
    "fast": Pace(step=0.1, decision=15.0, wagers=8.0, bank=10.0, between_rounds=2.0),
    "instant": Pace(step=0.0, decision=30.0, wagers=20.0, between_rounds=0.0),
}


DECISION_S: Final = (5, 600)
"""The minimum and maximum seconds a table may give for a decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """One table as requested by its maker."""

    name: str
    rules: str
    """The name of a book, or the full text of a custom rule set."""
    tables: Mapping[str, str | None] = field(default_factory=dict)
    dealing: str | None = None
    progressive_wager: int | None = None
    ante: tuple[int, int] | None = None
    trips: tuple[int, int] | None = None
    bank_min: int | None = None
    """The minimum bank, where players bank; the book's by default."""
    speed: str = "usual"
    decision_s: int | None = None
    """How many seconds a seat has to decide; its speed's by default, 0 for no limit."""
    dealt_by: str = "house"
    """``house`` deals automatically; ``person`` waits for a dealer's commands."""
    deck: str = "house"
    """``house`` shuffles; ``read`` is a real deck whose cards are read as they are dealt, by a shoe or the dealer."""
    link: str | None = None
    """The link of its progressive; by default one shared by all tables of the same terms."""
    awards: str = "house"
    """``house`` confirms awards as they are won; with ``floor`` they wait for a supervisor."""
    agreement: str | None = None
    """The agreement under which the game's owner lets the house offer it, as recorded by the staff (CA.OWNER)."""
    coach: bool = True
    """Whether players may ask the coach at this table."""

    def rule_set(self) -> RuleSet:
        """Return the rule set, or raise what is wrong with it."""
        return load_book(self.rules) if self.rules in BOOKS else _own_rules(self.rules)

    def posted(self) -> Posted:
        """Return what the table posts, or raise `Malformed`."""
        rules = self.rule_set()
        return post(
            rules,
            self.tables,
            dealing=self.dealing,
            progressive_wager=self.progressive_wager,
            limits=self._limits(rules.limits),
            bank_min=self.bank_min,
        )

    def _limits(self, limits: PostedLimits) -> PostedLimits:
        changed = {
            name: _range(name, value) for name in ("ante", "trips") if (value := getattr(self, name)) is not None
        }
        return PostedLimits(
            ante=changed.get("ante", limits.ante),
            trips=changed.get("trips", limits.trips),
            cover_all=limits.cover_all,
            entry_fee=limits.entry_fee,
            cite=limits.cite,
        )

    @property
    def pace(self) -> Pace:
        """The waiting times of the table."""
        pace = SPEEDS[self.speed]
        return pace if self.decision_s is None else replace(pace, decision=float(self.decision_s) or None)


@lru_cache(maxsize=64)
def _own_rules(text: str) -> RuleSet:
    """Return a custom rule set; each text is parsed once."""
    return parse(text, "the table's rules", stored=True)


def _range(name: str, value: tuple[int, int]) -> WagerLimits:
    least, most = value
    limits = WagerLimits(min=least, max=most)
    for fault in limits.faults():
        raise Malformed(f"limits.{name}", f"{least} to {most}", fault.says)
    if least < 1:
        raise Malformed(f"limits.{name}", least, "is not at least 1 cent")
    return limits


def spec_of(document: Mapping[str, Any], *, stored: bool = False) -> TableSpec:
    """Return the spec of a document, or raise `Malformed`; a `stored` one was accepted when its table was made."""
    known = set(TableSpec.__dataclass_fields__)
    for key in document.keys() - known:
        raise Malformed(str(key), document[key], f"is not part of a table; {', '.join(sorted(known))}")
    name = document.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Malformed("name", name, "is not a name in lower case, digits and hyphens, up to 40")
    rules = document.get("rules")
    if not isinstance(rules, str):
        raise Malformed("rules", rules, f"is not the text of a rule set or one of {', '.join(BOOKS)}")
    if rules not in BOOKS and "=" not in rules:
        raise Malformed("rules", rules, f"is not one of {', '.join(BOOKS)}, or the text of a rule set")
    for field_, choices in (
        ("speed", SPEEDS),
        ("dealt_by", ("house", "person")),
        ("awards", ("house", "floor")),
        ("deck", ("house", "read")),
    ):
        if document.get(field_, next(iter(choices))) not in tuple(choices):
            raise Malformed(field_, document[field_], f"is not one of {', '.join(choices)}")
    if document.get("deck") == "read" and document.get("dealt_by") != "person":
        raise Malformed("deck", "read", "is for a table that a person deals: dealt_by is person then")
    _require_decision(document)
    _require_kinds(document)
    link = document.get("link")
    if link is not None and (not isinstance(link, str) or not LINK.fullmatch(link)):
        raise Malformed("link", link, "is not a name in lower case, digits and hyphens, up to 40")
    ranges = {key: _pair(key, document[key]) for key in ("ante", "trips") if document.get(key) is not None}
    spec = TableSpec(**{**document, **ranges})
    if not stored and rules not in BOOKS:
        parse(rules, "the table's rules")
    if not stored:
        _require_payable(spec)
    posted = spec.posted()
    if not stored:
        _require_playable(posted)
    return spec


def _require_payable(spec: TableSpec) -> None:
    """Refuse amounts above `WAGER_CENTS_MAX`."""
    for name in ("ante", "trips", "progressive_wager", "bank_min"):
        given = getattr(spec, name)
        most = max(given) if isinstance(given, tuple) else given
        if most is not None and most > WAGER_CENTS_MAX:
            raise Malformed(name, most, f"is more than {WAGER_CENTS_MAX} cents")


def _require_playable(posted: Posted) -> None:
    """Refuse limits without any wager that every pay table pays in whole cents (R19).

    Also refuse a progressive that holds too much or too little (R12).
    """
    limits = {
        Wager.ANTE: posted.limits.ante,
        Wager.TRIPS: posted.limits.trips,
        Wager.COVER_ALL: posted.limits.cover_all,
    }
    for wager, given in limits.items():
        if given is not None and posted.offers(wager) and not given.holds(posted.units[wager]):
            says = f"holds no multiple of {posted.units[wager]}, on which every pay is whole: nobody could wager"
            raise Malformed(wager, f"{given.min} to {given.max}", says, "R19")
    says_held = fault_in_held(posted)
    if says_held is not None and posted.progressive is not None:
        raise Malformed("tables.progressive", posted.progressive.name, f"is not offered: {says_held}", "R12")


def _require_kinds(document: Mapping[str, Any]) -> None:
    """Refuse wrong types: the progressive wager must be an integer, names must be strings, pay tables an object."""
    wager, dealing, tables = (document.get(name) for name in ("progressive_wager", "dealing", "tables"))
    if wager is not None and type(wager) is not int:
        raise Malformed("progressive_wager", wager, "is not a whole number of cents")
    if type(document.get("coach", True)) is not bool:
        raise Malformed("coach", document["coach"], "is not true or false")
    if dealing is not None and not isinstance(dealing, str):
        raise Malformed("dealing", dealing, "is not the name of a way of dealing")
    agreement = document.get("agreement")
    if agreement is not None and not (isinstance(agreement, str) and 0 < len(agreement.strip()) <= AGREEMENT_MAX):
        raise Malformed("agreement", agreement, f"is not a text of 1 to {AGREEMENT_MAX} characters")
    if tables is None:
        if "tables" in document:
            raise Malformed(
                "tables", None, "is not an object of pay tables by their kind; leave it out for the usual ones"
            )
        return
    if not isinstance(tables, Mapping):
        raise Malformed("tables", tables, "is not an object of pay tables by their kind")
    for kind, name in tables.items():
        if name is not None and not isinstance(name, str):
            raise Malformed(f"tables.{kind}", name, "is not the name of a pay table, or null for none")


def with_way_of_dealing(spec: TableSpec) -> TableSpec:
    """Return a new table's spec with a way of dealing; the default is one that takes every wager.

    The log stores it. A table whose log names none is older, and uses the book's first way.
    """
    return spec if spec.dealing is not None else replace(spec, dealing=fullest_way(spec.rule_set()))


def _require_decision(document: Mapping[str, Any]) -> None:
    """Refuse a decision time out of range, and 0 (no limit) unless a person deals."""
    seconds = document.get("decision_s")
    if seconds is None:
        return
    least, most = DECISION_S
    if type(seconds) is not int or (seconds != 0 and not least <= seconds <= most):
        raise Malformed("decision_s", seconds, f"is not a whole number of seconds from {least} to {most}, or 0")
    if seconds == 0 and document.get("dealt_by") != "person":
        raise Malformed("decision_s", 0, "is for a table that a person deals: dealt_by is person then")


def _pair(key: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2 or any(type(each) is not int for each in value):
        raise Malformed(key, value, "is not two amounts in cents: the least and the most")
    return int(value[0]), int(value[1])


def document_of(spec: TableSpec) -> dict[str, Any]:
    """Return the document of the spec."""
    document = {name: getattr(spec, name) for name in TableSpec.__dataclass_fields__}
    plain = {
        name: dict(value) if name == "tables" else list(value) if isinstance(value, tuple) else value
        for name, value in document.items()
    }
    return {name: value for name, value in plain.items() if value is not None}
