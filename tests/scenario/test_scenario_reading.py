"""A script that cannot be read: every fault at once, each with its line and what would be accepted."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.cards import parse_cards
from uth.rules.values import Wager
from uth.scenario.reading import read_script
from uth.scenario.script import CardsLine, CommandLine, Expectation, Happens, HouseLine, IsRefused, UnreadableScript
from uth.table.round import commands as c
from uth.units import Seat

HEAD = "title: A round\nrules: massachusetts\n"


def faults(text: str) -> list[tuple[int, str]]:
    """Return on which line what is wrong."""
    with pytest.raises(UnreadableScript) as refused:
        read_script(text, "a.scenario")
    return [(fault.line, fault.says) for fault in refused.value.faults]


def test_a_script_is_a_header_and_lines_with_what_must_happen_beside_them() -> None:
    script = read_script(
        """
        # The first line of a comment.
        title: A round
        clauses: MA.6c, MA.6b
        rules: massachusetts
        dealing: machine
        tables: trips=B, progressive=none
        limits: ante 10-200, trips 1-25

        seat 1 bets $5 on trips  => seat 1 bets $5 on trips (MA.6c); nothing else   # beside it
        cards: seat 1 AsAd, dealer Kd, board 2c7d9hJd3s
        dealer deals until seat 1 is asked
            => no more bets; seat 1 gets As Ad
            => the dealer asks before the flop
        SEAT 1 Bets   $1,000.50  on Cover All => refused wagers_closed: No more bets (MA.6b)
        """,
        "a.scenario",
    )
    assert (script.title, script.clauses, script.posted.dealing.name) == ("A round", ("MA.6c", "MA.6b"), "machine")
    assert (script.posted.trips.name, script.posted.progressive, script.posted.limits.ante.max) == ("B", None, 20_000)
    wager, cards, house, refused = script.lines
    assert isinstance(wager, CommandLine)
    assert wager.number == 10
    assert wager.commands == (c.PlaceWager(seat=Seat(1), wager=Wager.TRIPS, cents=500),)
    happens = Happens(words="seat 1 bets $5 on trips", clauses=("MA.6c",))
    assert wager.expected == Expectation(events=(happens,), closed=True)
    assert isinstance(cards, CardsLine)
    assert cards.named.seats == {1: parse_cards("AsAd")}
    assert (cards.named.dealer, cards.named.board) == (parse_cards("Kd"), parse_cards("2c7d9hJd3s"))
    assert isinstance(house, HouseLine)
    assert [each.words for each in house.expected.events] == [
        "no more bets", "seat 1 gets As Ad", "the dealer asks before the flop",
    ]  # fmt: skip
    assert isinstance(refused, CommandLine)
    assert refused.commands == (c.PlaceWager(seat=Seat(1), wager=Wager.COVER_ALL, cents=100_050),)
    assert refused.expected.refused == IsRefused(code="wagers_closed", words="No more bets", clauses=("MA.6b",))


def test_every_fault_is_found_at_once_in_the_order_of_the_lines() -> None:
    found = faults(
        "titel: A round\n"
        "rules: nowhere\n"
        "clauses: MA.6c, MA.99\n"
        "\n"
        "seat 1 ante $10\n"
        "seat one antes $10\n"
        "seat 1 antes €10\n"
        "seat 1 bets $5 on trip\n"
        "cards: seat 1 AsAs\n"
        "expect seat 1 has\n"
        "no more bets => refused wager_closed\n"
        "no more bets => no more bets (MA.99)\n"
        "rules: nevada\n"
    )
    assert found == [
        (1, '"titel" is not a line of the header; write title:'),
        (1, "title: is missing; write for example: title: A card of the dealer's is exposed on the flop"),
        (
            2,
            'rules: "nowhere" is not a rule set; one of massachusetts, california, chickasaw, nevada, greece, '
            "or the path of a .toml file",
        ),
        (3, 'clauses: "MA.99" is neither a clause of the five documents nor a ruling'),
        (
            5,
            '"seat 1 ante $10" is not a phrase; write for example: '
            "seat 1 antes $10 | seat 1 banks with $10 | seat 1 buys in for $10",
        ),
        (6, '"one" is not the number of a seat; write for example seat 1'),
        (7, '"€10" is not in the chips of this book; write $10'),
        (8, '"trip" is not a wager; one of ante, blind, play, trips, cover all, progressive, match play, entry fee'),
        (9, '"As" is there twice; one deck has each card once'),
        (
            10,
            '"seat 1 has" is not a phrase; write for example: '
            "expect seat 1 has $10 | expect seat 1 has $10 on trips | expect seat 1 is dealt Kd Qc",
        ),
        (
            11,
            '"refused wager_closed" is not a refusal; write for example: '
            "refused wagers_closed | refused wager_not_offered | refused wager_follows_the_ante",
        ),
        (12, '"MA.99" is neither a clause of the five documents nor a ruling'),
        (13, "rules: belongs at the top, before the first line of the script"),
    ]


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        ("rulez: massachusetts", 3, "is not a line of the header; write rules:"),
        ("dealing: by foot", 3, "one of shoe, machine, shoe_with_shuffler"),
        ("tables: trips=Z", 3, "one of A, B, C, D"),
        ("tables: trips", 3, "write for example: trips=B, progressive=none"),
        ("limits: ante 500-5", 3, "write for example 5-500"),
        ("limits: pot 5-500", 3, "ante, trips, cover all 5-500, entry fee 1"),
        ("meters: mega $5", 3, "is not a meter of this table; main"),
        ("progressive wager: 7", 3, "is not the wager of this book"),
        ("title: Another one", 3, "is there twice"),
        ("dealing:", 3, "is empty; write for example: dealing: shoe"),
        ("=> no more bets", 3, "has no command or dealer"),
        ("expect due: ShowFlop => no more bets", 3, "has no command or dealer"),
        ("cards: seat 1 AsAd => no more bets", 3, "has no command or dealer"),
        ("cards: 1 AsAd", 3, "write for example: seat 1 AsAd"),
        ("cards: seat 1 AsAdAc", 3, "is more than the 2 cards of a seat"),
        ("cards: dealer Xx", 3, "is not a card"),
        ("cards: dealer As, dealer Ad", 3, "names a place twice"),
        ("deal =>", 3, "says nothing"),
        ("deal => nothing else; deal", 3, "goes on after 'nothing else'"),
        ("deal => refused step_not_due; no more bets", 3, "changes nothing"),
        ("deal => nothing else\n=> no more bets", 4, "goes on after 'nothing else'"),
        ("dealer goes on until Lunch is due", 3, "is not a step; write for example"),
        ("expect due: ShowFlopp", 3, "write for example ShowFlop"),
        ("expect the red deck is blue", 3, "is not a stage of a deck; one of received, inspected"),
        ("report: a fire", 3, "is not a phrase"),
        ("floor Kim rules: go home, because it is late", 3, "is not a ruling; one of go on, discard the card"),
        ("staff Kim and Lee correct dispute 1: seat 2 is right, because I say so", 3, "is not a correction"),
        ("seat 1 plays four", 3, "write for example 4x"),
        ("seat 1 antes $10.5", 3, "write for example $10 or $12.50"),
    ],
)
def test_a_fault_names_its_line_and_what_would_be_accepted(lines: str, line: int, says: str) -> None:
    found = faults(f"{HEAD}{lines}\nseat 1 gets up\n")
    assert [number for number, _ in found] == [line]
    assert says in found[0][1]


def test_a_script_without_lines_is_a_fault() -> None:
    assert "has no lines" in faults(HEAD)[0][1]


def test_clauses_stand_where_the_matrix_reads_them() -> None:
    ((line, says),) = faults("\n" * 20 + "clauses: MA.6c\n" + HEAD + "deal\n")
    assert (line, "below line 20" in says) == (21, True)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_any_text_is_read_or_refused_and_never_breaks_the_reader(text: str) -> None:
    for script in (text, HEAD + text, f"{HEAD}seat 1 {text}", f"{HEAD}deal => {text}"):
        with suppress(UnreadableScript):
            read_script(script, "a.scenario")
