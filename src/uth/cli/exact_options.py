"""Reads the options of `uth exact` and `uth advise` into a posted table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from uth.errors import Malformed, quoted
from uth.ranking import Category
from uth.rules.loader import load
from uth.rules.paytable import PayTable
from uth.rules.ruleset import PlayRules, RuleSet
from uth.rules.values import Cited, Wager
from uth.table.posted import Posted, fullest_way, post
from uth.units import WAGER_CENTS_MAX, Odds

BLIND_ROWS = (
    Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.FLUSH,
    Category.STRAIGHT, Category.THREE_OF_A_KIND, Category.TWO_PAIR, Category.ONE_PAIR, Category.HIGH_CARD,
)  # fmt: skip
AS_TYPED = "as typed"


def posted_of(
    rules: str,
    tables: list[str],
    blind: str | None = None,
    multiples: str | None = None,
    wager: int | None = None,
    *,
    dealing: str | None = None,
    wagers: str | None = "",
) -> Posted:
    """Return the table that the options describe; the default way of dealing is one that offers the wagers."""
    chosen = load(rules)
    if blind is not None:
        chosen = _with_blind(chosen, blind)
    if multiples is not None:
        chosen = replace(chosen, play=_with_multiples(chosen.play, multiples))
    named: dict[str, str | None] = {}
    for text in tables:
        kind, name = _pair("table", text, "trips=B")
        named[kind] = None if name == "none" else name
    if blind is not None:
        named["blind"] = AS_TYPED
    if dealing is None and Wager.COVER_ALL.value in (wagers or ""):
        dealing = fullest_way(chosen)
    return post(chosen, named, progressive_wager=wager, dealing=dealing)


def _pair(field: str, text: str, example: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise Malformed(field, text, f"is not a name and a value; write for example {example}")
    return key.strip(), value.strip()


def _with_blind(rules: RuleSet, text: str) -> RuleSet:
    """Return the rules with the given blind odds, royal flush first: ``500,50,10,3,3/2,1``."""
    pays: dict[Category, Odds] = {}
    parts = text.split(",")
    if not 6 <= len(parts) <= len(BLIND_ROWS):
        says = f"has {len(parts)} rows; write at least six odds, royal flush down to straight, as in 500,50,10,3,3/2,1"
        raise Malformed("blind", text, f"{says}; 0 or push where a win pushes")
    for category, part in zip(BLIND_ROWS, parts, strict=False):
        if part.strip().lower() in ("push", "0"):
            continue
        try:
            pays[category] = Odds.parse(part)
        except Malformed:
            says = f"has {quoted(part.strip())} for {category.words.lower()}; write odds from the royal flush down"
            raise Malformed("blind", text, f"{says}, as in 500,50,10,3,3/2,1; 0 or push where a win pushes") from None
    table = PayTable(name=AS_TYPED, cite=AS_TYPED, pays=pays)
    return replace(rules, pay=replace(rules.pay, blind=(table, *rules.pay.blind)))


def _with_multiples(play: PlayRules, text: str) -> PlayRules:
    """Return the multiples given street by street: ``3,4/2/1``."""
    streets = text.split("/")
    if len(streets) != 3:
        raise Malformed("multiples", text, "is not three streets; write for example 3,4/2/1")
    read: list[Cited[tuple[int, ...]]] = []
    for street in streets:
        try:
            values = tuple(int(part) for part in street.split(",")) if street.strip() not in ("", "-") else ()
        except ValueError:
            raise Malformed("multiples", text, f"has {quoted(street)}; write whole numbers, as in 3,4/2/1") from None
        if any(not 1 <= value <= 100 for value in values):
            raise Malformed("multiples", text, f"has {quoted(street)}; a multiple is 1 to 100")
        read.append(Cited(value=values, cite=AS_TYPED))
    preflop, flop, river = read
    if not river.value:
        raise Malformed("multiples", text, "offers nothing at the river; at least one multiple is needed there")
    return replace(play, preflop=preflop, flop=flop, river=river)


def amount_of(field: str, text: str) -> int:
    """Return the cents of an amount in the currency's main unit: ``50000`` or ``12.50``."""
    try:
        cents = Fraction(text) * 100
    except (ValueError, ZeroDivisionError):
        cents = Fraction(-1)
    if cents.denominator != 1 or not 0 <= cents <= WAGER_CENTS_MAX:
        raise Malformed(
            field, text, f"is not an amount from 0 to {WAGER_CENTS_MAX // 100}; write for example 50 or 12.50"
        )
    return int(cents)


def meters_of(texts: list[str], posted: Posted) -> dict[str, int]:
    """Return the meters given as ``main=50000``, in cents; raise `Malformed` for an unknown meter."""
    known = list(posted.seeds)
    meters: dict[str, int] = {}
    for text in texts:
        name, value = _pair("meter", text, "main=50000")
        if name not in known:
            says = f"is not a meter of this table; {', '.join(known) or 'it has no progressive'}"
            raise Malformed("meter", name, says)
        meters[name] = amount_of(f"meter {name}", value)
    return meters


def stakes_of(text: str | None, posted: Posted) -> Mapping[Wager, int]:
    """Return the wagers given as ``ante=5,trips=5``, in cents."""
    stakes: dict[Wager, int] = {}
    for part in text.split(",") if text else ():
        name, value = _pair("wagers", part, "ante=10,trips=5,progressive=1")
        if name not in ("ante", "trips", "progressive"):
            raise Malformed("wagers", name, "is not one of ante, trips, progressive")
        if not posted.offers(Wager(name)):
            raise Malformed("wagers", name, f"is not offered by {posted.rules.name}")
        stakes[Wager(name)] = amount_of(f"wagers.{name}", value)
    return stakes
