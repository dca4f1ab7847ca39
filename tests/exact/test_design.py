"""Design help: the value of a parameter that gives a wanted quantity, checked by counting the table it describes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from uth.errors import Malformed
from uth.exact.design_help import design, parameter_of, quantity_of
from uth.rules.loader import load
from uth.table.posted import Posted, post


def at(book: str) -> Posted:
    return post(load(book))


@pytest.mark.parametrize(
    ("book", "parameter", "quantity", "target"),
    [
        ("nevada", "progressive.main.increment", "average_award", Fraction(20_000)),
        ("nevada", "progressive.main.increment", "house_edge_long_run", Fraction(1, 5)),
        ("nevada", "progressive.main.seed", "average_award", Fraction(12_345)),
        ("nevada", "progressive.full_house", "house_edge", Fraction(1, 2)),
        ("massachusetts", "trips.flush", "house_edge", Fraction(1, 50)),
        ("massachusetts", "progressive.main.increment", "house_edge_long_run", Fraction(3, 10)),
    ],
)
def test_a_side_wager_is_solved_exactly_and_its_neighbours_enclose_the_target(
    book: str, parameter: str, quantity: str, target: Fraction
) -> None:
    found = design(at(book), parameter, quantity, target)
    changing = parameter_of(at(book), parameter)
    measured = quantity_of(changing, quantity, 1)
    assert found.exact
    if parameter.endswith("increment") or parameter.startswith("trips"):  # these take any fraction
        assert measured(changing.changed(found.solution)) == target
    values = [each.value for each in found.neighbours]
    assert [measured(changing.changed(value)) for value in values] == [each.quantity for each in found.neighbours]
    low, high = sorted(each.quantity for each in found.neighbours)
    assert low <= target <= high
    assert values[-1] - values[0] in (0, changing.step)
    assert values[0] <= found.solution <= values[-1]


def test_the_blind_lies_between_two_legal_odds_for_a_flush() -> None:
    found = design(at("massachusetts"), "blind.flush", "house_edge", Fraction(1, 40))
    assert [each.value for each in found.neighbours] == [1, Fraction(3, 2)]
    assert found.neighbours[1].quantity == found.now.quantity == Fraction(50643648973, 2317817502000)
    assert found.neighbours[0].quantity > Fraction(1, 40)
    assert not found.exact


def test_a_target_that_a_legal_value_meets_is_that_value() -> None:
    posted = at("nevada")
    average = design(posted, "progressive.main.increment", "average_award", Fraction(1) * 977149 / 100)
    assert [each.value for each in average.neighbours] == [Fraction(27, 100)]
    assert average.solution == Fraction(27, 100)


@pytest.mark.parametrize(
    ("parameter", "quantity", "target", "says"),
    [
        ("blind.joker", "house_edge", Fraction(0), "names no hand"),
        ("qualifier", "house_edge", Fraction(0), "not a number that can be changed"),
        ("trips.one_pair", "house_edge", Fraction(0), "not a row"),
        ("progressive.side.seed", "average_award", Fraction(1), "not a meter"),
        ("progressive.main.increment", "element_of_risk", Fraction(1), "not a quantity"),
        ("progressive.main.increment", "average_award", Fraction(10**9), "out of reach"),
        ("trips.flush", "house_edge", Fraction(1), "out of reach"),
    ],
)
def test_what_cannot_be_solved_is_refused(parameter: str, quantity: str, target: Fraction, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        design(at("nevada"), parameter, quantity, target)
