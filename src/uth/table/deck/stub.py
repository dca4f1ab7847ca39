"""The stub: the cards left after a round is dealt, and when they are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uth.cites import cites
from uth.rules.values import Street
from uth.table.deck.decks import Pile
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.dealing import deliveries, next_delivery
from uth.table.round.state import Phase, Table

DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


@cites("MA.7e", "MA.7g", "MA.8d", "CA.DEAL5")
def stub_due(table: Table, posted: Posted) -> type[c.StubCommand] | None:
    """Return the command by which the stub leaves the shoe, or ``None`` while cards are to come or it stays.

    A round voided before its last card is treated like any other: its stub is counted if a count is due.
    """
    if not table.round.deck or posted.rules.procedure.stub.value == "kept":
        return None
    if table.phase is Phase.SETTLING and table.round.void is not None:
        return c.CountStub if count_due(table, posted) else None
    if table.phase not in DEALS:
        return None
    later = DEALS[DEALS.index(table.phase) + 1 :]
    to_come = any(deliveries(posted.dealing, phase, table.round.seats) for phase in later)
    if to_come or next_delivery(table, posted.dealing) is not None:
        return None
    return c.CountStub if count_due(table, posted) else c.DiscardStub


@cites("MA.7g", "MA.7h", "MA.8d")
def count_due(table: Table, posted: Posted) -> bool:
    """Whether the stub has to be counted in this round; never where the shuffler counts every shuffle."""
    every, counted = posted.rules.procedure.stub_count_every, posted.dealing.device_counts
    if every is None or (counted is not None and counted.value):
        return False
    return table.rounds_uncounted >= every.value


@cites("MA.7e", "MA.7g", "CA.DEAL5")
def stub_leaves(table: Table, command: c.StubCommand) -> Iterator[e.Event]:
    """Count the stub if the command says so and rack it unseen. After the opening deal, open the first street."""
    if isinstance(command, c.CountStub):
        yield e.StubCounted(cards=command.cards, expected=len(table.round.deck))
    yield e.CardsPickedUp(pile=Pile.STUB, cards=table.round.deck)
    if table.phase is Phase.OPENING_DEAL:
        yield e.StreetOpened(street=Street.PREFLOP)
