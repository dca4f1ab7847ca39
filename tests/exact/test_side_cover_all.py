"""Cover All: the chances of the highest hand at the table, and its pays."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from uth.errors import Malformed
from uth.exact.side_boards import HOLES, BoardClass, board_classes, count_highest, deals_up_to, types_of
from uth.exact.side_highest import HIGHEST_HANDS, cover_all_numbers, hand_counts, highest_chances
from uth.exact.side_pairs import TWO_ON_A_BOARD, deals
from uth.kernels.ranking import NO_HAND, rank_array, rank_boards
from uth.ranking import ORDER_BITS, Category
from uth.rules.loader import load, parse
from uth.table.posted import post
from uth.table.settle.progressive import FIVE_CARD_HANDS, SEVEN_CARD_HANDS

MASSACHUSETTS = post(load("massachusetts"), dealing="machine")
PUSHING = (Category.THREE_OF_A_KIND, Category.STRAIGHT, Category.FLUSH)


# R1: the arithmetic tells which reading was meant.


@pytest.mark.parametrize("hands", range(2, 8))
def test_the_house_keeps_8_6_to_10_6_percent_when_everything_below_a_full_house_loses(hands: int) -> None:
    edge = cover_all_numbers(MASSACHUSETTS, hands).house_edge
    assert Fraction("0.086") <= edge <= Fraction("0.106")


@pytest.mark.parametrize("hands", range(2, 8))
def test_the_player_would_be_ahead_by_10_to_34_percent_if_three_of_a_kind_to_flush_only_pushed(hands: int) -> None:
    numbers, chances = cover_all_numbers(MASSACHUSETTS, hands), highest_chances(hands)
    ahead = sum(chances[category] for category in PUSHING) - numbers.house_edge
    assert Fraction("0.10") <= ahead < Fraction("0.345")


def test_the_house_edges_for_two_to_seven_hands_are_these_fractions() -> None:
    assert [cover_all_numbers(MASSACHUSETTS, hands).house_edge for hands in range(2, 8)] == [
        Fraction(1_734_668_653, 17_383_631_265),
        Fraction(5_697_580_234, 56_998_616_675),
        Fraction(2_686_105_347_139, 29_187_944_685_900),
        Fraction(991_646_314_106_828, 11_519_403_082_612_425),
        Fraction(324_998_536_104_229_381, 3_267_670_674_434_391_225),
        Fraction(1_066_898_576_309_497_207, 10_100_072_993_706_300_150),
    ]


def test_a_full_house_or_better_comes_more_often_the_more_hands_are_dealt() -> None:
    hits = [cover_all_numbers(MASSACHUSETTS, hands).hit_frequency for hands in range(2, 8)]
    assert hits == sorted(hits)
    assert [f"{float(hit):.4f}" for hit in hits] == ["0.0508", "0.0708", "0.0888", "0.1050", "0.1199", "0.1336"]


@pytest.mark.parametrize("hands", [1, 0, -2, 8, 9, True, 2.0, "3"])
def test_a_number_of_hands_that_the_table_cannot_deal_is_refused(hands: int) -> None:
    with pytest.raises(Malformed, match="is not a number of hands here; one of 2, 3, 4, 5, 6, 7") as refusal:
        cover_all_numbers(MASSACHUSETTS, hands)
    assert (refusal.value.field, refusal.value.clause) == ("hands", "MA.12k")


@pytest.mark.parametrize("book", ["california", "chickasaw", "nevada", "greece"])
def test_a_book_without_cover_all_has_no_numbers_for_it(book: str) -> None:
    with pytest.raises(Malformed, match="is not offered"):
        cover_all_numbers(post(load(book)), 2)


def test_a_table_of_one_seat_has_the_numbers_of_two_hands_alone() -> None:
    rules = parse('based_on = "massachusetts"\n[seats]\ncount = { value = 1, cite = "R20" }\n', "house.toml")
    assert hand_counts(post(rules, dealing="machine")) == (2,)
    assert cover_all_numbers(post(rules, dealing="machine"), 2) == cover_all_numbers(MASSACHUSETTS, 2)


def test_cover_all_prints_as_json_with_no_meter_to_break_even_at() -> None:
    printed = json.loads(json.dumps(cover_all_numbers(MASSACHUSETTS, 7).to_json()))
    assert printed["house_edge"]["value"] == pytest.approx(0.105632759, abs=1e-9)
    assert printed["standard_deviation"] == pytest.approx(3.100925, abs=1e-6)
    assert printed["break_even_meter"] is None
    assert [row["pays"] for row in printed["rows"]] == ["70 to 1", "30 to 1", "20 to 1", "4 to 1"]


# The counts behind it.


def sampled(count: int) -> list[BoardClass]:
    """Return some of the classes without a flush and some with three, four and five of a suit."""
    chance = np.random.default_rng(12)
    classes = list(board_classes())
    by_suited = [[one for one in classes if one.suited == suited] for suited in (0, 3, 4, 5)]
    return [kind[at] for kind in by_suited for at in chance.integers(len(kind), size=count)]


def test_the_classes_stand_for_every_board_once() -> None:
    classes = list(board_classes())
    assert len(classes) == 6175 + 286 * 91 + 715 * 13 + 1287
    assert sum(one.boards for one in classes) == comb(52, 5)
    assert all(sum(len(kind.cards) for kind in types_of(one)) == 47 for one in classes[::97])


def test_the_counts_add_up_to_every_deal() -> None:
    for hands, counts in HIGHEST_HANDS.items():
        assert sum(counts) == comb(52, 5) * deals(47, hands)


def test_two_hands_have_the_highest_hand_of_all_pairs_of_hands_counted_another_way() -> None:
    for category in Category:
        pairs = sum(2 * sum(row[:-1]) + row[-1] for row in TWO_ON_A_BOARD[: category + 1])
        assert pairs == 2 * sum(HIGHEST_HANDS[2][: category + 1])


def test_on_sampled_boards_two_and_three_hands_are_those_found_by_trying_them_all() -> None:
    holes = HOLES.astype(np.int64)
    bits = (1 << holes[:, 0]) | (1 << holes[:, 1])
    for one in sampled(2):
        (orders,) = rank_boards(np.array([one.board], np.uint8), HOLES)
        dealt = np.flatnonzero(orders != NO_HAND)
        for category, ways in deals_up_to(one, orders):
            low = dealt[orders[dealt] >> ORDER_BITS <= category]
            apart = ((bits[low][:, None] & bits[low][None, :]) == 0).astype(np.float32)  # no entry above 2**24
            assert ways[:2] == (1, len(low))
            assert ways[2] * 2 == int(apart.sum(dtype=np.int64))
            assert ways[3] * 6 == int(((apart @ apart) * apart).sum(dtype=np.int64))


@pytest.mark.slow
def test_the_highest_hands_counted_anew_are_those_written_down() -> None:
    none, one, *more = count_highest(board_classes())
    assert none == tuple(FIVE_CARD_HANDS[category] for category in Category)
    assert one == tuple(21 * SEVEN_CARD_HANDS[category] for category in Category)
    assert dict(enumerate(more, 2)) == HIGHEST_HANDS


@pytest.mark.parametrize("hands", range(2, 8))
def test_random_deals_have_their_highest_hand_as_often_as_counted(hands: int) -> None:
    rounds = 100_000
    dealt = np.random.default_rng(hands).random((rounds, 52)).argsort(axis=1)[:, : 5 + 2 * hands].astype(np.uint8)
    orders = [rank_array(dealt[:, [0, 1, 2, 3, 4, 5 + 2 * at, 6 + 2 * at]]) for at in range(hands)]
    found = np.bincount(np.max(orders, axis=0) >> ORDER_BITS, minlength=len(Category))
    for category, chance in highest_chances(hands).items():
        error = float(rounds * chance * (1 - chance)) ** 0.5
        assert abs(found[category] - float(rounds * chance)) < 4 * error


def test_every_pair_of_the_deck_has_its_place_among_the_holes() -> None:
    assert [tuple(hole) for hole in HOLES.tolist()] == list(combinations(range(52), 2))
