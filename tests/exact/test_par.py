"""The PAR sheet: what the documents print, probabilities that sum to one, and the same bytes every time."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from uth.cli.par_print import FORMS, parts_of, rendered
from uth.errors import Malformed
from uth.exact.par import EXACT_HOLD, NEAR_HOLD, NO_HOLD, ParSheet, WagerSheet, par_sheet
from uth.exact.session_chances import spread_of
from uth.rules.loader import BOOKS, load
from uth.rules.ruleset import RuleSet
from uth.table.posted import fullest_way, post


@cache
def sheet(book: str = "nevada", *, hold: bool = False, seats: int = 1, **tables: str) -> ParSheet:
    rules: RuleSet = load(book)
    return par_sheet(post(rules, tables, dealing=fullest_way(rules)), seats=seats, hold=hold)


def wager(found: ParSheet, name: str) -> WagerSheet:
    return next(each for each in found.wagers if each.name == name)


def percent(value: Fraction) -> str:
    return f"{float(value):.4%}"


@pytest.mark.parametrize("book", BOOKS)
def test_the_probabilities_of_every_wager_sum_to_exactly_one(book: str) -> None:
    found = sheet(book)
    for each in found.wagers:
        assert sum((each.probability(outcome) for outcome in each.outcomes), Fraction(0)) == 1
        assert sum((each.contribution(outcome) for outcome in each.outcomes), Fraction(0)) == each.returned - each.envy
        assert all(outcome.combinations > 0 for outcome in each.outcomes)


def test_uthp_02_has_its_printed_figures() -> None:
    """NV.3 prints a house advantage of 24.24%, a hit frequency of 2.80%, and an average award of $9,772."""
    progressive = wager(sheet(), "Progressive")
    assert progressive.long_run_edge is not None
    assert f"{float(progressive.long_run_edge):.2%}" == "24.24%"
    assert f"{float(progressive.hit_frequency):.2%}" == "2.80%"
    (meter,) = sheet().meters
    assert meter.average_cents == 977_149
    assert meter.wagers_between == 32_487


@pytest.mark.parametrize(("table", "edge"), [("A", "0.9018%"), ("B", "1.9040%"), ("C", "3.4979%"), ("D", "6.1808%")])
def test_trips_has_the_edge_of_its_table(table: str, edge: str) -> None:
    assert percent(wager(sheet("massachusetts", trips=table), "Trips").house_edge) == edge


def test_cover_all_has_a_table_for_each_number_of_hands() -> None:
    edges = [percent(each.house_edge) for each in sheet("massachusetts").wagers if each.name.startswith("Cover All")]
    assert edges[:6] == ["9.9787%", "9.9960%", "9.2028%", "8.6085%", "9.9459%", "10.5633%"]


@pytest.mark.parametrize(
    ("table", "edge"), [("PTMGL01", "25.4040%"), ("PTMGL04", "25.4040%"), ("PTMGLML02", "21.1065%")]
)
def test_ptmgl_has_its_edge_in_the_long_run(table: str, edge: str) -> None:
    progressive = wager(sheet("massachusetts", progressive=table), "Progressive")
    assert progressive.long_run_edge is not None
    assert percent(progressive.long_run_edge) == edge


def test_the_greek_progressive_holds_what_it_does_in_the_long_run() -> None:
    progressive = wager(sheet("greece"), "Progressive")
    assert progressive.long_run_edge is not None
    assert percent(progressive.long_run_edge) == "19.0391%"


def test_the_main_game_is_the_known_fraction_and_its_parts_add_up() -> None:
    main, *parts = sheet().wagers[:4]
    assert main.house_edge == Fraction(50643648973, 2317817502000)
    assert sum((each.house_edge for each in parts), Fraction(0)) == main.house_edge
    assert f"{main.standard_deviation:.9f}" == "4.939311846"
    assert main.combinations == 27_813_810_024_000
    assert [name for name, *_ in sheet().strategies] == ["optimal", "simple", "hidden_pair"]
    assert percent(sheet().strategies[1][2]) == "2.4329%"


@pytest.mark.slow
def test_the_band_of_a_thousand_rounds_is_convolved_and_longer_ones_say_that_they_are_not() -> None:
    found = sheet(hold=True)
    bands = {(band.wager, band.rounds, band.confidence): band for band in found.bands}
    trips = wager(found, "Trips")
    spread = spread_of(trips.hand, 1_000)
    band = bands["Trips", 1_000, "90%"]
    assert band.low is not None
    assert band.high is not None
    outside = spread.at_most(Fraction(-band.high * 1000 - 0.5).limit_denominator()) + 1
    outside -= spread.at_most(Fraction(-band.low * 1000 + 0.5).limit_denominator())
    assert 0.05 < outside < 0.1
    assert bands["Main game", 1_000, "99%"].method == EXACT_HOLD
    assert bands["Main game", 10_000_000, "99%"].method == NEAR_HOLD
    assert {band.method for band in found.bands} <= {EXACT_HOLD, NEAR_HOLD, NO_HOLD}


@pytest.mark.parametrize("form", FORMS)
def test_a_sheet_is_the_same_bytes_every_time(form: str) -> None:
    again = par_sheet(post(load("nevada"), dealing=fullest_way(load("nevada"))), hold=False)
    assert rendered(sheet(), form) == rendered(again, form)
    assert len(rendered(again, form)) > 1000


def test_every_part_has_rows_as_wide_as_its_heads() -> None:
    for part in parts_of(sheet(hold=True)):
        assert all(len(row) == len(part.heads or part.rows[0]) for row in part.rows), part.title


@pytest.mark.parametrize("seats", [0, 7, 10**9])
def test_a_number_of_seats_that_is_not_there_is_refused(seats: int) -> None:
    with pytest.raises(Malformed, match="seats"):
        par_sheet(post(load("nevada")), seats=seats)
