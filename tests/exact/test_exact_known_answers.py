"""Known results of the main game, compared as integers wherever integers are known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from uth.cards import parse_cards
from uth.exact.advice import advise
from uth.exact.game import DEALERS, DEALS, FLOPS, RUNOUTS, STANDARD_BLIND, MainGame, main_game
from uth.exact.policies import starts_in
from uth.exact.result import Result, Solution, StartingHand, document_of
from uth.exact.solve import Policy, ev_of, river_action, solve
from uth.exact.standings import standings
from uth.kernels.exact_index import (
    ABSENT,
    COUNT_MASK,
    FOLD,
    LESS,
    LOSSES_BIT,
    LOST,
    LOW,
    STAKED,
    WITHOUT_BIT,
    WON,
)  # fmt: skip
from uth.ranking import Category
from uth.rules.loader import load_book
from uth.rules.values import Street, Wager
from uth.strategy.named import strategy_named
from uth.table.posted import post

STANDARD = MainGame()


@cache
def solved(game: MainGame = STANDARD) -> Solution:
    return solve(game)


def start(name: str) -> StartingHand:
    return next(start for start in solved().starts if start.name == name)


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.6f}"


def test_the_standard_game_keeps_two_and_a_bit_percent_of_an_ante() -> None:
    assert solved().ev == Fraction(-50643648973, 2317817502000)


def test_the_standard_game_has_the_published_risk_wager_and_deviation() -> None:
    standard = solved()
    assert f"{float(100 * standard.element_of_risk):.7f}" == "0.5262136"
    assert f"{float(standard.average_wager):.9f}" == "4.152251565"
    assert f"{standard.standard_deviation:.9f}" == "4.939311846"


def test_ante_and_blind_lose_and_the_play_wager_wins() -> None:
    standard = solved()
    assert f"{float(standard.ante):.9f}" == "-0.165757497"
    assert f"{float(standard.blind):.9f}" == "-0.314685266"
    assert f"{float(standard.play):.9f}" == "0.458593049"
    assert standard.ante + standard.blind + standard.play == standard.ev
    assert standard.side == 0


def test_each_action_is_taken_as_often_as_published() -> None:
    taken = {(decision.street, decision.multiple): decision for decision in solved().decisions}
    assert set(taken) == {(Street.PREFLOP, 4), (Street.FLOP, 2), (Street.RIVER, 1), (Street.RIVER, 0)}
    assert taken[Street.PREFLOP, 4].frequency == Fraction(500, 1326)
    assert percent(taken[Street.FLOP, 2].frequency) == "21.284622"
    assert percent(taken[Street.RIVER, 1].frequency) == "21.826351"
    assert percent(taken[Street.RIVER, 0].frequency) == "19.181637"


def test_the_starting_hands_to_raise_are_the_usual_list() -> None:
    raised = {start.name for start in solved().starts if start.multiple == 4}
    assert raised == starts_in("33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo+")
    assert all(start.multiple in (0, 4) for start in solved().starts), "three times the ante is never best"


def test_a_pair_of_aces_is_worth_the_published_fraction() -> None:
    assert start("AA").values[4] == Fraction(75535105760, FLOPS * RUNOUTS * DEALERS)


def test_the_closest_starting_hands_are_king_two_suited_and_ten_nine_suited() -> None:
    margins = sorted(solved().starts, key=lambda start: abs(start.margin))
    assert f"{float(start('K2s').margin):.6f}" == "0.005413"
    assert f"{float(start('T9s').margin):.6f}" == "-0.020316"
    assert margins[0].name == "K2s"
    assert min((s for s in solved().starts if s.margin < 0), key=lambda s: -s.margin).name == "T9s"


def test_every_deal_is_in_the_outcomes_once() -> None:
    outcomes = solved().outcomes
    assert sum(outcome.deals for outcome in outcomes) == DEALS == 27_813_810_024_000
    assert len({(o.street, o.multiple, o.result, o.qualifies, o.hand) for o in outcomes}) == len(outcomes)


def test_hands_end_in_each_category_as_often_as_seven_cards_do() -> None:
    seven = {Category.ROYAL_FLUSH: 4_324, Category.STRAIGHT_FLUSH: 37_260, Category.HIGH_CARD: 23_294_460}
    for category, count in seven.items():
        deals = sum(outcome.deals for outcome in solved().outcomes if outcome.hand is category)
        assert deals * 133_784_560 == count * DEALS


def test_the_dealer_qualifies_as_often_as_seven_cards_make_a_pair() -> None:
    without = sum(outcome.deals for outcome in solved().outcomes if not outcome.qualifies)
    assert without * 133_784_560 == 23_294_460 * DEALS


def test_a_royal_flush_never_folds_and_never_loses() -> None:
    ends = {outcome.result for outcome in solved().outcomes if outcome.hand is Category.ROYAL_FLUSH}
    assert ends == {Result.WIN, Result.PUSH}


@pytest.mark.parametrize(
    ("game", "edge"),
    [
        (MainGame(preflop=(3,)), "9.665479"),
        (replace(STANDARD, blind=(*STANDARD_BLIND[:4], None, *STANDARD_BLIND[5:])), "5.912799"),
    ],
    ids=["no four times", "a blind that pushes on a straight"],
)
def test_another_game_keeps(game: MainGame, edge: str) -> None:
    assert percent(solved(game).house_edge) == edge


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("optimal", "2.184971"),
        ("simple", "2.432877"),
        ("simple_exact_river", "2.323945"),
        ("hidden_pair", "7.114941"),
        ("never_fold", "10.384933"),
    ],
)
def test_a_named_way_to_play_costs(name: str, edge: str) -> None:
    assert percent(solve(STANDARD, strategy_named(name).policy(STANDARD)).house_edge) == edge


def test_the_value_alone_is_the_value_of_the_solution() -> None:
    assert ev_of(STANDARD) == solved().ev


def test_raising_everything_costs_the_sum_of_the_raises() -> None:
    value = solve(STANDARD, strategy_named("raise_everything").policy(STANDARD)).ev
    assert value == sum((s.holes * s.values[4] for s in solved().starts), Fraction(0)) / 1326


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(workers: int) -> None:
    assert solve(STANDARD, workers=workers) == solved()


def test_between_equal_values_a_hand_plays_rather_than_folds() -> None:
    hole, board = parse_cards("6sKd"), parse_cards("2c4c9s3sQs")
    advice = advise(STANDARD, hole, board)
    assert [(option.multiple, option.value) for option in advice.options] == [(1, Fraction(-2)), (0, Fraction(-2))]
    assert river_action(solved().played, board, hole) == LOW


def test_folding_at_ties_would_be_worth_the_same_and_give_other_figures_than_the_published_ones() -> None:
    standing, kinds = standings(Category.ONE_PAIR, 1)
    there = kinds != ABSENT
    terms, kind = STANDARD.terms(), np.where(there, kinds, 0)
    wins, losses = standing & COUNT_MASK, standing >> LOSSES_BIT & COUNT_MASK
    worth = terms[WON + kind] * wins + terms[LOST + kind] * losses + terms[LESS + kind] * (standing >> WITHOUT_BIT)
    worth += terms[STAKED + kind] + STANDARD.scale * (wins - losses)
    ties = there & (worth == -2 * DEALERS * STANDARD.scale)
    assert ties.any()
    assert (solved().played.river[0][ties] == LOW).all()
    river = np.where(ties, FOLD, solved().played.river[0]).astype(np.uint8)[None]
    folding = solve(STANDARD, Policy(river=river))
    assert folding.ev == solved().ev
    assert f"{folding.standard_deviation:.9f}" == "4.939298891"
    assert f"{float(folding.average_wager):.9f}" == "4.152209546"


@pytest.mark.clause("CN.21")
def test_trips_that_a_fold_forfeits_are_in_what_is_wagered_as_in_what_is_lost() -> None:
    stakes = {Wager.ANTE: 500, Wager.TRIPS: 500}
    solution = solve(main_game(post(load_book("chickasaw")), stakes))
    assert percent(solution.house_edge) == "4.278848"
    assert f"{float(solution.average_wager):.6f}" == "5.156584"
    assert f"{float(solution.element_of_risk):.4%}" == "0.8298%"
    document = document_of(solution)
    assert Fraction(document["fractions"]["average_wager"]) == solution.average_wager
    assert Fraction(document["fractions"]["element_of_risk"]) == solution.house_edge / solution.average_wager
    assert document["ties"].startswith("of equal values: play rather than fold")
