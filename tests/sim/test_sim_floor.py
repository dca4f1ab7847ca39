"""Every round played step by step at one table gives the same cents, meters and sessions as the fast loop."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import numpy as np
import pytest

from sim.simulated import plan_for
from sim.test_sim_twin import TABLES, rigged
from uth.kernels.sim_table import FALL, NET, PROGRESSIVE, REACHED, RUINED, THROUGH
from uth.rules.values import Wager
from uth.sim.block import BlockResult, play_block, trace_block
from uth.sim.engine import play_engine_block
from uth.sim.gathered import Gathered, gather
from uth.sim.plan import SessionPlan
from uth.sim.prepared import Prepared, prepare
from uth.sim.report import deviation_of_a_hand
from uth.sim.stepped_table import SteppedTable, Trouble, irregular_rounds
from uth.sim.twin import Adding
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import act

ALIKE = (
    "rows",
    "nets",
    "wagers",
    "awards",
    "months",
    "bank",
    "unfed",
    "sessions",
    "award_sessions",
    "award_session_hands",
)


@dataclass
class Evening:
    """Rounds at one table, from one to the next, its meters its own."""

    prepared: Prepared
    nets: list[list[int]] = field(default_factory=list)
    """What each seat had from each round, awards and all."""
    progressive: list[int] = field(default_factory=list)
    hands: list[dict[Wager, int]] = field(default_factory=list)
    """What each wager of each hand came to."""
    awards: int = 0

    def play(self, given: Any = None) -> BlockResult:
        plan, rounds = self.prepared.plan, self.prepared.plan.rounds
        struck = irregular_rounds(plan.mishaps, plan.shuffle_key, 0, rounds)
        _, trace = trace_block(self.prepared, 0, rounds, given)
        adding, self.floor = Adding(self.prepared, 0), SteppedTable(self.prepared)
        self.floor.sit_down()
        for at, drawn in enumerate(trace.cards.tolist()):
            self.floor.take_wagers()
            self.floor.go(at, drawn, Trouble(struck.get(at, []), plan.shuffle_key, at))
            self.floor.count(at, adding)
            self.note()
            self.floor.table, _ = act(self.floor.table, c.CollectCards(), self.floor.posted)
        return adding.result(voids=self.floor.voids, faults=tuple(sorted(self.floor.faults.items())))

    def note(self) -> None:
        nets, progressive = [0] * len(self.prepared.plan.seats), 0
        hands: list[dict[Wager, int]] = [{} for _ in nets]
        for event in self.floor.happened:
            match event:
                case e.WagerSettled(seat=seat, settled=settled):
                    nets[seat - 1] += settled.net
                    hands[seat - 1][settled.wager] = settled.net
                    progressive += settled.net if settled.wager is Wager.PROGRESSIVE else 0
                case e.EnvyPaid(seat=seat, cents=cents):
                    nets[seat - 1] += cents
                case e.MeterPaid():
                    self.awards += 1
        self.nets.append(nets)
        self.progressive.append(progressive)
        self.hands += hands


def require_alike(slow: BlockResult, quick: BlockResult) -> None:
    for name in ALIKE:
        assert np.array_equal(getattr(slow, name), getattr(quick, name)), name
    assert (slow.voids, slow.faults) == (quick.voids, quick.faults)


def require_same_money(found: Gathered, evening: Evening) -> None:
    """The awards that are paid when blocks are put in a row are what the table's own meters paid."""
    for seat, moments in enumerate(found.seats):
        mine = [nets[seat] for nets in evening.nets]
        assert (moments.total, moments.squares) == (sum(mine), sum(net * net for net in mine))
    whole = [sum(nets) for nets in evening.nets]
    assert (found.table.total, found.table.squares) == (sum(whole), sum(net * net for net in whole))
    assert found.wagers[PROGRESSIVE].total == sum(evening.progressive)
    assert found.wagers[PROGRESSIVE].squares == sum(net * net for net in evening.progressive)
    assert {name: life.meter.amount for name, life in found.meters.items()} == dict(evening.floor.table.meters)


def require_same_deviations(found: Gathered, evening: Evening) -> None:
    plan = found.prepared.plan
    for number, wager in enumerate(Wager):
        seats = sum(wager in seat.wagers for seat in plan.seats)
        if seats > 1 and wager is not Wager.PLAY and plan.bank is None:
            mine = [hand.get(wager, 0) for hand in evening.hands]
            count, total = found.rounds * seats, sum(mine)
            variance = sum(net * net for net in mine) / count - (total / count) ** 2
            assert deviation_of_a_hand(found, number, seats) == pytest.approx(variance**0.5), wager


def require_same_sessions(found: Gathered, evening: Evening, session: SessionPlan) -> None:
    seats = len(found.seats)
    for number, row in enumerate(found.last_sessions.tolist()):
        first, seat = session.hands * (number // seats), number % seats
        walked = list(accumulate(nets[seat] for nets in evening.nets[first : first + session.hands]))
        ends = [
            hand for hand, now in enumerate(walked, 1)
            if now <= -(session.bankroll or 10**12) or now >= (session.goal or 10**12)
        ]  # fmt: skip
        lived = walked[: ends[0]] if ends else walked
        assert (row[NET], row[THROUGH]) == (lived[-1], walked[-1])
        assert max(row[RUINED], row[REACHED]) == (ends[0] if ends else 0)
        assert row[FALL] == max(max([0, *lived[: at + 1]]) - now for at, now in enumerate(lived))


@pytest.mark.parametrize("name", TABLES)
def test_a_round_in_which_nothing_goes_wrong_is_the_same_on_a_table_and_in_the_compiled_loop(name: str) -> None:
    prepared = prepare(plan_for(**TABLES[name], strategies=("simple",), rounds=12))
    require_alike(Evening(prepared).play(), play_block(prepared, 0))


@pytest.mark.parametrize("name", TABLES)
def test_rounds_with_irregularities_are_the_same_when_every_round_takes_every_step(name: str) -> None:
    session = SessionPlan(hands=6, bankroll=20_000, goal=20_000)
    plan = plan_for(
        **TABLES[name], strategies=("simple",), rounds=48, session=session, shuffle_key=name,
        mishaps={"any": 0.25, "extra_card_to_all": 0.05, "seat_missed": 0.05},
    )  # fmt: skip
    prepared = prepare(plan)
    given = rigged(plan, 48, key=len(name))
    evening, found = Evening(prepared), gather(prepared)
    quick = play_engine_block(prepared, 0, given)
    require_alike(evening.play(given), quick)
    assert sum(count for _, count in quick.faults) > 8
    found.add(quick)
    require_same_money(found, evening)
    require_same_deviations(found, evening)
    require_same_sessions(found, evening, session)
    if plan.feeders:
        assert evening.awards
        assert len(quick.award_sessions)
        assert quick.unfed[:, 1].any()
