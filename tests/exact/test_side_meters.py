"""The meters: their average when won, and the amount from which the wager is fair."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np
import pytest

from uth.exact.side_meters import paid_cents
from uth.exact.side_progressive import progressive_numbers
from uth.ranking import Category
from uth.rules.loader import BOOKS, load, parse
from uth.table.posted import post
from uth.table.settle.progressive import FIVE_CARD_HANDS

LISTED = [(book, table.name) for book in BOOKS for table in load(book).pay.progressive]

DRAWN_OFTEN = """
based_on = "massachusetts"
[progressive]
wager = { value = 100, cite = "MA.13a" }
[[pay.progressive]]
name = "drawn often"
cite = "R10"
meters = [
  { name = "main", seed = 5_000, increment = "20%" },
  { name = "never", seed = 7_000, increment = "1%" },
]
rows = [
  { hand = "three_of_a_kind", meter = "main", percent = 100 },
  { hand = "two_pair", meter = "main", percent = 10 },
  { hand = "straight", for_one = 5 },
]
"""


@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize(("book", "table"), LISTED)
def test_the_player_is_not_behind_from_the_break_even_cents_on_and_behind_a_cent_below(
    book: str, table: str, seats: int
) -> None:
    posted, seats = post(load(book), {"progressive": table}), min(seats, load(book).seats.count.value)
    for meter in progressive_numbers(posted, seats=seats).meters:
        cents = meter.break_even_cents
        assert cents is not None
        assert meter.break_even is not None
        assert 0 <= cents - ceil(meter.break_even) < 10
        assert progressive_numbers(posted, seats=seats, meters={meter.name: cents}).house_edge <= 0
        assert progressive_numbers(posted, seats=seats, meters={meter.name: cents - 1}).house_edge > 0


def test_a_meter_breaks_even_at_nothing_where_the_others_already_pay_enough() -> None:
    posted = post(load("chickasaw"))
    mega, major, _ = progressive_numbers(posted, meters={"minor": 100_000_000}).meters
    assert (mega.break_even, mega.break_even_cents) == (Fraction(0), 0)
    assert (major.break_even, major.break_even_cents) == (Fraction(0), 0)


@pytest.mark.parametrize("seats", [1, 3, 6])
@pytest.mark.parametrize(("book", "table"), LISTED)
def test_with_every_meter_at_its_average_the_wager_is_worth_what_it_is_in_the_long_run(
    book: str, table: str, seats: int
) -> None:
    seats = min(seats, load(book).seats.count.value)
    found = progressive_numbers(post(load(book), {"progressive": table}), seats=seats)
    drawn = sum(meter.drawn * (meter.average or 0) for meter in found.meters) / found.wager_cents
    assert 1 - found.fixed - drawn - (seats - 1) * found.envy == found.house_edge_long_run


@pytest.mark.parametrize(("book", "table"), [(b, t) for b, t in LISTED if t not in ("PTMGL01", "PTMGL02")])
def test_a_meter_that_is_only_won_whole_averages_its_seed_and_what_is_put_in_between_two_awards(
    book: str, table: str
) -> None:
    for meter in progressive_numbers(post(load(book), {"progressive": table})).meters:
        assert meter.drawn == meter.emptied
        assert meter.average == meter.seed + meter.increment * meter.wager_cents / meter.emptied


def test_the_royal_flush_of_ptmgl01_averages_less_for_the_straight_flushes_that_drew_on_its_meter() -> None:
    found = progressive_numbers(post(load("massachusetts"), {"progressive": "PTMGL01"}), wager=100)
    (main,) = found.meters
    royal, straight = Fraction(4, 2_598_960), Fraction(36, 2_598_960)
    assert found.top_average_cents == (20 + royal * 1_000_000) / (royal + straight / 10)
    assert found.top_average_cents < main.seed + 20 / royal


def test_the_awards_of_a_meter_played_wager_by_wager_average_as_derived() -> None:
    posted = post(parse(DRAWN_OFTEN, "house.toml"))
    assert posted.progressive is not None
    found = progressive_numbers(posted)
    main, never = found.meters
    assert (never.average, never.break_even, never.break_even_cents) == (None, None, None)
    whole, part, _ = posted.progressive.rows
    wagers = 400_000
    kinds = np.array([FIVE_CARD_HANDS[category] for category in Category], np.float64)
    made = np.random.default_rng(3).choice(len(Category), wagers, p=kinds / kinds.sum())
    cents, awards, parts = main.seed, [], []
    for category in made.tolist():
        cents += 20
        if category == Category.THREE_OF_A_KIND:
            awards.append(paid_cents(whole, {"main": cents}, 100))
            cents = main.seed
        elif category == Category.TWO_PAIR:
            parts.append(paid_cents(part, {"main": cents}, 100))
            cents -= parts[-1]
    assert abs(np.mean(awards) - float(found.top_average_cents)) < 4 * np.std(awards) / len(awards) ** 0.5
    assert np.mean(parts) == pytest.approx(float(found.top_average_cents) / 10, rel=0.02)
