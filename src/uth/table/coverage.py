"""A player/dealer's wager: how far it goes, seat by seat, wager by wager."""

from __future__ import annotations

from collections.abc import Mapping

from uth.cites import cites
from uth.ranking import Hand
from uth.rules.values import MATCH_PLAY, Wager
from uth.table.played import Banker, PlayedSeat
from uth.table.posted import Posted
from uth.table.settled import LOSE, UNCOVERED, WIN, SettledBanker, SettledWager
from uth.table.showdown import Showdown
from uth.units import Seat


@cites("CA.BET4", "CA.PLAY6", "CA.PLAY12", "CA.PLAY13", "CA.PLAY19")
def cover(
    banker: Banker,
    order: tuple[Seat, ...],
    by_seat: Mapping[Seat, PlayedSeat],
    settled: Mapping[Seat, dict[Wager, SettledWager]],
    showdown: Showdown,
    posted: Posted,
) -> SettledBanker:
    """Settle in the order of settlement until the banker's wager is used up; give back what it does not cover (R16)."""
    coverage = posted.rules.seats.coverage
    losses_use_it = coverage is not None and coverage.value == "action"
    left, net = banker.wager, 0
    for seat in order:
        wagers = settled[seat]
        for wager in wager_order(by_seat[seat], showdown.hands[seat], showdown.dealer, posted):
            if wager in wagers:
                wagers[wager], used = _covered(wagers[wager], left, losses_use_it, posted)
                left -= used
        for each in wagers.values():
            net -= each.net
    return SettledBanker(banker.seat, banker.wager, banker.wager - left, net)


def wager_order(seat: PlayedSeat, hand: Hand | None, dealer: Hand, posted: Posted) -> tuple[Wager, ...]:
    """Return the order in which this hand's wagers are collected or paid."""
    orders = posted.rules.settlement
    if seat.folded:
        return orders.on_fold.value
    return orders.on_loss.value if hand is not None and hand.order < dealer.order else orders.on_win.value


def _covered(settled: SettledWager, left: int, losses_use_it: bool, posted: Posted) -> tuple[SettledWager, int]:
    """Return the wager settled as far as the banker's wager goes, and how much of that it used."""
    outcome, needed = settled.outcome, 0
    if outcome is WIN:
        needed = settled.won
    elif outcome is LOSE and losses_use_it and settled.wager is not MATCH_PLAY:
        needed = settled.stake
    if needed <= left:
        return settled, needed
    clauses = (*settled.cites, *posted.rules.settlement.cites["uncovered"])
    if outcome is LOSE:
        return settled._replace(outcome=UNCOVERED, returned=settled.stake - left, cites=clauses), left
    return settled._replace(outcome=UNCOVERED, won=left, cites=clauses), left
