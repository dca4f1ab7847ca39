"""Decisions: the compiled table lookup against the plain one, and against the solution."""

from __future__ import annotations

import pytest

from sim.simulated import NAMED, plan_for, stakes
from uth.cards import Card
from uth.exact.flops import start_name
from uth.exact.result import Solution
from uth.exact.solve import flop_at, river_action
from uth.kernels.exact_index import FOLD as FOLDS
from uth.rules.values import Street
from uth.sim.block import trace_block
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared, prepare
from uth.sim.strategies import CHECK, FOLD, endings
from uth.sim.twin import answer_of

STREETS = ((Street.PREFLOP, 0), (Street.FLOP, 3), (Street.RIVER, 5))


def plain_decision(prepared: Prepared, seat: int, cards: list[Card]) -> int:
    """Return the number of what a seat decides, asked street by street."""
    numbers = {end: number for number, end in enumerate(endings(prepared.plan.posted))}
    hole = cards[7 + 2 * seat : 9 + 2 * seat]
    for street, shown in STREETS:
        answer = answer_of(prepared, seat, street, hole, cards[:shown])
        if answer == FOLD:
            return 0
        if answer != CHECK:
            return numbers[street, int(answer)]
    raise AssertionError("a hand does not check to the end")


@pytest.mark.parametrize(
    "plan",
    [
        plan_for(seats=3, strategies=NAMED[:3]),
        plan_for("chickasaw", [stakes(trips=500, progressive=100)], seats=2),
    ],
    ids=["strategies that have a name", "a fold forfeits trips and progressive"],
)
def test_the_compiled_decision_is_the_plain_one(plan: Plan) -> None:
    prepared = prepare(plan)
    _, trace = trace_block(prepared, 0, 400)
    met = set()
    for cards, decisions in zip(trace.cards.tolist(), trace.decisions.tolist(), strict=True):
        for seat, decision in enumerate(decisions):
            met.add(decision)
            assert decision == plain_decision(prepared, seat, [Card(card) for card in cards])
    assert len(met) >= 4


def solved_answer(solution: Solution, street: Street, hole: list[Card], board: list[Card]) -> str | int:
    """Return what the exact solution does, from its own tables."""
    if street is Street.PREFLOP:
        name = start_name([int(card) for card in hole])
        return next(start.multiple for start in solution.starts if start.name == name) or CHECK
    if street is Street.FLOP:
        number, start = flop_at(board, hole)
        return 2 if solution.played.flop[number, start] else CHECK
    return FOLD if river_action(solution.played, board, hole) == FOLDS else 1


def test_the_tables_hold_what_was_solved() -> None:
    prepared = prepare(plan_for())
    (solution,) = prepared.solved.solutions
    _, trace = trace_block(prepared, 1, 300)
    for row in trace.cards.tolist():
        cards = [Card(card) for card in row]
        for street, shown in STREETS:
            given = street, cards[7:9], cards[:shown]
            assert answer_of(prepared, 0, *given) == solved_answer(solution, *given)
