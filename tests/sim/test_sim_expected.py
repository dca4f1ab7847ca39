"""The simulation against the exact values, wager by wager: within four standard errors, with fixed keys."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sim.simulated import NAMED, gathered, plan_for, stakes
from uth.exact.side_highest import cover_all_numbers
from uth.exact.side_numbers import trips_numbers
from uth.exact.side_progressive import progressive_numbers
from uth.kernels.sim_table import WAGERS
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.sim.classes import LAYOUT
from uth.sim.expected import expected_wagers
from uth.sim.report import document_of

EXACT = Fraction(-50643648973, 2317817502000)


def require_near(document: dict[str, Any], wagers: set[str], *, errors: float = 4) -> None:
    for name in wagers:
        line = document["wagers"][name]
        assert line["z"] is not None, name
        assert abs(line["z"]) < errors, (name, line)
    if document["z"] is not None:
        assert abs(document["z"]) < errors


def test_heads_up_comes_near_the_exact_value_of_the_game() -> None:
    found = gathered(plan_for(rounds=2_000_000))
    document = document_of(found)
    assert document["exact_fraction"] == f"{EXACT.numerator}/{EXACT.denominator}"
    assert document["rounds"] == 2_000_000
    require_near(document, {"ante", "blind", "play"})
    assert abs(document["standard_deviation"] - 4.9393) < 0.1
    assert document["mean"] == pytest.approx(sum(each["mean"] for each in document["wagers"].values()))


@pytest.mark.parametrize("strategy", [NAMED[1], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMED[2:])])
def test_a_named_strategy_comes_near_its_exact_value(strategy: str) -> None:
    document = document_of(gathered(plan_for(rounds=600_000, strategies=[strategy])))
    assert document["exact"] < float(EXACT)
    require_near(document, {"ante", "blind", "play"})


def test_what_is_expected_of_side_wagers_is_their_exact_value() -> None:
    plan = plan_for(wagers=[stakes(trips=500, cover_all=500, progressive=500)], seats=3, rounds=200_000)
    found = gathered(plan)
    expected, posted = expected_wagers(found), plan.posted
    assert len(expected) == WAGERS
    assert expected[LAYOUT.index(Wager.TRIPS)].mean == -1500 * trips_numbers(posted).house_edge
    assert expected[LAYOUT.index(Wager.COVER_ALL)].mean == -1500 * cover_all_numbers(posted, 4).house_edge
    at_seed = progressive_numbers(posted, seats=3)
    held = plan_for(wagers=[stakes(progressive=500)], seats=3, rounds=1000, session=None)
    assert held.feeders == 3
    meter = found.meters["main"].readings / found.rounds
    drawn = sum(
        (row.chance * Fraction(int(row.pays.split("%")[0]), 100) for row in at_seed.rows if "%" in row.pays),
        Fraction(0),
    )
    whole = 3 * (drawn * meter + 500 * at_seed.fixed - 500)
    assert expected[LAYOUT.index(Wager.PROGRESSIVE)].mean == whole


@pytest.mark.parametrize("book", BOOKS)
def test_a_full_table_of_each_book_comes_near_its_exact_values(book: str) -> None:
    side = {"trips": 500}
    rules = load_book(book)
    if rules.progressive is not None:
        side["progressive"] = rules.progressive.wager.value
    if rules.cover_all.offered.value:
        side["cover_all"] = 500
    document = document_of(
        gathered(plan_for(book, [stakes(**side)], seats=min(6, rules.seats.count.value), rounds=200_000))
    )
    require_near(document, {"ante", "blind", "play", *side})


def every_table() -> list[tuple[str, str, str]]:
    """Name every trips, Cover All and progressive table of every book."""
    found = []
    for book in BOOKS:
        pay = load_book(book).pay
        for kind, tables in (("trips", pay.trips), ("cover_all", pay.cover_all), ("progressive", pay.progressive)):
            found += [(book, kind, table.name) for table in tables]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("book", "kind", "table"), every_table())
def test_every_side_table_comes_near_its_exact_value(book: str, kind: str, table: str) -> None:
    rules = load_book(book)
    stake = rules.progressive.wager.value if kind == "progressive" and rules.progressive is not None else 500
    for seats in (1, min(6, rules.seats.players_max)):
        plan = plan_for(
            book, [stakes(**{kind: stake})], seats=seats, rounds=5_000_000, tables={kind: table}, shuffle_key=table
        )
        require_near(document_of(gathered(plan)), {kind})


@pytest.mark.slow
def test_a_hundred_million_rounds_heads_up_come_near_the_exact_value() -> None:
    document = document_of(gathered(plan_for(rounds=100_000_000, shuffle_key="a hundred million")))
    require_near(document, {"ante", "blind", "play"})
    assert document["standard_error"] < 0.0006


@pytest.mark.slow
def test_a_payout_limit_is_in_the_exact_value_too() -> None:
    high = stakes(ante=500_000, trips=2_000_000)
    document = document_of(gathered(plan_for(wagers=[high], rounds=20_000_000)))
    assert document["exact"] < float(EXACT)
    require_near(document, {"ante", "blind", "play", "trips"})
