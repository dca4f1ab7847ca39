"""The header of a script: the posted table, the title, and the clauses the scenario shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from typing import Any, Final

from uth.cards import DECK, Card, parse_cards, require_distinct
from uth.errors import Malformed, UthError
from uth.rules.loader import load
from uth.rules.ruleset import DealingRules, PostedLimits, RuleSet, WagerLimits
from uth.scenario.script import NamedCards, ScriptFault, known_clause
from uth.table.posted import Posted, post
from uth.table.round.dealing import deliveries
from uth.table.round.state import Phase
from uth.units import Seat
from uth.words.blanks import read_meters, read_money

KEYS: Final[Mapping[str, str]] = {
    "title": "A card of the dealer's is exposed on the flop",
    "clauses": "MA.14a, MA.9i",
    "rules": "massachusetts",
    "dealing": "shoe",
    "tables": "trips=B, progressive=none",
    "limits": "ante 5-500, trips 5-100",
    "progressive wager": "5",
    "meters": "mega $50,000, major $5,000",
    "shuffle key": "any text",
}
"""Every line of a header, with an example; all but the title and the rules are optional."""

SHUFFLE_KEY: Final = "scenario"
"""The key that shuffles the cards not named in the script, unless the header gives another."""

CLAUSES_WITHIN: Final = 20
"""The number of lines at the start of a scenario in which `uth clauses` looks for its clauses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptHeader:
    """A parsed header."""

    title: str
    posted: Posted
    clauses: tuple[str, ...]
    meters: Mapping[str, Fraction]
    shuffle_key: str


def read_header(values: Mapping[str, tuple[int, str]]) -> tuple[ScriptHeader | None, tuple[ScriptFault, ...]]:
    """Return the header, or every fault in it; each value comes with its line."""
    reading = _HeaderReader(values)
    title = values.get("title", (1, ""))[1]
    for key in ("title", "rules"):
        if key not in values:
            reading.faults.append(ScriptFault(1, f"{key}: is missing; write for example: {key}: {KEYS[key]}"))
    clauses = reading.get("clauses", _read_clauses, ())
    if values.get("clauses", (1, ""))[0] > CLAUSES_WITHIN:
        line = values["clauses"][0]
        reading.faults.append(ScriptFault(line, f"clauses: stands below line {CLAUSES_WITHIN}, where it is not read"))
    rules = reading.get("rules", load, None)
    posted = reading.posted(rules) if rules is not None else None
    if posted is None:
        return None, tuple(reading.faults)
    meters = reading.get("meters", lambda text: _read_meters(text, posted), {})
    key = values.get("shuffle key", (1, SHUFFLE_KEY))[1]
    header = ScriptHeader(title=title, posted=posted, clauses=clauses, meters=meters, shuffle_key=key)
    return (header if not reading.faults else None), tuple(reading.faults)


class _HeaderReader:
    """Reads the values of a header and collects every fault."""

    def __init__(self, values: Mapping[str, tuple[int, str]]) -> None:
        self.values = values
        self.faults: list[ScriptFault] = []

    def get(self, key: str, read: Callable[[str], Any], default: Any) -> Any:
        if key not in self.values:
            return default
        line, text = self.values[key]
        try:
            return read(text)
        except UthError as fault:
            self.faults.append(ScriptFault(line, f"{key}: {_one_line(fault)}"))
            return default

    def posted(self, rules: RuleSet) -> Posted | None:
        """Return the posted table, or ``None`` with its faults collected; each choice is tried separately."""
        symbol = rules.currency.symbol
        tables = self.get("tables", _read_tables, {})
        limits = self.get("limits", lambda text: _read_limits(text, rules), None)
        wager = self.get("progressive wager", lambda text: read_money(text, symbol), None)
        choices: dict[str, dict[str, Any]] = {
            "dealing": {"dealing": self.values.get("dealing", (1, None))[1]},
            "tables": {"tables": tables},
            "limits": {"limits": limits},
            "progressive wager": {"progressive_wager": wager},
        }
        for key, choice in choices.items():
            self.get(key, partial(_tried, rules, choice), None)
        if self.faults:
            return None
        together = {name: value for choice in choices.values() for name, value in choice.items()}
        return post(rules, together.pop("tables"), **together)


def _tried(rules: RuleSet, choice: Mapping[str, Any], _: str) -> Posted:
    """Return the table with only that choice changed."""
    return post(rules, **choice)


def _one_line(fault: UthError) -> str:
    said = fault.says if isinstance(fault, Malformed) else str(fault)
    shown = f'"{fault.value}" ' if isinstance(fault, Malformed) else ""
    return "; ".join(f"{shown}{said}".splitlines())


def _read_clauses(text: str) -> tuple[str, ...]:
    numbers = tuple(filter(None, re.split(r"[,\s]+", text)))
    for number in numbers:
        if not known_clause(number):
            raise Malformed("clauses", number, "is neither a clause of the five documents nor a ruling")
    return numbers


def _read_tables(text: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for each in map(str.strip, text.split(",")):
        kind, equals, name = (part.strip() for part in each.partition("="))
        if not (kind and equals and name):
            raise Malformed("tables", each, "is not KIND=NAME; write for example: trips=B, progressive=none")
        found[kind.replace(" ", "_")] = None if kind == "progressive" and name == "none" else name
    return found


def _read_limits(text: str, rules: RuleSet) -> PostedLimits:
    limits, symbol = rules.limits, rules.currency.symbol
    for name, amounts in _parts(text):
        field = name.replace(" ", "_")
        low, dash, high = amounts.partition("-")
        if field == "entry_fee" and not dash:
            limits = replace(limits, entry_fee=read_money(low, symbol))
        elif field in ("ante", "trips", "cover_all") and dash:
            both = WagerLimits(min=read_money(low, symbol), max=read_money(high, symbol))
            if both.min < 1 or both.min > both.max:
                raise Malformed("limits", amounts, "is not a least and a most; write for example 5-500")
            wager: dict[str, Any] = {field: both}
            limits = replace(limits, **wager)
        else:
            raise Malformed("limits", f"{name} {amounts}", "is not a limit; ante, trips, cover all 5-500, entry fee 1")
    return limits


def _read_meters(text: str, posted: Posted) -> dict[str, Fraction]:
    meters = read_meters(text, posted.rules.currency.symbol)
    for name in meters:
        if name not in posted.seeds:
            known = ", ".join(posted.seeds) or "it has none"
            raise Malformed("meters", name, f"is not a meter of this table; {known}")
    return meters


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name and the text after it."""
    for each in re.split(r",\s+", text):
        match = re.fullmatch(r"(.+?)\s+(\S+)", each.strip())
        if match is None:
            raise Malformed("limits", each, "is not a wager and its limits; write for example: ante 5-500, entry fee 1")
        yield match[1].lower(), match[2]


_PLACE: Final = re.compile(r"(?:seat\s+(?P<seat>\d{1,2})|(?P<place>dealer|banker|board|burn))\s+(?P<cards>.+)", re.I)
_MOST: Final = {"seat": 2, "dealer": 2, "board": 5, "burn": 5}
_DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


def read_cards(text: str) -> NamedCards:
    """Return the cards of ``seat 1 AsAd, dealer KdQc, board 2c7d9hJd3s``. A place may name only some of its cards."""
    seats: dict[Seat, tuple[Card, ...]] = {}
    places: dict[str, tuple[Card, ...]] = {}
    for part in map(str.strip, text.split(",")):
        match = _PLACE.fullmatch(part)
        if match is None:
            says = "names no place; write for example: seat 1 AsAd, dealer KdQc, board 2c7d9hJd3s"
            raise Malformed("cards", part, says)
        place = (match["place"] or "seat").lower().replace("banker", "dealer")
        cards = parse_cards(match["cards"])
        if len(cards) > _MOST[place]:
            raise Malformed("cards", part, f"is more than the {_MOST[place]} cards of a {place}")
        if place in places or (place == "seat" and Seat(int(match["seat"])) in seats):
            raise Malformed("cards", part, "names a place twice")
        if place == "seat":
            seats[Seat(int(match["seat"]))] = cards
        else:
            places[place] = cards
    named = NamedCards(
        seats=seats, dealer=places.get("dealer", ()), board=places.get("board", ()), burn=places.get("burn", ())
    )
    require_distinct(named.every)
    return named


def read_deck(text: str) -> NamedCards:
    """Return the cards given from the top of the deck."""
    top = parse_cards(text)
    require_distinct(top)
    return NamedCards(top=top)


def dealing_order(
    named: NamedCards, way: DealingRules, seats: tuple[Seat, ...], others: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the deck in dealing order: the named cards in their places, the rest between them."""
    taken = set(named.every)
    rest = iter([card for card in others if card not in taken])
    if named.top:
        return (*named.top, *rest)
    piles: dict[tuple[str, int], Iterator[Card]] = {
        ("community", 0): iter(named.board),
        ("dealer", 0): iter(named.dealer),
        ("burn", 0): iter(named.burn),
        **{("seat", seat): iter(named.seats.get(seat, ())) for seat in seats},
    }
    order: list[Card] = []
    for phase in _DEALS:
        for delivery in deliveries(way, phase, seats):
            order += islice(chain(piles[delivery.to, delivery.seat or 0], rest), delivery.cards)
    return (*order, *rest, *(card for card in DECK if card in taken and card not in order))


def before_the_cut(order: Sequence[Card], seen: Sequence[Card]) -> tuple[Card, ...]:
    """Return the shuffled order that a cut turns into the dealing order."""
    shuffled = list(DECK)
    for card, wanted in zip(seen, order, strict=True):
        shuffled[DECK.index(card)] = wanted
    return tuple(shuffled)
