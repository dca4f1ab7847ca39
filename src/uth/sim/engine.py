"""Rounds through the table's own settlement, one by one: slower by far, for what the compiled loop cannot do."""

from __future__ import annotations

from uth.cards import Card
from uth.rules.values import Wager
from uth.sim.adding import Adding
from uth.sim.block import BlockResult, result_of, trace_block
from uth.sim.floor_table import play_floor_block
from uth.sim.own import decide_own
from uth.sim.prepared import Prepared
from uth.sim.twin import played_round
from uth.table.settlement import settle


def play_engine_block(prepared: Prepared, block: int) -> BlockResult:
    """Play a block: dealt as ever, decided by the strategies of the plan and the user's own, settled by the table."""
    plan, rounds = prepared.plan, prepared.rounds_of(block)
    if plan.mishaps:
        return play_floor_block(prepared, block)
    _, trace = trace_block(prepared, block, rounds)
    adding = Adding(prepared, rounds, block)
    for at in range(rounds):
        decisions = trace.decisions[at].tolist()
        cards = [Card(int(card)) for card in trace.cards[at]]
        for seat, its in enumerate(plan.seats):
            if its.is_own and Wager.ANTE in its.wagers:
                decisions[seat] = decide_own(plan, seat, cards)
        settled = settle(played_round(plan, cards, decisions, plan.meters), plan.posted)
        adding.add(at, settled)
        adding.classify(decisions, settled)
    return result_of(block, rounds, adding.totals)
