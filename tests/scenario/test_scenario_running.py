"""Running a script: what happens is compared with what is expected."""

from __future__ import annotations

from textwrap import dedent

import pytest

from uth.rules.loader import BOOKS, load_book
from uth.scenario.reading import read_script
from uth.scenario.running import LineRun, run

OPEN = """
    title: A round
    rules: massachusetts
    seat 1 sits down as Ann with $500
    dealer opens the table
    dealer makes the deck ready
"""


def steps_of(text: str) -> list[LineRun]:
    return list(run(read_script(dedent(text), "a.scenario")))


def failure(lines: str) -> tuple[int, str, tuple[str, ...]]:
    """Return on which of the lines, counted from 1, what was expected and what happened instead."""
    text = OPEN + "".join(f"    {line.strip()}\n" for line in lines.strip().splitlines())
    *well, last = steps_of(text)
    assert all(step.failure is None for step in well)
    assert last.failure is not None
    return last.number - OPEN.count("\n"), last.failure.expected, last.failure.happened


def holds(lines: str) -> bool:
    """Return whether all of it happens."""
    text = OPEN + "".join(f"    {line.strip()}\n" for line in lines.strip().splitlines())
    return all(step.failure is None for step in steps_of(text))


def test_an_event_that_does_not_happen_is_reported_with_its_line() -> None:
    assert failure("seat 1 antes $10 => seat 1 bets $11 on ante") == (
        1,
        "seat 1 bets $11 on ante",
        ("seat 1 bets $10 on ante (MA.1)", "seat 1 bets $10 on blind (MA.1)"),
    )


def test_a_clause_that_is_not_cited_is_reported() -> None:
    assert failure("seat 1 antes $10 => seat 1 bets $10 on ante (MA.6c)")[:2] == (1, "seat 1 bets $10 on ante (MA.6c)")


def test_events_in_another_order_are_reported() -> None:
    assert holds("seat 1 antes $10 => seat 1 bets $10 on ante; seat 1 bets $10 on blind")
    wrong = "seat 1 antes $10 => seat 1 bets $10 on blind; seat 1 bets $10 on ante"
    assert failure(wrong)[:2] == (1, "seat 1 bets $10 on ante")


def test_one_event_does_not_happen_twice() -> None:
    assert failure("seat 1 gets up => seat 1 gets up; seat 1 gets up")[:2] == (1, "seat 1 gets up")


def test_nothing_else_closes_what_happens() -> None:
    assert holds("seat 1 antes $10 => seat 1 bets $10 on ante; seat 1 bets $10 on blind; nothing else")
    assert failure("seat 1 antes $10 => seat 1 bets $10 on ante; nothing else")[0] == 1


def test_a_sentence_may_be_left_off_at_the_end_of_a_word_but_not_within_an_amount() -> None:
    assert holds("seat 1 antes $10 => seat 1 bets")
    assert failure("seat 1 antes $10 => seat 1 bets $1")[0] == 1
    assert failure("seat 1 buys in for $1,000 => seat 1 buys in for $1")[0] == 1


def test_a_refusal_that_nobody_expected_is_reported() -> None:
    number, expected, happened = failure("seat 1 gets up\nseat 1 antes $10 => seat 1 bets $10 on ante")
    assert (number, expected) == (2, "seat 1 bets $10 on ante")
    assert happened[0].startswith("refused seat_empty")
    assert failure("no more bets")[1] == "no refusal"


@pytest.mark.parametrize(
    "refusal", ["refused no_wager", "refused step_not_due: due now: ShowFlop", "refused step_not_due (MA.7b)"]
)
def test_another_refusal_than_the_expected_one_is_reported(refusal: str) -> None:
    assert holds("deal => refused step_not_due: due now: AnnounceNoMoreBets")
    assert failure(f"deal => {refusal}")[:2] == (1, refusal)


def test_a_refusal_that_does_not_come_is_reported() -> None:
    number, expected, happened = failure("seat 1 antes $10 => refused wagers_closed")
    assert (number, expected) == (1, "refused wagers_closed")
    assert happened[0] == "seat 1 bets $10 on ante (MA.1)"


def test_after_a_refusal_nothing_has_changed() -> None:
    assert holds("seat 1 antes $1,000 => refused outside_the_limits\nexpect seat 1 has $500")


@pytest.mark.parametrize(
    ("check", "is_so"),
    [
        ("seat 1 has $510", "$500"),
        ("seat 2 has $500", "nobody's"),
        ("seat 1 has $5 on trips", "$0"),
        ("due: CutDeck", "AnnounceNoMoreBets"),
        ("seat 1 is dealt 2 cards", "0"),
        ("the dealer is dealt Kd Qc", "no cards"),
        ("the board shows 3 cards", "0"),
        ("the meter main is $1", "$50,000"),
        ("the red deck is in rack", "in place"),
        ("the blue deck is in place", "not at the table"),
        ("the rack holds 52 cards", "0"),
        ("the button is before seat 1", "None"),
    ],
)
def test_a_table_that_stands_otherwise_is_reported_with_what_is_so(check: str, is_so: str) -> None:
    assert failure(f"expect {check}") == (1, check, (is_so,))


def test_the_dealer_who_waits_for_another_seat_is_reported() -> None:
    lines = "seat 1 antes $10\ndealer deals until seat 2 is asked"
    number, expected, happened = failure(lines)
    assert (number, expected) == (2, "dealer deals until seat 2 is asked")
    assert happened[-1] == "the dealer waits; due now: seat 1 to act"


def test_cards_named_for_a_seat_that_is_not_dealt_in_are_reported() -> None:
    lines = "seat 1 antes $10\ncards: seat 2 AsAd\nno more bets\ndeal => seat 1 gets"
    assert failure(lines)[2][-1] == "seat 2 is given cards but is not dealt in"


def test_the_amounts_of_a_refusal_are_money() -> None:
    assert holds(
        "seat 1 antes $1,000 => refused outside_the_limits: Ante $1,000 is outside the posted limits, $5 to $500"
    )
    assert holds("seat 1 antes $400 => refused not_enough_chips: $800 more is needed and $500 is on the rail")


def test_the_run_ends_with_the_first_line_that_fails() -> None:
    assert len(steps_of(OPEN + "    expect seat 1 has $1\n    no more bets\n")) == 4


WAYS = [(book, way.name) for book in BOOKS for way in load_book(book).dealing]
NAMED = """
    seat 1 sits down as Ann with 500
    seat 3 sits down as Cleo with 500
    seat 4 sits down as Dan with 5,000
    dealer opens the table
    BANK
    dealer makes the deck ready
    seat 3 antes 10
    cards: seat 1 AsAd, seat 3 7c, dealer KdQc, board 2c7d9hJd3s
    seat 1 antes 10
    dealer deals until seat 1 is asked
    expect seat 1 is dealt AsAd
    expect the dealer is dealt KdQc
    seat 1 checks
    seat 3 checks
    dealer deals until seat 1 is asked
    expect the board shows 2c7d9h
    seat 1 checks
    seat 3 checks
    dealer deals until seat 1 is asked
    expect the board shows 2c7d9hJd3s
    seat 1 plays 1x
    seat 3 folds
    dealer finishes the round
    dealer collects the cards
    BANK
    dealer makes the deck ready
    seat 3 antes 10
    cards: seat 3 2d2h, board 2s
    dealer deals until seat 3 is asked
    expect seat 3 is dealt 2d2h
    seat 3 checks
    dealer deals until seat 3 is asked => the flop: 2s
"""


@pytest.mark.parametrize(("book", "way"), WAYS, ids=["-".join(each) for each in WAYS])
def test_named_cards_come_out_where_they_are_wanted_by_every_way_of_dealing(book: str, way: str) -> None:
    banked = load_book(book).seats.player_banks
    lines = NAMED.replace("BANK", "seat 4 banks with 1,000" if banked else "expect seat 4 has 5,000")
    steps = steps_of(f"title: Named cards\nrules: {book}\ndealing: {way}\n{dedent(lines)}")
    assert [step for step in steps if step.failure is not None] == []


def test_the_cut_and_the_recut_are_taken_into_account() -> None:
    assert holds("""
        seat 1 antes $10
        supervisor Kim orders a recut: too thin
        dealer cuts 33 cards
        dealer puts the red deck in place
        no more bets
        deck: As Kd Ad Qc
        deal => seat 1 gets As
        deal => the dealer gets Kd
        deal => seat 1 gets Ad
    """)


def test_a_script_is_dealt_the_same_every_time_and_another_key_deals_other_cards() -> None:
    text = OPEN + "    seat 1 antes $10\n    dealer deals until seat 1 is asked\n"
    told = [[str(each) for each in step.told] for step in steps_of(text)]
    assert told == [[str(each) for each in step.told] for step in steps_of(text)]
    other = text.replace("    rules:", "    shuffle key: another\n    rules:")
    assert told != [[str(each) for each in step.told] for step in steps_of(other)]


def test_meters_of_the_header_are_on_the_table() -> None:
    text = OPEN.replace("    seat 1 sits", "    meters: main $77,000.50\n    seat 1 sits", 1)
    assert steps_of(text + "    expect the meter main is $77,000.50\n")[-1].failure is None
