"""Shorthand lines that run the dealer until a condition holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from uth.cards import DECK
from uth.table.dealer import due_command
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.due import deck_due, due_words
from uth.table.round.state import Phase, Table
from uth.words.blanks import Pattern
from uth.words.phrases import AT_THE_TABLE

Reached = Callable[[Table, Posted, Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Shorthand:
    """A phrase, and the condition at which the dealer stops."""

    pattern: Pattern
    reached: Reached


SHORTHAND: Final[tuple[Shorthand, ...]] = (
    Shorthand(Pattern("dealer opens the table"), lambda table, *_: table.is_open),
    Shorthand(
        Pattern("dealer makes the deck ready"), lambda table, posted, _: table.is_open and not deck_due(table, posted)
    ),
    Shorthand(
        Pattern("dealer deals until seat {seat} is asked"), lambda table, _, values: table.turn == values["seat"]
    ),
    Shorthand(
        Pattern("dealer goes on until {step} is due"),
        lambda table, posted, values: due_words(table, posted) == values["step"],
    ),
    Shorthand(Pattern("dealer finishes the round"), lambda table, *_: table.phase is Phase.SETTLED),
)
BY_TEXT: Final = {shorthand.pattern.text: shorthand for shorthand in SHORTHAND}


def house_step(table: Table, posted: Posted) -> c.DealerCommand | None:
    """Return the dealer's next command without its cards, including closing the wagers and collecting the cards."""
    step = due_command(table, posted, lambda: DECK)
    return replace(step, cards=AT_THE_TABLE) if isinstance(step, c.ShuffleDeck | c.ReplaceCards) else step
