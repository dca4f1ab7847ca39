"""The progressive wagers of a round: pays from the meters and the tray, one hand after the other, then envy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from uth.cites import cites
from uth.ranking import Category, Hand, hand_of_order, order_of
from uth.rules.paytable import ProgressiveRow
from uth.rules.values import PROGRESSIVE, Wager
from uth.table.played import PlayedRound, PlayedSeat
from uth.table.posted import Posted
from uth.table.settled import LOSE, WIN, Envy, SettledMeter, SettledWager
from uth.table.showdown import Showdown
from uth.units import Seat

Envies = dict[Seat, list[Envy]]


@cites("MA.13c", "CN.35", "CN.37", "NV.9", "GR.12")
def pay_progressives(
    played: PlayedRound,
    order: tuple[Seat, ...],
    by_seat: Mapping[Seat, PlayedSeat],
    settled: Mapping[Seat, dict[Wager, SettledWager]],
    showdown: Showdown,
    posted: Posted,
) -> tuple[dict[str, SettledMeter], Envies]:
    """Settle every progressive wager in the order of settlement; the first takes the meter, the next finds the seed."""
    if posted.progressive is None:
        return {}, {}
    meters = {name: SettledMeter(before=played.meters.get(name, seed)) for name, seed in posted.seeds.items()}
    envy: Envies = {}
    for number in order:
        seat = by_seat[number]
        if PROGRESSIVE not in seat.wagers:
            continue
        hand = progressive_hand(seat, played, posted)
        if seat.void or played.void:
            settled[number][PROGRESSIVE] = settled[number][PROGRESSIVE]._replace(hand=hand)
            continue
        row = None if _forfeited(seat, posted) else _row(hand or showdown.hands[number], played, posted)
        settled[number][PROGRESSIVE] = _settle(seat, row, hand, meters, posted)
        if row is not None and row.envy:
            _pay_envy(envy, number, posted.envy(row.envy), played, posted)
    return meters, envy


@cites("MA.13f", "CN.25", "CN.DESC", "CN.P1", "NV.2", "GR.14")
def progressive_hand(seat: PlayedSeat, played: PlayedRound, posted: Posted) -> Hand | None:
    """Return the hand of hole cards and flop where the book judges those; ``None`` where it is the best of seven."""
    rules = posted.rules.progressive
    if rules is None or rules.judged_on.value != "hole_and_flop" or len(seat.hole) != 2:
        return None
    return hand_of_order(order_of((*seat.hole, *played.board[:3])))


@cites("CN.22", "CN.P8", "GR.13")
def _forfeited(seat: PlayedSeat, posted: Posted) -> bool:
    """Whether a fold has cost the hand its progressive pay (R7)."""
    rules = posted.rules.progressive
    return seat.folded and rules is not None and rules.on_fold.value == "loses"


@cites("NV.4")
def _row(hand: Hand | None, played: PlayedRound, posted: Posted) -> ProgressiveRow | None:
    """Return the row that pays the hand; the board's own royal flush is the community royal, not the meter's."""
    if hand is None or posted.progressive is None:
        return None
    board_royal = False
    if hand.category is Category.ROYAL_FLUSH and posted.progressive.has_community_royal:
        board_royal = order_of(played.board) == hand.order
    return posted.progressive.row_of(hand.category, community_royal=board_royal)


@cites("MA.13e", "CN.34", "CN.PROG", "CN.P2", "CN.P9", "NV.3", "NV.5", "NV.10a", "NV.10b", "GR.11", "GR.13")
def _settle(
    seat: PlayedSeat, row: ProgressiveRow | None, hand: Hand | None, meters: dict[str, SettledMeter], posted: Posted
) -> SettledWager:
    """Pay a share of the meter or so many for one; the stake itself never comes back."""
    by = posted.rules.settlement.cites
    stake = seat.wagers[PROGRESSIVE]
    fact = "progressive_win" if row is not None else "progressive_lose"
    if row is None and _forfeited(seat, posted):
        fact = "progressive_fold"
    won = 0
    if row is not None:
        won = row.for_one * stake if row.for_one is not None else _take_from(meters, row, posted)
    return SettledWager(
        wager=PROGRESSIVE,
        stake=stake,
        outcome=WIN if row is not None else LOSE,
        returned=0,
        won=won,
        cites=by[fact],
        row=row.hand if row is not None else None,
        hand=hand,
    )


@cites("NV.5", "NV.10a", "CN.37")
def _take_from(meters: dict[str, SettledMeter], row: ProgressiveRow, posted: Posted) -> int:
    """Pay a share of the meter, down to a whole cent; the whole of it reseeds the meter, a part does not (R10)."""
    name, percent = row.meter or "", row.percent or 0
    meter = meters[name]
    paid = meter.after * percent // 100
    seed = posted.seed(name) if percent == 100 else 0
    meters[name] = replace(meter, paid=meter.paid + paid, seeded=meter.seeded + seed)
    return paid


@cites("CN.38", "CN.P3", "CN.P4", "NV.11a", "NV.11c", "GR.12")
def _pay_envy(envy: Envies, winner: Seat, amount: int, played: PlayedRound, posted: Posted) -> None:
    """Pay every other progressive seat, but never a hand of the same player (R29)."""
    rules = posted.rules.progressive
    (player,) = (seat.player for seat in played.seats if seat.seat == winner)
    for seat in played.seats:
        if PROGRESSIVE not in seat.wagers or seat.void or seat.player == player:
            continue
        if seat.folded and rules is not None and rules.envy_to_live_hands_only.value:
            continue
        envy.setdefault(seat.seat, []).append(Envy(from_seat=winner, amount=amount))
