"""The dealer as a program: produces the dealer's commands for the house, environments, simulator and scenarios."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uth.cards import Card
from uth.table.deck.commands import OPENING
from uth.table.floor.remedies import to_replace
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.decide import act
from uth.table.round.due import deck_due, due
from uth.table.round.events import Event
from uth.table.round.state import Table, first_to_arrive

Shuffled = Callable[[], tuple[Card, ...]]

FLOOR: Final = "house"
"""The name under which a deck is verified at a table without staff."""

STEPS: Final[dict[type, Callable[[], c.DealerCommand]]] = {
    each: each
    for each in (
        c.SetCoverAllMode, c.OpenTable, c.AnnounceNoMoreBets, c.StartGame, c.DealNext, c.ShowFlop, c.ShowTurnAndRiver,
        c.DiscardStub, c.ShowDealerHand, c.SettleRound, c.CollectCards,
    )
}  # fmt: skip
"""The dealer's commands that have no fields."""

_DECK_STEPS: Final[dict[type, Callable[..., c.DealerCommand]]] = {
    each: each
    for each in (c.ReceiveDeck, c.InspectDeck, c.SpreadDeck, c.WashDeck, c.StackDeck, c.LoadShuffler, c.PlaceDeck)
}
"""The dealer's commands that name a deck and nothing else."""

OPENING_STEPS: Final = frozenset({c.ReceiveDeck, *OPENING.values()})
"""The deck steps before the first shuffle: those of a new deck and those of a deck that lies spread."""

CUT: Final = 26
"""The number of cards the dealer cuts from the top: half the deck."""


def due_command(table: Table, posted: Posted, shuffled: Shuffled) -> c.DealerCommand | None:
    """Return the dealer's next command, or ``None`` while a seat, the floor or the first player must act.

    `shuffled` returns a shuffled deck. It is called only for a shuffle or a replacement.
    """
    step = due(table, posted)
    if step is c.ReplaceCards:
        left = {*to_replace(table), *table.round.deck} - {*table.round.read}
        return c.ReplaceCards(cards=(*table.round.read, *(card for card in shuffled() if card in left)))
    if step is None or step is c.RuleOnIrregularity or step is c.ResolveDispute:
        return None
    if step is c.CountStub:
        return c.CountStub(cards=len(table.round.deck))
    return STEPS[step]() if step in STEPS else _deck_step(table, posted, shuffled)


def next_step(table: Table, posted: Posted, shuffled: Shuffled) -> c.DealerCommand | None:
    """Return the dealer's next command, or ``None`` while the dealer waits.

    Closing the wagers and collecting the cards are left to the caller, so they count as waiting.
    """
    command = due_command(table, posted, shuffled)
    return None if isinstance(command, c.AnnounceNoMoreBets | c.CollectCards) else command


def _deck_step(table: Table, posted: Posted, shuffled: Shuffled) -> c.DealerCommand | None:
    """Return the next command that makes a deck ready; ``None`` while the deck waits for a first player to see it."""
    step = deck_due(table, posted)
    if step is None:
        return None
    kind, back = step
    if kind is c.VerifyDeck:
        return c.VerifyDeck(back=back, by=FLOOR)
    if kind is c.ShowDeck:
        first = first_to_arrive(table)
        return c.ShowDeck(back=back, seat=first) if first is not None else None
    if kind is c.ShuffleDeck:
        return c.ShuffleDeck(back=back, cards=shuffled())
    if kind is c.CutDeck:
        return c.CutDeck(back=back, taken=CUT)
    return _DECK_STEPS[kind](back=back)


def opening_due(table: Table, posted: Posted) -> c.DealerCommand | None:
    """Return the next step before the shuffle of a deck that is new or lies spread, or ``None``."""
    step = deck_due(table, posted)
    return _deck_step(table, posted, tuple) if step is not None and step[0] in OPENING_STEPS else None


def deal_until_asked(table: Table, posted: Posted, shuffled: Shuffled) -> tuple[Table, tuple[Event, ...]]:
    """Deal until the dealer waits for a seat, for wagers or for the cards to be collected."""
    happened: tuple[Event, ...] = ()
    while (step := next_step(table, posted, shuffled)) is not None:
        table, events = act(table, step, posted)
        happened += events
    return table, happened


def deck_before_the_cut(cards: tuple[Card, ...], posted: Posted) -> tuple[Card, ...]:
    """Return the shuffled order that becomes `cards` after the dealer's cut; it is `cards` where nothing is cut."""
    taken = CUT if posted.dealing.cut.value else 0
    return cards[len(cards) - taken :] + cards[: len(cards) - taken]
