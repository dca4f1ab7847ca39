"""The differences between two rule sets: everything that changes a round, and nothing else."""

from __future__ import annotations

from dataclasses import fields

import pytest

from uth.rulebook.difference import Difference, Said, differences
from uth.rulebook.named import FIELDS, SECTIONS
from uth.rules.loader import BOOKS, book_text, load, parse

CHANGES = """
    massachusetts | count = { value = 6                          | count = { value = 5
    massachusetts | hands_per_player = { value = 1               | hands_per_player = { value = 2
    massachusetts | match_play = { value = true                  | match_play = { value = false
    massachusetts | entry_fee = { value = false, cite = "R8" }   | entry_fee = { value = false, cite = "R9" }
    massachusetts | preflop = { value = [3, 4]                   | preflop = { value = [4]
    massachusetts | river = { value = [1], cite = "MA.9e" }      | river = { value = [1, 2], cite = "MA.9e" }
    massachusetts | fold = { value = ["river"]                   | fold = { value = ["flop", "river"]
    massachusetts | qualifier = { value = "one_pair"             | qualifier = { value = "two_pair"
    massachusetts | alone = { value = false                      | alone = { value = true
    massachusetts | wager = { value = 500                        | wager = { value = 100
    massachusetts | judged_on = { value = "hole_and_flop"        | judged_on = { value = "best_of_seven"
    massachusetts | envy_scales = { value = false                | envy_scales = { value = true
    massachusetts | cents = 7_500_000                            | cents = 7_500_001
    massachusetts | or_minimum_wagers = true                     | or_minimum_wagers = false
    massachusetts | order = { value = "highest_seat_first"       | order = { value = "from_the_bankers_left"
    nevada        | flop = { value = ["burn:1", "community:3"]   | flop = { value = ["community:3"]
    nevada        | dealt_by = { value = "hand"                  | dealt_by = { value = "machine"
    nevada        | shuffled_by = { value = "hand"               | shuffled_by = { value = "device"
    massachusetts | device_counts = { value = true               | device_counts = { value = false
    massachusetts | opening = { value = ["inspect", "verify",    | opening = { value = ["verify",
    massachusetts | cut_min = { value = 10                       | cut_min = { value = 11
    massachusetts | stub = { value = "racked"                    | stub = { value = "kept"
    massachusetts | stub_count_every = { value = 5               | stub_count_every = { value = 6
    massachusetts | left_exposed_from = { value = "straight"     | left_exposed_from = { value = "flush"
    massachusetts | remedy = ["use_as_next"]                     | remedy = ["discard_cards"]
    massachusetts | remedy = ["reshuffle"]                       | remedy = ["reshuffle", "remove_deck"]
    massachusetts | facts = ["one"]                              | facts = ["one", "hand"]
    massachusetts | when = ["opening_deal"]                      | when = ["dealt"]
    massachusetts | clause = "MA.7h"                             | clause = "R9"
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
    assert (found.section, found.field) == ("the dealer's hand", "qualifies with")
    assert (found.one.says, found.one.cite, found.other.says) == ("a pair or better", "MA.9g", "two pair or better")


def test_a_second_deck_is_one_difference_with_the_clause_of_each() -> None:
    old = 'decks = { value = 2, cite = "MA.2b" }\ncut'
    (found,) = changed("massachusetts", old, old.replace("2, cite", "1, cite").replace("MA.2b", "own.1"))
    assert (found.section, found.field) == ("ways of dealing", "machine: decks")
    assert (found.one, found.other) == (Said("2", "MA.2b"), Said("1", "own.1"))


def test_a_wager_no_longer_saved_is_one_difference_in_what_is_done() -> None:
    old = 'saves = ["trips"]\nclause = "MA.14a"'
    (found,) = changed("massachusetts", old, old.partition("\n")[2])
    assert (found.section, found.field) == ("when something goes wrong", "a card of the dealer's is exposed")
    said = "before every player has folded or played: all hands are void"
    after = "; once every player has folded or played: the round goes on"
    assert (found.one.says, found.other.says) == (f"{said} and trips is dealt out and settled{after}", said + after)


def rule(*, facts: str = "", remedy: str, clause: str = "own.1") -> str:
    """Return a rule on a card off the table."""
    lines = ('kind = "card_off_table"', f"facts = [{facts}]", f'remedy = ["{remedy}"]', f'clause = "{clause}"')
    return "\n".join(("[[irregularity]]", *lines, 'says = "so it is"\n'))


WRONG = "when something goes wrong"
ALWAYS, BY_HAND = rule(remedy="continue"), rule(facts='"hand"', remedy="reshuffle")
FLOOR = rule(remedy="floor_decides")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (ALWAYS, rule(remedy="continue", clause="own.2"), True),
        (ALWAYS, ALWAYS + BY_HAND, True),
        (ALWAYS, BY_HAND + ALWAYS, False),
        (BY_HAND, BY_HAND + FLOOR, True),
        (FLOOR, "", True),
        (ALWAYS, "", False),
        (rule(facts='"hand", "one"', remedy="continue"), rule(facts='"one", "hand"', remedy="continue"), True),
    ],
    ids=["clause", "never reached", "before it", "the floor last", "the floor", "none", "facts"],
)
def test_rules_on_what_goes_wrong_differ_only_where_something_else_is_done(one: str, other: str, same: bool) -> None:
    books = [parse(f'based_on = "california"\n{text}', "own.toml") for text in (one, other)]
    found = differences(*books)
    assert [(each.section, each.field) for each in found] == ([] if same else [(WRONG, "a card falls off the table")])


def test_what_no_book_rules_on_is_no_difference_since_the_floor_decides_in_both() -> None:
    fields = {each.field for each in differences(load("california"), load("chickasaw")) if each.section == WRONG}
    assert fields == {"the progressive system is down"}


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


def test_between_two_documents_the_limits_a_house_posts_are_no_difference() -> None:
    for one in BOOKS:
        for other in (book for book in BOOKS if load(book).document != load(one).document):
            sections = {each.section for each in differences(load(one), load(other))}
            assert "limits of a new table" not in sections
            assert not {"void hands", "conduct"} & sections


@pytest.mark.parametrize("one", BOOKS)
@pytest.mark.parametrize("other", BOOKS)
def test_a_difference_is_in_words_and_holds_nothing_of_the_program(one: str, other: str) -> None:
    for each in differences(load(one), load(other)):
        for text in (each.section, each.field, each.one.says, each.other.says):
            assert not any(sign in text for sign in ("_", "=", "Cited", "None", "{", "['")), text


@pytest.mark.parametrize("name", BOOKS)
def test_every_value_of_a_book_has_a_name_of_its_own(name: str) -> None:
    """A value without a name would be left out of every comparison."""
    rules = load(name)
    quiet = {
        "progressive.awards",
        "progressive.cites",
        "settlement.cites",
        "play.cites",
        "procedure.opening_cites",
        "limits.cite",
    }
    for section in SECTIONS.keys() - {"currency"}:
        record = getattr(rules, section)
        for field in fields(record) if record is not None else ():
            assert f"{section}.{field.name}" in FIELDS.keys() | quiet
    assert len(set(SECTIONS.values())) == len(SECTIONS)


def test_ways_of_dealing_are_compared_by_what_they_do_whatever_they_are_called() -> None:
    found = [each for each in differences(load("nevada"), load("greece")) if each.section == "ways of dealing"]
    first = "1 to each seat, 1 to the dealer, 1 to each seat, 1 to the dealer"
    assert [(each.field, each.one.says, each.other.says) for each in found] == [
        ("shoe / hand: first deal", first, f"{first}, 5 community"),
        ("shoe / hand: flop", "burn 1, 3 community", "turned up, already dealt"),
        ("shoe / hand: turn and river", "burn 1, 2 community", "turned up, already dealt"),
    ]
    only = [each.field for each in differences(load("massachusetts"), load("greece")) if each.other.says == "-"]
    assert "shoe with shuffler" in only


def test_a_way_of_dealing_under_another_name_is_no_difference() -> None:
    assert changed("nevada", 'name = "shoe"', 'name = "by_hand"') == ()


def test_a_wager_that_only_one_book_offers_is_one_difference() -> None:
    found = [each for each in differences(load("massachusetts"), load("california")) if each.section == "Cover All"]
    assert [(each.field, each.one.says, each.other.says) for each in found] == [("offered", "yes", "no")]
    found = [each for each in differences(load("massachusetts"), load("california")) if each.section == "progressive"]
    assert [(each.field, each.one.says, each.other.says) for each in found] == [("offered", "yes", "no")]
