"""Rounds through the table itself: slower by far, for what the compiled loop cannot do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from uth.cards import Card
from uth.kernels.exact_index import Bytes
from uth.rules.values import Wager
from uth.sim.block import BlockResult, play_but, trace_block
from uth.sim.floor_table import FloorTable, Trouble, struck_rounds
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared
from uth.sim.strategies import StrategyFailed, decide_own
from uth.sim.twin import Adding, played_round
from uth.table.settle.settlement import settle

Struck = Mapping[int, Trouble]
"""The rounds of a block in which something goes wrong, and what."""


def play_engine_block(prepared: Prepared, block: int, given: Bytes | None = None) -> BlockResult:
    """Play a block: rounds in which something goes wrong step by step on a table, the others as quickly as they can.

    Its first rounds have the cards that are given, if any are.
    """
    plan, first = prepared.plan, block * prepared.block
    kinds = struck_rounds(plan.mishaps, plan.shuffle_key, block, prepared.rounds_of(block))
    struck = {at: Trouble(each, plan.shuffle_key, first + at) for at, each in kinds.items()}
    floor = FloorTable(prepared)
    play = _own if plan.has_own else _compiled
    adding = play(prepared, block, struck, floor, given)
    return adding.result(voids=floor.voids, faults=tuple(sorted(floor.faults.items())), failed=adding.failed)


def _compiled(prepared: Prepared, block: int, struck: Struck, floor: FloorTable, given: Bytes | None) -> Adding:
    """Play what is not struck in the compiled loop, then what is on the table."""
    left_out = np.zeros(prepared.rounds_of(block), np.uint8)
    left_out[list(struck)] = 1
    totals, cards = play_but(prepared, block, left_out, given)
    adding = Adding(prepared, block, totals)
    for (at, trouble), drawn in zip(struck.items(), cards.tolist(), strict=True):
        floor.play(at, adding.first + at, drawn, trouble, adding)
    return adding


def _own(prepared: Prepared, block: int, struck: Struck, floor: FloorTable, given: Bytes | None) -> Adding:
    """Play round after round, so that one in which a strategy of the user's own fails ends the block before it."""
    rounds = prepared.rounds_of(block)
    _, trace = trace_block(prepared, block, rounds, given)
    adding = Adding(prepared, block)
    for at in range(rounds):
        drawn = trace.cards[at].tolist()
        try:
            if at in struck:
                floor.play(at, adding.first + at, drawn, struck[at], adding)
            else:
                _play_own(prepared.plan, at, drawn, trace.decisions[at].tolist(), adding)
        except StrategyFailed as fault:
            adding.end_before(at, str(fault))
            break
    return adding


def _play_own(plan: Plan, at: int, drawn: Sequence[int], decisions: list[int], adding: Adding) -> None:
    """Play a round decided by the strategies of the plan and the user's own, settled by the table."""
    cards = [Card(card) for card in drawn]
    for seat, its in enumerate(plan.seats):
        if its.is_own and Wager.ANTE in its.wagers:
            decisions[seat] = decide_own(plan, seat, cards)
    settled = settle(played_round(plan, cards, decisions, plan.meters), plan.posted)
    adding.add(at, settled)
    adding.classify(decisions, settled)
