"""Settlement: one pure function from a played round to what every wager returns and wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from uth.cites import cites
from uth.ranking import Hand
from uth.rules.ruleset import AggregateLimit
from uth.rules.values import COVER_ALL, ENTRY_FEE, MATCH_PLAY, PLAY, TRIPS, Wager
from uth.table.posted import Posted, not_where
from uth.table.settle.main_wagers import settle_main_wagers, settle_trips
from uth.table.settle.progressive import pay_progressives
from uth.table.settle.settled import (
    LOSE,
    UNCOVERED,
    VOID,
    WIN,
    Banker,
    Envy,
    PlayedRound,
    PlayedSeat,
    SettledBanker,
    SettledSeat,
    SettledWager,
    Settlement,
)
from uth.table.settle.showdown import Showdown, show_down
from uth.units import Cents, Seat


@cites("MA.10e", "MA.13d")
def cut_to_limit(wagers: dict[Wager, SettledWager], limit: AggregateLimit, cents: Cents) -> None:
    """Cut the hand's winnings to the limit in the book's order (R3); stakes do not count (R2)."""
    excess = sum([wagers[wager].won for wager in limit.counts if wager in wagers]) - cents
    for wager in limit.counts:
        if excess <= 0:
            return
        settled = wagers.get(wager)
        if settled is not None and settled.won:
            cut = min(settled.won, excess)
            wagers[wager] = settled._replace(won=settled.won - cut, cut=cut, cites=(*settled.cites, limit.cite))
            excess -= cut


@cites("MA.12b", "MA.12c", "MA.12f", "MA.12g", "MA.12k")
def settle_cover_all(stake: int, showdown: Showdown, posted: Posted) -> SettledWager:
    """Pay for the highest hand at the table by the number of hands dealt, including the dealer's.

    Every hand dealt counts and may be the highest, including folded (R23) and dead hands (R34).
    """
    by = posted.cites
    if posted.cover_all is None:  # made before this way of dealing stopped offering it
        return SettledWager(COVER_ALL, stake, VOID, stake, 0, (not_where(posted.dealing, posted.rules)[1],))
    odds = posted.cover_all.pays(len(showdown.hands) + 1).get(showdown.highest.category)
    if odds is None:
        return SettledWager(COVER_ALL, stake, LOSE, 0, 0, by["cover_all_lose"])
    return SettledWager(COVER_ALL, stake, WIN, stake, odds.on_wager(Cents(stake)), by["cover_all_win"])


@cites("CA.BET4", "CA.PLAY6", "CA.PLAY12", "CA.PLAY13", "CA.PLAY19")
def cover(
    banker: Banker,
    order: tuple[Seat, ...],
    by_seat: Mapping[Seat, PlayedSeat],
    settled: Mapping[Seat, dict[Wager, SettledWager]],
    showdown: Showdown,
    posted: Posted,
) -> SettledBanker:
    """Settle in order until the banker's wager is used up, and return what it does not cover (R16)."""
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
    """Return the wager settled as far as the rest of the bank covers it, and how much of the bank it used."""
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


Wagers = dict[Wager, SettledWager]
LAYOUT: Final = tuple(Wager)


def settlement_order(played: PlayedRound, posted: Posted) -> tuple[Seat, ...]:
    """Return the seats in the order they are settled (R26)."""
    folded: list[Seat] = []
    others: list[Seat] = []
    for seat in played.seats:
        (folded if seat.folded else others).append(seat.seat)
    return in_order(others, folded, played.banker, posted)


@cites("MA.9e", "MA.9g", "MA.9h", "CA.PLAY6", "CA.PLAY9", "CA.PLAY10", "CN.37", "GR.6")
def in_order(others: Iterable[Seat], folded: Iterable[Seat], banker: Banker | None, posted: Posted) -> tuple[Seat, ...]:
    """Return the seats in order: folded hands first or last, each group from the highest seat or the banker's left."""
    rules = posted.rules.settlement
    if rules.order.value == "highest_seat_first" or banker is None:
        others, folded = sorted(others, reverse=True), sorted(folded, reverse=True)
    else:
        left, count = banker.seat, posted.rules.seats.count.value
        others = sorted(others, key=lambda seat: (seat - left) % count)
        folded = sorted(folded, key=lambda seat: (seat - left) % count)
    return (*folded, *others) if rules.folded.value == "first" else (*others, *folded)


def settle(played: PlayedRound, posted: Posted) -> Settlement:
    """Return what every wager of the round returns and wins, with its clauses, and what the meters paid."""
    showdown = show_down(played, posted)
    order = settlement_order(played, posted)
    by_seat = {seat.seat: seat for seat in played.seats}
    settled = {number: _settle_seat(by_seat[number], played.void, showdown, posted) for number in order}
    banker = cover(played.banker, order, by_seat, settled, showdown, posted) if played.banker is not None else None
    meters, envy = pay_progressives(played, order, by_seat, settled, showdown, posted)
    seats = tuple([_seat(by_seat[number], showdown, settled[number], envy.get(number, ())) for number in sorted(order)])
    return Settlement(showdown.dealer, showdown.qualifies, order, seats, meters, banker)


def _seat(seat: PlayedSeat, showdown: Showdown, wagers: Wagers, envy: Sequence[Envy]) -> SettledSeat:
    """Return the settled seat with its wagers in the order of the layout."""
    net = sum([each.amount for each in envy]) if envy else 0
    for settled in wagers.values():
        net += settled.returned + settled.won - settled.stake
    if MATCH_PLAY in wagers:
        coupon = wagers[MATCH_PLAY]
        net += coupon.stake - coupon.returned
    if MATCH_PLAY in wagers or ENTRY_FEE in wagers:  # last on the layout, but settled before Cover All and progressive
        wagers = {wager: wagers[wager] for wager in LAYOUT if wager in wagers}
    return SettledSeat(seat.seat, seat.player, showdown.hands[seat.seat], wagers, tuple(envy), net)


def _settle_seat(seat: PlayedSeat, void: str | None, showdown: Showdown, posted: Posted) -> Wagers:
    """Settle everything but the progressive, whose meters all seats share."""
    clause = seat.void or void
    if clause is not None:
        return _settle_void(seat, clause, showdown, posted)
    wagers, stakes = settle_main_wagers(seat, showdown, posted), seat.wagers
    if COVER_ALL in stakes:
        wagers[COVER_ALL] = settle_cover_all(stakes[COVER_ALL], showdown, posted)
    if ENTRY_FEE in stakes:
        wagers[ENTRY_FEE] = _take_entry_fee(stakes[ENTRY_FEE], posted)
    if posted.hand_limit is not None:
        cut_to_limit(wagers, *posted.hand_limit)
    return wagers


@cites("MA.14a", "MA.14b", "MA.14d", "MA.14f", "CN.48", "GR.MISA1", "GR.MISB1")
def _settle_void(seat: PlayedSeat, clause: str, showdown: Showdown, posted: Posted) -> Wagers:
    """Return every wager of a dead hand, except those that its clause saves, which are settled."""
    saved = next((void.saves for void in posted.rules.void if void.clause == clause), ())
    stakes = {**seat.wagers, PLAY: seat.play_wager} if seat.play_wager else seat.wagers
    wagers = {
        wager: SettledWager(wager, stakes[wager], VOID, returned=stakes[wager], won=0, cites=(clause,))
        for wager in LAYOUT
        if wager in stakes
    }
    hand = showdown.hands[seat.seat]
    if TRIPS in saved and TRIPS in stakes and hand is not None:
        trips = settle_trips(stakes[TRIPS], hand.category, posted)
        wagers[TRIPS] = trips._replace(cites=(clause, *trips.cites))
        if posted.hand_limit is not None:
            cut_to_limit(wagers, *posted.hand_limit)
    return wagers


@cites("CN.8", "CN.43")
def _take_entry_fee(fee: int, posted: Posted) -> SettledWager:
    """Take the entry fee. It is not a wager and is never returned for a hand that was played (R8)."""
    clauses = posted.rules.settlement.cites["entry_fee"]
    return SettledWager(wager=ENTRY_FEE, stake=fee, outcome=LOSE, returned=0, won=0, cites=clauses)
