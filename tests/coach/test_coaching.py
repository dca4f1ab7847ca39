"""The coach's values are those of `uth advise` and of brute force; its grades and reasons follow from them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from typer.testing import CliRunner

from uth.cards import DECK, Card, parse_cards
from uth.cli.app import app
from uth.coach.coaching import coach, is_slow, start_key
from uth.coach.grades import Grade, grade_of
from uth.errors import Malformed
from uth.exact.advice import advise, solved_starts, starts_of
from uth.exact.game import MainGame, main_game
from uth.exact.limit import limit_of
from uth.exact.plain import flop_plain, river_plain
from uth.rules.loader import BOOKS, load
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation
from uth.table.posted import Posted, post

STREETS = {0: Street.PREFLOP, 3: Street.FLOP, 5: Street.RIVER}


def situation(
    hole: str, board: str = "", *, rules: str = "massachusetts", wagers: dict[Wager, int] | None = None
) -> Situation:
    cards = parse_cards(board)
    return Situation(
        posted=post(load(rules)),
        hole=parse_cards(hole),
        board=cards,
        street=STREETS[len(cards)],
        wagers=wagers or {Wager.ANTE: 1000},
    )


def random_decisions(posted: Posted, key: int, count: int, streets: tuple[int, ...]) -> Iterator[Situation]:
    """Yield decisions with random cards, and wagers in whole chips within the limits of the table."""
    rng, chip, most = Random(key), posted.limits.ante.min, posted.limits.ante.max
    for _ in range(count):
        shown = rng.choice(streets)
        cards = tuple(Card(card) for card in rng.sample(range(len(DECK)), 2 + shown))
        wagers = {Wager.ANTE: chip * rng.randint(1, most // chip)}
        if shown and posted.offers(Wager.TRIPS) and rng.random() < 0.5:
            wagers[Wager.TRIPS] = chip * rng.randint(1, 20)
        if shown and posted.offers(Wager.PROGRESSIVE) and rng.random() < 0.5:
            wagers[Wager.PROGRESSIVE] = posted.progressive_wager
        yield Situation(posted=posted, hole=cards[:2], board=cards[2:], street=STREETS[shown], wagers=wagers)


def compare_with_advise(asked: Situation) -> None:
    said = coach(asked)
    game = main_game(asked.posted, asked.wagers)
    advice = advise(game, asked.hole, asked.board, (), limit_of(asked.posted, asked.wagers, game))
    assert [(each.multiple, each.value) for each in said.choices] == [(o.multiple, o.value) for o in advice.options]
    ante = asked.wagers[Wager.ANTE]
    for each in said.choices:
        assert each.cents == each.value * ante
        assert each.cost == said.best.value - each.value >= 0
        assert each.cost_cents == each.cost * ante


@pytest.mark.parametrize("book", BOOKS)
def test_the_values_are_those_of_advise(book: str) -> None:
    for asked in random_decisions(post(load(book)), 21, 10, (3, 5)):
        compare_with_advise(asked)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_ten_thousand_values_are_those_of_advise(book: str) -> None:
    posted = post(load(book))
    for asked in random_decisions(posted, 22, 2000, (3, 5)):
        compare_with_advise(asked)
    low = Random(23)
    for _ in range(8000):
        cards = tuple(Card(card) for card in low.sample(range(52), 2))
        wagers = {Wager.ANTE: posted.limits.ante.min}
        compare_with_advise(Situation(posted=posted, hole=cards, board=(), street=Street.PREFLOP, wagers=wagers))


@pytest.mark.parametrize(
    ("rules", "hole", "board", "wagers"),
    [
        ("greece", "Ah7d", "", "ante=5"),
        ("massachusetts", "Ah7d", "Kd9s2c", "ante=5"),
        ("massachusetts", "AhKh", "QhJhTh2c2d", "ante=500,trips=50"),
        ("chickasaw", "3h7d", "2d2s2cQhJh", "ante=5,trips=50,progressive=1"),
        ("chickasaw", "5h5d", "5c9s2c", "ante=5,trips=10,progressive=1"),
    ],
)
def test_uth_advise_prints_the_same_fractions(rules: str, hole: str, board: str, wagers: str) -> None:
    arguments = ["advise", "--rules", rules, "--hole", hole, "--board", board, "--wagers", wagers, "--json"]
    printed = json.loads(CliRunner().invoke(app, arguments).output)
    stakes = {Wager(name): int(units) * 100 for name, units in (each.split("=") for each in wagers.split(","))}
    said = coach(situation(hole, board, rules=rules, wagers=stakes))
    assert {each.action: Fraction(printed["actions"][each.action]["fraction"]) for each in said.choices} == {
        each.action: each.value for each in said.choices
    }
    assert printed["best"] == said.best.action


@pytest.mark.parametrize("book", ["massachusetts", "chickasaw"])
def test_the_values_are_those_of_brute_force(book: str) -> None:
    posted = post(load(book))
    for asked in random_decisions(posted, 5, 2, (5,)):
        plain = river_plain(main_game(posted, asked.wagers), asked.hole, asked.board)
        if limit_of(posted, asked.wagers, main_game(posted, asked.wagers)) is None:
            assert {each.multiple: each.value for each in coach(asked).choices} == plain


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_flops_are_those_of_brute_force(book: str) -> None:
    posted = post(load(book))
    for asked in random_decisions(posted, 6, 5, (3, 5)):
        game = main_game(posted, asked.wagers)
        if limit_of(posted, asked.wagers, game) is None:
            plain = (flop_plain if len(asked.board) == 3 else river_plain)(game, asked.hole, asked.board)
            assert {each.multiple: each.value for each in coach(asked).choices} == plain


@pytest.mark.slow
def test_the_stored_starting_hands_are_those_of_the_solver() -> None:
    assert starts_of(MainGame()) == solved_starts(MainGame())


@pytest.mark.slow
def test_the_highest_pays_of_a_progressive_change_no_first_decision() -> None:
    posted = post(load("chickasaw"))
    stakes = {Wager.ANTE: 500, Wager.TRIPS: 500, Wager.PROGRESSIVE: posted.progressive_wager}
    game = main_game(posted, stakes, {"mega": 10**8, "major": 10**7, "minor": 10**6})
    assert game.for_starts() != game
    assert solved_starts(game.for_starts()) == solved_starts(game)


def test_where_the_meters_stand_changes_no_solution_of_first_decisions() -> None:
    wagers = {Wager.ANTE: 500, Wager.PROGRESSIVE: 100}
    low = situation("Ah7d", rules="chickasaw", wagers=wagers)
    high = Situation(
        posted=low.posted, hole=low.hole, board=(), street=low.street, wagers=wagers, meters={"minor": 123_456}
    )
    assert start_key(low) == start_key(high)
    assert is_slow(low, (), ())
    assert not is_slow(high, (), [start_key(low)])
    assert is_slow(high, parse_cards("5d5s"), [start_key(low)])
    assert not is_slow(situation("Ah7d"), (), ())


def test_grades_begin_at_a_tenth_and_at_half_an_ante() -> None:
    costs = {"0": "best", "1/1000": "inaccuracy", "99/1000": "inaccuracy", "1/10": "mistake", "499/1000": "mistake"}
    for cost, grade in {**costs, "1/2": "blunder", "3": "blunder"}.items():
        assert grade_of(Fraction(cost)) == Grade(grade), cost


@pytest.mark.parametrize(
    ("hole", "board", "reason"),
    [
        ("Ah7d", "", "Raise 4x: any ace."),
        ("2h2d", "", "Check: a pair of twos is the one pair that waits."),
        ("3h3d", "", "Raise 4x: a pair of threes or better."),
        ("Kh2h", "", "Raise 4x: any suited king."),
        ("Kh4d", "", "Check: an offsuit king needs a five or better."),
        ("Qh8d", "", "Raise 4x: an offsuit queen with an eight or better."),
        ("JhTd", "", "Raise 4x: an offsuit jack with a ten."),
        ("7h2d", "", "Check: no pair, and no card above a ten."),
        ("Ah7d", "Ad9s2c", "Raise 2x: a hidden pair."),
        ("Ah7h", "Kh9h2c", "Raise 2x: a flush draw with a ten or better of your own."),
        ("Td9d", "Th9c2d", "Raise 2x: two pair or better."),
        ("Ah7d", "Kd9s2c3h4h", "Play 1x: 15 dealer cards beat you; fold at 21 or more."),
        ("3h7d", "Kd9s2cQhJh", "Fold: 27 dealer cards beat you; fold at 21 or more."),
        ("Kh7d", "Kd9s2cQhJh", "Play 1x: your cards make a better hand than the board does."),
    ],
)
def test_the_reason_is_a_sentence_to_remember(hole: str, board: str, reason: str) -> None:
    assert coach(situation(hole, board)).reason == reason


def test_the_reason_says_so_where_the_count_is_against_the_rule() -> None:
    wagers = {Wager.ANTE: 500, Wager.TRIPS: 5000}
    said = coach(situation("8d7c", "As3cAcAhJh", rules="chickasaw", wagers=wagers))
    assert said.reason == (
        "Play 1x: the exact count is against the rule here, which says fold "
        "(23 dealer cards beat you; fold at 21 or more)."
    )


@pytest.mark.clause("CN.21", "CN.22")
def test_a_fold_that_forfeits_side_wagers_is_noted() -> None:
    wagers = {Wager.ANTE: 500, Wager.TRIPS: 500, Wager.PROGRESSIVE: 100}
    said = coach(situation("3h7d", "Kd9s2cQhJh", rules="chickasaw", wagers=wagers))
    assert said.notes == (
        "A fold forfeits the Trips wager (CN.21).",
        "A fold forfeits the Progressive wager (CN.22).",
    )
    assert said.choice(0).value == Fraction(-16, 5)


def test_only_offered_actions_are_valued() -> None:
    said = coach(situation("Ah7d"), offered=(0, 3))
    assert [each.action for each in said.choices] == ["3x", "check"]
    assert said.best.cost == 0
    assert "chips" in said.notes[0]
    with pytest.raises(Malformed, match="not offered; one of 3x, check"):
        said.choice(4)


def test_dead_cards_change_the_values() -> None:
    asked = situation("5h5c", "Kd9s2c7h3d")
    assert coach(asked, parse_cards("5d5s")).best.value != coach(asked).best.value


def test_an_ante_is_needed() -> None:
    with pytest.raises(Malformed, match=r"wagers\.ante: 0 is not at least 1 cent"):
        coach(situation("Ah7d", wagers={Wager.TRIPS: 500}))
