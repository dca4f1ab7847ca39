"""Plans for tests: seats with every wager of their book, strategies of every kind, and random decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from uth.rules.loader import load_book
from uth.rules.values import Wager
from uth.sim.block import BlockResult, play_block
from uth.sim.gathered import Gathered, gather
from uth.sim.plan import Plan, SeatPlan
from uth.sim.prepared import Prepared, prepare
from uth.table.posted import fullest_way, post

NAMED = ("optimal", "simple", "never_fold", "hidden_pair", "simple_exact_river", "raise_everything")


def stakes(**cents: int) -> dict[Wager, int]:
    """Return wagers in cents, the blind beside the ante."""
    given = {"ante": 500, **cents}
    if given["ante"]:
        given["blind"] = given["ante"]
    return {wager: given[wager.value] for wager in Wager if given.get(wager.value)}


def plan_for(
    book: str = "massachusetts",
    wagers: Sequence[dict[Wager, int]] = (),
    *,
    seats: int = 1,
    rounds: int = 10**6,
    strategies: Sequence[str] = ("optimal",),
    tables: dict[str, str | None] | None = None,
    progressive_wager: int | None = None,
    shuffle_key: str = "a key",
    **more: Any,
) -> Plan:
    """Return a plan; wagers and strategies go round the table."""
    each, rules = list(wagers) or [stakes()], load_book(book)
    return Plan(
        posted=post(rules, tables, progressive_wager=progressive_wager, dealing=fullest_way(rules)),
        seats=tuple(
            SeatPlan(wagers=each[at % len(each)], strategy=strategies[at % len(strategies)]) for at in range(seats)
        ),
        rounds=rounds,
        shuffle_key=shuffle_key,
        **more,
    )


def gathered(plan: Plan) -> Gathered:
    """Return all blocks of a plan, played here one after the other."""
    prepared = prepare(plan)
    found = gather(prepared)
    for block in range(prepared.blocks):
        found.add(play_block(prepared, block))
    return found


def look_away(*_: object) -> None:
    """Take no notice of a block or a line."""


def blocks(prepared: Prepared, numbers: Sequence[int]) -> list[BlockResult]:
    return [play_block(prepared, number) for number in numbers]


def with_any_decisions(prepared: Prepared, key: int) -> Prepared:
    """Return the same table with strategies that decide anything at all, so that every decision comes up."""
    random, tables = np.random.default_rng(key), prepared.solved.tables
    numbers = np.array(list(range(2, 2 + len(prepared.plan.posted.decisions) - 1)), np.uint8)
    preflop = np.where(
        random.random(tables.preflop.shape) < 0.5, 0, random.choice(numbers[:2], tables.preflop.shape)
    ).astype(np.uint8)
    two_bits = [random.integers(0, 3, (4, *each.shape), dtype=np.uint8) for each in (tables.flop, tables.river)]
    flop, river = (np.asarray(a | b << 2 | c << 4 | d << 6, np.uint8) for a, b, c, d in two_bits)
    any_tables = tables._replace(preflop=preflop, flop=flop, river=river)
    return replace(prepared, solved=replace(prepared.solved, tables=any_tables))
