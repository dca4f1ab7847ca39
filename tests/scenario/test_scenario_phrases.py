"""Every command has a phrase, and reading a written phrase gives the same command."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.cards import DECK
from uth.errors import Malformed
from uth.rules.procedure import Remedy
from uth.rules.values import Means, Wager
from uth.scenario.page import SAMPLES, posted_sample, table_sample
from uth.table.deck.decks import Back
from uth.table.floor import irregularities as i
from uth.table.floor.disputed import Correction, Finding
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.words.blanks import REMEDIES
from uth.words.phrases import PHRASES, REPORTED, command_words, irregularity_words, read_commands
from uth.words.round import Teller
from uth.words.session import SPOKEN, Voice, seated

NAMES = st.from_regex(r"[A-Z][a-z]{1,8}", fullmatch=True)
TEXTS = st.from_regex(r"[a-z]{1,9}( [a-z]{2,9}){0,4}", fullmatch=True)
CENTS = st.integers(0, 10**9)
SEATS = st.integers(1, 8)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": SEATS,
    "player": NAMES,
    "cents": CENTS,
    "wager": st.sampled_from(Wager),
    "multiple": st.integers(1, 9),
    "back": st.sampled_from(Back),
    "by": NAMES,
    "reason": TEXTS,
    "says": TEXTS,
    "taken": st.integers(0, 52),
    "misdealt": st.booleans(),
    "fixable": st.booleans(),
    "at_win": st.booleans(),
    "deck_whole": st.just(True),
    "positions": st.lists(st.integers(1, 5), min_size=1, unique=True).map(tuple),
    "remedy": st.sampled_from(Remedy),
    "dispute": st.integers(1, 99),
    "round": st.integers(0, 99),
    "second": st.none(),
    "floor_is_in": st.just(True),
    "void": st.booleans(),
    "from_house": st.booleans(),
    "tender": st.sampled_from(c.Tender),
    "before": st.just(0),
    "down": st.booleans(),
    "dark": st.lists(SEATS, unique=True, max_size=3).map(tuple),
    "means": st.sampled_from(Means),
    "hand": st.sampled_from(["royal_flush", "straight_flush"]),
    "to": CENTS,
    "meters": st.dictionaries(st.sampled_from(["mega", "major", "minor"]), CENTS.map(Fraction), min_size=1),
}
CORRECTIONS = st.lists(
    st.builds(Correction, seat=SEATS, wager=st.sampled_from(Wager), returned=CENTS, won=CENTS), min_size=1, max_size=3
).map(tuple)


def records(kind: Callable[..., Any], **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return any record of that kind; a round that need not be named is not, since no line of a script names it."""
    unnamed = {"round"} if kind in (c.ChangeAward, c.BringAward, c.DenyAward) else set()
    names = [each.name for each in dataclasses.fields(kind) if each.name not in unnamed]  # type: ignore[arg-type]
    return st.builds(kind, **{name: given[name] if name in given else FIELDS[name] for name in names})


COUNTS = {"cards": st.integers(0, 52)}
HANDS = {"cards": st.lists(st.sampled_from(DECK), unique=True, max_size=4).map(tuple)}
EXPOSED = {"positions": st.sampled_from([(1,), (2,), (1, 2)])}
FACTS = st.one_of(
    *(records(kind, **COUNTS | (EXPOSED if kind is i.DealerCardExposed else {})) for kind in get_args(i.Irregularity)),
    records(i.WrongNumberOfCards, seat=st.none(), deck_whole=st.booleans(), **COUNTS),
)
SPECIAL = {
    c.Report: st.builds(c.Report, irregularity=FACTS),
    c.ShuffleDeck: records(c.ShuffleDeck, cards=st.just(())),
    c.ReplaceCards: records(c.ReplaceCards, **HANDS),
    c.ReadCards: records(c.ReadCards, cards=st.lists(st.sampled_from(DECK), unique=True, min_size=1).map(tuple)),
    c.CorrectReading: records(
        c.CorrectReading, cards=st.lists(st.sampled_from(DECK), unique=True, min_size=1).map(tuple)
    ),
    c.CountStub: records(c.CountStub, **COUNTS),
    c.SetTable: st.one_of(
        records(c.SetTable, hands_per_player=st.integers(1, 8), entry_fee=st.none()),
        records(c.SetTable, hands_per_player=st.none(), entry_fee=CENTS),
    ),
    c.DisputeRound: records(c.DisputeRound, player=st.none()),
    c.TakeToRegulator: records(c.TakeToRegulator, player=st.none()),
    c.ResolveDispute: st.one_of(
        records(c.ResolveDispute, finding=st.just(Finding.UPHELD), corrections=st.just(())),
        records(c.ResolveDispute, finding=st.just(Finding.DISMISSED), corrections=st.just(())),
        records(c.ResolveDispute, finding=st.just(Finding.REFERRED), corrections=st.just(())),
        records(c.ResolveDispute, finding=st.just(Finding.CORRECTED), corrections=CORRECTIONS, second=NAMES),
    ),
}
COMMANDS = st.one_of(*(SPECIAL[kind] if kind in SPECIAL else records(kind) for kind in get_args(c.Command)))


@given(COMMANDS, st.sampled_from("$€"))
def test_a_command_that_is_written_is_read_back_the_same(command: c.Command, symbol: str) -> None:
    assert read_commands(command_words(command, symbol), symbol) == (command,)


@pytest.mark.parametrize("kind", get_args(c.Command), ids=lambda kind: kind.__name__)
def test_every_command_has_a_phrase(kind: type) -> None:
    assert kind is c.Report or any(kind in phrase.makes for phrase in PHRASES)


@pytest.mark.parametrize("kind", get_args(i.Irregularity), ids=lambda kind: kind.__name__)
def test_everything_that_can_go_wrong_has_a_phrase(kind: type) -> None:
    assert any(kind in phrase.makes for phrase in REPORTED)


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.pattern.text)
def test_the_example_of_a_phrase_is_that_phrase(phrase: Any) -> None:
    made = read_commands(phrase.pattern.example, "$")
    assert tuple(map(type, made)) == phrase.makes
    assert all(getattr(made[0], name) == value for name, value in phrase.given.items())


def test_every_ruling_of_the_floor_has_its_words() -> None:
    assert REMEDIES.keys() == set(Remedy)
    assert len(set(REMEDIES.values())) == len(REMEDIES)


def test_one_card_is_one_card() -> None:
    assert irregularity_words(i.CardsFaceUp(cards=1)) == "1 card found face up"
    assert irregularity_words(i.CardsFaceUp(cards=2)) == "2 cards found face up"
    assert irregularity_words(i.CardsFaceUp(cards=1, before=1)) == "1 card found face up"


def test_a_line_that_is_no_phrase_is_told_the_nearest_ones() -> None:
    with pytest.raises(Malformed, match=r"dealer receives the red deck"):
        read_commands("dealer recieves the red deck", "$")


@pytest.mark.parametrize("kind", get_args(e.Event), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_and_a_sample_of_it(kind: type) -> None:
    posted = posted_sample()
    teller, table = Teller(posted=posted), table_sample(posted)
    samples = [event for event in SAMPLES if type(event) is kind]
    assert samples
    for event in samples:
        said = teller.sentence(event, table)
        assert said
        assert ";" not in said
        assert not said.endswith(".")


def test_no_two_samples_are_told_the_same() -> None:
    posted = posted_sample()
    teller, table = Teller(posted=posted), table_sample(posted)
    told = [teller.sentence(event, table) for event in SAMPLES]
    assert sorted(told) == sorted(set(told))


def test_the_terminal_has_no_sentences_of_its_own_for_what_a_scenario_tells() -> None:
    posted = posted_sample()
    table, people = table_sample(posted), seated(2, 1)
    voice = Voice(people=people, posted=posted, card=str)
    for event in (event for event in SAMPLES if isinstance(event, SPOKEN)):
        said, told = voice.sentence(event, table), voice.teller.sentence(event, table)
        assert said[1:].startswith(told[1:])
        assert said.endswith(".")
