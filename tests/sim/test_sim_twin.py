"""The compiled loop and the table's own settlement: the same cards and decisions give the same cents."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from sim.simulated import NAMED, plan_for, stakes, with_any_decisions
from twin.random_rounds import DEALER, dealt
from uth.cards import Card
from uth.kernels.sim_table import PROGRESSIVE
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.sim.block import play_block, trace_block
from uth.sim.meters import award_of, life_of
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared, prepare
from uth.sim.twin import nets_of, played_round
from uth.table.posted import post
from uth.table.settle.settlement import settle

HIGH = stakes(ante=5_000_000, trips=2_000_000, cover_all=10_000)

TABLES: dict[str, Any] = {
    "massachusetts": {
        "book": "massachusetts", "seats": 6,
        "wagers": [stakes(trips=500, cover_all=500, progressive=500), stakes(match_play=500), HIGH, stakes(trips=700)],
    },
    "massachusetts, three meters": {
        "book": "massachusetts", "seats": 5, "tables": {"progressive": "PTMGLML02", "trips": "C"},
        "wagers": [stakes(progressive=500), stakes(ante=1_500, cover_all=100, progressive=500)],
    },
    "massachusetts, no progressive": {
        "book": "massachusetts", "seats": 3, "tables": {"progressive": None}, "wagers": [stakes(trips=500), HIGH],
    },
    "california": {"book": "california", "seats": 7, "wagers": [stakes(), stakes(trips=1_000)]},
    "california, a bank that runs out": {
        "book": "california", "seats": 7, "wagers": [stakes(), stakes(trips=1_000)], "bank": 4_000,
    },
    "chickasaw": {
        "book": "chickasaw", "seats": 6,
        "wagers": [
            stakes(trips=500, progressive=100, entry_fee=100),
            stakes(ante=0, trips=500, progressive=100),
            stakes(progressive=100),
        ],
    },
    "nevada": {
        "book": "nevada", "seats": 6, "progressive_wager": 500,
        "wagers": [stakes(trips=500, progressive=500), stakes(progressive=500)],
    },
    "greece": {"book": "greece", "seats": 6, "wagers": [stakes(trips=500, progressive=100), stakes()]},
}  # fmt: skip


def usual(book: str) -> dict[str, Any]:
    """Return a table of three that wagers what the book offers."""
    posted = post(load_book(book))
    trips = posted.limits.trips.min if posted.offers(Wager.TRIPS) else 0
    return {"book": book, "seats": 3, "wagers": [stakes(trips=trips, progressive=posted.progressive_wager), stakes()]}


TABLES |= {book: usual(book) for book in BOOKS if book not in TABLES}


def compared(prepared: Prepared, rounds: int, given: Any = None) -> Counter[str]:
    """Settle every round both ways, meters and all; return how often each kind of outcome came up."""
    plan = prepared.plan
    result, trace = trace_block(prepared, 0, rounds, given)
    lives, met = life_of(plan), Counter[str]()
    awards = {(at, seat): row for at, seat, row, *_ in result.awards.tolist()}
    noted: dict[int, list[int]] = {}
    for at, seat in awards:
        noted.setdefault(at, []).append(seat)
    for at in range(rounds):
        for life in lives.values():
            life.feed(at + 1)
        meters = {name: life.meter.shown for name, life in lives.items()}
        settled = settle(played_round(plan, trace.cards[at], trace.decisions[at], meters), plan.posted)
        mine = (trace.nets[at] * prepared.unit).tolist()
        paid = noted.get(at, [])
        assert paid == [number - 1 for number in settled.order if number - 1 in paid], f"round {at}: {settled.order}"
        met["several awards"] += len(paid) > 1
        for number in settled.order:
            row = awards.get((at, number - 1))
            if row is not None and plan.posted.progressive is not None:
                mine[number - 1][PROGRESSIVE] += award_of(plan.posted.progressive.rows[row], lives, at)
                met["award"] += 1
        assert [nets_of(seat) for seat in settled.seats] == mine, (
            f"round {at}: {[Card(int(card)) for card in trace.cards[at]]}"
        )
        assert {name: each.after for name, each in settled.meters.items()} == {
            name: life.meter.shown for name, life in lives.items()
        }
        for seat in settled.seats:
            met.update(f"{name} {each.outcome}" for name, each in seat.wagers.items())
            met["envy"] += len(seat.envy)
            met["cut"] += any(each.cut for each in seat.wagers.values())
        met["not qualified"] += not settled.qualifies
    assert sum(result.nets[:-1, 0]) == result.nets[-1, 0] == trace.nets.sum()
    return met


def rigged(plan: Plan, rounds: int, key: int) -> Any:
    """Return cards rich in rare hands, as they are drawn: board, dealer, seats."""
    random, deck = Random(key), {str(Card(at)): at for at in range(52)}
    given = np.zeros((rounds, 7 + 2 * len(plan.seats)), np.uint8)
    for at in range(rounds):
        board, holes = dealt(random, list(range(1, 1 + len(plan.seats))))
        drawn = [*board, *holes[DEALER], *(card for seat in range(len(plan.seats)) for card in holes[1 + seat])]
        given[at] = [deck[card] for card in drawn]
    return given


def table_for(name: str, **more: Any) -> Prepared:
    return prepare(plan_for(**TABLES[name], **{"strategies": ("simple",), **more}))


@pytest.mark.parametrize("name", TABLES)
def test_a_hand_comes_to_the_same_cent_both_ways(name: str) -> None:
    prepared = with_any_decisions(table_for(name), key=1)
    met = compared(prepared, 250, rigged(prepared.plan, 250, key=len(name)))
    assert met["blind push"]
    assert met["blind win"]
    assert met["ante lose"]
    assert met["not qualified"]
    if "runs out" in name:
        assert met["play uncovered"]
        assert met["ante uncovered"]
    if prepared.plan.feeders:
        assert met["award"]
        assert met["envy"]
        assert met["progressive win"]
    if HIGH in [seat.wagers for seat in prepared.plan.seats]:
        assert met["cut"]


def test_hands_dealt_and_decided_as_ever_come_to_the_same_cent_both_ways() -> None:
    plan = plan_for("massachusetts", [stakes(trips=500, progressive=500)], seats=3, strategies=NAMED[:3])
    assert compared(prepare(plan), 150)["trips lose"]


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_hundred_thousand_rounds_come_to_the_same_cent_both_ways(book: str) -> None:
    names = [name for name in TABLES if name.startswith(book)]
    rounds, met = 100_000 // (2 * len(names)) + 1, Counter[str]()
    for key, name in enumerate(names):
        prepared = table_for(name, strategies=("optimal", "simple"))
        met += compared(with_any_decisions(prepared, key), rounds, rigged(prepared.plan, rounds, key))
        met += compared(with_any_decisions(prepared, key + 100), rounds)
    assert met["blind win"]
    assert met["blind push"]
    assert met["ante push"]
    assert met["not qualified"]


@pytest.mark.parametrize("strategy", ["optimal", "simple"])
def test_a_seat_alone_is_counted_as_the_loop_of_whole_tables_counts_it(strategy: str) -> None:
    prepared = prepare(plan_for(wagers=[stakes(trips=500)], strategies=[strategy]))
    assert prepared.is_alone
    quick = play_block(prepared, 2)
    whole, _ = trace_block(prepared, 2, prepared.rounds_of(2))
    assert (quick.classes == whole.classes).all()
    assert (quick.nets == whole.nets).all()
    assert (quick.wagers == whole.wagers).all()
    assert quick.classes.sum() == prepared.rounds_of(2)
