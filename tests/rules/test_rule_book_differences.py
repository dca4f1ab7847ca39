"""How two rule sets differ: nothing that changes a round is left out, and nothing else is a difference."""

from __future__ import annotations

import pytest

from uth.rulebook.difference import Difference, differences
from uth.rules.loader import BOOKS, book_text, load, parse

CHANGES = """
    massachusetts | count = { value = 6                          | count = { value = 5
    massachusetts | hands_per_player = { value = 1               | hands_per_player = { value = 2
    massachusetts | match_play = { value = true                  | match_play = { value = false
    massachusetts | entry_fee = { value = false, cite = "R8" }   | entry_fee = { value = false, cite = "R9" }
    massachusetts | preflop = { value = [3, 4]                   | preflop = { value = [4]
    massachusetts | river = { value = [1], cite = "MA.9e" }      | river = { value = [1, 2], cite = "MA.9e" }
    massachusetts | check = { value = ["preflop", "flop"]        | check = { value = ["preflop", "flop", "river"]
    massachusetts | qualifier = { value = "one_pair"             | qualifier = { value = "two_pair"
    massachusetts | alone = { value = false                      | alone = { value = true
    massachusetts | wager = { value = 500                        | wager = { value = 100
    massachusetts | judged_on = { value = "hole_and_flop"        | judged_on = { value = "best_of_seven"
    massachusetts | envy_scales = { value = false                | envy_scales = { value = true
    massachusetts | cents = 7_500_000                            | cents = 7_500_001
    massachusetts | or_minimum_wagers = true                     | or_minimum_wagers = false
    massachusetts | order = { value = "highest_seat_first"       | order = { value = "from_the_bankers_left"
    massachusetts | flop = { value = ["burn:1", "community:3"]   | flop = { value = ["community:3"]
    massachusetts | cut = { value = false, cite = "MA.4a" }      | cut = { value = true, cite = "MA.4a" }
    massachusetts | cover_all = { min = 100,                     | cover_all = { min = 200,
    massachusetts | pays.flush = "3 to 2"                        | pays.flush = "2 to 1"
    massachusetts | 7 = { royal_flush = "70 to 1"                | 7 = { royal_flush = "71 to 1"
    massachusetts | percent = 10, envy = 150_000                 | percent = 10, envy = 150_100
    massachusetts | for_one = 10 }                               | for_one = 11 }
    massachusetts | seed = 100_000, increment = "20%"            | seed = 100_000, increment = "21%"
    massachusetts | only_to = { value = true                     | only_to = { value = false
    california    | bank_consecutive_max = { value = 2           | bank_consecutive_max = { value = 3
    california    | coverage = { value = "action"                | coverage = { value = "payouts"
    california    | blind = "UTH-03"                             | blind = "UTH-01"
    chickasaw     | entry_fee = 0                                | entry_fee = 100
    chickasaw     | envy_to_live_hands_only = { value = true     | envy_to_live_hands_only = { value = false
    greece        | withheld = { value = "17.5%"                 | withheld = { value = "18%"
    nevada        | wager_set_by_table = { value = true          | wager_set_by_table = { value = false
    nevada        | seed_paid_by = { value = "house"             | seed_paid_by = { value = "reserve"
"""
ROWS = [tuple(part.strip() for part in line.split("|")) for line in CHANGES.strip().splitlines()]


def changed(book: str, old: str, new: str) -> tuple[Difference, ...]:
    text = book_text(book)
    assert text.count(old) == 1, old
    return differences(load(book), parse(text.replace(old, new), "own.toml"))


@pytest.mark.parametrize(("book", "old", "new"), ROWS, ids=[f"{book}-{old}" for book, old, _ in ROWS])
def test_one_changed_value_is_one_difference_and_one_changed_clause_is_none(book: str, old: str, new: str) -> None:
    assert len(changed(book, old, new)) == (0 if "R9" in new else 1)


def test_a_difference_says_both_values_and_where_each_comes_from() -> None:
    (found,) = changed("massachusetts", 'qualifier = { value = "one_pair"', 'qualifier = { value = "two_pair"')
    assert (found.section, found.field) == ("dealer", "qualifier")
    assert (found.one.says, found.one.cite, found.other.says) == ("one pair", "MA.9g", "two pair")


def test_the_order_of_tables_is_a_difference_since_the_first_is_what_a_new_table_opens_with() -> None:
    text = book_text("nevada")
    start, second, third = (text.index(f'[[pay.trips]]\nname = "{name}"') for name in "ABC")
    swapped = text[:start] + text[second:third] + text[start:second] + text[third:]
    (found,) = differences(load("nevada"), parse(swapped, "own.toml"))
    assert (found.field, found.one.says, found.other.says) == ("a new table opens with", "A", "B")


@pytest.mark.parametrize("one", BOOKS)
@pytest.mark.parametrize("other", BOOKS)
def test_a_difference_is_the_same_from_both_sides(one: str, other: str) -> None:
    here = {(each.section, each.field, each.one.says, each.other.says) for each in differences(load(one), load(other))}
    there = {(each.section, each.field, each.other.says, each.one.says) for each in differences(load(other), load(one))}
    assert {row[2:] for row in here} == {row[2:] for row in there}
    assert bool(here) == (one != other)
