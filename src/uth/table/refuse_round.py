"""Refusals once the wagers are down: the deal, the decisions, the dealer's steps."""

from __future__ import annotations

from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Street, Wager
from uth.table import commands as c
from uth.table.dealing import next_delivery
from uth.table.due import deck_due, due, start_due
from uth.table.opening import not_due
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
    if spot.void is not None:
        return Refused(Refusal.HAND_IS_VOID, spot.void, "the hand is void")
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
            return Refused(Refusal.CHECK_NOT_OFFERED, posted.asked_by(street), f"{street.words} a hand plays or folds")
        case c.Fold():
            if street in play.fold.value:
                return None
            return Refused(Refusal.FOLD_NOT_OFFERED, posted.asked_by(street), f"{street.words} a hand plays or checks")
        case c.MakePlay(seat=seat, multiple=multiple):
            return _refused_play(table, seat, multiple, street, posted)


def _refused_play(table: Table, seat: Seat, multiple: int, street: Street, posted: Posted) -> Refused | None:
    multiples = posted.rules.play.multiples(street)
    if multiple not in multiples:
        offered = " or ".join(f"{each}x" for each in multiples) or "none"
        says = f"{multiple}x is not offered {street.words}; {offered}"
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, posted.asked_by(street), says)
    needed = multiple * table.spots[seat].wagers[Wager.ANTE]
    return not_enough(table, seat, needed) if needed > table.chairs[seat].rail else None


@cites("MA.7b", "MA.8b", "CA.DEAL1", "CN.8")
def refused_deal(table: Table, command: c.AnnounceNoMoreBets | c.DealNext, posted: Posted) -> Refused | None:
    """Return why the dealer may not close the wagers or deal now, or ``None``."""
    match command:
        case c.AnnounceNoMoreBets():
            if table.phase is not Phase.WAGERS:
                return not_due(table, posted)
            if not table.spots:
                return Refused(Refusal.NO_WAGER, posted.rules.ante.blind_equals_ante.cite, "nobody has made a wager")
            seats = posted.rules.seats
            if seats.banked_by.value == "player" and table.banker is None:
                return Refused(
                    Refusal.NO_BANKER, seats.banked_by.cite, "nobody banks; without a banker there is no round"
                )
            fee = posted.limits.entry_fee if posted.offers(Wager.ENTRY_FEE) else 0
            short = next((seat for seat in table.in_round if table.chairs[seat].rail < fee), None)
            if short is not None:
                return not_enough(table, short, fee)
            return not_due(table, posted) if deck_due(table, posted) is not None else None
        case c.DealNext():
            dealing = table.deck and next_delivery(table, posted.dealing) is not None and not start_due(table, posted)
            return None if dealing else not_due(table, posted)


def refused_step(table: Table, command: c.RoundStep, posted: Posted) -> Refused | None:
    """Return why the dealer may not take that step now, or ``None``."""
    if due(table, posted) != type(command).__name__:
        return not_due(table, posted)
    return _envy_waits(table, posted) if isinstance(command, c.CollectCards) else None


@cites("NV.11b", "R55", "R81")
def _envy_waits(table: Table, posted: Posted) -> Refused | None:
    """Return why the cards stay: the hand that others are owed envy for lies face up until it is paid or falls."""
    stays = posted.rules.procedure.envy_hand_stays
    envy = (each for each in table.owed if each.from_seat is not None and each.round == table.rounds)
    waits = next(envy, None) if stays is not None and stays.value else None
    if stays is None or waits is None:
        return None
    says = f"envy of {waits.cents} for the hand of seat {waits.from_seat} waits with its award; the hand stays face up"
    return Refused(Refusal.ENVY_WAITS, stays.cite, says)
