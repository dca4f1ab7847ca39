"""Questions of drills: of the wanted kind, close where wanted, reached by the best play, valued as by the coach."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from random import Random

import pytest
from typer.testing import CliRunner

from uth.cards import DECK
from uth.cli.app import app
from uth.coach.coaching import coach
from uth.coach.drills import CLOSE, Drill, Question, deal_question, game_of, question_of, theme_named
from uth.coach.kinds import KINDS, Kind, kind_of
from uth.errors import Malformed
from uth.rules.loader import BOOKS
from uth.rules.values import Street, Wager

GAME = game_of("massachusetts")
NEVER_CLOSE = {"pocket-twos", "suited-aces", "offsuit-tens-and-lower", "two-overcards", "river-made-hand"}
"""Kinds without a close call in the standard game, or with one in thousands."""


def questions(drill: Drill, count: int, key: int = 1) -> list[Question]:
    rng = Random(key)
    return [deal_question(drill, rng) for _ in range(count)]


@pytest.mark.parametrize("theme", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("close", [False, True])
def test_a_theme_gives_its_own_kind_within_a_tenth_of_a_second(theme: Kind, close: bool) -> None:
    drill = Drill(game=GAME, theme=theme, close=close)
    deal_question(drill)
    before = time.process_time()
    asked = questions(drill, 5)
    assert time.process_time() - before < 5 * 0.1
    assert {kind_of(each.hole, each.board) for each in asked} == {theme}
    if close and theme.name not in NEVER_CLOSE:
        assert any(coach(each.situation).choices[1].cost < CLOSE for each in asked)


@pytest.mark.parametrize("street", Street)
def test_close_calls_are_close(street: Street) -> None:
    for asked in questions(Drill(game=GAME, street=street, close=True), 10):
        assert asked.situation.street is street
        assert coach(asked.situation).choices[1].cost < Fraction(1, 10)


def test_all_streets_are_asked_alike_often() -> None:
    streets = [each.situation.street for each in questions(Drill(game=GAME), 300)]
    assert min(map(streets.count, Street)) > 70


def test_later_questions_are_reached_by_the_best_play() -> None:
    for asked in questions(Drill(game=GAME, street=Street.RIVER), 40):
        for board in ((), asked.board[:3]):
            assert coach(GAME.situation(asked.hole, board)).best.multiple == 0


def test_a_game_deals_every_card_of_the_deck() -> None:
    asked = questions(Drill(game=GAME, street=Street.RIVER), 200)
    assert {card for each in asked for card in (*each.hole, *each.board)} == set(DECK)


def test_the_question_before_is_not_asked_again() -> None:
    drill = Drill(game=GAME, theme=theme_named("pocket-pairs"))
    rng = Random(3)
    last = ""
    for _ in range(60):
        question = deal_question(drill, rng, last)
        assert question.name != last
        last = question.name


def test_a_theme_with_one_hand_is_asked_again() -> None:
    drill = Drill(game=GAME, theme=theme_named("pocket-twos"))
    assert deal_question(drill, Random(1), deal_question(drill, Random(1)).name).name.endswith("/22")


@pytest.mark.parametrize("book", BOOKS)
def test_the_values_are_those_of_uth_advise(book: str) -> None:
    game = game_of(book)
    ante = game.posted.limits.ante.min // 100
    for street in Street:
        for asked in questions(Drill(game=game, street=street), 4, key=9):
            said = coach(asked.situation)
            words = asked.document()
            arguments = [
                "advise",
                "--rules",
                book,
                "--hole",
                "".join(words["hole"]),
                "--board",
                "".join(words["board"]),
            ]
            arguments += ["--table", f"blind={words['tables']['blind']}", "--wagers", f"ante={ante}", "--json"]
            printed = json.loads(CliRunner().invoke(app, arguments).output)["actions"]
            assert {each.action: each.value for each in said.choices} == {
                action: Fraction(each["fraction"]) for action, each in printed.items()
            }
            assert set(words["actions"]) == {each.multiple for each in said.choices}


@pytest.mark.clause("CN.21")
def test_trips_that_a_fold_forfeits_can_be_down() -> None:
    game = game_of("chickasaw", {}, ["trips"])
    assert game.wagers[Wager.TRIPS] == game.wagers[Wager.ANTE]
    cards = {"hole": ["3h", "7d"], "board": ["Kd", "9s", "2c", "Qh", "Jh"]}
    asked = question_of({"book": "chickasaw", "beside": ["trips"], **cards})
    assert coach(asked.situation).choice(0).value == -3
    assert coach(question_of({"book": "chickasaw", **cards}).situation).choice(0).value == -2
    with pytest.raises(Malformed, match=r"beside.*is not a wager that a fold forfeits"):
        game_of("massachusetts", {}, ["trips"])


def test_the_pay_table_of_the_blind_can_be_chosen() -> None:
    game = game_of("california", {"blind": "UTH-02"})
    assert game.tables == {"blind": "UTH-02"}
    with pytest.raises(Malformed, match=r"tables\.blind.*one of UTH-01"):
        game_of("california", {"blind": "no"})


def test_a_question_is_read_again_from_its_document() -> None:
    for asked in questions(Drill(game=GAME), 20):
        assert question_of(asked.document()) == asked


def test_the_id_leaves_out_what_does_not_matter() -> None:
    def name(hole: list[str], board: list[str]) -> str:
        return question_of({"book": "massachusetts", "hole": hole, "board": board}).name

    assert name(["Kh", "4h"], []) == name(["4s", "Ks"], []) != name(["Kh", "4s"], [])
    assert name(["Kh", "4h"], ["2c", "3c", "9d"]) == name(["4h", "Kh"], ["9d", "2c", "3c"])
    assert name(["Kh", "4h"], ["2c", "3c", "9d", "Ts", "Js"]) != name(["Kh", "4h"], ["2c", "3c", "Js", "Ts", "9d"])


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({}, "book"),
        ({"book": "nowhere"}, "is not a rule book; one of massachusetts"),
        ({"book": "/etc/passwd"}, "is not a rule book"),
        ({"book": "greece", "tables": ["A"]}, "tables"),
        ({"book": "greece", "beside": "trips"}, "beside"),
        ({"book": "greece", "hole": ["Ah"], "board": []}, "hole.*2 cards"),
        ({"book": "greece", "hole": ["Ah", "Xx"], "board": []}, "hole"),
        ({"book": "greece", "hole": ["Ah", "7d"], "board": ["2c"]}, "board.*0 or 3 or 5"),
        ({"book": "greece", "hole": ["Ah", "7d"], "board": ["Ah", "2c", "3c"]}, "Ah"),
    ],
)
def test_what_is_not_a_question_is_refused(document: dict[str, object], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        question_of(document, BOOKS)


def test_a_theme_of_another_street_is_refused() -> None:
    with pytest.raises(Malformed, match="kind of decision of the preflop, not of the river"):
        Drill(game=GAME, street=Street.RIVER, theme=theme_named("suited-kings"))
    with pytest.raises(Malformed, match="one of pocket-twos"):
        theme_named("kings")
