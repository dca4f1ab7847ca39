"""The next step at the table: a command of the dealer or the floor, or the decision of a seat."""

from __future__ import annotations

from typing import Final

from uth.cites import cites
from uth.rules.procedure import Fact, Moment
from uth.rules.values import Wager
from uth.table.deck.commands import OPENING
from uth.table.deck.decks import FRESH, Back, DeckStage, backs, opening_step
from uth.table.deck.stub import stub_due
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.dealing import next_delivery
from uth.table.round.state import ACTING, Phase, Table

Step = type[c.DealerCommand] | type[c.FloorCommand]

_LAST_STEP: Final[dict[Phase, Step]] = {
    Phase.WAGERS: c.AnnounceNoMoreBets,
    Phase.FLOP_DEAL: c.ShowFlop,
    Phase.RIVER_DEAL: c.ShowTurnAndRiver,
    Phase.SHOWDOWN: c.ShowDealerHand,
    Phase.SETTLING: c.SettleRound,
    Phase.SETTLED: c.CollectCards,
}
"""The command that ends each phase, once its cards are dealt."""


@cites("MA.9b", "MA.9d", "MA.9f", "MA.12e", "CA.PLAY2", "CA.PLAY4", "CN.9", "CN.17", "CN.19", "CN.23", "GR.6")
def due(table: Table, posted: Posted) -> Step | None:
    """Return the command that is due from the dealer or the floor, or ``None`` while a seat is to act."""
    pressing = _pressing(table)
    if pressing is not None:
        return pressing
    if table.phase in ACTING:
        return None
    waits_for_deck = table.phase is Phase.OPENING_DEAL and not table.round.deck
    if waits_for_deck or table.phase in (Phase.CLOSED, Phase.OPENING, Phase.WAGERS):
        step = deck_due(table, posted)
        if step is not None:
            return step[0]
    if table.phase is Phase.OPENING:
        return c.SetCoverAllMode if needs_cover_all_mode(table, posted) else c.OpenTable
    if start_due(table, posted):
        return c.StartGame
    if next_delivery(table, posted.dealing) is not None:
        return c.DealNext
    return stub_due(table, posted) or _LAST_STEP[table.phase]


def due_words(table: Table, posted: Posted) -> str:
    """Return what is due as text: the name of the command, or ``seat 4 to act``."""
    step = due(table, posted)
    return step.__name__ if step is not None else f"seat {table.turn} to act"


@cites("CN.9", "CN.9a")
def starts_apart(posted: Posted) -> bool:
    """Whether 'Start Game' is a separate step after 'No more bets': the book says so and a progressive is offered."""
    locked_by = posted.rules.wagers.locked_by
    return posted.progressive is not None and locked_by is not None and locked_by.value == "start_game"


def start_due(table: Table, posted: Posted) -> bool:
    """Whether the wagers are closed and 'Start Game' is still to be pressed."""
    waits = table.phase is Phase.OPENING_DEAL and not table.round.started and not table.round.dealt
    return waits and starts_apart(posted)


def _pressing(table: Table) -> Step | None:
    """Return the step that stops all others: resolving a dispute, a ruling of the floor, replacing cards."""
    if table.dispute is not None:
        return c.ResolveDispute
    if table.round.floor is not None:
        return c.RuleOnIrregularity
    return c.ReplaceCards if table.round.replacing is not None else None


@cites("MA.12d")
def needs_cover_all_mode(table: Table, posted: Posted) -> bool:
    """Whether the machine still has to be set to the Cover All mode."""
    return posted.offers(Wager.COVER_ALL) and not table.cover_all_mode


def current_back(table: Table, posted: Posted) -> Back:
    """Return the deck of this round; two decks alternate."""
    both = backs(posted)
    if table.in_play is not None:
        return table.in_play
    return next((back for back in both if back != table.last_in_play), both[0])


@cites("MA.2b", "MA.4a", "MA.4b", "MA.4c", "MA.7a", "MA.8b", "CA.DECK1", "CA.DECK3")
def deck_due(table: Table, posted: Posted) -> tuple[type[c.DeckCommand], Back] | None:
    """Return the deck command that is due before the wagers may close, with its deck, or ``None`` if there is none.

    Once the wagers are closed only the deck in play matters: it may have been cut again.
    """
    for back in backs(posted) if not table.is_dealing else ():
        deck = table.decks.get(back)
        if deck is None:
            return c.ReceiveDeck, back
        step = opening_step(deck, posted)
        if step is not None:
            return OPENING[step], back
    if table.phase is Phase.OPENING:
        return None
    current = current_back(table, posted)
    loads = posted.dealing.shuffled_by.value == "device"
    waiting = (*FRESH, DeckStage.IN_RACK)
    stage = table.decks[current].stage
    if stage in waiting:
        return c.LoadShuffler if loads else c.ShuffleDeck, current
    if stage is DeckStage.IN_SHUFFLER:
        return c.ShuffleDeck, current
    if stage is DeckStage.SHUFFLED and posted.dealing.cut.value:
        return c.CutDeck, current
    if stage is not DeckStage.IN_PLACE:
        return c.PlaceDeck, current
    return next(((c.LoadShuffler, back) for back, deck in table.decks.items() if deck.stage in waiting), None)


_MOMENTS: Final = {
    Phase.CLOSED: Moment.BETWEEN_ROUNDS,
    Phase.OPENING: Moment.BETWEEN_ROUNDS,
    Phase.WAGERS: Moment.BETWEEN_ROUNDS,
    Phase.OPENING_DEAL: Moment.OPENING_DEAL,
    Phase.PREFLOP: Moment.PREFLOP,
    Phase.FLOP_DEAL: Moment.FLOP_DEAL,
    Phase.FLOP: Moment.FLOP,
    Phase.RIVER_DEAL: Moment.RIVER_DEAL,
    Phase.RIVER: Moment.RIVER,
    Phase.SHOWDOWN: Moment.SHOWDOWN,
    Phase.SETTLING: Moment.SHOWDOWN,
    Phase.SETTLED: Moment.SETTLED,
}


def moment_of(table: Table) -> Moment:
    """Return the moment of the round. Before the flop, it depends on whether anyone has acted."""
    if table.phase is Phase.PREFLOP and not table.round.acted:
        return Moment.DEALT
    return _MOMENTS[table.phase]


@cites("MA.14a", "MA.14b", "GR.MISA6", "GR.WRONG1")
def facts_of(table: Table) -> frozenset[Fact]:
    """Return whether anyone has acted, everyone has decided, and every hand has two cards, ignoring void hands."""
    live = [spot for spot in table.round.spots.values() if spot.void is None]
    two_each = len(table.round.dealer) >= 2 and all(len(spot.hole) >= 2 for spot in live)
    facts: set[Fact] = {
        "someone_acted" if table.round.someone_acted else "nobody_acted",
        "undecided" if any(spot.can_act for spot in live) else "decided",
        "hands_dealt" if two_each else "hands_incomplete",
    }
    return frozenset(facts)
