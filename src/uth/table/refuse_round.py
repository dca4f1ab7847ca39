"""Refusals once the wagers are down: the deal, the decisions, the dealer's steps."""

from __future__ import annotations

from uth.cards import DECK, Card
from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Street, Wager
from uth.table import commands as c
from uth.table.dealing import next_delivery
from uth.table.due import due
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.refuse_seat import not_enough
from uth.table.state import Phase, Table
from uth.units import Seat


@cites("MA.7f1", "MA.7f3", "MA.7f5", "MA.9a", "MA.9c", "MA.9e", "MA.6d", "CA.PLAY1", "CA.PLAY3", "CA.PLAY5",
       "CN.16", "CN.18", "CN.20", "GR.3", "GR.4", "GR.5")  # fmt: skip
def refused_decision(table: Table, command: c.Check | c.MakePlay | c.Fold, posted: Posted) -> Refused | None:
    """Return why a seat may not check, play or fold so, or ``None``."""
    street, play = table.street, posted.rules.play
    if street is None:
        return Refused(Refusal.STEP_NOT_DUE, None, f"nobody is asked now; due: {due(table, posted)}")
    spot = table.spots.get(command.seat)
    if spot is None:
        return Refused(Refusal.SEAT_NOT_IN_ROUND, None, f"seat {command.seat} is not in the round")
    if spot.decision is not None:
        if spot.decision.multiple is None:
            return Refused(Refusal.ALREADY_FOLDED, play.fold.cite, "the hand has been folded")
        return Refused(Refusal.ALREADY_PLAYED, play.preflop.cite, "the play wager has been made; there is one a round")
    if not spot.can_act:
        return Refused(Refusal.NOTHING_TO_DECIDE, posted.rules.trips.alone.cite, "trips alone has nothing to decide")
    if table.turn != command.seat:
        return Refused(Refusal.NOT_YOUR_TURN, None, f"seat {table.turn} is asked now")
    match command:
        case c.Check():
            if street in play.check.value:
                return None
            return Refused(Refusal.CHECK_NOT_OFFERED, play.check.cite, f"{street.words} a hand plays or folds")
        case c.Fold():
            if street in play.fold.value:
                return None
            return Refused(Refusal.FOLD_NOT_OFFERED, play.fold.cite, f"{street.words} a hand plays or checks")
        case c.MakePlay(seat=seat, multiple=multiple):
            return _refused_play(table, seat, multiple, street, posted)


def _refused_play(table: Table, seat: Seat, multiple: int, street: Street, posted: Posted) -> Refused | None:
    multiples = posted.rules.play.multiples(street)
    if multiple not in multiples:
        offered = " or ".join(f"{each}x" for each in multiples) or "none"
        clause = {Street.PREFLOP: posted.rules.play.preflop, Street.FLOP: posted.rules.play.flop}.get(
            street, posted.rules.play.river
        )
        says = f"{multiple}x is not offered {street.words}; {offered}"
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, clause.cite, says)
    needed = multiple * table.spots[seat].wagers[Wager.ANTE]
    return not_enough(table, seat, needed) if needed > table.chairs[seat].rail else None


@cites("MA.2a", "MA.7b", "CA.DEAL1", "CN.8", "CN.45")
def refused_deal(
    table: Table, command: c.PlaceDeck | c.AnnounceNoMoreBets | c.DealNext, posted: Posted
) -> Refused | None:
    """Return why the dealer may not close the wagers or deal now, or ``None``."""
    match command:
        case c.PlaceDeck(cards=cards):
            if table.phase not in (Phase.WAGERS, Phase.OPENING_DEAL) or table.dealt:
                return _not_due(table, posted)
            return _refused_deck(cards, posted)
        case c.AnnounceNoMoreBets():
            if table.phase is not Phase.WAGERS:
                return _not_due(table, posted)
            if not table.spots:
                return Refused(Refusal.NO_WAGER, posted.rules.ante.blind_equals_ante.cite, "nobody has made a wager")
            seats = posted.rules.seats
            if seats.banked_by.value == "player" and table.banker is None:
                return Refused(
                    Refusal.NO_BANKER, seats.banked_by.cite, "nobody banks; without a banker there is no round"
                )
            fee = posted.limits.entry_fee if posted.offers(Wager.ENTRY_FEE) else 0
            short = next((seat for seat in table.in_round if table.chairs[seat].rail < fee), None)
            return not_enough(table, short, fee) if short is not None else None
        case c.DealNext():
            if next_delivery(table, posted.dealing) is None:
                return _not_due(table, posted)
            return None if table.deck else Refused(Refusal.NOT_A_DECK, None, "the deck is not in place; due: PlaceDeck")


def _refused_deck(cards: object, posted: Posted) -> Refused | None:
    deck = posted.rules.deck.cards
    if isinstance(cards, tuple) and all(type(card) is Card for card in cards) and sorted(cards) == list(DECK):
        return None
    return Refused(Refusal.NOT_A_DECK, deck.cite, f"a deck is {deck.value} different cards")


def refused_step(
    table: Table,
    command: c.ShowFlop | c.ShowTurnAndRiver | c.ShowDealerHand | c.SettleRound | c.CollectCards,
    posted: Posted,
) -> Refused | None:
    """Return why the dealer may not take that step now, or ``None``."""
    return None if due(table, posted) == type(command).__name__ else _not_due(table, posted)


def _not_due(table: Table, posted: Posted) -> Refused:
    return Refused(Refusal.STEP_NOT_DUE, None, f"out of order; due now: {due(table, posted)}")
