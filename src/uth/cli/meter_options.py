"""What the options of `uth meter` say, read into a link and the table it is for."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from uth.cli.exact_options import amount_of, posted_of
from uth.errors import Malformed, Refused
from uth.host.linked_table import terms_of
from uth.progressive.terms import Terms
from uth.rules.loader import BOOKS, is_same_book, load
from uth.store.meter_file import MeterFile, first_line
from uth.store.meter_lines import Header
from uth.table.posted import Posted, post
from uth.units import WAGER_CENTS_MAX, Seat


def begun(file: str, rules: str, tables: list[str], wager: str | None, dealing: str | None) -> tuple[MeterFile, Posted]:
    """Return a new link in that file, and the table it is for, which the options describe."""
    posted = posted_of(rules, tables, wager=amount_of("wager", wager) if wager is not None else None)
    if dealing is not None:
        chosen = posted.progressive.name if posted.progressive is not None else None
        posted = post(
            posted.rules, {"progressive": chosen}, progressive_wager=posted.progressive_wager, dealing=dealing
        )
    source = rules if rules in BOOKS else str(Path(rules).resolve())
    return MeterFile.open(file, _terms(posted), rules=source, new=True), posted


def opened(file: str, rules: str | None, *, read_only: bool = False) -> tuple[MeterFile, Posted]:
    """Return the link in the file, and the table it is for, which its first line names."""
    header = first_line(file)
    posted = _posted(file, header, rules if rules is not None else header.rules)
    return MeterFile.open(file, _terms(posted), read_only=read_only), posted


def _posted(file: str, header: Header, source: str) -> Posted:
    rules = load(source)
    if rules.name != header.book or not is_same_book(rules.name, rules.fingerprint, header.fingerprint):
        says = f"{file} is of rule set {header.book} ({header.fingerprint[:12]})"
        raise Refused("other_rule_set", None, f"{says}, not of {rules.name} ({rules.fingerprint[:12]})")
    dealing = next((way.name for way in rules.dealing if way.decks.value == header.decks), None)
    return post(rules, {"progressive": header.pay_table}, progressive_wager=header.wager, dealing=dealing)


def _terms(posted: Posted) -> Terms:
    terms = terms_of(posted)
    if terms is None:
        raise Malformed("rules", posted.rules.name, "offers no progressive, or none is posted")
    return terms


def seats_of(text: str) -> tuple[Seat, ...]:
    """Return the seats written as ``1,3,5``; nothing is no seat."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if not all(re.fullmatch("[0-9]{1,3}", part) for part in parts):
        raise Malformed("seats", text, "is not a list of seats; write for example 1,3,5")
    return tuple(Seat(int(part)) for part in parts)


def fields_of(texts: list[str]) -> dict[str, str]:
    """Return what is entered with a step: each text is a name, an equals sign and what was found."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals or name in found:
            raise Malformed("field", text, "is not a field such as result=clear, each name once")
        found[name] = value
    return found


def signed_amount_of(field: str, text: str) -> int:
    """Return an amount of the currency's main unit in cents, with its sign: ``250`` or ``-12.50``."""
    try:
        cents = Fraction(text) * 100
    except (ValueError, ZeroDivisionError):
        cents = Fraction(1, 2)
    if cents.denominator != 1 or abs(cents) > WAGER_CENTS_MAX:
        raise Malformed(field, text, "is not an amount; write for example 250 or -12.50")
    return int(cents)


def pace_of(text: str) -> Fraction:
    """Return a number of wagers an hour."""
    try:
        pace = Fraction(text)
    except (ValueError, ZeroDivisionError):
        pace = Fraction(0)
    if not 0 < pace <= 10**9:
        raise Malformed("hands-per-hour", text, "is not a number of wagers an hour; write for example 240")
    return pace
