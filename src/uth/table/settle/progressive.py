"""The progressive wagers of a round: pays from the meters and the tray in the order of settlement, then envy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.cites import cites
from uth.ranking import Category, Hand, Shared, hand_with, order_of, shared_by
from uth.rules.paytable import ProgressiveRow, ProgressiveTable
from uth.rules.values import PROGRESSIVE, Wager, percent
from uth.table.posted import Posted
from uth.table.settle.settled import LOSE, WIN, Envy, PlayedRound, PlayedSeat, SettledMeter, SettledWager, new
from uth.table.settle.showdown import Showdown
from uth.units import Seat

Envies = dict[Seat, list[Envy]]
ROYAL_FLUSH: Final = Category.ROYAL_FLUSH


@cites("MA.13c", "CN.35", "CN.37", "NV.9", "GR.12")
def pay_progressives(
    played: PlayedRound,
    order: tuple[Seat, ...],
    by_seat: Mapping[Seat, PlayedSeat],
    settled: Mapping[Seat, dict[Wager, SettledWager]],
    showdown: Showdown,
    posted: Posted,
) -> tuple[dict[str, SettledMeter], Envies]:
    """Settle every progressive wager in order; once one wins a whole meter, the next plays for its seed."""
    if posted.progressive is None:
        return {}, {}
    meters = {name: SettledMeter(played.meters.get(name, seed)) for name, seed in posted.seeds.items()}
    envy: Envies = {}
    flop = shared_by(played.board[:3])
    for number in order:
        seat, wagers = by_seat[number], settled[number]
        stake = seat.wagers.get(PROGRESSIVE)
        if stake is None:
            continue
        hand = progressive_hand(seat, flop, posted)
        if PROGRESSIVE in wagers:  # it is void
            wagers[PROGRESSIVE] = wagers[PROGRESSIVE]._replace(hand=hand)
            continue
        forfeited = forfeited_by_fold(seat, posted)
        row = None if forfeited else paying_row(hand or showdown.hands[number], played.board, posted)
        wagers[PROGRESSIVE] = _settle(stake, row, forfeited, hand, meters, posted)
        if row is not None and row.envy:
            _pay_envy(envy, number, posted.envy(row.envy), played, posted)
    return meters, envy


@cites("MA.13f", "CN.25", "CN.DESC", "CN.P1", "NV.2", "GR.14")
def progressive_hand(seat: PlayedSeat, flop: Shared, posted: Posted) -> Hand | None:
    """Return the hand of hole cards and flop if the book judges those, or ``None`` if the best of seven counts."""
    rules, hole = posted.rules.progressive, seat.hole
    if rules is None or rules.judged_on.value != "hole_and_flop" or len(hole) != 2:
        return None
    return hand_with(hole, flop)


@cites("CN.22", "CN.P8", "GR.13")
def forfeited_by_fold(seat: PlayedSeat, posted: Posted) -> bool:
    """Whether a fold has forfeited the hand's progressive pay (R7)."""
    rules = posted.rules.progressive
    return rules is not None and rules.on_fold.value == "loses" and seat.folded


@cites("NV.4")
def paying_row(hand: Hand | None, board: tuple[Card, ...], posted: Posted) -> ProgressiveRow | None:
    """Return the row that pays the hand. A royal flush on the board is the community royal, not the meter's."""
    if hand is None or posted.progressive is None:
        return None
    category, rows = hand.category, posted.rows
    if category is ROYAL_FLUSH and len(board) == 5 and order_of(board) == hand.order:
        return posted.progressive.row_of(category, community_royal=True)
    if category not in rows:
        rows[category] = posted.progressive.row_of(category, community_royal=False)
    return rows[category]


@cites("MA.13e", "CN.34", "CN.PROG", "CN.P2", "CN.P9", "NV.3", "NV.5", "NV.10a", "NV.10b", "GR.11", "GR.13")
def _settle(
    stake: int,
    row: ProgressiveRow | None,
    forfeited: bool,
    hand: Hand | None,
    meters: dict[str, SettledMeter],
    posted: Posted,
) -> SettledWager:
    """Pay a share of the meter or a fixed amount for one; the stake itself is never returned."""
    by = posted.cites
    if row is None:
        clauses = by["progressive_fold" if forfeited else "progressive_lose"]
        return new(SettledWager, (PROGRESSIVE, stake, LOSE, 0, 0, clauses, 0, None, hand))
    won = row.for_one * stake if row.for_one is not None else _take_from(meters, row, posted)
    return new(SettledWager, (PROGRESSIVE, stake, WIN, 0, won, by["progressive_win"], 0, row.hand, hand))


@cites("NV.5", "NV.10a", "CN.37")
def _take_from(meters: dict[str, SettledMeter], row: ProgressiveRow, posted: Posted) -> int:
    """Pay a share of the meter, rounded down to a cent. Only a share of the whole reseeds the meter (R10)."""
    name, percent = row.meter or "", row.percent or 0
    meter = meters[name]
    paid = meter.after * percent // 100
    seed = posted.seed(name) if percent == 100 else 0
    meters[name] = replace(meter, paid=meter.paid + paid, seeded=meter.seeded + seed)
    return paid


@cites("CN.38", "CN.P3", "CN.P4", "NV.11a", "NV.11c", "GR.12")
def _pay_envy(envy: Envies, winner: Seat, amount: int, played: PlayedRound, posted: Posted) -> None:
    """Pay envy to every other progressive seat."""
    for seat in envy_for(winner, played, posted):
        envy.setdefault(seat, []).append(Envy(from_seat=winner, amount=amount))


@cites("CN.38", "CN.P3", "CN.P4", "NV.11a", "GR.12")
def envy_for(winner: Seat, played: PlayedRound, posted: Posted) -> Iterator[Seat]:
    """Yield the seats that win envy for that hand: every other progressive seat not held by the same player (R29)."""
    rules = posted.rules.progressive
    (player,) = (seat.player for seat in played.seats if seat.seat == winner)
    for seat in played.seats:
        if PROGRESSIVE not in seat.wagers or seat.void or seat.player == player:
            continue
        if seat.folded and rules is not None and rules.envy_to_live_hands_only.value:
            continue
        yield seat.seat


FIVE_CARD_HANDS: Final = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
SEVEN_CARD_HANDS: Final = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
COMMUNITY_ROYALS: Final = Fraction(4, 2_598_960)
"""The chance that the five board cards alone are a royal flush."""


def chance_of(row: ProgressiveRow, posted: Posted) -> Fraction:
    """Return the chance that a wager is paid by that row."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        return Fraction(0)
    if rules.judged_on.value == "hole_and_flop":
        counts, community = FIVE_CARD_HANDS, Fraction(0)
    else:
        counts, community = SEVEN_CARD_HANDS, COMMUNITY_ROYALS
    hands = sum(counts.values())
    chance = Fraction(0)
    for category, count in counts.items():
        on_board = community if category is Category.ROYAL_FLUSH else Fraction(0)
        if table.row_of(category, community_royal=False) is row:
            chance += Fraction(count, hands) - on_board
        if table.row_of(category, community_royal=True) is row:
            chance += on_board
    return chance


@cites("GR.11")
def increment(meter: str, posted: Posted) -> Fraction:
    """Return the share of a wager that feeds the meter: listed, or the remainder after costs and the house (R12)."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        return Fraction(0)
    (own,) = (rule.increment for rule in table.meters if rule.name == meter)
    if own is not None:
        return own
    withheld = rules.withheld.value if rules.withheld is not None else Fraction(0)
    return max(1 - withheld - _cost(table, posted.rules.seats.count.value, posted), Fraction(0))


def held(posted: Posted, bettors: int | None = None) -> Fraction:
    """Return the share of each wager that the house keeps in the long run; at a full table unless `bettors` is given.

    The increment is fixed in advance, for a full table. With fewer bettors, less envy is paid and the house keeps more.
    """
    table = posted.progressive
    if table is None:
        return Fraction(0)
    fed = sum((increment(rule.name, posted) for rule in table.meters), Fraction(0))
    return 1 - fed - _cost(table, posted.rules.seats.count.value if bettors is None else bettors, posted)


def fault_in_held(posted: Posted) -> str | None:
    """Return the fault if the house holds a share outside the range of its document, or ``None`` (R12)."""
    rules = posted.rules.progressive
    if posted.progressive is None or rules is None or rules.withheld_range is None:
        return None
    low, high = rules.withheld_range.value
    if low <= held(posted) <= high:
        return None
    seats = posted.rules.seats.count.value
    really = percent(Fraction(held(posted) * 10_000 // 1, 10_000))
    says = f"{really} is really held at a full table of {seats}"
    return f"{says}, outside {percent(low)} to {percent(high)} ({rules.withheld_range.cite}); change pays or increments"


def _cost(table: ProgressiveTable, bettors: int, posted: Posted) -> Fraction:
    """Return the average cost of a wager apart from the increments: fixed pays, envy, seeds or their reserve."""
    wager, cost = posted.progressive_wager, Fraction(0)
    seeds = {rule.name: Fraction(0) for rule in table.meters}
    for row in table.rows:
        envy = Fraction((bettors - 1) * posted.envy(row.envy), wager)
        cost += chance_of(row, posted) * (Fraction(row.for_one or 0) + envy)
        if row.percent == 100 and row.meter is not None:
            seeds[row.meter] += chance_of(row, posted) * Fraction(posted.seed(row.meter), wager)
    for rule in table.meters:  # a reserve pays the seeds; no award pays out what it takes beyond them
        cost += max(seeds[rule.name], rule.reserve or Fraction(0))
    return cost
