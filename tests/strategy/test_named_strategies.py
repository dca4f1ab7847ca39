"""Every named strategy plays a single hand as `uth.exact` prices all hands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from uth.cards import DECK, Card, parse_cards
from uth.cli.exact_options import posted_of
from uth.errors import Malformed
from uth.exact.flops import start_classes, start_name
from uth.exact.game import MainGame, main_game
from uth.exact.run import forward, grades_of, river_plays
from uth.exact.solve import board_at, flop_at, solve_starts
from uth.exact.standings import workers_of
from uth.kernels.exact_index import CHECK, FOLD, LOW, Bytes
from uth.rules.values import Street, Wager
from uth.strategy.named import STRATEGIES, Situation, strategy_named
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.units import Seat

SEAT = Seat(1)
CHECKS, FOLDS = c.Check(seat=SEAT), c.Fold(seat=SEAT)
THREE, FOUR, TWO, ONE = (c.MakePlay(seat=SEAT, multiple=multiple) for multiple in (3, 4, 2, 1))
DEALS = 150


@dataclass(frozen=True)
class Felt:
    """A table and what one seat has on it."""

    rules: str
    wagers: tuple[tuple[Wager, int], ...] = ((Wager.ANTE, 1000),)
    multiples: str | None = None

    @property
    def posted(self) -> Posted:
        return posted_of(self.rules, [], multiples=self.multiples)

    def asked(self, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Situation:
        street = {0: Street.PREFLOP, 3: Street.FLOP, 5: Street.RIVER}[len(board)]
        return Situation(posted=self.posted, hole=hole, board=board, street=street, wagers=dict(self.wagers))


FELTS = {
    "massachusetts": Felt("massachusetts"),
    "a fold forfeits trips": Felt("chickasaw", ((Wager.ANTE, 1000), (Wager.TRIPS, 300))),
    "a fold forfeits trips and progressive": Felt(
        "chickasaw", ((Wager.ANTE, 500), (Wager.TRIPS, 500), (Wager.PROGRESSIVE, 100))
    ),
    "more multiples": Felt("massachusetts", multiples="2,3/2,3/1,2"),
    "nothing on the flop": Felt("massachusetts", multiples="4/-/1"),
    "nothing before the flop": Felt("massachusetts", multiples="-/2/1,3"),
}


class Actions(NamedTuple):
    """What is done on each flop with each hole, and for each grade on each board with each hole."""

    flop: Bytes
    river: Bytes


@cache
def priced(name: str, felt: Felt) -> tuple[MainGame, Actions, dict[str, int]]:
    """Return the game, and what `uth.exact` has the strategy do with every hand."""
    game = main_game(felt.posted, dict(felt.wagers))
    policy = strategy_named(name).policy(game)
    if policy.preflop is not None and policy.flop is not None and policy.river is not None:
        rivers, names = river_plays(game, policy.river), start_classes()[0]
        return game, Actions(policy.flop, rivers), dict(zip(names, policy.preflop, strict=True))
    played = forward(game, workers_of(None), policy.flop, policy.river)
    starts = solve_starts(game, played, policy)
    return game, Actions(played.flop, played.river), {start.name: start.multiple for start in starts}


def of_action(action: int, multiples: tuple[int, ...]) -> int:
    if action == FOLD == CHECK:
        return 0
    return min(multiples) if action == LOW else max(multiples)


COSTLY = "a fold forfeits trips and progressive"  # a river for each grade of what a fold forfeits


TWINS = [
    pytest.param(
        name, felt, id=f"{name}, {says}", marks=[pytest.mark.slow] if says == COSTLY and strategy.exact else []
    )
    for says, felt in FELTS.items()
    for name, strategy in STRATEGIES.items()
]


@pytest.mark.parametrize(("name", "felt"), TWINS)
def test_a_bot_does_with_every_hand_what_the_price_was_counted_for(name: str, felt: Felt) -> None:
    game, played, starts = priced(name, felt)
    chance = Random(f"{name} {felt}")
    for _ in range(DEALS):
        cards = chance.sample(DECK, 7)
        hole, board = tuple(cards[:2]), tuple(cards[2:])
        number, start = flop_at(board[:3], hole)
        grade = int(grades_of(game)[number, start])
        does = {
            0: starts[start_name(hole)],
            3: of_action(int(played.flop[number, start]), game.flop),
            5: of_action(int(played.river[(grade, *board_at(board, hole))]), game.river),
        }
        for shown, multiple in does.items():
            likes = strategy_named(name).prefers(felt.asked(hole, board[:shown]))
            assert likes[0] == multiple, f"{hole} on {board[:shown]}: plays {likes}, is priced {multiple}"


RIVERS = """
    hole  board       simple  why
    2c9d  7s7h9s9hKd  1x      a full house, and the board has two pair
    2c3d  9s9h8d8c2s  fold    the two is paired, and the board's own two pair are better
    2c3d  KsKhQdQcTs  1x      the board plays, and only twelve cards beat it
    3c2d  AsKhQdJc3s  1x      a hidden pair
"""


@pytest.mark.parametrize("line", RIVERS.strip().splitlines()[1:])
def test_a_paired_card_that_makes_no_better_hand_is_no_reason_to_play(line: str) -> None:
    hole, board, does, *_ = line.split()
    asked = FELTS["massachusetts"].asked(parse_cards(hole), parse_cards(board))
    assert strategy_named("simple").prefers(asked)[0] == (1 if does == "1x" else 0)


@pytest.mark.clause("CN.21")
@pytest.mark.parametrize(("trips", "plays"), [(0, 0), (100, 0), (249, 0), (250, 1), (500, 1)])
def test_the_simple_rules_fold_no_trips_away_that_pay_for_the_play_wager(trips: int, plays: int) -> None:
    wagers = ((Wager.ANTE, 1000),) + (((Wager.TRIPS, trips),) if trips else ())
    asked = Felt("chickasaw", wagers).asked(parse_cards("2c3d"), parse_cards("7s7h7d5cTs"))
    assert strategy_named("simple").prefers(asked)[0] == plays


OFFERS = [
    ("AhAd", "", (CHECKS, FOUR, THREE), FOUR),
    ("AhAd", "", (CHECKS, THREE), THREE),
    ("AhAd", "", (CHECKS,), CHECKS),
    ("7h2d", "", (CHECKS, FOUR, THREE), CHECKS),
    ("7h2d", "", (FOUR, THREE), THREE),
    ("7h2d", "KcQs9d", (CHECKS, TWO), CHECKS),
    ("7h2d", "7cQs9d", (CHECKS, TWO), TWO),
    ("3h2c", "AdKsJc9h7s", (ONE, FOLDS), FOLDS),
    ("7h2c", "7dKsJc9h4s", (ONE, FOLDS), ONE),
    ("AhAd", "", (), None),
]


@pytest.mark.parametrize(("hole", "board", "offered", "chosen"), OFFERS)
def test_it_takes_what_it_likes_best_of_what_is_offered(
    hole: str, board: str, offered: tuple[c.Check | c.MakePlay | c.Fold, ...], chosen: object
) -> None:
    asked = FELTS["massachusetts"].asked(parse_cards(hole), parse_cards(board))
    assert strategy_named("simple").answer(asked, offered) == chosen


def test_a_name_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(Malformed, match="one of optimal, simple, simple_exact_river"):
        strategy_named("bluff")


def test_the_page_about_bots_lists_every_strategy_as_the_registry_has_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "client.md").read_text(encoding="utf-8")
    table = page.partition("| strategy | plays |")[2].partition("\n\n")[0]
    assert dict(re.findall(r"\| `(\w+)` \| (.+) \|", table)) == {each.name: each.says for each in STRATEGIES.values()}
