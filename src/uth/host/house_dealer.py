"""The house dealer: a program that sends the dealer's commands, so that a table needs no person to deal it."""

from __future__ import annotations

from collections.abc import Callable

from uth.cards import Card
from uth.table import commands as c
from uth.table.decide import act
from uth.table.due import due
from uth.table.events import Event
from uth.table.posted import Posted
from uth.table.state import Phase, Table

STEPS: dict[str, Callable[[], c.DealerCommand]] = {
    "AnnounceNoMoreBets": c.AnnounceNoMoreBets,
    "DealNext": c.DealNext,
    "ShowFlop": c.ShowFlop,
    "ShowTurnAndRiver": c.ShowTurnAndRiver,
    "ShowDealerHand": c.ShowDealerHand,
    "SettleRound": c.SettleRound,
    "CollectCards": c.CollectCards,
}


def next_step(table: Table, posted: Posted, shuffled: Callable[[], tuple[Card, ...]]) -> c.DealerCommand | None:
    """Return the dealer's next command, or ``None`` while the dealer waits for a seat.

    The dealer waits for wagers and for a person to start the round; `AnnounceNoMoreBets` and `CollectCards`
    are sent by whoever runs the table.
    """
    if table.turn is not None or table.phase in (Phase.WAGERS, Phase.SETTLED):
        return None
    step = due(table, posted)
    return c.PlaceDeck(cards=shuffled()) if step == "PlaceDeck" else STEPS[step]()


def deal_until_asked(
    table: Table, posted: Posted, shuffled: Callable[[], tuple[Card, ...]]
) -> tuple[Table, tuple[Event, ...]]:
    """Return the table once the dealer waits: for a seat, for wagers, or for the cards to be collected."""
    happened: tuple[Event, ...] = ()
    while (step := next_step(table, posted, shuffled)) is not None:
        table, events = act(table, step, posted)
        happened += events
    return table, happened
