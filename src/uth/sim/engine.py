"""Rounds through the table's own settlement, one by one: slower by far, for what the compiled loop cannot do."""

from __future__ import annotations

from uth.cards import Card
from uth.kernels.sim_table import (
    DROUGHT,
    FALL,
    HAND,
    HIGHEST,
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
from uth.sim.block import BlockResult, result_of, room_for, trace_block
from uth.sim.own import decide_own
from uth.sim.plan import SessionPlan
from uth.sim.prepared import Prepared
from uth.sim.twin import nets_of, played_round
from uth.table.settled import Settlement
from uth.table.settlement import settle


def play_engine_block(prepared: Prepared, block: int) -> BlockResult:
    """Play a block: dealt as ever, decided by the strategies of the plan and the user's own, settled by the table."""
    plan, rounds = prepared.plan, prepared.rounds_of(block)
    _, trace = trace_block(prepared, block, rounds)
    adding = Adding(prepared, rounds, block)
    for at in range(rounds):
        decisions = trace.decisions[at].tolist()
        cards = [Card(int(card)) for card in trace.cards[at]]
        for seat, its in enumerate(plan.seats):
            if its.is_own and Wager.ANTE in its.wagers:
                decisions[seat] = decide_own(plan, seat, cards)
        adding.add(at, settle(played_round(plan, cards, decisions, plan.meters), plan.posted))
    return result_of(block, rounds, adding.totals)


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
        """Add a round; what a meter paid is left out and noted as an award."""
        plan, unit, totals = self.prepared.plan, self.prepared.unit, self.totals
        nets = [nets_of(seat) for seat in settlement.seats]
        rows = [self._row(seat.wagers) for seat in settlement.seats]
        for seat, row in enumerate(rows):
            if row is not None:
                totals.rows[seat, row] += 1
                if self.prepared.table.rows[row, 1]:
                    nets[seat][PROGRESSIVE] = -plan.seats[seat].wagers[Wager.PROGRESSIVE]
        by_wager = [sum(column) // unit for column in zip(*nets, strict=True)]
        whole = [sum(each) // unit for each in nets]
        total = sum(whole)
        for seat, net in enumerate((*whole, total)):
            totals.nets[seat] += (net, net * net)
        for wager, net in enumerate(by_wager):
            totals.wagers[wager] += (net, net * net)
        self._note(at, settlement, rows, whole, total, by_wager[PROGRESSIVE])
        self._pay_month(at, nets, rows)
        if plan.session is not None:
            for seat, net in enumerate(whole):
                self._walk(seat, net, plan.session)
        if settlement.banker is not None and plan.bank is not None:
            bank = settlement.banker
            short = any(wager.outcome == "uncovered" for seat in settlement.seats for wager in seat.wagers.values())
            totals.bank += (-total, total * total, bank.used // unit, short)

    def _row(self, wagers: object) -> int | None:
        """Return the number of the row by which a seat's progressive was settled, if it has one that is alive."""
        table = self.prepared.plan.posted.progressive
        settled = wagers.get(Wager.PROGRESSIVE) if isinstance(wagers, dict) else None
        if settled is None or table is None or settled.outcome == "void":
            return None
        return next((at for at, row in enumerate(table.rows) if row.hand == settled.row), NO_ROW)

    def _note(
        self, at: int, settlement: Settlement, rows: list[int | None], whole: list[int], total: int, wagers: int
    ) -> None:
        for number in settlement.order:
            seat = number - 1
            row = rows[seat]
            if row is not None and self.prepared.table.rows[row, 1]:
                self.totals.awards[self.awards] = at, seat, row, whole[seat], total, wagers
                self.awards += 1

    def _pay_month(self, at: int, nets: list[list[int]], rows: list[int | None]) -> None:
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
