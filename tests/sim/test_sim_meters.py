"""The life of a meter: fed and paid as by a link, its average when won, its months."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sim.simulated import gathered, plan_for, stakes
from uth.exact.side_progressive import progressive_numbers
from uth.progressive.state import Level, Meter
from uth.sim.meters import MeterLife, Months
from uth.sim.plan import SessionPlan
from uth.sim.report import document_of


def life(limit: int | None = None) -> MeterLife:
    level = Level(name="main", seed=1_000, increment=Fraction(27, 100), limit=limit)
    return MeterLife(level, Meter(amount=Fraction(1_000)), feeders_cents=100)


def test_a_meter_is_fed_before_it_is_paid_and_keeps_its_fraction_of_a_cent() -> None:
    meter = life()
    assert meter.award(0, 10) == 102
    assert meter.meter.amount == Fraction(1027 - 102)
    assert meter.award(4, 100) == 925 + 4 * 27
    assert meter.meter.shown == 1_000
    assert meter.between.total == 5
    assert (meter.paid.count, meter.emptied.count) == (2, 1)


def test_readings_add_up_what_the_meter_held_in_every_round() -> None:
    meter, held = life(), []
    for at in range(50):
        meter.feed(at + 1)
        held.append(meter.meter.amount)
        if at == 20:
            meter.award(at, 100)
    assert meter.readings == sum(held)
    at_once = life()
    at_once.award(20, 100)
    at_once.feed(50)
    assert at_once.readings == meter.readings


def test_a_meter_at_its_limit_stops_and_its_readings_with_it() -> None:
    meter, held = life(limit=1_100), []
    for at in range(20):
        meter.feed(at + 1)
        held.append(meter.meter.amount)
    assert meter.meter.amount == 1_100
    at_once = life(limit=1_100)
    at_once.feed(20)
    assert at_once.meter == meter.meter
    assert abs(at_once.readings - sum(held)) < 20 * 27


def test_a_meter_that_starts_again_with_every_session_forgets_the_one_before() -> None:
    meter = life()
    meter.anew_every = 10
    assert meter.award(19, 100) == 1_000 + 10 * 27
    meter.feed_less(20, 100)
    assert meter.meter.amount == 1_000
    meter.feed(30)
    assert meter.meter.amount == 1_000 + 9 * 27
    assert meter.award(30, 10) == 102
    assert meter.readings == 30_000 + 27 * (55 + 55 + 45) + 1_027


def test_every_session_may_find_the_meters_where_they_start() -> None:
    session = SessionPlan(hands=1_000)
    plan = plan_for("nevada", [stakes(progressive=100)], seats=6, rounds=300_000, session=session, fresh_meters=True)
    found = gathered(replace(plan, meters={"main": 5_000_000})).meters["main"]
    most = 5_000_000 + found.level.increment * 600 * 1_000
    assert found.emptied.count > 30
    assert sum(5_000_000 <= paid <= most for _, paid, _ in found.path) > 30
    assert found.emptied.most <= most


def test_months_are_counted_once_they_are_over() -> None:
    months = Months(100, 1_000)
    months.add(0, 400)
    months.add(2, 1_500)
    months.close(3)
    assert (months.paid.count, months.paid.total, months.losing) == (3, 1_900, 1)
    assert months.bins == {60: 1, 100: 1, -50: 1}


def test_a_table_reports_how_its_meters_lived() -> None:
    document = document_of(gathered(plan_for("nevada", [stakes(progressive=100)], seats=6, rounds=600_000)))
    meter, months = document["meters"]["main"], document["months"]
    assert meter["emptied_cents"]["count"] > 60
    assert meter["emptied_cents"]["least"] >= 100_000
    assert meter["rounds_between"]["mean"] * 6 == pytest.approx(32_488, rel=0.35)
    assert months["count"] == 600_000 // 28_800
    assert months["wagered_cents"] == 28_800 * 600


@pytest.mark.slow
def test_the_top_award_of_uthp_02_is_9771_49_on_average() -> None:
    plan = plan_for("nevada", [stakes(progressive=100)], seats=6, rounds=40_000_000, shuffle_key="top award")
    found = gathered(plan).meters["main"].emptied
    exact = progressive_numbers(plan.posted).top_average_cents
    assert float(exact) == pytest.approx(977_149, abs=1)
    assert found.count > 7_000
    assert abs(found.mean - float(exact)) < 4 * found.deviation / found.count**0.5
