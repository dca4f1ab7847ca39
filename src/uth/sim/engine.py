"""Rounds played by the table engine, which is much slower, for what the compiled loop cannot do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from uth.cards import Card
from uth.kernels.exact_index import Bytes
from uth.rules.values import Wager
from uth.sim.block import BlockResult, play_except, trace_block
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared
from uth.sim.stepped_table import SteppedTable, Trouble, irregular_rounds
from uth.sim.strategies import StrategyFailed, decide_own
from uth.sim.twin import Adding, played_round
from uth.table.settle.settlement import settle

Irregular = Mapping[int, Trouble]
"""The rounds of a block with an irregularity, and its kind."""


def play_engine_block(prepared: Prepared, block: int, given: Bytes | None = None) -> BlockResult:
    """Play a block: rounds with an irregularity step by step at a table, all others as fast as possible.

    The first rounds use the given cards, if any.
    """
    plan, first = prepared.plan, block * prepared.block
    kinds = irregular_rounds(plan.mishaps, plan.shuffle_key, block, prepared.rounds_of(block))
    irregular = {at: Trouble(each, plan.shuffle_key, first + at) for at, each in kinds.items()}
    floor = SteppedTable(prepared)
    play = _own if plan.has_own else _compiled
    adding = play(prepared, block, irregular, floor, given)
    return adding.result(voids=floor.voids, faults=tuple(sorted(floor.faults.items())), failed=adding.failed)


def _compiled(prepared: Prepared, block: int, irregular: Irregular, floor: SteppedTable, given: Bytes | None) -> Adding:
    """Play the regular rounds in the compiled loop, then the others at a table."""
    left_out = np.zeros(prepared.rounds_of(block), np.uint8)
    left_out[list(irregular)] = 1
    totals, cards = play_except(prepared, block, left_out, given)
    adding = Adding(prepared, block, totals)
    for (at, trouble), drawn in zip(irregular.items(), cards.tolist(), strict=True):
        floor.play(at, adding.first + at, drawn, trouble, adding)
    return adding


def _own(prepared: Prepared, block: int, irregular: Irregular, floor: SteppedTable, given: Bytes | None) -> Adding:
    """Play round by round, so that the block ends before a round in which the user's own strategy fails."""
    rounds = prepared.rounds_of(block)
    _, trace = trace_block(prepared, block, rounds, given)
    adding = Adding(prepared, block)
    for at in range(rounds):
        drawn = trace.cards[at].tolist()
        try:
            if at in irregular:
                floor.play(at, adding.first + at, drawn, irregular[at], adding)
            else:
                _play_own(prepared.plan, at, drawn, trace.decisions[at].tolist(), adding)
        except StrategyFailed as fault:
            adding.end_before(at, str(fault))
            break
    return adding


def _play_own(plan: Plan, at: int, drawn: Sequence[int], decisions: list[int], adding: Adding) -> None:
    """Play a round with the strategies of the plan and the user's own, settled by the table."""
    cards = [Card(card) for card in drawn]
    for seat, its in enumerate(plan.seats):
        if its.is_own and Wager.ANTE in its.wagers:
            decisions[seat] = decide_own(plan, seat, cards)
    settled = settle(played_round(plan, cards, decisions, plan.meters), plan.posted)
    adding.add(at, settled)
    adding.classify(decisions, settled)
