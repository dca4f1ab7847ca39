"""Totals of a block whose rounds come one by one from the table itself."""

from __future__ import annotations

from collections.abc import Sequence

from uth.kernels.sim_table import (
    CELLS,
    DROUGHT,
    FALL,
    FOLDED,
    HAND,
    HAS_COVER_ALL,
    HIGHEST,
    IS_METERED,
    LOWEST,
    NET,
    NO_ROW,
    PATH,
    PEAK_AT,
    PROGRESSIVE,
    REACHED,
    RUINED,
    SESSION_FIELDS,
    THROUGH,
    Totals,
)  # fmt: skip
from uth.rules.values import Wager
from uth.sim.block import room_for
from uth.sim.classes import cell_of
from uth.sim.plan import SessionPlan
from uth.sim.prepared import Prepared
from uth.sim.twin import nets_of
from uth.table.settled import Outcome, SettledWager, Settlement

Nets = list[list[int]]
"""For each seat, what each of its wagers came to in cents, envy last."""


class Adding:
    """The totals of a block whose rounds come one by one from the table."""

    def __init__(self, prepared: Prepared, rounds: int, block: int) -> None:
        self.prepared = prepared
        self.first = block * prepared.block
        self.totals: Totals = room_for(prepared, rounds)
        self.totals.awards[:] = -1
        self.paths = [[0] * PATH for _ in prepared.plan.seats]
        self.awards = self.sessions = 0

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
                totals.awards[self.awards] = at, seat, row, whole[seat], total, by_wager[PROGRESSIVE]
                self.awards += 1
        self._pay_month(at, nets, rows)
        if plan.session is not None:
            for seat, net in enumerate(whole):
                self._walk(seat, net, plan.session)

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

    def _walk(self, seat: int, net: int, session: SessionPlan) -> None:
        """Let a session go on by one hand: the plain twin of the compiled walk."""
        path, unit = self.paths[seat], self.prepared.unit
        path[HAND] += 1
        path[THROUGH] += net
        if not path[RUINED] and not path[REACHED]:
            path[NET] += net
            path[LOWEST] = min(path[LOWEST], path[NET])
            if path[NET] >= path[HIGHEST]:
                path[HIGHEST], path[PEAK_AT] = path[NET], path[HAND]
            else:
                path[FALL] = max(path[FALL], path[HIGHEST] - path[NET])
                path[DROUGHT] = max(path[DROUGHT], path[HAND] - path[PEAK_AT])
            if session.bankroll is not None and path[NET] * unit <= -session.bankroll:
                path[RUINED] = path[HAND]
            if session.goal is not None and path[NET] * unit >= session.goal:
                path[REACHED] = path[HAND]
        if path[HAND] == session.hands:
            self.totals.sessions[self.sessions] = path[:SESSION_FIELDS]
            self.sessions += 1
            self.paths[seat] = [0] * PATH
