"""Company: the seats the house plays by the simple strategy, the dealer's pauses, and the hint for the person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uth.ranking import Category
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation, situation_at, staying_costs_nothing, strategy_named
from uth.strategy.reasons import held_words, start_words
from uth.strategy.simple import ante_of, optional_wagers
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events, act
from uth.table.round.refusals import decisions, refusal_of, wager_offers
from uth.table.round.state import Table
from uth.terminal.session import TableSession, hole_seen
from uth.units import Seat
from uth.words.rankings import held_hand
from uth.words.session import PERSON

ANTES_WANTED = 40
"""A seat buys in again when it has fewer than this many minimum antes."""


def rack(posted: Posted) -> int:
    """Return the buy-in of a seat of the house; a banker needs a larger one."""
    least, most = posted.limits.ante.min, posted.limits.ante.max
    return max(200 * least, 40 * most) if posted.player_banks else 200 * least


def bought_in(table: Table, posted: Posted) -> Iterator[c.BuyIn]:
    """Yield a buy-in for every seat of the house that is short of chips."""
    for seat, chair in sorted(table.chairs.items()):
        if chair.player != PERSON and table.rail(seat) < ANTES_WANTED * posted.limits.ante.min:
            yield c.BuyIn(seat=seat, cents=rack(posted))


def wagers(table: Table, posted: Posted) -> Iterator[c.PlaceWager]:
    """Yield the usual wagers of every seat of the house that has none and does not bank."""
    for seat, chair in sorted(table.chairs.items()):
        banks = table.round.banker is not None and table.round.banker.seat == seat
        if chair.player == PERSON or seat in table.round.spots or banks:
            continue
        ante = next((offer for offer in wager_offers(table, seat, posted) if offer.wager is Wager.ANTE), None)
        if ante is None:
            continue
        down = c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=ante_of(seat, ante))
        yield down
        after, _ = act(table, down, posted)
        for offer in optional_wagers(seat, wager_offers(after, seat, posted)):
            beside = c.PlaceWager(seat=seat, wager=offer.wager, cents=offer.cents_min)
            if refusal_of(after, beside, posted) is None:
                after, _ = act(after, beside, posted)
                yield beside


def answer(table: Table, seat: Seat, posted: Posted) -> c.Check | c.MakePlay | c.Fold | None:
    """Return the answer of the seat to act, by the simple rules."""
    asked = situation_at(table, seat, posted)
    return None if asked is None else strategy_named("simple").answer(asked, decisions(table, seat, posted))


PAUSES_S: Final[dict[type[object], float]] = {
    e.NoMoreBetsAnnounced: 0.5,
    e.HoleDealt: 0.12,
    e.DealerDealt: 0.12,
    e.CommunityDealt: 0.12,
    e.CardBurned: 0.4,
    e.Checked: 0.45,
    e.PlayMade: 0.45,
    e.Folded: 0.45,
    e.FlopShown: 0.7,
    e.TurnAndRiverShown: 0.7,
    e.DealerHandShown: 0.9,
}
"""Seconds to wait after an event; zero for events not listed."""


def pause_after(events: Events) -> float:
    """Return how long to wait after a step with these events."""
    return max((PAUSES_S.get(type(event), 0.0) for event in events), default=0.0)


def simple_hint(session: TableSession) -> str:
    """Return the hint in words, or say that no hand of the person is to act."""
    seat = session.asked
    asked = situation_at(session.table, seat, session.posted) if seat is not None else None
    if asked is None:
        return "You get a hint when it is your turn."
    answer = strategy_named("simple").answer(asked, session.answers())
    match answer:
        case c.MakePlay(multiple=multiple):
            says = f"play {multiple}x"
        case c.Check():
            says = "check"
        case c.Fold():
            says = "fold"
        case None:
            return "There is nothing to decide."
    return f"Hint: {says}; {_reason(asked)}."


def _reason(asked: Situation) -> str:
    if not asked.board:
        return f"you hold {start_words(asked.hole)}"
    held = f"you have {held_words(asked.hole, asked.board)}"
    if asked.street is Street.RIVER and staying_costs_nothing(asked):
        return f"{held}, and your side wagers, which a fold forfeits, pay at least what the play wager costs"
    return held


def held_hands(session: TableSession) -> dict[tuple[Seat, Category], str]:
    """Return what each of the person's hands makes with the board so far, in words; folded hands make nothing."""
    table, found = session.table, dict[tuple[Seat, Category], str]()
    for seat in session.mine:
        spot = table.round.spots.get(seat)
        seen = [card for card in hole_seen(table, seat, session.looked_at) if card is not None]
        held = held_hand(seen, table.round.board) if spot is not None and not spot.folded else None
        if held is not None:
            found[seat, held[0]] = held[1]
    return found
