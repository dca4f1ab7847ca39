"""Irregularities in the words a dealer reads."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from uth.rulebook import irregularities_said
from uth.rulebook.irregularities_said import always, condition, done
from uth.rulebook.irregularity_page import irregularity_page
from uth.rulebook.page import FactGroup
from uth.rules.loader import parse
from uth.rules.procedure import Fact, IrregularityKind, IrregularityRule, Moment, Remedy
from uth.rules.values import Wager


def rule(
    *when: Moment,
    facts: tuple[Fact, ...] = (),
    remedy: tuple[Remedy, ...] = (Remedy.CONTINUE,),
    saves: tuple[Wager, ...] = (),
) -> IrregularityRule:
    return IrregularityRule(
        kind=IrregularityKind.CARDS_FACE_UP,
        when=when,
        facts=facts,
        remedy=remedy,
        saves=saves,  # type: ignore[arg-type]
        clause="own.1",
        says="so it is",
    )


def test_every_fact_and_every_moment_has_its_words() -> None:
    assert {*irregularities_said._WHOM, *irregularities_said._FACTS} == set(get_args(Fact))
    for moment in Moment:
        assert condition(rule(moment), after_others=False) == moment.words
    for first, last in combinations(range(len(Moment)), 2):
        span = tuple(Moment)[first : last + 1]
        said = condition(rule(*span), after_others=False)
        assert (" until " in said) == (set(span) != set(Moment))


@pytest.mark.parametrize(
    ("when", "facts", "said"),
    [
        ((), (), ""),
        ((Moment.OPENING_DEAL, Moment.DEALT), (), "from the first card until someone acts"),
        ((Moment.DEALT, Moment.OPENING_DEAL), (), "from the first card until someone acts"),
        ((Moment.FLOP, Moment.RIVER), (), "on the flop, or at the river"),
        (
            (Moment.BETWEEN_ROUNDS, Moment.SHOWDOWN, Moment.SETTLED),
            (),
            "between rounds, or once everyone has acted, until the next round",
        ),
        ((), ("hand", "seat", "fixable"), "to a player, dealt by hand, if it can be put right"),
        ((Moment.FLOP,), ("machine", "several"), "more than one card, on the flop, dealt by machine"),
    ],
)
def test_a_condition_is_said_as_whom_when_and_how(when: tuple[Moment, ...], facts: tuple[Fact, ...], said: str) -> None:
    assert condition(rule(*when, facts=facts), after_others=False) == said


def test_a_rule_that_always_holds_is_said_as_otherwise_after_others() -> None:
    for each in (rule(), rule(*Moment)):
        assert always(each)
        assert condition(each, after_others=True) == "otherwise"
        assert condition(each, after_others=False) == ""


def test_what_is_done_names_every_remedy_and_what_is_saved() -> None:
    each = rule(remedy=(Remedy.VOID_ROUND, Remedy.REMOVE_DECK), saves=(Wager.TRIPS,))
    assert done(each) == "all hands are void, the deck is taken off the table and trips is dealt out and settled"


OWN = """
based_on = "california"
[[irregularity]]
kind = "card_off_table"
remedy = ["floor_decides"]
clause = "own.1"
says = "ask the shift manager"
[[irregularity]]
kind = "seat_missed"
remedy = ["floor_decides"]
clause = "own.1"
says = "ask the shift manager"
[[irregularity]]
kind = "shuffler_jammed"
remedy = ["reshuffle", "remove_deck"]
clause = "own.2"
says = "Call the mechanic."
"""


def test_words_of_the_book_that_leave_open_what_is_done_have_it_added_and_kinds_ruled_alike_are_said_once() -> None:
    groups = [part for part in irregularity_page(parse(OWN, "own.toml")).parts if isinstance(part, FactGroup)]
    assert [(group.title, group.facts[0].says, group.facts[0].cites) for group in groups] == [
        (
            "The shuffler jams or stops",
            "Call the mechanic (the cards are shuffled again and the deck is taken off the table).",
            ("own.2",),
        ),
        (
            "A seat is dealt no cards or a card falls off the table",
            "Ask the shift manager (the floor decides).",
            ("own.1",),
        ),
        (
            "What the book does not rule on",
            "It goes to the floor, which decides and gives a name and a reason.",
            ("R42",),
        ),
    ]
