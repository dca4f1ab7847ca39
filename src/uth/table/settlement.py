"""Settlement: one pure function from a played round to what every wager gets back and wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from uth.cites import cites
from uth.rules.values import COVER_ALL, ENTRY_FEE, MATCH_PLAY, PLAY, TRIPS, Wager
from uth.table.cover_all import settle_cover_all
from uth.table.coverage import cover
from uth.table.limit import cut_to_limit
from uth.table.main_wagers import settle_main_wagers, settle_trips
from uth.table.played import Banker, PlayedRound, PlayedSeat
from uth.table.posted import Posted
from uth.table.progressive_pays import pay_progressives
from uth.table.settled import LOSE, VOID, Envy, SettledSeat, SettledWager, Settlement
from uth.table.showdown import Showdown, show_down
from uth.units import Seat

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
    """Return the hands that folded before or after the others, and both from the highest seat or the banker's left."""
    rules = posted.rules.settlement
    if rules.order.value == "highest_seat_first" or banker is None:
        others, folded = sorted(others, reverse=True), sorted(folded, reverse=True)
    else:
        left, count = banker.seat, posted.rules.seats.count.value
        others = sorted(others, key=lambda seat: (seat - left) % count)
        folded = sorted(folded, key=lambda seat: (seat - left) % count)
    return (*folded, *others) if rules.folded.value == "first" else (*others, *folded)


def settle(played: PlayedRound, posted: Posted) -> Settlement:
    """Return what every wager of the round gets back and wins, by which clauses, and what the meters paid."""
    showdown = show_down(played, posted)
    order = settlement_order(played, posted)
    by_seat = {seat.seat: seat for seat in played.seats}
    settled = {number: _settle_seat(by_seat[number], played.void, showdown, posted) for number in order}
    banker = cover(played.banker, order, by_seat, settled, showdown, posted) if played.banker is not None else None
    meters, envy = pay_progressives(played, order, by_seat, settled, showdown, posted)
    seats = tuple([_seat(by_seat[number], showdown, settled[number], envy.get(number, ())) for number in sorted(order)])
    return Settlement(showdown.dealer, showdown.qualifies, order, seats, meters, banker)


def _seat(seat: PlayedSeat, showdown: Showdown, wagers: Wagers, envy: Sequence[Envy]) -> SettledSeat:
    """Return the seat with its wagers in the order the layout is read."""
    net = sum([each.amount for each in envy]) if envy else 0
    for settled in wagers.values():
        net += settled.returned + settled.won - settled.stake
    if MATCH_PLAY in wagers:
        coupon = wagers[MATCH_PLAY]
        net += coupon.stake - coupon.returned
    if MATCH_PLAY in wagers or ENTRY_FEE in wagers:  # they lie last, but Cover All and progressive are settled later
        wagers = {wager: wagers[wager] for wager in LAYOUT if wager in wagers}
    return SettledSeat(seat.seat, seat.player, showdown.hands[seat.seat], wagers, tuple(envy), net)


def _settle_seat(seat: PlayedSeat, void: str | None, showdown: Showdown, posted: Posted) -> Wagers:
    """Settle everything but the progressive, whose meters are shared between the seats."""
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
    """Give back every wager of a dead hand, but settle what its clause saves."""
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
    """Take the fee of the house; it is no wager and never comes back from a hand that was played (R8)."""
    clauses = posted.rules.settlement.cites["entry_fee"]
    return SettledWager(wager=ENTRY_FEE, stake=fee, outcome=LOSE, returned=0, won=0, cites=clauses)
