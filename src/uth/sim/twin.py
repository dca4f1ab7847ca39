"""Simulated rounds settled by the table: the reference for the compiled loop, and the engine for own strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from uth.cards import Card
from uth.exact.solve import board_at, flop_at
from uth.kernels.exact_index import HOLES, RANK_FIVES, RANK_PAIRS, STARTS, Bytes
from uth.kernels.sim_table import (
    ALONE,
    AWARD,
    CELLS,
    ENVY,
    FOLD_FORFEITS,
    FOLDED,
    HAS_COVER_ALL,
    HAS_PROGRESSIVE,
    IS_METERED,
    JUDGED_ON_FIVE,
    NO_ROW,
    PROGRESSIVE,
    WAGERS,
    Totals,
)  # fmt: skip
from uth.ranking import rank
from uth.rules.values import Street, Wager
from uth.sim.block import BlockResult, empty_totals, result_of
from uth.sim.classes import LAYOUT, cell_of
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared
from uth.sim.strategies import CHECK, FOLD, SUITED_AT, Ending, choice_tables, endings
from uth.table.settle.settled import (
    Banker,
    Decision,
    Outcome,
    PlayedRound,
    PlayedSeat,
    SettledSeat,
    SettledWager,
    Settlement,
)
from uth.units import BANK_CENTS_MAX, PlayerId, Seat


def played_round(plan: Plan, cards: Sequence[int], decisions: Sequence[int], meters: Mapping[str, int]) -> PlayedRound:
    """Return a round as `settle` takes it, from its cards in drawing order and the numbered decisions."""
    ends = endings(plan.posted)
    dealt = [Card(int(card)) for card in cards]
    seats = tuple(
        PlayedSeat(
            seat=Seat(1 + at),
            player=PlayerId(str(1 + at)),
            hole=(dealt[7 + 2 * at], dealt[8 + 2 * at]),
            wagers=seat.wagers,
            decision=_decision(decisions[at], ends),
        )
        for at, seat in enumerate(plan.seats)
    )
    return PlayedRound(
        board=tuple(dealt[:5]), dealer=tuple(dealt[5:7]), seats=seats, meters=meters, banker=banker_of(plan)
    )


def banker_of(plan: Plan) -> Banker | None:
    """Return the player/dealer in the last seat, if a player banks."""
    rules = plan.posted.rules.seats
    if rules.banked_by.value != "player":
        return None
    return Banker(seat=Seat(rules.count.value), wager=BANK_CENTS_MAX if plan.bank is None else plan.bank)


def _decision(number: int, ends: tuple[Ending | None, ...]) -> Decision | None:
    end = ends[number]
    if end is None or number == ALONE:
        return None
    return Decision(street=end[0], multiple=None if number == FOLDED else end[1])


def nets_of(seat: SettledSeat) -> list[int]:
    """Return the result of each wager of a settled seat in cents, envy last."""
    nets = [0] * WAGERS
    for wager, settled in seat.wagers.items():
        nets[LAYOUT.index(wager)] = settled.net
    nets[ENVY] = sum(each.amount for each in seat.envy)
    return nets


Nets = list[list[int]]
"""For each seat, the result of each of its wagers in cents, envy last."""


class Adding:
    """The totals of a block of which some or all rounds are settled one by one by the table."""

    def __init__(self, prepared: Prepared, block: int, totals: Totals | None = None) -> None:
        self.prepared, self.block, self.rounds = prepared, block, prepared.rounds_of(block)
        self.first = block * prepared.block
        self.totals: Totals = totals if totals is not None else _nothing(prepared, self.rounds)
        self.awards: list[tuple[int, ...]] = []
        self.unfed: list[tuple[int, int, int]] = []
        self.unclassed = [0] * WAGERS
        self.failed = ""

    def result(self, **more: Any) -> BlockResult:
        """Return the block, with the awards in the order of its rounds."""
        known = self.totals.awards[self.totals.awards[:, 0] >= 0]
        awards = np.array([*known.tolist(), *self.awards], np.int64).reshape(-1, AWARD)
        totals = self.totals._replace(awards=awards[np.argsort(awards[:, 0], kind="stable")])
        unfed = np.array(self.unfed, np.int64).reshape(-1, 3)
        return result_of(
            self.prepared, self.block, self.rounds, totals, unfed=unfed, unclassed=tuple(self.unclassed), **more
        )

    def add(self, at: int, settlement: Settlement) -> None:
        """Add a round as settled by the table."""
        seats = {int(seat.seat): seat for seat in settlement.seats}
        nets = [nets_of(seat) for _, seat in sorted(seats.items())]
        rows = [self.row_of(seat.wagers.get(Wager.PROGRESSIVE)) for _, seat in sorted(seats.items())]
        self.count(at, nets, rows, [number - 1 for number in settlement.order])
        if settlement.banker is not None:
            uncovered = [wager.outcome for seat in settlement.seats for wager in seat.wagers.values()]
            self.bank(nets, settlement.banker.used, Outcome.UNCOVERED in uncovered)

    def classify(self, decisions: Sequence[int], settlement: Settlement) -> None:
        """Count the class of every hand."""
        hands = {seat.seat - 1: seat.hand for seat in settlement.seats if seat.hand is not None}
        highest = max(settlement.dealer, *hands.values(), key=lambda hand: hand.order).category
        for seat, hand in hands.items():
            order, dealer = hand.order, settlement.dealer.order
            result = 0 if decisions[seat] == FOLDED else (order >= dealer) + (order > dealer)
            column = 1 + highest if self.prepared.table.seats[seat, HAS_COVER_ALL] else 0
            cell = cell_of(decisions[seat], settlement.qualifies, result, hand.category)
            self.totals.classes[seat, column * CELLS + cell] += 1

    def end_before(self, at: int, why: str) -> None:
        """End the block before this round, with the reason."""
        session = self.prepared.plan.session
        sessions = at // session.hands * len(self.prepared.plan.seats) if session is not None else 0
        self.rounds, self.failed = at, why
        self.totals = self.totals._replace(sessions=self.totals.sessions[:sessions], hands=self.totals.hands[:at])

    def leave_unclassed(self, nets: Nets) -> None:
        """Count the hands of a round with an irregularity, which have no class."""
        for wager, column in enumerate(zip(*nets, strict=True)):
            self.unclassed[wager] += sum(net * net for net in column)

    def count(self, at: int, nets: Nets, rows: list[int | None], order: Sequence[int]) -> None:
        """Add the result of each wager of each seat in cents; a meter's pay is left out and recorded as an award."""
        plan, unit, totals = self.prepared.plan, self.prepared.unit, self.totals
        for seat, row in enumerate(rows):
            if row is not None:
                totals.rows[seat, row] += 1
                if self.prepared.table.rows[row, IS_METERED]:
                    nets[seat][PROGRESSIVE] = -plan.posted.progressive_wager
        by_wager = [sum(column) // unit for column in zip(*nets, strict=True)]
        whole = [sum(each) // unit for each in nets]
        total = sum(whole)
        for seat, net in enumerate((*whole, total)):
            totals.nets[seat] += (net, net * net)
        for wager, net in enumerate(by_wager):
            totals.wagers[wager] += (net, net * net)
        for seat in order:
            row = rows[seat]
            if row is not None and self.prepared.table.rows[row, IS_METERED]:
                self.awards.append((at, seat, row, whole[seat], total, by_wager[PROGRESSIVE]))
        self._pay_month(at, nets, rows)
        if plan.session is not None:
            totals.hands[at] = whole

    def bank(self, nets: Nets, used: int, short: bool) -> None:
        """Add the result of a player/dealer's wager."""
        if self.prepared.plan.bank is not None:
            unit = self.prepared.unit
            net = -sum(map(sum, nets)) // unit
            self.totals.bank[:] += (net, net * net, used // unit, short)

    def row_of(self, settled: SettledWager | None) -> int | None:
        """Return the number of the row that settled a progressive; ``None`` without a row or for a dead hand."""
        table = self.prepared.plan.posted.progressive
        if settled is None or table is None or settled.outcome is Outcome.VOID:
            return None
        return next((at for at, row in enumerate(table.rows) if row.hand == settled.row), NO_ROW)

    def _pay_month(self, at: int, nets: Nets, rows: list[int | None]) -> None:
        plan = self.prepared.plan
        wagered = sum(plan.posted.progressive_wager for row in rows if row is not None)
        paid = sum(each[PROGRESSIVE] + each[-1] for each in nets) + wagered
        month = (self.first + at) // plan.month - self.first // plan.month
        self.totals.months[month] += paid // self.prepared.unit


def _nothing(prepared: Prepared, rounds: int) -> Totals:
    totals = empty_totals(prepared, rounds)
    totals.awards[:] = -1
    return totals


def answer_of(prepared: Prepared, seat: int, street: Street, hole: Sequence[Card], board: Sequence[Card]) -> str | int:
    """Return the answer of a seat's strategy: a check, a fold or a multiple."""
    tables, strategy = prepared.solved.tables, prepared.solved.of_seat[seat]
    one, two = hole
    if street is Street.PREFLOP:
        number = int(tables.preflop[strategy, choice_tables().starts[52 * one + two]])
    elif street is Street.FLOP:
        flop, start = flop_at(board[:3], hole)
        number = int(tables.decisions[strategy, _two_bits(tables.flop[strategy], flop * STARTS + start)])
    else:
        action = _two_bits(tables.river[strategy, grade_of(prepared, seat, hole, board)], _entry(hole, board))
        number = int(tables.decisions[strategy, 3 + action])
        if number == FOLDED:
            return FOLD
    end = endings(prepared.plan.posted)[number]
    return end[1] if number and end is not None else CHECK


def grade_of(prepared: Prepared, seat: int, hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Return the grade of the progressive pay that a fold forfeits."""
    table = prepared.table
    if not (table.seats[seat, HAS_PROGRESSIVE] and table.terms[JUDGED_ON_FIVE] and table.terms[FOLD_FORFEITS]):
        return 0
    return int(table.grades[rank((*hole, *board[:3])).category])


def _two_bits(table: Bytes, at: int) -> int:
    return int(table[at >> 2]) >> 2 * (at & 3) & 3


def _entry(hole: Sequence[Card], board: Sequence[Card]) -> int:
    number, hole_number = board_at(board, hole)
    if number < RANK_FIVES:
        return number * RANK_PAIRS + hole_number
    return SUITED_AT + (number - RANK_FIVES) * HOLES + hole_number
