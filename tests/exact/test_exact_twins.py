"""The fast count equals brute force, as fractions, on states of the full deck and in games of every kind."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from uth.cards import DECK, Card, parse_cards
from uth.exact.advice import Advice, advise, advise_start
from uth.exact.game import MainGame, pays_of
from uth.exact.plain import flop_plain, progressive_of, river_plain
from uth.exact.result import Solution
from uth.exact.solve import flop_values, river_action, solve
from uth.ranking import Category

TRIPS = pays_of(
    {
        Category.THREE_OF_A_KIND: 3,
        Category.STRAIGHT: 4,
        Category.FLUSH: 7,
        Category.FULL_HOUSE: 8,
        Category.FOUR_OF_A_KIND: 30,
        Category.STRAIGHT_FLUSH: 40,
        Category.ROYAL_FLUSH: 50,
    }
)
PROGRESSIVE = pays_of(
    {
        Category.THREE_OF_A_KIND: Fraction(7, 10),
        Category.STRAIGHT: Fraction(11, 3),
        Category.FLUSH: 5,
        Category.FULL_HOUSE: 40,
        Category.FOUR_OF_A_KIND: 300,
        Category.STRAIGHT_FLUSH: 3000,
        Category.ROYAL_FLUSH: 1_000_000,
    }
)
GAMES = {
    "standard": MainGame(),
    "every multiple on every street": MainGame(preflop=(1, 2, 3, 4), flop=(1, 2, 3, 4), river=(1, 2, 3, 4)),
    "no flop raise, another blind": MainGame(flop=(), blind=pays_of({Category.THREE_OF_A_KIND: Fraction(1, 3)})),
    "two pair to qualify": MainGame(qualifier=Category.TWO_PAIR),
    "a full house to qualify": MainGame(qualifier=Category.FULL_HOUSE),
    "a straight flush to qualify": MainGame(qualifier=Category.STRAIGHT_FLUSH),
    "nothing to qualify": MainGame(qualifier=None),
    "a fold forfeits trips": MainGame(trips_wager=Fraction(5, 2), trips=TRIPS),
    "a fold forfeits the progressive": MainGame(
        trips_wager=Fraction(1), trips=TRIPS, progressive_wager=Fraction(1, 5), progressive=PROGRESSIVE
    ),
}
BOARDS = {
    "rainbow": "Kd 9s 2c 7h 3d",
    "paired": "Kd Ks 2c 7h 7d",
    "trips": "9d 9s 9c 7h 2d",
    "three of a suit": "Kh 9h 2h 7d 7s",
    "four of a suit": "Kh 9h 2h 9d 7h",
    "five of a suit": "Kh 9h 2h 8h 7h",
    "a straight": "Td 9s 8c 7h 6d",
    "a straight flush on the way": "Th 9h 8h 7d 6h",
    "the board's own quads": "4d 4s 4c 4h Qd",
}


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> MainGame:
    return GAMES[request.param]


@cache
def solved(game: MainGame) -> Solution:
    return solve(game)


def values_of(advice: Advice) -> dict[int, Fraction]:
    return {option.multiple: option.value for option in advice.options}


def dealt(key: int, count: int) -> list[Card]:
    return random.Random(key).sample(DECK, count)


QUICK = ("paired", "four of a suit", "a straight flush on the way")


@pytest.mark.parametrize(
    "board",
    [pytest.param(board, id=name, marks=() if name in QUICK else pytest.mark.slow) for name, board in BOARDS.items()],
)
def test_a_river_is_worth_what_every_dealer_hole_makes_it(board: str) -> None:
    cards = parse_cards(board)
    for key in range(2):
        hole = [card for card in dealt(key, 9) if card not in cards][:2]
        games = [GAMES["standard"], GAMES["a fold forfeits the progressive"]]
        for game in games:
            assert values_of(advise(game, hole, cards)) == river_plain(game, hole, cards)


def test_a_flop_is_worth_what_every_runout_makes_it(game: MainGame) -> None:
    for key in range(2):
        cards = dealt(key, 5)
        assert values_of(advise(game, cards[:2], cards[2:])) == flop_plain(game, cards[:2], cards[2:])


def test_dead_cards_are_taken_into_account(game: MainGame) -> None:
    cards = dealt(7, 14)
    hole, board, dead = cards[:2], cards[2:7], cards[7:]
    assert values_of(advise(game, hole, board, dead)) == river_plain(game, hole, board, dead)
    assert values_of(advise(game, hole, board[:3], dead)) == flop_plain(game, hole, board[:3], dead)


@pytest.mark.parametrize("flop", ["Kd 9s 2c", "Kd Ks 2c", "9d 9s 9c", "Kd 9d 2c", "Kd 2d Kc", "Kd 9d 2d", "5h 4h 3h"])
def test_the_solved_game_has_the_same_flops(game: MainGame, flop: str) -> None:
    cards = parse_cards(flop)
    for key in range(3):
        hole = [card for card in dealt(key, 5) if card not in cards][:2]
        paid = progressive_of(game, hole, cards)
        values = flop_values(game, solved(game).played, cards, hole)
        assert {multiple: value + paid for multiple, value in values.items()} == values_of(advise(game, hole, cards))


def test_the_solved_game_has_the_same_rivers(game: MainGame) -> None:
    game = MainGame() if game.progressive_wager else game
    lowest, highest = min(game.river), max(game.river)
    for key in range(300):
        cards = dealt(key, 7)
        values = values_of(advise(game, cards[:2], cards[2:]))
        action = river_action(solved(game).played, cards[2:], cards[:2])
        assert values[(0, lowest, highest)[action]] == max(values.values())


def test_a_starting_hand_is_worth_what_every_board_makes_it() -> None:
    hole = parse_cards("Ks 2s")
    assert advise_start(MainGame(), hole, ()) == advise(MainGame(), hole)


@pytest.mark.slow
def test_every_kind_of_starting_hand_is_worth_what_every_board_makes_it(game: MainGame) -> None:
    for hole in ("2s 2c", "Js Th", "9s 8s"):
        assert advise_start(game, parse_cards(hole), ()) == advise(game, parse_cards(hole))


@pytest.mark.slow
def test_many_sampled_flops_are_worth_what_every_runout_makes_them(game: MainGame) -> None:
    for key in range(100, 115):
        cards = dealt(key, 5)
        paid = progressive_of(game, cards[:2], cards[2:])
        values = flop_values(game, solved(game).played, cards[2:], cards[:2])
        plain = flop_plain(game, cards[:2], cards[2:])
        assert {multiple: value + paid for multiple, value in values.items()} == plain
