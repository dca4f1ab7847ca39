"""Hands ranked by array equal those ranked one by one and by other programs, and the known counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import phevaluator
import pytest
import treys

from uth.cards import DECK, Card
from uth.errors import Malformed
from uth.kernels.ranking import NO_HAND, Cards, rank_array, rank_boards
from uth.kernels.ranking_counts import count_by_category
from uth.ranking import Category, order_of
from uth.ranking_plain import rank_plain

HOLES = np.array(list(combinations(range(52), 2)), np.uint8)


def dealt(count: int, size: int, key: int = 1) -> Cards:
    """Return that many deals of that many different cards each."""
    chance = np.random.default_rng(key)
    deals = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    row = np.arange(count)
    for place in range(size):
        other = chance.integers(place, 52, count)
        deals[row, place], deals[row, other] = deals[row, other], deals[row, place]
    return deals[:, :size].copy()


def cards_of(row: npt.NDArray[np.uint8]) -> list[Card]:
    return [DECK[card] for card in row]


COUNTS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
    7: [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324],
}


@pytest.mark.clause("MA.5b")
@pytest.mark.parametrize("size", COUNTS)
def test_every_choice_of_cards_is_counted_once_in_its_category(size: int) -> None:
    counts = count_by_category(size)
    assert counts == dict(zip(Category, COUNTS[size], strict=True))
    assert sum(counts.values()) == comb(52, size)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_an_array_is_ranked_as_the_plain_ranking_ranks_each_of_its_rows(size: int) -> None:
    hands = dealt(3000, size, key=size)
    assert rank_array(hands).tolist() == [rank_plain(cards_of(hand)).order for hand in hands]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_an_array_is_ranked_as_its_rows_are_one_by_one_looked_through_for_repeats_or_not(size: int) -> None:
    hands = dealt(50_000, size, key=10 + size)
    orders = [order_of(cards_of(hand)) for hand in hands]
    assert rank_array(hands).tolist() == orders
    assert rank_array(hands, distinct=False).tolist() == orders


def test_all_five_card_hands_of_two_suits_are_ranked_as_one_by_one() -> None:
    hands = np.array(list(combinations([card for card in range(52) if card % 4 < 2], 5)), np.uint8)
    assert rank_array(hands).tolist() == [order_of(cards_of(hand)) for hand in hands]


def test_boards_and_holes_are_ranked_as_the_seven_cards_together() -> None:
    boards = dealt(60, 5)
    boards[:20] = boards[:20] // 4 * 4 + np.array([0, 0, 0, 0, 1], np.uint8)  # at least four of a suit
    boards = boards[[len(set(board)) == 5 for board in boards.tolist()]]
    orders = rank_boards(boards, HOLES)
    for board, found in zip(boards, orders, strict=True):
        live = ~np.isin(HOLES, board).any(axis=1)
        assert live.sum() == comb(47, 2)
        assert (found[~live] == NO_HAND).all()
        together = np.hstack([np.tile(board, (comb(47, 2), 1)), HOLES[live]])
        assert (found[live] == rank_array(together)).all()
        assert (found[live] > NO_HAND).all()
        assert found[live][::97].tolist() == [rank_plain(cards_of(hand)).order for hand in together[::97]]


def test_every_board_makes_one_order_of_a_hole_whichever_way_the_cards_lie_in_memory() -> None:
    boards = dealt(50, 5)
    orders = rank_boards(boards, HOLES)
    assert (rank_boards(np.asfortranarray(boards), HOLES[:, ::-1]) == orders).all()
    assert (rank_array(dealt(100, 7)[::2, :6]) == rank_array(dealt(100, 7)[::2, :6].copy())).all()


def test_no_hands_at_all_are_ranked_as_none() -> None:
    assert rank_array(np.empty((0, 7), np.uint8)).shape == (0,)
    assert rank_boards(np.empty((0, 5), np.uint8), HOLES).shape == (0, 1326)


# Two evaluators that others wrote; in both, less is better. Two hands of a pair share a board, so that many push.


def pairs_agree(rank_of: Callable[[list[int]], int], count: int) -> None:
    found: set[int] = set()
    for chunk in np.split(dealt(count, 9, key=count), count // 10_000):
        one, other = chunk[:, :7], chunk[:, 2:]
        ours = np.sign(rank_array(one).astype(np.int64) - rank_array(other))
        theirs = np.sign([rank_of(b) - rank_of(a) for a, b in zip(one.tolist(), other.tolist(), strict=True)])
        assert (ours == theirs).all()
        found.update(ours.tolist())
    assert found == {-1, 0, 1}


def by_treys() -> Callable[[list[int]], int]:
    evaluate = treys.Evaluator().evaluate
    names = [treys.Card.new(str(card)) for card in DECK]
    return lambda hand: int(evaluate([], [names[card] for card in hand]))


@pytest.mark.slow
def test_a_million_pairs_of_hands_are_in_the_order_of_phevaluator() -> None:
    pairs_agree(lambda hand: int(phevaluator.evaluate_cards(*hand)), 1_000_000)


def test_ten_thousand_pairs_of_hands_are_in_the_order_of_treys() -> None:
    pairs_agree(by_treys(), 10_000)


@pytest.mark.slow
def test_a_million_pairs_of_hands_are_in_the_order_of_treys() -> None:
    pairs_agree(by_treys(), 1_000_000)


@pytest.mark.parametrize("size", [5, 6])
def test_hands_of_five_and_six_are_in_the_order_of_both(size: int) -> None:
    hands = dealt(20_000, size)
    best = by_treys()
    order = np.argsort(rank_array(hands), kind="stable")
    for rank_of in (best, lambda hand: int(phevaluator.evaluate_cards(*hand))):
        theirs = np.array([rank_of(hand) for hand in hands.tolist()])
        assert (np.diff(theirs[order]) <= 0).all()
        assert len(set(theirs.tolist())) == len(set(rank_array(hands).tolist()))


# What is not cards is refused before anything is ranked.


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ([[0, 1, 2, 3, 4]], '"list" is not an array of unsigned bytes, 5 or 6 or 7 cards in each row'),
        (np.zeros((3, 7), np.int64), '"int64[3, 7]" is not an array of unsigned bytes'),
        (np.zeros((3, 8), np.uint8), '"uint8[3, 8]" is not an array of unsigned bytes'),
        (np.zeros((3, 4), np.uint8), '"uint8[3, 4]" is not an array of unsigned bytes'),
        (np.zeros(7, np.uint8), '"uint8[7]" is not an array of unsigned bytes'),
        (np.array([[0, 1, 2, 3, 52]], np.uint8), "52 is not a card; a card is from 0 (2c) to 51 (As)"),
        (np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, 5]], np.uint8), '"3d 3h 3s 4c 3d" has a card twice, in row 1;'),
        (np.array([[51, 1, 2, 3, 4, 51]], np.uint8), '"As 2d 2h 2s 3c As" has a card twice, in row 0;'),
        (np.array([[0, 1, 2, 3, 4, 0, 0]], np.uint8), '"2c 2d 2h 2s 3c 2c 2c" has a card twice, in row 0;'),
    ],
)
def test_an_array_that_is_not_of_hands_is_refused(hands: Cards, says: str) -> None:
    with pytest.raises(Malformed) as refusal:
        rank_array(hands)
    assert str(refusal.value).startswith(f"hands: {says}")


@pytest.mark.parametrize(
    ("boards", "holes", "says"),
    [
        (np.zeros((1, 4), np.uint8), HOLES, 'boards: "uint8[1, 4]" is not an array of unsigned bytes, 5 cards'),
        (dealt(2, 5), HOLES[:, :1], 'holes: "uint8[1326, 1]" is not an array of unsigned bytes, 2 cards'),
        (np.zeros((1, 5), np.uint8), HOLES, 'boards: "2c 2c 2c 2c 2c" has a card twice, in row 0;'),
        (dealt(2, 5), np.zeros((1, 2), np.uint8), 'holes: "2c 2c" has a card twice, in row 0;'),
        (dealt(2, 5), np.full((1, 2), 255, np.uint8), "holes: 255 is not a card; a card is from 0 (2c) to 51 (As)"),
    ],
)
def test_boards_and_holes_that_cannot_be_dealt_are_refused(boards: Cards, holes: Cards, says: str) -> None:
    with pytest.raises(Malformed) as refusal:
        rank_boards(boards, holes)
    assert str(refusal.value).startswith(says)


def test_a_repeat_that_is_not_looked_for_reads_nothing_outside_the_tables() -> None:
    for card in range(52):
        assert rank_array(np.full((1, 7), card, np.uint8), distinct=False).shape == (1,)


@pytest.mark.parametrize("size", [0, 4, 8])
def test_only_five_to_seven_cards_are_counted(size: int) -> None:
    with pytest.raises(Malformed, match="is not a number of cards to rank"):
        count_by_category(size)
