"""Rounds through the table itself: slower by far, for what the compiled loop cannot do."""

from __future__ import annotations

import numpy as np

from uth.cards import Card
from uth.kernels.exact_index import Bytes
from uth.rules.values import Wager
from uth.sim.adding import Adding
from uth.sim.block import BlockResult, play_but, trace_block
from uth.sim.floor_table import FloorTable
from uth.sim.mishaps import Trouble, struck_rounds
from uth.sim.own import StrategyFailed, decide_own
from uth.sim.prepared import Prepared
from uth.sim.twin import played_round
from uth.table.settlement import settle


def play_engine_block(prepared: Prepared, block: int, given: Bytes | None = None) -> BlockResult:
    """Play a block: rounds in which something goes wrong step by step on a table, the others as quickly as they can.

    Its first rounds have the cards that are given, if any are.
    """
    plan, rounds = prepared.plan, prepared.rounds_of(block)
    struck = struck_rounds(plan.mishaps, plan.shuffle_key, block, rounds)
    left_out = np.zeros(rounds, np.uint8)
    left_out[list(struck)] = 1
    play = _own if plan.has_own else _compiled
    adding, cards = play(prepared, block, left_out, given)
    if not plan.mishaps:
        return adding.result(failed=adding.failed)
    floor = FloorTable(prepared)
    for (at, kinds), drawn in zip(struck.items(), cards.tolist(), strict=True):
        number = block * prepared.block + at
        floor.play(at, number, drawn, Trouble(kinds, plan.shuffle_key, number), adding)
    return adding.result(voids=floor.voids, faults=tuple(sorted(floor.faults.items())))


def _compiled(prepared: Prepared, block: int, left_out: Bytes, given: Bytes | None) -> tuple[Adding, Bytes]:
    totals, cards = play_but(prepared, block, left_out, given)
    return Adding(prepared, block, totals), cards


def _own(prepared: Prepared, block: int, left_out: Bytes, given: Bytes | None) -> tuple[Adding, Bytes]:
    """Play what is not left out: decided by the strategies of the plan and the user's own, settled by the table."""
    plan = prepared.plan
    _, trace = trace_block(prepared, block, prepared.rounds_of(block), given)
    adding = Adding(prepared, block)
    for at in np.flatnonzero(left_out == 0).tolist():
        decisions = trace.decisions[at].tolist()
        cards = [Card(int(card)) for card in trace.cards[at]]
        try:
            for seat, its in enumerate(plan.seats):
                if its.is_own and Wager.ANTE in its.wagers:
                    decisions[seat] = decide_own(plan, seat, cards)
        except StrategyFailed as fault:
            if plan.mishaps:
                raise
            adding.end_before(at, str(fault))
            break
        settled = settle(played_round(plan, cards, decisions, plan.meters), plan.posted)
        adding.add(at, settled)
        adding.classify(decisions, settled)
    return adding, trace.cards[left_out == 1]
