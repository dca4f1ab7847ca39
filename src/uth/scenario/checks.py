"""Check lines, which state a condition the table must meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from uth.cards import Card
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round.banking import button
from uth.table.round.due import due_words
from uth.table.round.state import Table
from uth.units import money
from uth.words.blanks import BLANKS, Pattern

EXPECT: Final = "expect "
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StateCheck:
    """A phrase, the condition it states, and how to describe the actual state."""

    pattern: Pattern
    wanted: Callable[[Values], Any]
    is_so: Callable[[Table, Posted, Values], Any]
    said: Callable[[Any, str], str] = lambda value, _: str(value)


def _cents(value: Any, symbol: str) -> str:
    return money(int(value), symbol) if value is not None else "nobody's"


def _rail(table: Table, _: Posted, values: Values) -> int | None:
    return table.rail(values["seat"]) if values["seat"] in table.chairs else None


def _on_layout(table: Table, wager: Wager, values: Values) -> int:
    spot = table.round.spots.get(values["seat"])
    return spot.wagers.get(wager, 0) if spot is not None else 0


def _hole(table: Table, _: Posted, values: Values) -> tuple[Card, ...]:
    spot = table.round.spots.get(values["seat"])
    return spot.hole if spot is not None else ()


def _meter(table: Table, _: Posted, values: Values) -> int | None:
    meter = table.meters.get(values["meter"])
    return int(meter) if meter is not None else None


def _stage(table: Table, _: Posted, values: Values) -> str:
    deck = table.decks.get(values["back"])
    return deck.stage.value.replace("_", " ") if deck is not None else "not at the table"


def _cards(value: Any, _: str) -> str:
    return BLANKS["cards"].write(value, "") or "no cards"


CHECKS: Final[tuple[StateCheck, ...]] = (
    StateCheck(Pattern("due: {step}"), lambda v: v["step"], lambda table, posted, _: due_words(table, posted)),
    StateCheck(Pattern("seat {seat} has {cents}"), lambda v: v["cents"], _rail, _cents),
    StateCheck(
        Pattern("seat {seat} has {cents} on {wager}"),
        lambda v: v["cents"],
        lambda table, _, v: _on_layout(table, v["wager"], v),
        _cents,
    ),
    StateCheck(Pattern("seat {seat} is dealt {count} card[s]"), lambda v: v["count"], lambda *args: len(_hole(*args))),
    StateCheck(Pattern("seat {seat} is dealt {cards}"), lambda v: v["cards"], _hole, _cards),
    StateCheck(
        Pattern("the dealer is dealt {count} card[s]"), lambda v: v["count"], lambda table, *_: len(table.round.dealer)
    ),
    StateCheck(
        Pattern("the dealer is dealt {cards}"), lambda v: v["cards"], lambda table, *_: table.round.dealer, _cards
    ),
    StateCheck(
        Pattern("the board shows {count} cards"), lambda v: v["count"], lambda table, *_: len(table.round.board)
    ),
    StateCheck(Pattern("the board shows {cards}"), lambda v: v["cards"], lambda table, *_: table.round.board, _cards),
    StateCheck(Pattern("the meter {meter} is {cents}"), lambda v: v["cents"], _meter, _cents),
    StateCheck(Pattern("the {back} deck is {stage}"), lambda v: v["stage"].value.replace("_", " "), _stage),
    StateCheck(
        Pattern("the rack holds {count} card[s]"),
        lambda v: v["count"],
        lambda table, *_: sum(len(racked.cards) for racked in table.rack),
    ),
    StateCheck(
        Pattern("the button is before seat {seat}"), lambda v: v["seat"], lambda table, posted, _: button(table, posted)
    ),
)
"""Every check, without the word ``expect``; the first one that parses is used."""

BY_TEXT: Final = {check.pattern.text: check for check in CHECKS}


def fault_in(text: str, values: Values, table: Table, posted: Posted) -> str | None:
    """Return the actual state if the check fails, or ``None`` if it holds."""
    check = BY_TEXT[text]
    so = check.is_so(table, posted, values)
    return None if so == check.wanted(values) else check.said(so, posted.rules.currency.symbol)
