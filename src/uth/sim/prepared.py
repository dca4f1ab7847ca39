"""A plan prepared for the compiled loop: all lookup tables, and the unit of all amounts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import gcd, isqrt, sqrt
from typing import Final

import numpy as np

from uth.errors import Malformed
from uth.exact.side_progressive import row_chances
from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import (
    BANK,
    FOLD_FORFEITS,
    FOLDED_FIRST,
    HAS_ANTE,
    HAS_COVER_ALL,
    HAS_PROGRESSIVE,
    HIGHEST_FIRST,
    JUDGED_ON_FIVE,
    LIVE_ENVY,
    LOSSES_USE_BANK,
    MONTH,
    NO_ROW,
    QUALIFIER,
    ROW,
    ROWS,
    SEAT,
    STRATEGY,
    TERMS,
    WAGERS,
    TableTerms,
)  # fmt: skip
from uth.ranking import Category
from uth.rules.paytable import ProgressiveRow
from uth.rules.values import Wager
from uth.sim.classes import LAYOUT, parts_of
from uth.sim.plan import Plan, SeatPlan
from uth.sim.strategies import Solved, solved

BLOCK: Final = 1 << 18
"""The number of rounds in a block, unless the amounts are so high that their squares would overflow."""

LEAST_BLOCK: Final = 1 << 10
"""The fewest rounds of a block in the compiled loop, and the most of a block settled by the table."""

FLOOR_ROUNDS: Final = 1 << 6
"""The number of rounds with an irregularity that a block is sized for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A plan with its lookup tables; amounts are in units of that many cents."""

    plan: Plan
    solved: Solved
    table: TableTerms = field(repr=False)
    unit: int
    block: int
    awards_chance: float
    """The chance that a progressive seat is paid from a meter."""

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.plan.rounds // self.block)

    @property
    def is_alone(self) -> bool:
        """Whether one seat plays the main game, with at most trips, and only its totals are needed."""
        plan = self.plan
        (wagers,) = [seat.wagers for seat in plan.seats][:1]
        beside = wagers.keys() & {Wager.COVER_ALL, Wager.PROGRESSIVE}
        return len(plan.seats) == 1 and Wager.ANTE in wagers and not beside and not plan.session and plan.bank is None

    def for_workers(self) -> Prepared:
        """Return the part of the plan that a worker process needs: everything except the solutions, which are large."""
        return replace(self, solved=replace(self.solved, solutions=()))

    def rounds_of(self, block: int) -> int:
        """Return the number of rounds in that block."""
        return min(self.block, self.plan.rounds - block * self.block)

    def awards_max(self, rounds: int) -> int:
        """Return the size of the array for awards, far above the average so that it is never exceeded."""
        mean = self.awards_chance * rounds * self.plan.feeders
        return int(mean + 12 * sqrt(mean)) + 64


def prepare(plan: Plan) -> Prepared:
    """Return the plan ready to be played."""
    seats = plan.seats
    parts = _parts(plan)
    rows, row_of, metered = _rows(plan)
    bank, session = plan.bank, plan.session
    limits = [amount for amount in (bank, session and session.bankroll, session and session.goal) if amount]
    unit = gcd(int(np.gcd.reduce(parts, axis=None)), int(np.gcd.reduce(rows[:, :3:2], axis=None)), *limits) or 1
    parts //= unit
    rows[:, ::2] //= unit
    most = int(np.abs(parts).sum(axis=2).max(axis=1).sum()) + int(rows[:, ::2].max()) * len(seats)
    answers = solved(plan)
    terms = _terms(plan, unit)
    table = TableTerms(
        terms=terms,
        seats=np.array([_seat(seat, answers.of_seat[at]) for at, seat in enumerate(seats)], np.int64),
        amounts=parts.sum(axis=2),
        parts=parts,
        row_of=row_of,
        rows=rows,
        grades=answers.grades,
        bank_order=_bank_order(plan),
    )
    return Prepared(
        plan=plan, solved=answers, table=table, unit=unit, block=_block_of(most, unit, plan), awards_chance=metered
    )


def _parts(plan: Plan) -> Integers:
    """Return the result of each wager of each seat by class, in cents; computed once for seats with equal wagers."""
    known: dict[tuple[tuple[str, int], ...], Integers] = {}
    each = []
    for seat in plan.seats:
        key = tuple(sorted(seat.wagers.items()))
        if key not in known:
            known[key] = parts_of(seat, plan.posted, len(plan.seats))
        each.append(known[key])
    most = max(len(part) for part in each)
    parts = np.zeros((len(each), most, WAGERS), np.int64)
    for at, part in enumerate(each):
        parts[at, : len(part)] = part
    return parts


def _seat(seat: SeatPlan, strategy: int) -> list[int]:
    known = [0] * SEAT
    known[STRATEGY] = strategy
    known[HAS_ANTE] = Wager.ANTE in seat.wagers
    known[HAS_COVER_ALL] = Wager.COVER_ALL in seat.wagers
    known[HAS_PROGRESSIVE] = Wager.PROGRESSIVE in seat.wagers
    return known


def _terms(plan: Plan, unit: int) -> Integers:
    rules = plan.posted.rules
    terms = np.zeros(TERMS, np.int64)
    terms[QUALIFIER] = rules.dealer.qualifier.value
    if rules.progressive is not None and plan.feeders:
        terms[JUDGED_ON_FIVE] = rules.progressive.judged_on.value == "hole_and_flop"
        terms[FOLD_FORFEITS] = rules.progressive.on_fold.value == "loses"
        terms[LIVE_ENVY] = rules.progressive.envy_to_live_hands_only.value
    terms[HIGHEST_FIRST] = rules.settlement.order.value == "highest_seat_first"
    terms[FOLDED_FIRST] = rules.settlement.folded.value == "first"
    terms[BANK] = -1 if plan.bank is None else plan.bank // unit
    terms[LOSSES_USE_BANK] = rules.seats.coverage is not None and rules.seats.coverage.value == "action"
    terms[MONTH] = plan.month
    return terms


def _rows(plan: Plan) -> tuple[Integers, np.ndarray[tuple[int], np.dtype[np.uint8]], float]:
    """Return the progressive's rows in cents, the row of each category, and the chance of a row that a meter pays."""
    rows = np.zeros((ROWS, ROW), np.int64)
    row_of = np.full(len(Category) + 1, NO_ROW, np.uint8)
    table, rules = plan.posted.progressive, plan.posted.rules.progressive
    if table is None or rules is None or not plan.feeders:
        return rows, row_of, 0.0
    for at, row in enumerate(table.rows):
        metered = row.for_one is None
        rows[at] = 0 if metered else pay_of(row, plan), metered, plan.posted.envy(row.envy)
    for category in Category:
        found = table.row_of(category, community_royal=False)
        row_of[category] = NO_ROW if found is None else table.rows.index(found)
    found = table.row_of(Category.ROYAL_FLUSH, community_royal=True)
    row_of[len(Category)] = NO_ROW if found is None else table.rows.index(found)
    chances = row_chances(table, five=rules.judged_on.value == "hole_and_flop")
    return rows, row_of, float(sum(chances[row.hand] for row in table.rows if row.for_one is None))


def pay_of(row: ProgressiveRow, plan: Plan) -> int:
    """Return the pay of a row at the starting meters."""
    if row.for_one is not None:
        return row.for_one * plan.posted.progressive_wager
    return plan.meter(row.meter or "") * (row.percent or 0) // 100


def _bank_order(plan: Plan) -> Integers:
    """Return the order in which a player/dealer settles the wagers of a hand that wins or ties, loses, or folded."""
    rules = plan.posted.rules.settlement
    order = np.full((3, WAGERS), -1, np.int64)
    for kind, wagers in enumerate((rules.on_win.value, rules.on_loss.value, rules.on_fold.value)):
        order[kind, : len(wagers)] = [LAYOUT.index(Wager(wager)) for wager in wagers]
    return order


def _block_of(most: int, unit: int, plan: Plan) -> int:
    """Return the number of rounds in a block: whole sessions, and few enough that sums of squares do not overflow."""
    block = min(BLOCK, (1 << 62) // max(most * most, 1))
    if block < LEAST_BLOCK:
        most_cents = isqrt((1 << 62) // LEAST_BLOCK) * unit
        says = f"are too high to count: one round may come to {most_cents // 100:,} at most"
        raise Malformed("wagers", most * unit // 100, says)
    if plan.has_own:
        block = LEAST_BLOCK
    while plan.mishaps and block > FLOOR_ROUNDS and block * sum(plan.mishaps.values()) > FLOOR_ROUNDS:
        block //= 2
    hands = plan.session.hands if plan.session is not None else 1
    return max(block // hands, 1) * hands
