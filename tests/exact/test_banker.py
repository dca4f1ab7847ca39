"""The player/dealer's side: the value of banking a number of seats, and its deviation."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import sqrt

import pytest

from uth.errors import Malformed
from uth.exact.banker import SHIPPED, STANDARD, BankerNumbers, banker_numbers
from uth.exact.game import DEALS, MainGame, main_game
from uth.exact.side_numbers import trips_numbers
from uth.exact.solve import solve
from uth.rules.loader import BOOKS, is_based_on_another, load, parse
from uth.table.posted import Posted, post

EDGE = Fraction(50_643_648_973, 2_317_817_502_000)
TWO_PAIR = """\
based_on = "california"
[dealer]
qualifier = { value = "two_pair", cite = "R25" }
"""
NO_TRIPS = """\
based_on = "california"
[trips]
offered = { value = false, cite = "R25" }
"""


@cache
def california(table: str = "UTH-01") -> Posted:
    return post(load("california"), {"trips": table})


@cache
def numbers(seats: int, strategy: str = "optimal", trips: Fraction | int = 0) -> BankerNumbers:
    return banker_numbers(california(), seats, strategy=strategy, trips=trips)


@pytest.mark.parametrize("seats", range(1, 8))
def test_the_banker_expects_the_house_edge_of_each_seat(seats: int) -> None:
    assert numbers(seats).expectation == seats * EDGE
    assert numbers(seats).edge == EDGE


def test_one_seat_has_the_deviation_of_the_main_game() -> None:
    assert numbers(1).variance == solve(STANDARD).variance
    assert f"{numbers(1).standard_deviation:.9f}" == "4.939311846"


@pytest.mark.parametrize("seats", range(1, 8))
def test_the_variance_is_that_of_each_seat_and_of_each_two(seats: int) -> None:
    covariance = numbers(2).covariance
    assert covariance is not None
    variance = seats * numbers(1).seat_variance + seats * (seats - 1) * covariance
    assert numbers(seats).variance == variance
    assert numbers(seats).standard_deviation == sqrt(variance)


def test_the_covariance_of_two_seats_is_the_mean_of_the_product_less_the_product_of_the_means() -> None:
    assert numbers(2).covariance == SHIPPED["optimal"].mean_product - EDGE**2


def test_seats_win_and_lose_together_so_each_one_more_adds_more_deviation_than_if_they_did_not() -> None:
    deviations = [numbers(seats).standard_deviation or 0.0 for seats in range(1, 8)]
    assert all(one < two for one, two in pairwise(deviations))
    assert deviations[6] > sqrt(7) * deviations[0]
    assert deviations[6] < 7 * deviations[0]


@pytest.mark.parametrize("book", [name for name in BOOKS if not is_based_on_another(name)])
def test_the_book_of_each_document_posts_the_standard_game(book: str) -> None:
    assert main_game(post(load(book))) == STANDARD


def test_california_seats_seven_players_against_the_banker() -> None:
    assert california().rules.seats.players_max == 7
    assert load("nevada").seats.players_max == load("nevada").seats.count.value


@pytest.mark.parametrize("seats", [0, 8, -1, True, 2.0])
def test_a_number_of_seats_that_is_not_there_is_refused(seats: int) -> None:
    with pytest.raises(Malformed, match="write 1 to 7"):
        banker_numbers(california(), seats)


def test_a_strategy_that_is_not_known_is_refused() -> None:
    with pytest.raises(Malformed, match="is not a strategy"):
        banker_numbers(california(), 2, strategy="lucky")


def test_trips_adds_its_edge_for_each_seat() -> None:
    edge = trips_numbers(california()).house_edge
    assert numbers(5, trips=1).expectation == 5 * (EDGE + edge)
    assert numbers(5, trips=Fraction(1, 2)).expectation == 5 * (EDGE + edge / 2)


@pytest.mark.parametrize("table", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
@pytest.mark.parametrize("stake", [Fraction(1), Fraction(5, 2)])
def test_a_seat_with_trips_has_the_variance_of_every_outcome_written_out(table: str, stake: Fraction) -> None:
    posted = california(table)
    seat = banker_numbers(posted, 1, trips=stake)
    pays = {category: Fraction(odds.pays, odds.on) for category, odds in posted.trips.pays.items()}
    nets = [(each.deals, each.net + stake * pays.get(each.hand, -1)) for each in solve(STANDARD).outcomes]
    assert seat.edge == -Fraction(sum(deals * net for deals, net in nets)) / DEALS
    assert seat.variance == Fraction(sum(deals * (net + seat.edge) ** 2 for deals, net in nets)) / DEALS


def test_the_variance_with_trips_grows_as_a_square_of_its_stake() -> None:
    # a + b t + c t^2 through three stakes says the fourth
    variances = [numbers(3, trips=stake).variance for stake in range(4)]
    none, one, two, three = (variance or Fraction(0) for variance in variances)
    assert three == none - 3 * one + 3 * two
    assert none == numbers(3).variance


def test_trips_that_is_less_than_nothing_or_not_offered_is_refused() -> None:
    with pytest.raises(Malformed, match="is negative"):
        banker_numbers(california(), 2, trips=-1)
    with pytest.raises(Malformed, match="is not offered"):
        banker_numbers(post(parse(NO_TRIPS, "house.toml")), 2, trips=True)


def test_an_odd_game_has_its_expectation_and_says_why_it_has_no_deviation() -> None:
    odd = post(parse(TWO_PAIR, "house.toml"))
    three = banker_numbers(odd, 3)
    assert three.expectation == -3 * solve(main_game(odd)).ev
    assert three.covariance is None
    assert three.variance is None
    assert three.standard_deviation is None
    assert three.correlation is None
    assert "the standard game alone" in str(three.why)
    assert banker_numbers(odd, 1).variance == solve(main_game(odd)).variance, "one seat needs no covariance"


def test_where_a_fold_forfeits_trips_the_seats_mind_and_two_of_them_are_not_counted() -> None:
    chickasaw = post(load("chickasaw"))
    two = banker_numbers(chickasaw, 2, trips=1)
    game = main_game(chickasaw)
    assert game == MainGame()
    assert two.expectation > 2 * (EDGE + trips_numbers(chickasaw).house_edge), "a fold gives trips away as well"
    assert two.variance is None
    assert "a fold forfeits trips" in str(two.why)
    assert banker_numbers(chickasaw, 2).variance == numbers(2).variance, "without trips it is the standard game"


def test_the_numbers_print_as_json() -> None:
    document = json.loads(json.dumps(numbers(6).to_json()))
    assert document["seats"] == 6
    assert document["expectation"]["fraction"] == str(6 * EDGE)
    assert document["standard_deviation"] == numbers(6).standard_deviation
    assert document["covariance"]["value"] == float(numbers(6).covariance or 0)
    assert document["no_deviation_because"] is None
    odd = json.loads(json.dumps(banker_numbers(post(parse(TWO_PAIR, "house.toml")), 2).to_json()))
    assert odd["standard_deviation"] is None
    assert odd["variance"] is None
    assert "standard game" in odd["no_deviation_because"]


def test_a_strategy_that_is_not_counted_says_so() -> None:
    two = numbers(2, "raise_everything")
    assert "raise_everything" not in SHIPPED
    assert two.expectation > 2 * EDGE
    assert two.variance is None
    assert "not shipped for the strategy raise_everything" in str(two.why)
