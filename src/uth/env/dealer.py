"""A dealer for an environment: sends the dealer's commands until a seat is asked or the round is settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uth.cards import Card
from uth.errors import Broken
from uth.table import commands as c
from uth.table.decide import act
from uth.table.due import deck_due, due
from uth.table.posted import Posted
from uth.table.state import Phase, Table, first_to_arrive
from uth.units import Seat

_STEPS: Final[dict[str, Callable[[], c.DealerCommand]]] = {
    each.__name__: each
    for each in (
        c.SetCoverAllMode, c.OpenTable, c.AnnounceNoMoreBets, c.StartGame, c.DealNext, c.ShowFlop, c.ShowTurnAndRiver,
        c.DiscardStub, c.ShowDealerHand, c.SettleRound,
    )
}  # fmt: skip
_DECK_STEPS: Final[dict[str, Callable[..., c.DealerCommand]]] = {
    each.__name__: each
    for each in (c.ReceiveDeck, c.InspectDeck, c.SpreadDeck, c.WashDeck, c.StackDeck, c.LoadShuffler, c.PlaceDeck)
}
CUT: Final = 26


def opened(table: Table, posted: Posted) -> Table:
    """Return the table once it takes wagers; somebody has to sit there to look the cards over."""
    while not table.is_open:
        table, _ = act(table, _next_step(table, posted, ()), posted)
    return table


def dealt(table: Table, posted: Posted, deck: tuple[Card, ...]) -> Table:
    """Return the table once a seat is asked, or the round is settled; the cards come out in the order of the deck."""
    while table.turn is None and table.phase is not Phase.SETTLED:
        table, _ = act(table, _next_step(table, posted, deck), posted)
    return table


def _next_step(table: Table, posted: Posted, deck: tuple[Card, ...]) -> c.DealerCommand:
    """Return the command that is due."""
    step = due(table, posted)
    if step == "CountStub":
        return c.CountStub(cards=len(table.deck))
    return _STEPS[step]() if step in _STEPS else _deck_step(table, posted, deck)


def _deck_step(table: Table, posted: Posted, deck: tuple[Card, ...]) -> c.DealerCommand:
    found = deck_due(table, posted)
    if found is None:
        raise Broken(f"an environment's dealer does not know what to do: {due(table, posted)}")
    step, back = found
    match step:
        case "VerifyDeck":
            return c.VerifyDeck(back=back, by="house")
        case "ShowDeck":
            return c.ShowDeck(back=back, seat=first_to_arrive(table) or Seat(0))
        case "ShuffleDeck":
            taken = CUT if posted.dealing.cut.value else 0
            return c.ShuffleDeck(back=back, cards=deck[len(deck) - taken :] + deck[: len(deck) - taken])
        case "CutDeck":
            return c.CutDeck(back=back, taken=CUT)
    return _DECK_STEPS[step](back=back)
