"""Trips: the exact numbers of every table."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt

import pytest

from uth.errors import Malformed
from uth.exact.side_numbers import trips_numbers
from uth.rules.loader import BOOKS, load, parse
from uth.rules.values import Wager
from uth.table.posted import Posted, post

EDGES = {
    "A": Fraction(301_629, 33_446_140),
    "B": Fraction(48_987, 2_572_780),
    "C": Fraction(233_985, 6_689_228),
    "D": Fraction(22_717, 367_540),
}
SAME_TABLE = [
    *(("massachusetts", name, name) for name in EDGES),
    *(("nevada", name, name) for name in EDGES),
    *(("california", f"UTH-0{at}", name) for at, name in enumerate(EDGES, 1)),
    ("chickasaw", "posted", "B"),
    ("greece", "posted", "C"),
]


def at(book: str, table: str) -> Posted:
    return post(load(book), {"trips": table})


@pytest.mark.parametrize(("book", "table", "known"), SAME_TABLE)
def test_trips_has_the_house_edge_that_is_known(book: str, table: str, known: str) -> None:
    assert trips_numbers(at(book, table)).house_edge == EDGES[known]


@pytest.mark.parametrize(("book", "table", "known"), SAME_TABLE)
def test_three_of_a_kind_or_better_comes_once_in_six_and_a_half_hands(book: str, table: str, known: str) -> None:
    numbers = trips_numbers(at(book, table))
    assert numbers.hit_frequency == Fraction(20_428_900, 133_784_560)
    assert [row.hand for row in numbers.rows][::6] == ["royal_flush", "three_of_a_kind"]


def test_the_rows_of_table_a_return_what_the_house_does_not_keep() -> None:
    numbers = trips_numbers(at("massachusetts", "A"))
    royal = numbers.rows[0]
    assert (royal.pays, royal.chance, royal.back) == ("50 to 1", Fraction(4_324, 133_784_560), Fraction(51))
    assert sum(row.contribution for row in numbers.rows) == 1 - EDGES["A"]


@pytest.mark.parametrize(("book", "table", "known"), SAME_TABLE)
def test_the_standard_deviation_is_that_of_every_hand_written_out(book: str, table: str, known: str) -> None:
    numbers = trips_numbers(at(book, table))
    wins = [(row.chance, row.back - 1) for row in numbers.rows]
    wins.append((1 - numbers.hit_frequency, Fraction(-1)))
    mean = sum(chance * win for chance, win in wins)
    assert numbers.variance == sum(chance * (win - mean) ** 2 for chance, win in wins)
    assert numbers.standard_deviation == sqrt(numbers.variance)


def test_the_number_is_for_a_hand_that_is_never_folded_where_a_fold_forfeits_trips() -> None:
    (note,) = trips_numbers(at("chickasaw", "posted")).notes
    assert "never folded" in note
    assert "CN.21" in note
    assert all(not trips_numbers(post(load(book))).notes for book in BOOKS if book != "chickasaw")


def test_trips_that_is_not_offered_has_no_numbers() -> None:
    none = parse('based_on = "nevada"\n[trips]\noffered = { value = false, cite = "R25" }\n', "house.toml")
    with pytest.raises(Malformed, match="is not offered"):
        trips_numbers(post(none))


def test_trips_prints_as_json_with_no_meter_to_break_even_at() -> None:
    printed = json.loads(json.dumps(trips_numbers(at("massachusetts", "B")).to_json()))
    assert printed["bet"] == Wager.TRIPS
    assert printed["house_edge"] == {"fraction": "48987/2572780", "value": 48987 / 2572780}
    assert printed["hit_frequency"]["value"] == pytest.approx(0.1527, abs=1e-4)
    assert printed["standard_deviation"] == pytest.approx(2.688154, abs=1e-6)
    assert printed["break_even_meter"] is None
    assert len(printed["rows"]) == 7
