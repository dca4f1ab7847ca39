"""Totals of a block whose rounds come one by one from the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from uth.kernels.sim_table import (
    AWARD,
    CELLS,
    FOLDED,
    HAS_COVER_ALL,
    IS_METERED,
    NO_ROW,
    PROGRESSIVE,
    WAGERS,
    Totals,
)  # fmt: skip
from uth.rules.values import Wager
from uth.sim.block import BlockResult, result_of, room_for
from uth.sim.classes import cell_of
from uth.sim.prepared import Prepared
from uth.sim.twin import nets_of
from uth.table.settled import Outcome, SettledWager, Settlement

Nets = list[list[int]]
"""For each seat, what each of its wagers came to in cents, envy last."""


class Adding:
    """The totals of a block whose rounds, or the rest of them, come one by one from the table."""

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
        """Add a round as the table settled it."""
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
        """Let the block be over before its round, for a reason."""
        session = self.prepared.plan.session
        sessions = at // session.hands * len(self.prepared.plan.seats) if session is not None else 0
        self.rounds, self.failed = at, why
        self.totals = self.totals._replace(sessions=self.totals.sessions[:sessions], hands=self.totals.hands[:at])

    def leave_unclassed(self, nets: Nets) -> None:
        """Note hands in whose round something went wrong, so that they are of no class."""
        for wager, column in enumerate(zip(*nets, strict=True)):
            self.unclassed[wager] += sum(net * net for net in column)

    def count(self, at: int, nets: Nets, rows: list[int | None], order: Sequence[int]) -> None:
        """Add what each wager of each seat came to in cents; a meter's pay is left out and noted as an award."""
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
        """Add what a player/dealer's wager came to."""
        if self.prepared.plan.bank is not None:
            unit = self.prepared.unit
            net = -sum(map(sum, nets)) // unit
            self.totals.bank[:] += (net, net * net, used // unit, short)

    def row_of(self, settled: SettledWager | None) -> int | None:
        """Return the number of the row by which a progressive was settled; ``None`` where it is none, or a dead one."""
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
    totals = room_for(prepared, rounds)
    totals.awards[:] = -1
    return totals
